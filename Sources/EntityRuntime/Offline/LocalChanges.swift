import EntityJSON
import EntityModel
import EntityStore

/// What has been changed here and not been pushed, while something comes from others.
struct LocalChanges {
  private let unit: UnitOfWork

  /// Decides where both sides have changed something.
  private let policy: MergePolicy

  /// What exists, by id.
  private var changed: [ObjectID: ChangedObject] = [:]

  /// What has been deleted, by what rows know it as.
  private var deleted: [PayloadKey: ChangedObject] = [:]

  /// What rows know as something else than it is here.
  private(set) var renamed: [PayloadKey: ChangedObject] = [:]

  /// What rows know as which what has been deleted.
  private var deletedKeys: [ObjectID: PayloadKey] = [:]

  /// What is decided of one object.
  struct Decision {
    /// The attributes that get values, by property index.
    var values: PropertyValues = [:]

    /// The property indexes of the to-ones that become what others say.
    var toOnes: Set<Int> = []

    /// Which side has the last word.
    var side: MergePolicy.Side
  }

  /// Reads what `part` says of the store of `context`.
  ///
  /// - Throws: a `StoreError`, as `pendingChanges` does.
  init(_ part: PendingPart, _ context: ManagedObjectContext) throws {
    unit = context.unit
    policy =
      context.mergePolicy.isError ? .byProperty(preferring: .ours) : context.mergePolicy
    let container = context.container
    let changes = try unit.session.read { session in
      let token: CommitToken? =
        switch part.start {
        case .token(let token): token
        case .pushed(let name): try session.acknowledgedToken(named: name)
        }
      return try AuthorChanges(by: part.author, since: token, in: container, session)
    }
    for object in changes.objects {
      let key = object.key
      if object.kind != .deleted {
        changed[object.id] = object
        if let key, key.value != object.comparedValue { renamed[key] = object }
      } else if let key {
        deleted[key] = object
        deletedKeys[object.id] = key
      }
    }
  }

  /// What is pending of `object`.
  subscript(object: ManagedObject) -> ChangedObject? { changed[object.__objectID] }

  /// `true` if rows know `object` as something else than it is here.
  func isRenamed(_ object: ManagedObject) -> Bool {
    guard let key = self[object]?.key else { return false }
    return renamed[key]?.id == object.__objectID
  }

  /// What is known of the object that rows know as `key`, which has been deleted here.
  func deletion(_ key: PayloadKey) -> ChangedObject? { deleted[key] }

  /// Has what has been deleted here be known by other keys, which others have given it since.
  mutating func move(_ keys: [(former: PayloadKey, new: PayloadKey)]) {
    let moved = keys.map { (new: $0.new, object: deleted.removeValue(forKey: $0.former)) }
    for case (let key, let object?) in moved {
      deleted[key] = object
      deletedKeys[object.id] = key
    }
  }

  /// What rows know the object `id` as, which has been deleted here; `nil` if it has not been.
  func deletionKey(of id: ObjectID) -> PayloadKey? { deletedKeys[id] }

  // MARK: Deciding

  /// Returns what becomes of `object`, of which `state` is pending and which others give `theirs`,
  /// attributes and to-ones by property index.
  ///
  /// - Throws: what the policy throws.
  func decision(
    on object: ManagedObject, _ state: ChangedObject, _ theirs: PropertyValues
  ) throws -> Decision {
    let entity = object.__entity
    let (base, ours) = sides(of: object, state, theirs)
    let conflict = try decided(.changed, object.__objectID, entity, base, ours, theirs)
    let side = conflict.sideOfExistence ?? .ours
    var decision = Decision(side: side)
    for (index, value) in theirs {
      let name = entity.layout.properties[index].name
      let own = ours[index] ?? .null
      let known = base[index].map { entity.isSameValue($0, value, at: index) ? value : $0 }
      let made =
        known.map { conflict.decision(of: name, base: $0, ours: own, theirs: value) }
        ?? conflict.decisions[name] ?? (own == value ? .side(.theirs) : .side(side))
      switch made ?? .side(.ours) {
      case .side(.ours): break
      case .side(.theirs) where entity.relationships[index] != nil: decision.toOnes.insert(index)
      case .side(.theirs): decision.values[index] = value
      case .value(let value) where entity.relationships[index] == nil:
        decision.values[index] = value
      case .value: break
      }
    }
    return decision
  }

  /// `true` if `object` stays, which others have deleted or do not have.
  ///
  /// - Throws: what the policy throws.
  func keeps(_ object: ManagedObject) throws -> Bool {
    guard let state = self[object], state.hasValues else { return false }
    // What others do not know they cannot have deleted.
    if state.kind == .inserted { return true }
    let (base, ours) = sides(of: object, state)
    let conflict = try decided(
      .deleted, object.__objectID, object.__entity, base, ours, nil)
    return (conflict.sideOfExistence ?? .ours) == .ours
  }

  /// `true` if what has been deleted here, of which `state` is known, is made again, since others
  /// have given it `theirs`.
  ///
  /// - Throws: what the policy throws.
  func takesBack(_ state: ChangedObject, _ theirs: PropertyValues) throws -> Bool {
    let base = state.formerValues
    let hasChanged = theirs.contains { index, value in
      !state.entity.isSameValue(base[index] ?? .null, value, at: index)
    }
    guard hasChanged else { return false }
    let conflict = try decided(.changed, state.id, state.entity, base, base, theirs)
    return conflict.sideOfExistence == .theirs
  }

  /// Returns what the columns of `object`, of which `state` is pending, were before and what they
  /// are, without external attributes that are not among `theirs`.
  private func sides(
    of object: ManagedObject, _ state: ChangedObject, _ theirs: PropertyValues = [:]
  ) -> (base: PropertyValues, ours: PropertyValues) {
    let entity = object.__entity
    var ours: PropertyValues = [:]
    for index in entity.columnIndexes
    where theirs[index] != nil || !entity.externalSet.contains(index) {
      ours[index] = object.storedValue(at: index)
    }
    var base = state.kind == .inserted ? [:] : ours
    for (index, value) in state.base { base[index] = value }
    return (base, ours)
  }

  private func decided(
    _ kind: ConflictError.Conflict.Kind, _ id: ObjectID, _ entity: ManagedEntity,
    _ base: PropertyValues, _ ours: PropertyValues, _ theirs: PropertyValues?
  ) throws -> MergeConflict {
    let known = base.named(in: entity)
    var reported = ConflictError.Conflict(
      kind: kind, objectID: id, entity: entity.name, base: known, ours: ours.named(in: entity),
      theirs: theirs.map { known.merging($0.named(in: entity)) { _, new in new } })
    reported.timestamps = Set(entity.updatedIndexes.map { entity.layout.properties[$0].name })
    var conflict = MergeConflict(reported, entity.type)
    try policy.decide?(&conflict)
    return conflict
  }
}
