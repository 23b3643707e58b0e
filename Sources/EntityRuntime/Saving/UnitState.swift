import EntityModel

/// All that a unit of work knows of its objects at one moment, so that what has been done since
/// then can be taken back.
struct UnitState {
  private let unit: UnitOfWork
  private let lists: ChangeTracker.Lists
  private let objects: [ObjectState]

  /// One object.
  private struct ObjectState {
    let object: ManagedObject
    let rowID: Int64
    let versionAndFlags: Int64
    let batch: FetchBatch
    let slab: ByteSlab?
    let values: __Snapshot?
    let changes: __Snapshot?
    let changed: PropertySet
    let unrecognized: [Int: StoredValue]
    let toManys: [(state: ToManyState, contents: ToManyState.Contents)]

    init(_ object: ManagedObject) {
      self.object = object
      rowID = object.__rowID
      versionAndFlags = object.__versionAndFlags
      batch = object.__batch
      slab = object.__slab
      values = object.__flags.contains(.isFault) ? nil : object.__takeSnapshot()
      changes = object.__changes
      changed = object.__changes?.properties ?? []
      unrecognized = object.__unrecognized
      toManys = object.__toManys.map { ($0, $0.contents) }
    }
  }

  /// Notes the state of `unit`.
  ///
  /// - Complexity: O(live objects and their loaded members).
  init(_ unit: UnitOfWork) {
    self.unit = unit
    lists = unit.tracker.lists
    // New objects may be in no map.
    objects = Set(unit.maps.flatMap(\.objects) + lists.all).map { ObjectState($0) }
  }

  /// Makes the unit what it was; objects that have been read since then are faults.
  func restore() {
    let known = Set(objects.map(\.object))
    for object in unit.maps.flatMap(\.objects) where !known.contains(object) { forget(object) }
    for state in objects { restore(state) }
    unit.tracker.lists = lists
  }

  /// Makes a fault of `object`, which was not there.
  private func forget(_ object: ManagedObject) {
    object.__toManys = []
    object.__changes = nil
    object.__unrecognized = [:]
    object.__slab = nil
    object.__flags = [.isFault]
    object.__unload()
  }

  private func restore(_ state: ObjectState) {
    let object = state.object
    object.__unregister()
    object.__rowID = state.rowID
    object.__batch = state.batch
    object.__slab = state.slab
    object.__changes = state.changes
    state.changes?.properties = state.changed
    object.__unrecognized = state.unrecognized
    let isFault = ObjectFlags(rawValue: UInt8(truncatingIfNeeded: state.versionAndFlags))
      .contains(.isFault)
    if let values = state.values {
      object.__restore(values)
    } else if isFault, !object.__flags.contains(.isFault) {
      object.__unload()
    }
    object.__versionAndFlags = state.versionAndFlags
    for (toMany, contents) in state.toManys {
      guard let relationship = object.__entity.relationships[toMany.index] else { continue }
      toMany.restore(contents, relationship.maker)
    }
    object.__toManys = state.toManys.map(\.state)
    let flags = object.__flags
    if flags.contains(.isDetached) { return }
    if !flags.contains(.isInserted) || unit.tracker.knowsNewObjects { object.__register() }
  }
}
