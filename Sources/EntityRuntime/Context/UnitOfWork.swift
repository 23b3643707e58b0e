import EntityModel
import EntityStore
import Synchronization

/// What goes on in one context: which objects live in it and what has changed.
///
/// Objects keep the unit alive and the unit keeps changed objects alive, so that a change is not
/// lost with the last reference to its object. The context that its user holds ends that when it
/// goes (`close()`); objects that outlive it can still be read.
///
/// - Invariant: one live object for each row; the inverses of a relationship agree; every object
///   with changes is listed in `inserted`, `changed`, `deleted` or `touched`.
final class UnitOfWork {
  /// The container that the unit belongs to.
  let container: PersistentContainer

  /// The entities of the container, in the order of the model's.
  let entities: [ManagedEntity]

  /// The live objects, a map for each inheritance tree.
  let maps: [IdentityMap]

  // These lists are read and written as wholes, one access after the other, on one thread; the
  // checks that they do not overlap would find nothing.

  /// The objects that have no row yet, in the order of their creation.
  @exclusivity(unchecked) var inserted: [ManagedObject] = []

  /// The objects whose rows are to be changed.
  @exclusivity(unchecked) var changed: [ManagedObject] = []

  /// The objects whose rows are to be removed.
  @exclusivity(unchecked) var deleted: [ManagedObject] = []

  /// The objects kept because to-many relationships of theirs have unsaved members.
  @exclusivity(unchecked) var touched: [ManagedObject] = []

  /// What went wrong while properties were read, for the next throwing call to throw.
  @exclusivity(unchecked) var readFailures: [any Error] = []

  /// `true` iff the context has gone; nothing keeps objects alive any more.
  @exclusivity(unchecked) var isClosed = false

  /// The context, while its user holds it.
  weak var context: ManagedObjectContext?

  /// What objects held that have gone, to be let go of.
  @exclusivity(unchecked) private var leftBehind: [AnyObject] = []

  /// `true` iff what has been left behind is being let go of.
  @exclusivity(unchecked) private var isLettingGo = false

  /// What reads while `reading` goes on.
  @exclusivity(unchecked) private(set) var reader: StoreReader?

  /// The entity that was asked for last; the same one is asked for many times.
  // It is one of `entities`, which keep it alive, so that no reference has to be counted.
  @exclusivity(unchecked) private(set) var lastEntity: Unmanaged<ManagedEntity>?

  /// What was given values in the object that was made last; those made alike share it.
  @exclusivity(unchecked) private var lastAssigned: (range: Range<Int>, changes: __Snapshot)?

  /// Where the texts and blobs of the next row go.
  @exclusivity(unchecked) var rows: PackedRows?

  /// `true` iff new objects are in the maps too.
  ///
  /// Few are ever looked for by their temporary numbers, so that the maps know of none before that.
  @exclusivity(unchecked) private(set) var knowsNewObjects = false

  /// `true` iff something may refer to an object that is deleted or belongs to no context: there
  /// has been one.
  @exclusivity(unchecked) var mayReferToDeleted = false

  /// The batches of the objects that came alone, by tree.
  @exclusivity(unchecked) private var loneObjects: [ObjectBatch?]

  /// The last number given to a new object of this process; they count downwards.
  private static let lastTemporaryNumber = Atomic<Int64>(0)

  /// Creates the unit of work of a new context over `container`.
  init(_ container: PersistentContainer) {
    self.container = container
    entities = container.entities.entities
    maps = (0..<container.entities.treeCount).map { _ in IdentityMap() }
    loneObjects = Array(repeating: nil, count: container.entities.treeCount)
  }

  /// The store that rows come from.
  var store: Store { container.store }

