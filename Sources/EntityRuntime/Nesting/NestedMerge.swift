import EntityModel
import EntityStore

/// What the parent of a nested context has changed since that began.
struct ParentChanges {
  /// The values that differ, and what they differ from, by object and property index.
  var values: [ObjectID: [Int: (former: StoredValue, value: StoredValue)]] = [:]

  /// The positions in the model of the entities of these.
  private var entities: [ObjectID: Int] = [:]

  /// The objects that have been deleted.
  var gone: Set<ObjectID> = []

  /// Adds `changes`, which came later.
  mutating func add(_ changes: UnsavedChanges) {
    for update in changes.updates {
      // What has been given the value that it had is not changed.
      for (index, value) in update.values where value != update.former[index] {
        entities[update.id] = update.entity
        let former = values[update.id]?[index]?.former ?? update.former[index] ?? .null
        values[update.id, default: [:]][index] = (former, value)
      }
    }
    gone.formUnion(changes.deletions.map(\.id))
  }

  /// Forgets the values of what has not been changed in `own`, which is seen from now on.
  mutating func keepValues(changedIn own: UnsavedChanges) {
    let deleted = Set(own.deletions.map(\.id))
    let updates = Dictionary(own.updates.map { ($0.id, $0.values) }) { first, _ in first }
    for (id, known) in values where !deleted.contains(id) {
      let kept = known.filter { updates[id]?[$0.key] != nil }
      values[id] = kept.isEmpty ? nil : kept
    }
  }

  /// Returns the changes with the ids that `ids` gives objects instead of those that they had.
  func renamed(_ ids: [ObjectID: ObjectID], _ entities: [ManagedEntity]) -> ParentChanges {
    var changes = self
    changes.values = [:]
    changes.entities = [:]
    for (id, values) in values {
      guard let position = self.entities[id] else { continue }
      var renamed: [Int: (former: StoredValue, value: StoredValue)] = [:]
      for (index, (former, value)) in values {
        func name(_ value: StoredValue) -> StoredValue {
          guard case .integer(let rowID) = value, rowID != 0,
            let target = entities[position].relationships[index]?.target,
            let new = ids[ObjectID(entityName: entities[target].rootName, rowID: rowID)]
          else { return value }
          return .integer(new.rowID)
        }
        renamed[index] = (name(former), name(value))
      }
      changes.values[ids[id] ?? id] = renamed
      changes.entities[ids[id] ?? id] = position
    }
    changes.gone = Set(gone.map { ids[$0] ?? $0 })
    return changes
  }
}

/// Merges what has been changed in a nested context with what its parent has changed beside it.
///
/// What one side alone has changed is taken from that, property by property. Where both have given
/// a property different values, and where one has deleted what the other one has changed or refers
/// to, there is a conflict, which a policy decides; what has been deleted stays so whatever that
/// says.
struct NestedMerge {
  private let unit: UnitOfWork
  private let parent: UnitOfWork
  private let theirs: ParentChanges

  init(_ unit: UnitOfWork, _ parent: UnitOfWork, _ theirs: ParentChanges) {
    self.unit = unit
    self.parent = parent
    self.theirs = theirs
  }

  /// Returns `own`, what has been changed in the nested context, as `policy` says that it is to be
  /// made in the parent; `lost` are conflicts that have been found before.
  ///
  /// - Throws: a `ConflictError` with what the policy leaves open; what the policy throws.
  func merge(
    _ own: UnsavedChanges, _ policy: MergePolicy, _ lost: [ConflictError.Conflict]
  ) throws -> UnsavedChanges {
    var open: [ConflictError.Conflict] = []
    for conflict in lost + losses(of: own) + deletions(of: own) {
      if try !isDecided(conflict, policy) { open.append(conflict) }
    }
    var merged = own
    var separated: [Pair] = []
    for position in merged.updates.indices {
      let update = merged.updates[position]
      guard let conflict = contested(update) else { continue }
      var decisions = MergeConflict(conflict, unit.entities[update.entity].type)
      try policy.decide?(&decisions)
      if !apply(decisions, to: &merged.updates[position]) { open.append(conflict) }
      separated += pairs(of: update, droppedIn: merged.updates[position])
    }
    drop(separated, from: &merged)
    guard open.isEmpty else {
      var error = ConflictError(conflicts: open)
      error.isWithParent = true
      throw error
    }
    // What has been decided about stays away.
    let made = Set(own.inserts.map(\.id))
    merged.links.removeAll { isGone($0.owner, made) || isGone($0.other, made) }
    merged.updates.removeAll { isGone($0.id, made) }
    for position in merged.inserts.indices {
      let entity = unit.entities[merged.inserts[position].entity]
      clear(&merged.inserts[position].values, of: entity) { isGone($0, made) }
    }
    for position in merged.updates.indices {
      let entity = unit.entities[merged.updates[position].entity]
      clear(&merged.updates[position].values, of: entity) { isGone($0, made) }
    }
    return merged
  }

