import EntityModel
import EntityStore

extension UnitOfWork {
  /// Returns the live object of `row`, made or filled from it; it belongs to `batch` from then on,
  /// to which its number is added.
  func materialize(_ row: borrowing RowReader, _ batch: ObjectBatch) -> ManagedObject {
    let number = row.id
    batch.numbers.append(number)
    return materialize(row, number, batch.map[number], batch)
  }

  /// Returns the live object of `row`, which is `live`, filled from it, or else made; it belongs to
  /// `batch` from then on, which does not name it.
  func materialize(
    _ row: borrowing RowReader, _ number: Int64, _ live: ManagedObject?, _ batch: ObjectBatch
  ) -> ManagedObject {
    if let live {
      if live.__state.flags.contains(.isFault) { fill(live, row) }
      live.__state.batch = batch
      return live
    }
    let entity = entities[row.entityIndex]
    let object = entity.type.init(
      __owner: __Owner(batch: batch, entity: entity, number: number, flags: []))
    object.take(row)
    return object
  }

  /// Reads the values of `object`, a fault, from its row.
  private func fill(_ object: ManagedObject, _ row: borrowing RowReader) {
    object.__state.flags.remove(.isFault)
    object.take(row)
  }

  // MARK: Faults

  /// Reads the values of `object`, which has none: for a fault, from its row, and with it those of
  /// the other faults of its batch; fills it with placeholders where that fails.
  func fire(_ object: ManagedObject) {
    guard object.__state.flags.contains(.isFault) else {
      // A new object whose initialiser has not given it values yet.
      return object.__read(.blank, object.__state.entity.depth)
    }
    do {
      if let origin = object.__state.batch.origin { try fireBatch(of: object, origin) }
      if object.__state.flags.contains(.isFault) { try read(object) }
      guard object.__state.flags.contains(.isFault) else { return }
      readFailures.append(
        ReadError(objectID: object.__state.objectID, "its row does not exist any more"))
    } catch {
      guard object.__state.flags.contains(.isFault) else { return }
      readFailures.append(error)
    }
    object.__state.flags.remove(.isFault)
    object.__state.flags.insert(.isUnreadable)
    object.__read(.blank, object.__state.entity.depth)
  }

  /// Reads the row of `object`, a fault; it stays one when the row does not exist.
  private func read(_ object: ManagedObject) throws {
    _ = try read { reader in
      try reader.row(object.__state.entity.layout, id: object.__state.number) { row in
        if entities[row.entity.index] === object.__state.entity {
          fill(object, row)
        }
      }
    }
  }

  /// Reads the rows of all the objects that a to-one of `origin`'s batch refers to.
  private func fireBatch(of object: ManagedObject, _ origin: ObjectBatch.Origin) throws {
    let index = origin.relationship.index
    var wanted: Set<Int64> = []
    var owners: [ManagedObject] = []
    forEachLoaded(of: origin.batch, having: origin.relationship) { owner in
      let reference = owner.__toOne(index)
      guard reference.rowNumber > 0 else { return }
      if let target = reference.object, !target.__state.flags.contains(.isFault) { return }
      owners.append(owner)
      wanted.insert(reference.rowNumber)
    }
    wanted.insert(object.__state.number)
    let batch = ObjectBatch(self, tree: object.__state.entity.tree)
    var found: [Int64: ManagedObject] = [:]
    try read { reader in
      try reader.rows(object.__state.entity.layout.rootName, ids: wanted.sorted()) { row in
        found[row.id] = materialize(row, batch)
      }
    }
    guard !isClosed else { return }
    for owner in owners {
      let reference = owner.__toOne(index)
      guard reference.object == nil, let target = found[reference.number] else { continue }
      owner.refer(index, to: target)
    }
  }

  /// Calls `body` with each live object of `batch` that is no fault and has `relationship`.
  private func forEachLoaded(
    of batch: ObjectBatch, having relationship: ManagedRelationship,
    _ body: (ManagedObject) -> Void
  ) {
    for number in batch.numbers {
      guard let object = maps[batch.tree][number], object.__state.batch === batch,
        object.__state.flags.isDisjoint(with: [.isFault, .isDeleted]),
        object.__state.entity.has(relationship)
      else { continue }
      body(object)
    }
  }

  /// Notes that the property `index` of `object` cannot hold what its row holds.
  func noteUnreadable(_ object: ManagedObject, _ index: Int, _ value: StoredValue) {
    object.__state.flags.insert(.isUnreadable)
    object.__state.unrecognized[index] = value
    readFailures.append(
      ReadError(
        objectID: object.__state.objectID, property: propertyName(index, of: object),
        value.isNull
          ? "its column holds nothing, and it is required"
          : "its column holds what its type cannot"))
  }

  // MARK: To-one relationships

  /// Returns the object of the row `number` that the to-one `index` of `owner` refers to, a fault
  /// unless it is live; it may be one that is to be deleted.
  func resolve(_ number: Int64, of owner: ManagedObject, _ index: Int) -> ManagedObject? {
    guard let relationship = owner.__state.entity.relationships[index] else { return nil }
    let entity = target(of: relationship)
    if let object = liveObject(number, tree: entity.tree) { return object }
    // The class of a row in a tree of several is known once the row is read.
    guard !entity.layout.isPolymorphic else { return loadPolymorphic(number, of: owner, index) }
    let batch = owner.__state.batch.faults(of: relationship, tree: entity.tree)
    return fault(number, entity, batch)
  }