  /// Returns what `body` makes of one state of the store, which is that of the reading that goes
  /// on, if any.
  func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
    if let reader { return try body(reader) }
    return try store.read(body)
  }

  /// Calls `body`, whose reading all sees one state of the store.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    if reader != nil { return try body() }
    return try store.read { reader in
      self.reader = reader
      defer { self.reader = nil }
      return try body()
    }
  }

  /// `true` iff there is something to save.
  var hasChanges: Bool {
    !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty || !touched.isEmpty
  }

  /// The entity of `type`.
  func entity(of type: ManagedObject.Type) -> ManagedEntity {
    if let last = lastEntity?.takeUnretainedValue(), last.type == type { return last }
    guard let entity = container.entities.entity(of: type) else {
      preconditionFailure(
        "'\(type)' is not in the model of this container; add the class to the ObjectModel that "
          + "the container is opened with")
    }
    lastEntity = .passUnretained(entity)
    return entity
  }

  /// The entity at the other end of `relationship`.
  func target(of relationship: ManagedRelationship) -> ManagedEntity {
    entities[relationship.target]
  }

  /// The live object `number` of the tree `tree`, or nil.
  @inline(__always) func liveObject(_ number: Int64, tree: Int) -> ManagedObject? {
    if number < 0, !knowsNewObjects { enterNewObjects() }
    return maps[tree][number]
  }

  /// Has the maps know the new objects from now on.
  private func enterNewObjects() {
    knowsNewObjects = true
    for object in inserted { object.__state.register(object) }
  }

  // MARK: Life of objects

  /// Returns the owner of a new object of `type`.
  func ownerOfNewObject(of type: ManagedObject.Type) -> __Owner {
    precondition(
      !isClosed, "an object cannot be created in a context that has gone; keep the context")
    let number = Self.lastTemporaryNumber.subtract(1, ordering: .relaxed).newValue
    let entity = entity(of: type)
    return __Owner(
      batch: batchOfLoneObjects(entity.tree), entity: entity, number: number, flags: [.isInserted])
  }

  /// The batch of objects that came alone: made, or asked for by their ids. It names none of them,
  /// so that each loads what it refers to by itself.
  func batchOfLoneObjects(_ tree: Int) -> ObjectBatch {
    if let batch = loneObjects[tree] { return batch }
    let batch = ObjectBatch(self, tree: tree)
    loneObjects[tree] = batch
    return batch
  }

  /// Returns an object of `type` that belongs to no row, for a required to-one that leads nowhere.
  func blank<Object: ManagedObject>(
    _ type: Object.Type, insteadOf index: Int, of owner: ManagedObject
  ) -> Object {
    // What has been made to refer to nothing is a matter of saving.
    let isExpected =
      !owner.__state.flags.isDisjoint(with: [.isInserted, .isDetached])
      || owner.__state.changes?.properties.contains(index) == true
    if !isExpected {
      owner.__state.flags.insert(.isUnreadable)
      readFailures.append(
        ReadError(
          objectID: owner.__state.objectID, property: propertyName(index, of: owner),
          "the required relationship holds nothing"))
    }
    return unsafeDowncast(blank(entity(of: type)), to: type)
  }

  /// Returns an object of `entity` that belongs to no row and has defaults and placeholders.
  func blank(_ entity: ManagedEntity) -> ManagedObject {
    mayReferToDeleted = true
    let object = entity.type.init(
      __owner: __Owner(
        batch: ObjectBatch(self, tree: entity.tree), entity: entity, number: 0,
        flags: [.isDetached]))
    object.__read(.blank, entity.depth)
    return object
  }

  /// Registers a new object, whose properties in `assigned` have been given values.
  func didInsert(_ object: ManagedObject, assigned: Range<Int>) {
    if lastAssigned?.range != assigned {
      let changes = __Snapshot(nil, after: nil)
      for index in assigned { changes.properties.insert(index) }
      changes.isShared = true
      lastAssigned = (assigned, changes)
    }
    if let lastAssigned { object.__state.begin(lastAssigned.changes) }
    inserted.append(object)
    if knowsNewObjects { object.__state.register(object) }
  }

  /// The name of the property `index` of `object`.
  func propertyName(_ index: Int, of object: ManagedObject) -> String {
    let properties = object.__state.entity.layout.properties
    return properties.indices.contains(index) ? properties[index].name : "\(index)"
  }

  // MARK: Changes

  /// Prepares `object` for a change of the property `index`: reads its row, keeps its values, lists
  /// it among the changed.
  ///
  /// What belongs to no context any more is changed by itself and never saved.
  func willWrite(_ object: ManagedObject, _ index: Int) {
    if object.__state.flags.contains(.isFault) { fire(object) }
    if object.__state.changes == nil { keepValues(of: object) }
    note(index, changedIn: object)
    if object.__state.hasUnrecognized { object.__state.unrecognized[index] = nil }
  }

  /// Notes that the property `index` of `object` is given a value.
  private func note(_ index: Int, changedIn object: ManagedObject) {
    guard let changes = object.__state.changes, !changes.properties.contains(index) else { return }
    guard changes.isShared else {
      changes.properties.insert(index)
      return
    }
    let own = __Snapshot(nil, after: nil)
    own.properties = changes.properties
    own.properties.insert(index)
    object.__state.changes = own
  }

  /// Keeps the values of `object`, which has a row, and lists it among the changed.
  private func keepValues(of object: ManagedObject) {
    guard !isClosed, object.__state.flags.isDisjoint(with: [.isDetached, .isInserted]) else {
      return
    }
    object.keepValues()
    object.__state.flags.insert(.isChanged)
    changed.append(object)
  }

  /// Keeps `object` alive, whose to-many relationships have unsaved members.
  func touch(_ object: ManagedObject) {
    guard object.__state.flags.isDisjoint(with: [.isTouched, .isInserted, .isDetached]) else {
      return
    }
    object.__state.flags.insert(.isTouched)
    touched.append(object)
  }

  /// Throws what went wrong while properties were read, once.
  func throwReadFailures() throws {
    guard let first = readFailures.first else { return }
    readFailures = []
    throw first
  }

  // MARK: The end

  /// Lets go of all objects and of what they keep of one another.
  func close() {
    isClosed = true
    rollBack()
    // Objects that outlive their context are often many, and hold nothing.
    for map in maps where map.mayHoldObjects {
      for object in map.objects { releaseReferences(of: object) }
    }
    for tree in loneObjects.indices { loneObjects[tree] = nil }
  }

  /// Lets go of what `object`, which goes, holds: of one after the other, since the last reference
  /// to a long chain of objects would otherwise be more than the stack can take.
  func letGo(ofAllHeldBy object: ManagedObject) {
    if !object.__state.flags.contains(.isFault) {
      for index in object.__state.entity.toOneIndexes {
        guard var target = object.__toOne(index).object else { continue }
        object.__setToOne(index, __ToOne())
        // What others hold as well does not go.
        if isKnownUniquelyReferenced(&target) { leftBehind.append(target) }
      }
    }
    if object.__state.hasToManys {
      for state in object.__state.toManys { leftBehind.append(state) }
      object.__state.toManys = []
    }
    guard !isLettingGo else { return }
    isLettingGo = true
    while leftBehind.popLast() != nil {}
    isLettingGo = false
  }

  /// Makes `object` forget the objects that it refers to, not which they are.
  func releaseReferences(of object: ManagedObject) {
    if object.__state.hasToManys { object.__state.toManys = [] }
    guard object.__state.flags.contains(.holdsObjects), !object.__state.flags.contains(.isFault)
    else { return }
    for index in object.__state.entity.toOneIndexes {
      object.__setToOne(index, object.__toOne(index).withoutObject)
    }
  }
}

extension __ToOne {
  /// Creates a reference to `object`, or to nothing.
  init(_ object: ManagedObject?) {
    number = object?.__state.number ?? 0
    self.object = object
  }

  /// The number of the row, as it is now; 0 for none.
  var rowNumber: Int64 { object?.__state.number ?? number }

  /// The same reference, which keeps no object alive.
  var withoutObject: __ToOne { __ToOne(number: rowNumber) }
}

extension ManagedObject {
  /// Replaces the reference of the to-one `index` by one to `object`, and nothing else.
  final func refer(_ index: Int, to object: ManagedObject?) {
    if object != nil { __state.mayHoldObjects() }
    __setToOne(index, __ToOne(object))
  }
}
