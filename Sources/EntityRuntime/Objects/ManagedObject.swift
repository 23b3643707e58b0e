public import EntityModel
public import EntityStore

/// The superclass of every entity: an object that stands for a row and lives in one context.
///
/// An object is a fault until its row is needed, which happens at the first reading of a property.
/// Reading never fails: a property whose value cannot be read answers with its default or a
/// placeholder, and the context's next throwing call throws what went wrong.
///
/// Objects are not Sendable; hand an `ObjectID` to another task instead. What they offer stands in
/// `ManagedObjectProtocol`, so that an entity may call its own properties what it likes.
open class ManagedObject: ManagedObjectProtocol {
  /// Where the object belongs and what has happened to it.
  // An object is confined to one thread and its state never lent while others may ask for it, so
  // that the checks of each access, a twentieth of a fetch, would find nothing.
  @exclusivity(unchecked) final var __state: ObjectState

  /// Creates an object that belongs to `__owner`.
  public required init(__owner: __Owner) {
    __state = ObjectState(__owner)
    // A new object is not to be found by its temporary number before somebody looks for such.
    if __owner.flags.isDisjoint(with: [.isInserted, .isDetached]) { __state.register(self) }
  }

  deinit {
    if !__state.flags.contains(.isDetached) { __state.forget(self) }
    if __state.flags.contains(.holdsObjects) || __state.hasToManys {
      __state.heldUnit._withUnsafeGuaranteedRef { $0.letGo(ofAllHeldBy: self) }
    }
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

  /// Reads the values of the class that stands at `depth` in the object's line, and above.
  open func __read(_ row: borrowing RowReader, _ depth: Int) {}

  /// Writes the value of a property that has a column.
  open func __write(_ index: Int, _ row: inout RowWriter) { row.writeNull() }

  /// The stored form of a property that has a column, now or when `snapshot` was taken.
  open func __storedValue(_ index: Int, _ snapshot: __Snapshot?) -> StoredValue { .null }

  /// The value of a property.
  open func __value(_ index: Int) -> Any? { nil }

  /// Gives a property a value; `false` iff the value is not of the property's type.
  open func __setValue(_ index: Int, _ value: Any?) -> Bool { false }

  /// The reference of a to-one relationship.
  open func __toOne(_ index: Int) -> __ToOne { __ToOne() }

  /// Replaces the reference of a to-one relationship and nothing else.
  open func __setToOne(_ index: Int, _ reference: __ToOne) {}

  /// Returns the values of each class of the object's line.
  open func __takeSnapshot() -> __Snapshot? { nil }

  /// Takes the values back from `snapshot`.
  open func __restore(_ snapshot: __Snapshot) {}

  /// Forgets all values, so that the object is a fault.
  open func __unload() {}
}
