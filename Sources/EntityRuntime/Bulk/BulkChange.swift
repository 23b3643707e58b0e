import EntityModel
import EntityStore

/// Rows that are changed in the store without objects, worked out before anything is written.
struct BulkChange {
  /// Names a row.
  struct Row: Hashable {
    let tree: Int
    let id: Int64
  }

  /// Objects that hold members, of which some have come or gone.
  struct Owners {
    let relationship: ManagedRelationship
    var ids: Set<Int64>
  }

  /// What is to be written.
  var changes = ChangeSet()

  /// What makes rows unfit to be written so.
  var problems: [ValidationError.Problem] = []

  /// Whose members are to be counted once everything has been written.
  private(set) var counted: [ManagedRelationship.Declaration: Owners] = [:]

  /// `true` if the store has written it already.
  private(set) var isWritten = false

  /// Creates a change in which nothing changes.
  init() {}

  /// Creates the change that has made `updates`.
  init(written updates: [ChangeSet.Update]) {
    changes.updates = updates
    isWritten = true
  }

  /// Has the members of the to-many `relationship` of the objects `ids` counted, if it has limits.
  mutating func count(_ relationship: ManagedRelationship, of ids: some Sequence<Int64>) {
    let ids = Set(ids)
    guard relationship.hasLimits, !ids.isEmpty else { return }
    counted[relationship.declaration, default: Owners(relationship: relationship, ids: [])]
      .ids.formUnion(ids)
  }

  /// Has the members of all to-manys of the object `id` of `entity` counted that have limits, or,
  /// of one that `isNew` and has none yet, that have a minimum.
  mutating func count(membersOf id: Int64, _ entity: ManagedEntity, isNew: Bool = false) {
    for relationship in entity.limitedRelationships
    where relationship.isToMany && (!isNew || relationship.description.minimumCount > 0) {
      count(relationship, of: CollectionOfOne(id))
    }
  }

  /// Has the members of the object `id` of `entity` not counted.
  mutating func forget(_ id: Int64, _ entity: ManagedEntity) {
    for relationship in entity.limitedRelationships where relationship.isToMany {
      let key = relationship.declaration
      counted[key]?.ids.remove(id)
      if counted[key]?.ids.isEmpty == true { counted[key] = nil }
    }
  }

  /// Notes that the to-one `relationship`, whose inverse is to-many, of the row `id` of `entity` is
  /// made to refer to `new` instead of `old`.
  mutating func refer(
    _ relationship: ManagedRelationship, of entity: ManagedEntity, row id: Int64,
    from old: StoredValue, to new: StoredValue, _ unit: UnitOfWork
  ) {
    if new.isNull, !relationship.description.isOptional {
      problems.append(.init(missing: relationship.index, entity, row: id))
    }
    let inverse = unit.entities[relationship.target].relationships[relationship.inverseIndex]
    if let inverse { count(inverse, of: [old, new].compactMap(\.rowNumber)) }
  }

  /// Has those counted too that `other` has counted.
  mutating func mergeCounts(of other: BulkChange) {
    for owners in other.counted.values { count(owners.relationship, of: owners.ids) }
  }

  /// Puts what is to be written in the order of a save: of entities, then of ids.
  mutating func sort() {
    changes.deletes.sortUnlessOrdered { ($0.entity, $0.id) }
    changes.updates.sortUnlessOrdered { ($0.entity, $0.id) }
  }

  /// Throws what makes rows unfit to be written so.
  func validate() throws(ValidationError) {
    guard !problems.isEmpty else { return }
    throw ValidationError(
      problems: problems.sorted {
        ($0.entity, abs($0.objectID.rowID), $0.property, $0.id)
          < ($1.entity, abs($1.objectID.rowID), $1.property, $1.id)
      })
  }
}

extension Array {
  /// Sorts the elements by entity, then by id, as `position` returns them.
  ///
  /// They come in that order most often, and each comparison of a sort copies two of them.
  fileprivate mutating func sortUnlessOrdered(by position: (Element) -> (Int, Int64)) {
    let isOrdered = indices.dropFirst().allSatisfy {
      position(self[$0 - 1]) <= position(self[$0])
    }
    if !isOrdered { sort { position($0) < position($1) } }
  }
}