  /// Returns a new fault.
  func fault(_ number: Int64, _ entity: ManagedEntity, _ batch: ObjectBatch) -> ManagedObject {
    entity.type.init(
      __owner: __Owner(batch: batch, entity: entity, number: number, flags: [.isFault]))
  }

  /// Reads the object of the row `number`, and all others that the batch of `owner` refers to.
  private func loadPolymorphic(
    _ number: Int64, of owner: ManagedObject, _ index: Int
  ) -> ManagedObject? {
    guard let relationship = owner.__state.entity.relationships[index] else { return nil }
    let entity = target(of: relationship)
    var wanted: Set<Int64> = [number]
    var owners: [ManagedObject] = []
    forEachLoaded(of: owner.__state.batch, having: relationship) { other in
      // The owner itself is being read and may not be asked.
      guard other !== owner else { return }
      let reference = other.__toOne(index)
      guard reference.object == nil, reference.number > 0 else { return }
      owners.append(other)
      wanted.insert(reference.number)
    }
    let batch = ObjectBatch(self, tree: entity.tree)
    var found: [Int64: ManagedObject] = [:]
    do {
      try read { reader in
        try reader.rows(entity.layout.rootName, ids: wanted.sorted()) { row in
          found[row.id] = materialize(row, batch)
        }
      }
    } catch {
      readFailures.append(error)
      return nil
    }
    for other in owners where !isClosed {
      guard let target = found[other.__toOne(index).number] else { continue }
      other.refer(index, to: target)
    }
    if found[number] == nil {
      readFailures.append(
        ReadError(
          objectID: owner.__state.objectID, property: relationship.description.name,
          "the row that it refers to does not exist any more"))
    }
    return found[number]
  }

  // MARK: To-many relationships

  /// Returns the members of the to-many `index` of `object`, loading them for its whole batch.
  func members(of object: ManagedObject, _ index: Int) -> AnyMembers {
    let state = toManyState(of: object, index)
    if let members = state.members { return members }
    guard let relationship = object.__state.entity.relationships[index] else {
      return Members<ManagedObject>()
    }
    let isStored = !object.__state.flags.contains(.isInserted) && object.__state.number > 0
    if isStored, !object.__state.flags.contains(.isDetached) {
      do { try loadMembers(relationship, of: object) } catch { readFailures.append(error) }
    }
    if let members = state.members { return members }
    state.load(relationship.maker())
    return state.members ?? Members<ManagedObject>()
  }

  /// Returns the state of the to-many `index` of `object`.
  func toManyState(of object: ManagedObject, _ index: Int) -> ToManyState {
    if let state = object.__state.toMany(index) { return state }
    let state = ToManyState(index: index)
    object.__state.toManys.append(state)
    object.__state.batch.map.mayHoldObjects = true
    return state
  }

  /// Loads `relationship` of `object` and of all other objects of its batch that have not.
  private func loadMembers(_ relationship: ManagedRelationship, of object: ManagedObject) throws {
    var owners = object.__state.batch.numbers.compactMap { number -> ManagedObject? in
      guard number > 0, number != object.__state.number,
        let other = object.__state.batch.map[number],
        other.__state.batch === object.__state.batch,
        other.__state.flags.isDisjoint(with: [.isDeleted, .isInserted]),
        other.__state.entity.has(relationship),
        other.__state.toMany(relationship.index)?.members == nil
      else { return nil }
      return other
    }
    owners.append(object)
    owners.sort { $0.__state.number < $1.__state.number }
    // A batch names an object as often as rows have brought it.
    owners = owners.indices.filter { $0 == 0 || owners[$0] !== owners[$0 - 1] }.map { owners[$0] }
    let batch = ObjectBatch(self, tree: target(of: relationship).tree)
    let lists = MemberLists(count: owners.count)
    try read { reader in
      try reader.rows(
        relationship.description, of: relationship.owner, owners: owners.map(\.__state.number)
      ) { position, row in
        let member = materialize(row, batch)
        guard isMember(member, of: owners[position], relationship) else { return }
        lists.add(member, at: position)
      }
    }
    for (owner, list) in zip(owners, lists.taken()) {
      let members = relationship.maker()
      members.take(list)
      take(members, of: owner, relationship)
    }
  }

  /// `true` iff `member`, whose row refers to `owner`, does so in memory too; objects in memory
  /// keep the values they have there.
  private func isMember(
    _ member: ManagedObject, of owner: ManagedObject, _ relationship: ManagedRelationship
  ) -> Bool {
    if relationship.inverseIsToMany {
      // What has been read before others joined the two has to be read again.
      if let state = member.__state.toMany(relationship.inverseIndex),
        let members = state.members, !members.contains(owner), !state.removed.contains(owner)
      {
        state.members = nil
      }
      return true
    }
    return member.__toOne(relationship.inverseIndex).rowNumber == owner.__state.number
  }

  /// Takes the stored `members` of `relationship` of `owner` over.
  private func take(
    _ members: AnyMembers, of owner: ManagedObject, _ relationship: ManagedRelationship
  ) {
    let state = toManyState(of: owner, relationship.index)
    let gone =
      deleted.isEmpty ? [] : members.objects.filter { $0.__state.flags.contains(.isDeleted) }
    state.load(members)
    for member in gone where !state.removed.contains(member) {
      state.remove(member)
      touch(owner)
    }
  }

  /// Returns the members of the to-many `index` of `object`, for their set to be asked for.
  func membersToRead(of object: ManagedObject, _ index: Int) -> AnyMembers {
    let members = members(of: object, index)
    // A context that has gone keeps no members, so that objects cannot keep each other alive.
    if isClosed { object.__state.toManys = [] }
    return members
  }
}
