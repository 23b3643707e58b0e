import EntityModel

extension ManagedObject {
  /// What has happened to the object.
  final var __flags: ObjectFlags {
    get { ObjectFlags(rawValue: UInt8(truncatingIfNeeded: __versionAndFlags)) }
    set { __versionAndFlags = __versionAndFlags & ~0xFF | Int64(newValue.rawValue) }
  }

  /// `true` if the object belongs to its context and is not to be deleted.
  final var __isLive: Bool { __flags.isDisjoint(with: [.isDeleted, .isDetached]) }

  /// The version that the object's values were read at; 0 before the first save, negative if the
  /// row holds none, or if others have removed it.
  final var __version: Int64 {
    get { __versionAndFlags >> 8 }
    set { __versionAndFlags = newValue << 8 | __versionAndFlags & 0xFF }
  }

  /// Notes that others have removed the row of the object, which belongs to no context any more.
  final func __noteRemovedByOthers() { __version = -1 }

  /// `true` if the object belongs to no context any more, since others have removed its row.
  final var __isRemovedByOthers: Bool { __flags.contains(.isDetached) && __version < 0 }

  /// The version that the object's row gets when it is inserted; `nil` for the first one.
  ///
  /// Others may have read the row that there was before, which has an earlier version.
  final var __versionAfterInsertion: Int64? { __version > 0 ? __version + 1 : nil }

  /// The unit of work that the object belongs to.
  final var __unit: UnitOfWork { __batch.unit }

  /// The object's id.
  final var __objectID: ObjectID { ObjectID(entityName: __entity.rootName, rowID: __rowID) }

  /// `true` if the object's entity is `other`.
  // Comparing the two as objects would count a reference.
  final func __isEntity(_ other: ManagedEntity) -> Bool {
    __isEntity(Unmanaged.passUnretained(other))
  }

  /// `true` if the object's entity is `other`.
  final func __isEntity(_ other: Unmanaged<ManagedEntity>) -> Bool {
    Unmanaged.passUnretained(__entity).toOpaque() == other.toOpaque()
  }

  /// `true` if the object's entity is `other` or extends it.
  @inline(__always) final func __isKind(of other: ManagedEntity) -> Bool {
    __isEntity(other) || __entity.extends(other)
  }

  // MARK: Side table

  /// The to-many relationships that have been used.
  final var __toManys: [ToManyState] {
    get { __side?.toManys ?? [] }
    set {
      if newValue.isEmpty, __side == nil { return }
      let side = __madeSide()
      let former = side.toManys
      side.toManys = newValue
      // Members that are released may read this list, which must not be changing then.
      withExtendedLifetime(former) {}
    }
  }

  /// `true` if a to-many relationship has been used.
  final var __hasToManys: Bool { __side.map { !$0.toManys.isEmpty } ?? false }

  /// `true` if the object may hold other objects.
  final var __holdsOthers: Bool { __flags.contains(.holdsObjects) || __hasToManys }

  /// Returns the state of the to-many relationship `index`, or `nil` if it has not been used.
  final func __toMany(_ index: Int) -> ToManyState? {
    guard let side = __side else { return nil }
    for state in side.toManys where state.index == index { return state }
    return nil
  }

  /// `true` if there are stored values that a property's type does not know.
  final var __hasUnrecognized: Bool { __side.map { !$0.unrecognized.isEmpty } ?? false }

  /// The stored values that a property's type does not know, by property index.
  final var __unrecognized: [Int: StoredValue] {
    get { __side?.unrecognized ?? [:] }
    set {
      if newValue.isEmpty, __side == nil { return }
      __madeSide().unrecognized = newValue
    }
  }

  private final func __madeSide() -> SideTable {
    if let side = __side { return side }
    let made = SideTable()
    __side = made
    return made
  }

  // MARK: Identity map

  /// Enters the object in the identity map.
  final func __register() { __withMap { $0.insert(self, __rowID) } }

  /// Removes the object from the identity map.
  final func __unregister() { __withMap { $0.remove(self, __rowID) } }

  /// Notes that a to-one of the object may hold another object from now on.
  final func __mayHoldObjects() {
    if __flags.contains(.holdsObjects) { return }
    __flags.insert(.holdsObjects)
    __withMap { $0.mayHoldObjects = true }
  }

  /// Calls `body` with the identity map that the object is in.
  // Its batch holds the map: no reference has to be counted.
  @inline(__always) private final func __withMap(_ body: (IdentityMap) -> Void) {
    let map = Unmanaged.passUnretained(__batch)._withUnsafeGuaranteedRef {
      Unmanaged.passUnretained($0.map)
    }
    map._withUnsafeGuaranteedRef(body)
  }

  // MARK: Values

  /// Gives a fault that has no row defaults and placeholders, and marks it as unreadable.
  final func __fillWithoutRow() {
    __flags.remove(.isFault)
    __flags.insert(.isUnreadable)
    __fill()
  }

  /// The beginning of the bytes of the values that have not been read; `nil` if there are none.
  final var __bytesBase: UnsafeRawPointer? { __slab.map { UnsafeRawPointer($0.base) } }

  /// Stores the values as they are, so that changes can be compared and taken back.
  final func __storeOriginal() {
    let changes = __takeSnapshot() ?? __Snapshot(hasValues: false, after: nil)
    if __hasUnrecognized { changes.unrecognized = __unrecognized }
    __changes = changes
  }

  /// Replaces the reference of the to-one `index` by one to `object`, and nothing else.
  final func __refer(_ index: Int, to object: ManagedObject?) {
    if object != nil { __mayHoldObjects() }
    __setToOne(index, __ToOne(object))
  }

  /// Makes the object forget the objects that it refers to, not which they are.
  final func __releaseReferences() {
    if __hasToManys { __toManys = [] }
    guard __flags.contains(.holdsObjects), !__flags.contains(.isFault) else { return }
    for index in __entity.toOneIndexes { __setToOne(index, __toOne(index).withoutObject) }
  }
}
