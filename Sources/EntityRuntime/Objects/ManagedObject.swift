public import EntityStore

/// The superclass of every entity: an object that represents a row and lives in one context.
///
/// An object is a fault until its row is needed, which happens at the first reading of a property.
/// Reading never fails: a property whose value cannot be read answers with its default or a
/// placeholder, and the context's next `save`, `refresh` or end of `read` throws what went wrong.
///
/// Objects are not Sendable; pass an `ObjectID` to another task instead. What they offer is
/// declared in `ManagedObjectProtocol`, so that an entity may call its own properties what it
/// likes.
open class ManagedObject: ManagedObjectProtocol {
  // A class of a user's module begins where these end, and that module is compiled again only when
  // this declaration has changed: all that an object stores must be declared here, and be of a
  // fixed size. `UpgradeTests` holds the library to it.

  /// The fetch that brought the object; it retains the unit of work.
  final var __batch: FetchBatch

  // Entities live as long as the container, which the batch retains through its unit.
  unowned(unsafe) final let __entity: ManagedEntity

  /// The row's id: negative while temporary.
  final var __rowID: Int64

  /// The version that the object's values were read at, in all but the lowest eight bits, and the
  /// flags in these.
  final var __versionAndFlags: Int64

  /// The bytes of those values that have not been read.
  final var __slab: ByteSlab?

  /// What has been changed since the object was read or saved.
  final var __changes: __Snapshot?

  /// What few objects have.
  final var __side: SideTable?

  /// Creates an object that belongs to `__owner`.
  public required init(__owner: __Owner) {
    // In two branches, in which the batch is handed on without being counted.
    if __owner.isUndecided {
      let __owner = __owner.decided(for: Self.self)
      __entity = __owner.entity
      __rowID = __owner.rowID
      __versionAndFlags = Int64(__owner.flags)
      __batch = __owner.batch
    } else {
      __entity = __owner.entity
      __rowID = __owner.rowID
      __versionAndFlags = Int64(__owner.flags)
      __batch = __owner.batch
    }
    // A new object need not be found by its temporary id before one is looked for.
    if __flags.isDisjoint(with: [.isInserted, .isDetached]) { __register() }
  }

  deinit {
    if !__flags.contains(.isDetached) { __unregister() }
    if __holdsOthers { __unit.releases.release(allHeldBy: self) }
  }

  // MARK: What generated code overrides

  /// The name of the class's entity.
  open class var __entityName: String { "" }

  /// How many properties the class and its superclasses have.
  open class var __propertyCount: Int { 0 }

  /// Describes the class's own properties.
  open class func __describe(_ entity: inout __EntityBuilder) {}

  /// Adds the key paths of the properties of the class and its superclasses.
  open class func __addKeyPaths(to table: inout __KeyPathTable) {}

  /// Adds the key paths of the deprecated ones, which only deprecated code may name unwarned.
  open class func __addDeprecatedKeyPaths(to table: inout __KeyPathTable) {}

  /// Takes the values of the class that is the ancestor at `depth` of the object's own, and of
  /// those above, from `row`.
  open func __load(_ row: borrowing __Row, _ depth: Int) {}

  /// Gives all values their defaults and placeholders.
  open func __fill() {}

  /// Writes the value of a property that has a column.
  open func __write(_ index: Int, _ row: __RowWriter) { row.writeNull() }

  /// The reference of a to-one relationship.
  open func __toOne(_ index: Int) -> __ToOne { __ToOne() }

  /// Replaces the reference of a to-one relationship and nothing else.
  open func __setToOne(_ index: Int, _ reference: __ToOne) {}

  /// Returns the values of the class and its superclasses.
  open func __takeSnapshot() -> __Snapshot? { nil }

  /// Notes that the value of the external attribute `index` has been written when the row got
  /// `version`.
  open func __noteStored(_ index: Int, _ version: Int64) {}

  /// Takes the values back from `snapshot`.
  open func __restore(_ snapshot: __Snapshot) {}

  /// Forgets all values, so that the object is a fault.
  open func __unload() {}

  /// `true` if properties of the class or of a superclass can be observed.
  open class var __isObservable: Bool { false }

  /// The values that objects of the class are coded as; nil where it is not `.codable`.
  open class var __codedValues: (any EntityValues.Type)? { nil }

  /// Reports to observers that the property `index` is about to change.
  open func __willChange(_ index: Int) {}

  /// Reports to observers that the property `index` has changed.
  open func __didChange(_ index: Int) {}

  /// What `print` and interpolation show.
  open var __text: String { __description }
}