  /// Makes those of the to-ones of `entity` that are among `values` refer to nothing that refer to
  /// what `isGone`.
  private func clear(
    _ values: inout PropertyValues, of entity: ManagedEntity, _ isGone: (ObjectID) -> Bool
  ) {
    for index in entity.toOneIndexes {
      guard let target = target(of: values[index], index, entity), isGone(target) else { continue }
      values[index] = .null
    }
  }

  /// Returns the object that the to-one `index` of an object of `entity` refers to, where its value
  /// is `value`; `nil` for none.
  private func target(
    of value: StoredValue?, _ index: Int, _ entity: ManagedEntity
  ) -> ObjectID? {
    guard case .integer(let rowID)? = value, rowID != 0,
      let relationship = entity.relationships[index]
    else { return nil }
    return ObjectID(
      entityName: unit.entities[relationship.target].rootName, rowID: rowID)
  }

  /// `true` if `policy` decides about `conflict`, which is about whether something exists.
  private func isDecided(_ conflict: ConflictError.Conflict, _ policy: MergePolicy) throws -> Bool {
    let entity = unit.entity(named: conflict.entity)
    var decisions = MergeConflict(conflict, entity?.type ?? ManagedObject.self)
    try policy.decide?(&decisions)
    return decisions.sideOfExistence != nil
  }

  // MARK: Values

  /// Returns the conflict about `update`; `nil` if the parent has changed nothing of it otherwise.
  private func contested(_ update: UnsavedChanges.Update) -> ConflictError.Conflict? {
    guard let values = theirs.values[update.id],
      values.contains(where: { index, value in
        update.values[index].map { $0 != value.value && $0 != value.former } == true
      })
    else { return nil }
    return conflict(.changed, update.id, update.entity, update, values)
  }

  /// Makes `update` what has been decided in `decisions`; `false` if something has been left open.
  private func apply(
    _ decisions: MergeConflict, to update: inout UnsavedChanges.Update
  ) -> Bool {
    let entity = unit.entities[update.entity]
    for index in entity.columnIndexes {
      let name = entity.layout.properties[index].name
      let base = decisions.base[name] ?? .null
      let (ours, theirs) = (decisions.ours[name] ?? .null, decisions.theirs?[name] ?? .null)
      guard
        let decision = decisions.decision(of: name, base: base, ours: ours, theirs: theirs)
      else { return false }
      switch decision {
      case .side(.ours): update.values[index] = ours == theirs ? nil : ours
      case .side(.theirs): update.values[index] = nil
      case .value(let value): update.values[index] = value
      }
    }
    return true
  }

  // MARK: One-to-ones

  /// Two objects of a one-to-one that have been related in the nested context and are not to be:
  /// the property `index` of `object` is to refer to another one.
  private struct Pair {
    let object: ObjectID
    let index: Int
    let partner: ObjectID
  }

  /// Returns the pairs that `update` has made and `decided`, what has been made of it, has not.
  private func pairs(
    of update: UnsavedChanges.Update, droppedIn decided: UnsavedChanges.Update
  ) -> [Pair] {
    let entity = unit.entities[update.entity]
    return entity.toOneIndexes.compactMap { index in
      guard let relationship = entity.relationships[index], !relationship.inverseIsToMany,
        decided.values[index] != update.values[index],
        let partner = target(of: update.values[index], index, entity)
      else { return nil }
      return Pair(object: partner, index: relationship.inverseIndex, partner: update.id)
    }
  }