extension ValidationError.Problem {
  /// Creates the problem `id` of the property `index` of the row `row`, which is of `entity`.
  init(_ id: String, _ entity: ManagedEntity, row: Int64, _ index: Int, _ message: String) {
    self.init(
      id, entity, row: row, index, saying: "\(entity.layout.text(of: index)) \(message)")
  }

  /// Creates the problem `id` of the property `index` of the row `row`, which is of `entity`, whose
  /// whole text is `message`.
  init(_ id: String, _ entity: ManagedEntity, row: Int64, _ index: Int, saying message: String) {
    self.init(
      id: id, objectID: ObjectID(entityName: entity.rootName, rowID: row), entity: entity.name,
      property: entity.layout.name(of: index), message: message)
  }

  /// Creates the problem that the required to-one `index` of a row refers to nothing.
  init(missing index: Int, _ entity: ManagedEntity, row: Int64) {
    self.init(
      "validation.required", entity, row: row, index, "is required and refers to nothing")
  }
}

/// Writes rows without objects: at once, in the transaction of `container.write` or in one of its
/// own.
struct BulkWriter {
  let unit: UnitOfWork

  /// Writes the change that `plan` works out in the transaction, and returns what has been written;
  /// the objects of the context have the values of their rows afterwards if `refreshing`.
  func write(
    refreshing: Bool, _ plan: (any WritingSession) throws -> BulkChange
  ) throws -> ChangeSet {
    let written = try unit.session.write(endsWithTask: true) { session in
      var change = try plan(session)
      if change.isWritten { return change.changes }
      try apply(&change, session)
      try checkCounts(of: change, session)
      return change.changes.withoutValues
    } committed: { changes in
      if !changes.isEmpty { unit.didCommit(changes) }
    }
    if refreshing { Follower(unit: unit).takeOver(ownChanges: written) }
    return written
  }

  /// Writes `change`, which has been worked out in the transaction of `session`, in the order of a
  /// save; throws what makes its rows unfit to be written so.
  func apply(_ change: inout BulkChange, _ session: any WritingSession) throws {
    try change.validate()
    change.sort()
    let conflicts = try session.apply(change.changes, from: nil)
    // What the transaction has read nobody else can have changed.
    guard conflicts.isEmpty else {
      throw StoreError(
        .corrupt, "a row has changed within the transaction that has read it; check the store")
    }
  }

  /// Refuses that objects hold too few members or too many.
  func checkCounts(of change: BulkChange, _ session: any StoreSession) throws {
    var found = BulkChange()
    for owners in change.counted.values {
      let relationship = owners.relationship
      let (least, most) = (
        relationship.description.minimumCount, relationship.description.maximumCount ?? .max
      )
      let entity = unit.entities[relationship.declaration.entity]
      let counts = try counts(of: owners, entity, session)
      for (id, count) in counts where count < least || count > most {
        _ = try session.row(id: id, of: entity.layout) { row in
          let own = row.entity.map { unit.entities[$0] } ?? entity
          found.problems.append(
            ValidationError.Problem(
              "validation.count", own, row: id, relationship.index,
              saying: own.layout.text(
                of: relationship.index, holding: count, least: least, most: most)))
        }
      }
    }
    try found.validate()
  }

  /// Returns how many members those of `owners` have that are rows of `entity`.
  private func counts(
    of owners: BulkChange.Owners, _ entity: ManagedEntity, _ session: any StoreSession
  ) throws -> [Int64: Int] {
    var found: [Int64: Int] = [:]
    let path = PropertyPath([owners.relationship.description.name])
    let ids = owners.ids.sorted().map { StoredValue.integer($0) }
    let query = ResultQuery(
      EntityQuery(entity: entity.name, predicate: .membership(.rowNumber(), ids)),
      columns: [
        ResultExpression(nil, .rowNumber()),
        ResultExpression(nil, .count(path, .constant(true))),
      ])
    try session.results(query) { cells in
      if let id = cells[0].integer, let count = cells[1].integer { found[id] = Int(count) }
    }
    return found
  }
}

extension ChangeSet {
  /// The change set as a save publishes it, whose rows hold no values.
  var withoutValues: ChangeSet {
    var changes = self
    for index in changes.updates.indices {
      changes.updates[index].values = nil
      changes.updates[index].base = nil
    }
    for index in changes.inserts.indices { changes.inserts[index].values = nil }
    return changes
  }
}
