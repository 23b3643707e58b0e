import EntityModel
import EntityStore

/// What a save does not fit, found in one state of the store.
struct FoundConflict {
  /// What others have done.
  let kind: ConflictError.Conflict.Kind

  /// The object.
  let object: ManagedObject

  /// `true` if the object is to be deleted.
  let isDeletion: Bool

  /// The property index of the relationship concerned; `nil` for the kinds that are about none.
  let index: Int?

  /// The id of the row at the other end of that; 0 for the kinds that are about none.
  let relatedID: Int64

  /// The values of the row by property index; `nil` if it does not exist.
  let theirs: [Int: StoredValue]?

  /// The conflict as it is reported.
  var reported: ConflictError.Conflict {
    let entity = object.__entity
    var base: [String: StoredValue] = [:]
    var ours: [String: StoredValue] = [:]
    var theirs: [String: StoredValue]? = self.theirs.map { _ in [:] }
    let isNew = object.__flags.contains(.isInserted)
    for index in entity.columnIndexes {
      let name = entity.layout.properties[index].name
      if !isNew { base[name] = object.comparedOriginalValue(at: index) }
      ours[name] = object.comparedValue(at: index)
      theirs?[name] = self.theirs?[index]
    }
    // A row that others have not changed is as it was read.
    if kind == .missingReference || kind == .newMember, !isNew { theirs = base }
    let related = index.flatMap { entity.relationships[$0] }.map {
      ObjectID(
        entityName: object.__unit.entities[$0.target].rootName, rowID: relatedID)
    }
    var conflict = ConflictError.Conflict(
      kind: kind, objectID: object.__objectID, entity: entity.name,
      property: index.map(object.__propertyName), relatedID: related, base: base, ours: ours,
      theirs: theirs)
    conflict.timestamps = Set(entity.updatedIndexes.map { entity.layout.properties[$0].name })
    conflict.externals = Set(entity.externalIndexes.map { entity.layout.properties[$0].name })
    return conflict
  }
}

/// Finds all that the save of one unit does not fit, in one state of the store.
struct ConflictSearch {
  let unit: UnitOfWork

  /// Reads the store.
  let session: any StoreSession

  private var graph: RelationshipGraph { unit.graph }

  /// Returns what `plan` does not fit: rows, then references, then members, each in the order of
  /// the plan.
  func conflicts(of plan: SavePlan) throws -> [FoundConflict] {
    let rows = try changedRows(of: plan)
    let gone = Set(rows.filter { $0.kind == .deleted }.map(\.object))
    return try rows + missingReferences(of: plan) + newMembers(of: plan, without: gone)
  }

  // MARK: Rows

  /// Returns the rows that are not as they were read.
  private func changedRows(of plan: SavePlan) throws -> [FoundConflict] {
    let objects = plan.deletes + plan.updates.map(\.object)
    var rows: [ObjectIdentifier: [Int: StoredValue]] = [:]
    var met: Set<ObjectIdentifier> = []
    for (tree, objects) in Dictionary(grouping: objects, by: { $0.__entity.tree }) {
      guard let entity = objects.first?.__entity.layout else { continue }
      try session.rows(ids: objects.map(\.__rowID).sorted(), of: entity) { row in
        guard let object = unit.maps[tree][row.id] else { return }
        met.insert(ObjectIdentifier(object))
        guard row.version != object.__version else { return }
        rows[ObjectIdentifier(object)] = Self.values(of: row, object.__entity.layout)
      }
    }
    return objects.compactMap { object in
      let isGone = !met.contains(ObjectIdentifier(object))
      let theirs = rows[ObjectIdentifier(object)]
      guard isGone || theirs != nil else { return nil }
      return FoundConflict(
        kind: isGone ? .deleted : .changed, object: object,
        isDeletion: object.__flags.contains(.isDeleted), index: nil, relatedID: 0, theirs: theirs)
    }
  }

  /// Returns the values of `row`, which is of `entity`, by property index.
  private static func values(of row: __Row, _ entity: EntityLayout) -> [Int: StoredValue] {
    var values: [Int: StoredValue] = [:]
    for index in entity.columnIndexes {
      if let column = entity.columns[index] { values[index] = row[column.position].storedValue }
    }
    return values
  }

  // MARK: References

  /// A reference that a save writes.
  private struct Reference {
    let object: ManagedObject
    let relationship: ManagedRelationship
    let id: Int64
  }

  /// Returns the references to rows that others have removed.
  private func missingReferences(of plan: SavePlan) throws -> [FoundConflict] {
    var references: [Reference] = []
    for (object, properties) in plan.updates { add(properties, of: object, to: &references) }
    for object in plan.inserts { add(object.__entity.toOneIndexes, of: object, to: &references) }
    var owners = Set<ManagedObject>()
    for owner in unit.tracker.touched + plan.inserts where owners.insert(owner).inserted {
      guard !owner.__flags.contains(.isDeleted) else { continue }
      addLinks(of: owner, to: &references)
    }
    var existing: [Int: Set<Int64>] = [:]
    for (target, references) in Dictionary(grouping: references, by: \.relationship.target) {
      var found: Set<Int64> = []
      let ids = Set(references.map(\.id)).sorted()
      try session.rows(ids: ids, of: unit.entities[target].layout) { found.insert($0.id) }
      existing[target] = found
    }
    // A row that is stored again is none that its references would have to do without.
    let restored = Set(plan.inserts.lazy.filter { !$0.__flags.contains(.isInserted) })
    return references.compactMap { reference in
      let relationship = reference.relationship
      guard existing[relationship.target]?.contains(reference.id) == false else { return nil }
      if let target = graph.live(reference.id, relationship), restored.contains(target) {
        return nil
      }
      return FoundConflict(
        kind: .missingReference, object: reference.object, isDeletion: false,
        index: relationship.index, relatedID: reference.id, theirs: nil)
    }
  }