  /// Has the other ends of `pairs` in `changes` refer to what they refer to in the parent, or to
  /// nothing if they are new.
  private func drop(_ pairs: [Pair], from changes: inout UnsavedChanges) {
    for pair in pairs {
      let value = StoredValue.integer(pair.partner.rowID)
      for position in changes.updates.indices
      where changes.updates[position].id == pair.object
        && changes.updates[position].values[pair.index] == value
      {
        changes.updates[position].values[pair.index] = nil
      }
      for position in changes.inserts.indices
      where changes.inserts[position].id == pair.object
        && changes.inserts[position].values[pair.index] == value
      {
        changes.inserts[position].values[pair.index] = .null
      }
    }
  }

  // MARK: What does not exist

  /// `true` if the object `id`, unless it is one of those that have been `made`, does not exist for
  /// the parent any more.
  private func isGone(_ id: ObjectID, _ made: Set<ObjectID>) -> Bool {
    if made.contains(id) { return false }
    if theirs.gone.contains(id) { return true }
    guard let entity = parent.entity(named: id.entityName) else { return true }
    guard let live = parent.tracker.liveObject(id.rowID, tree: entity.tree) else {
      return id.rowID < 0
    }
    return !live.__isLive
  }

  /// Returns the conflicts about what `own` changes or refers to and the parent has deleted.
  func losses(of own: UnsavedChanges) -> [ConflictError.Conflict] {
    let made = Set(own.inserts.map(\.id))
    func isGone(_ id: ObjectID) -> Bool { self.isGone(id, made) }
    var found: [ConflictError.Conflict] = []
    for update in own.updates where isGone(update.id) {
      found.append(conflict(.deleted, update.id, update.entity, update, nil))
    }
    let values =
      own.inserts.map { ($0.id, $0.entity, $0.values) }
      + own.updates.filter { !isGone($0.id) }.map { ($0.id, $0.entity, $0.values) }
    for (id, entity, values) in values {
      for index in unit.entities[entity].toOneIndexes {
        guard let target = target(of: values[index], index, unit.entities[entity]), isGone(target)
        else { continue }
        found.append(missing(target, id, entity, index))
      }
    }
    for link in own.links {
      if isGone(link.other) {
        found.append(missing(link.other, link.owner, link.entity, link.property))
      } else if isGone(link.owner) {
        found.append(conflict(.deleted, link.owner, link.entity, nil, nil))
      }
    }
    return found
  }

  /// Returns the conflicts about what `own` deletes and the parent has changed.
  private func deletions(of own: UnsavedChanges) -> [ConflictError.Conflict] {
    own.deletions.compactMap { deletion in
      guard let values = theirs.values[deletion.id] else { return nil }
      return conflict(.changed, deletion.id, deletion.entity, nil, values)
    }
  }

  private func missing(
    _ target: ObjectID, _ id: ObjectID, _ entity: Int, _ index: Int
  ) -> ConflictError.Conflict {
    ConflictError.Conflict(
      kind: .missingReference, objectID: id, entity: unit.entities[entity].name,
      property: unit.entities[entity].layout.properties[index].name, relatedID: target)
  }

  /// Returns the conflict of `kind` about the object `id`, of which `update` has been changed in
  /// the nested context and `values` in the parent.
  private func conflict(
    _ kind: ConflictError.Conflict.Kind, _ id: ObjectID, _ index: Int,
    _ update: UnsavedChanges.Update?,
    _ values: [Int: (former: StoredValue, value: StoredValue)]?
  ) -> ConflictError.Conflict {
    let entity = unit.entities[index]
    var (base, ours): ([String: StoredValue], [String: StoredValue]) = ([:], [:])
    let object = unit.tracker.liveObject(id.rowID, tree: entity.tree)
    for index in entity.columnIndexes {
      let name = entity.layout.properties[index].name
      let value = update?.values[index]
      let now = value ?? object?.comparedValue(at: index) ?? .null
      base[name] = values?[index]?.former ?? update?.former[index] ?? now
      ours[name] = value ?? base[name]
    }
    var theirs: [String: StoredValue]? = values == nil ? nil : base
    for (index, value) in values ?? [:] {
      theirs?[entity.layout.properties[index].name] = value.value
    }
    var conflict = ConflictError.Conflict(
      kind: kind, objectID: id, entity: entity.name, base: base, ours: ours, theirs: theirs)
    conflict.timestamps = Set(entity.updatedIndexes.map { entity.layout.properties[$0].name })
    conflict.externals = Set(entity.externalIndexes.map { entity.layout.properties[$0].name })
    return conflict
  }
}