  /// Adds the rows that the to-ones among `properties` of `object` refer to.
  private func add(
    _ properties: [Int], of object: ManagedObject, to references: inout [Reference]
  ) {
    for index in properties {
      guard let relationship = object.__entity.relationships[index], !relationship.isToMany
      else { continue }
      let id = object.__toOne(index).rowID
      // A new object may have a permanent id, and has no row.
      let isNew = graph.live(id, relationship)?.__flags.contains(.isInserted) ?? false
      if id > 0, !isNew {
        references.append(Reference(object: object, relationship: relationship, id: id))
      }
    }
  }

  /// Adds the rows that `owner` is to be linked to.
  private func addLinks(of owner: ManagedObject, to references: inout [Reference]) {
    for state in owner.__toManys.sorted(by: { $0.index < $1.index }) {
      guard let relationship = owner.__entity.relationships[state.index],
        relationship.inverseIsToMany
      else { continue }
      let ids = state.added.objects.filter {
        $0.__flags.isDisjoint(with: [.isDeleted, .isInserted])
      }.map(\.__rowID)
      for id in ids.sorted() where id > 0 {
        references.append(Reference(object: owner, relationship: relationship, id: id))
      }
    }
  }

  // MARK: Members

  /// Returns the members that others have linked to objects that are to be deleted, by
  /// relationships that are to-many at both ends and whose delete rule is about them.
  func newLinks(of plan: SavePlan) throws -> [FoundConflict] {
    try newMembers(of: plan, without: []) { $0.inverseIsToMany }
  }

  /// Returns the members that others have given the objects that are to be deleted, those of
  /// `gone` left out, whose rows do not exist, by the relationships that `isWanted`.
  private func newMembers(
    of plan: SavePlan, without gone: Set<ManagedObject>,
    by isWanted: (ManagedRelationship) -> Bool = { _ in true }
  ) throws -> [FoundConflict] {
    var owners: [ManagedRelationship.Declaration: [ManagedObject]] = [:]
    // Objects of one entity come one after the other.
    var last: (entity: ManagedEntity, declarations: [ManagedRelationship.Declaration])?
    for object in plan.deletes {
      if let last, object.__isEntity(last.entity), last.declarations.isEmpty { continue }
      let entity = object.__entity
      let declarations =
        last?.entity === entity
        ? last?.declarations ?? []
        : entity.relationshipIndexes.compactMap { entity.relationships[$0] }
          .filter { Self.isAboutMembers($0) && isWanted($0) }.map(\.declaration)
      if last?.entity !== entity { last = (entity, declarations) }
      if declarations.isEmpty || gone.contains(object) { continue }
      for declaration in declarations { owners[declaration, default: []].append(object) }
    }
    var found: [FoundConflict] = []
    for (declaration, owners) in owners.sorted(by: {
      ($0.key.entity, $0.key.index) < ($1.key.entity, $1.key.index)
    }) {
      let owners = owners.sorted { $0.__rowID < $1.__rowID }
      try session.memberHeaders(
        of: unit.entities[declaration.entity].layout, property: declaration.index,
        owners: owners.map(\.__rowID)
      ) { position, row in
        let owner = owners[position]
        guard let relationship = owner.__entity.relationships[declaration.index],
          !isKnown(row.id, of: owner, relationship)
        else { return }
        found.append(
          FoundConflict(
            kind: .newMember, object: owner, isDeletion: true, index: declaration.index,
            relatedID: row.id, theirs: nil))
      }
    }
    return found.sorted {
      ($0.object.__entity.layout.index, $0.object.__rowID, $0.index ?? 0, $0.relatedID)
        < ($1.object.__entity.layout.index, $1.object.__rowID, $1.index ?? 0, $1.relatedID)
    }
  }

  /// `true` if an owner of `relationship` cannot be deleted without its members knowing.
  private static func isAboutMembers(_ relationship: ManagedRelationship) -> Bool {
    guard relationship.isToMany else { return false }
    switch relationship.description.deleteRule {
    case .cascade, .deny: return true
    // Links go with the row; what refers to it does not.
    case .nullify: return !relationship.inverseIsToMany
    // Whoever has declared this sees to the members.
    case .noAction: return false
    }
  }

  /// `true` if the save sees to the row `id`, a member of `relationship` of `owner` that is to be
  /// deleted.
  private func isKnown(
    _ id: Int64, of owner: ManagedObject, _ relationship: ManagedRelationship
  ) -> Bool {
    guard let member = graph.live(id, relationship) else { return false }
    if member.__flags.contains(.isDeleted) { return true }
    if relationship.inverseIsToMany {
      return owner.__toMany(relationship.index)?.removed.contains(member) == true
    }
    return member.__flags.contains(.isChanged)
      && member.__toOne(relationship.inverseIndex).rowID != owner.__rowID
      && member.differingProperties.contains(relationship.inverseIndex)
  }
}
