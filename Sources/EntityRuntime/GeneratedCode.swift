// Everything that is public only because generated code lives in the user's module. The listing is
// an ABI: a test holds it against this file.

public import EntityModel
public import EntityStore

/// What an object is created with: where it belongs and what it is.
public struct __Owner {
  let batch: ObjectBatch

  // Entities live as long as the container, which the batch keeps alive through its unit.
  unowned(unsafe) let entity: ManagedEntity
  let number: Int64
  let flags: ObjectFlags

  /// Returns the owner of a new object of `type` in `context`.
  public static func inserting(
    _ type: ManagedObject.Type, in context: ManagedObjectContext
  ) -> __Owner {
    context.unit.ownerOfNewObject(of: type)
  }
}

/// A to-one reference as it stands in an object: a row's number, and the object once it is known.
public struct __ToOne {
  var number: Int64
  var object: ManagedObject?

  /// Creates a reference to nothing.
  @inlinable public init() { self.init(number: 0) }

  /// Creates a reference to the row `number`; 0 for none.
  @usableFromInline init(number: Int64) {
    self.number = number
    object = nil
  }
}

/// What has been changed in an object since it was read or saved, and the values from before: a
/// link for each class of its line, the last one first.
///
/// An object without a row has a link that keeps no values.
// It is one allocation for a root class, made where the values' type is known: a first change is
// made many times, and looking a generic type up took longer than all the rest of it.
public class __Snapshot {
  /// The type of the values; nil when there are none.
  @usableFromInline final let type: Any.Type?

  /// The link of the superclass.
  @usableFromInline final let inherited: __Snapshot?

  /// `true` iff other new objects, made alike, have this link too, so that it may not change.
  final var isShared = false

  /// The properties that have been given values.
  @exclusivity(unchecked) final var properties: PropertySet = []

  /// What the object's row holds of those values that nobody has asked for.
  @exclusivity(unchecked) final var row: PackedRows?

  /// The stored values that the properties' types did not know before the first change.
  @exclusivity(unchecked) final var unrecognized: [Int: StoredValue] = [:]

  /// Creates a link that keeps values of `type`.
  @usableFromInline init(_ type: Any.Type?, after inherited: __Snapshot?) {
    self.type = type
    self.inherited = inherited
  }

  /// Returns a link that keeps `values`, those of one class; `inherited` when there are none.
  @inlinable public static func keeping<Values>(
    _ values: Values?, after inherited: __Snapshot?
  ) -> __Snapshot? {
    guard let values else { return inherited }
    return __TypedSnapshot(values, after: inherited)
  }

  /// Returns the values of the class whose values are of the type asked for, or nil.
  @inlinable public final func values<Values>(of wanted: Values.Type) -> Values? {
    link(of: wanted)?.values
  }

  /// Returns the link that keeps the values of the type asked for, or nil.
  @inlinable public final func link<Values>(of wanted: Values.Type) -> __TypedSnapshot<Values>? {
    var link: __Snapshot? = self
    while let current = link {
      if current.type == wanted {
        return unsafeDowncast(current, to: __TypedSnapshot<Values>.self)
      }
      link = current.inherited
    }
    return nil
  }
}

/// The values of one class in a snapshot.
public final class __TypedSnapshot<Values>: __Snapshot {
  /// The values, which nobody changes; they are lent, since a copy would count references.
  @exclusivity(unchecked) public final var values: Values

  @inlinable init(_ values: Values, after inherited: __Snapshot?) {
    self.values = values
    super.init(Values.self, after: inherited)
  }
}

/// Collects the key paths of a class's properties.
public struct __KeyPathTable {
  var names: [AnyKeyPath: String] = [:]

  /// Adds the key path of the property `name`.
  public mutating func add(_ name: String, _ keyPath: AnyKeyPath) { names[keyPath] = name }
}

extension ManagedObject {
  // MARK: Reading a row

  /// Reads a required attribute from `column`, or answers `placeholder` where it cannot.
  @inlinable public final func __column<Value: Storable>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Value.Type,
    default placeholder: @autoclosure () -> Value
  ) -> Value {
    guard let primitive = Value.Primitive.read(from: row, at: column) else {
      __noteUnreadable(row, column, index)
      return placeholder()
    }
    guard let value = Value(primitive: primitive) else {
      __noteUnrecognized(row, column, index)
      return placeholder()
    }
    return value
  }

  /// Reads an optional attribute from `column`; a blank row answers `placeholder`.
  @inlinable public final func __column<Value: Storable>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Value?.Type,
    default placeholder: @autoclosure () -> Value?
  ) -> Value? {
    guard let primitive = Value.Primitive.read(from: row, at: column) else {
      if row.isBlank { return placeholder() }
      if !row.isNull(at: column) { __noteUnreadable(row, column, index) }
      return nil
    }
    guard let value = Value(primitive: primitive) else {
      __noteUnrecognized(row, column, index)
      return placeholder()
    }
    return value
  }

  /// Reads a required attribute kept as JSON, or answers `placeholder` where it cannot.
  public final func __column<Value: Codable>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Value.Type,
    default placeholder: @autoclosure () -> Value
  ) -> Value {
    guard let text = row.text(at: column) else {
      __noteUnreadable(row, column, index)
      return placeholder()
    }
    guard let value = JSONColumn.value(of: text, as: type) else {
      __noteUnreadable(row, column, index)
      return placeholder()
    }
    return value
  }

  /// Reads an optional attribute kept as JSON; a blank row answers `placeholder`.
  public final func __column<Value: Codable>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Value?.Type,
    default placeholder: @autoclosure () -> Value?
  ) -> Value? {
    if row.isBlank { return placeholder() }
    if row.isNull(at: column) { return nil }
    guard let text = row.text(at: column), let value = JSONColumn.value(of: text, as: Value.self)
    else {
      __noteUnreadable(row, column, index)
      return nil
    }
    return value
  }

  /// Reads the reference of a to-one relationship from `column`.
  @inlinable public final func __reference(_ row: borrowing RowReader, _ column: Int) -> __ToOne {
    __ToOne(number: row.integer(at: column) ?? 0)
  }

  // MARK: Values for the dynamic paths

  /// The stored form of an attribute's value.
  @inlinable public final func __stored<Value: Storable>(_ value: Value) -> StoredValue {
    value.storedValue
  }

  /// The stored form of an optional attribute's value.
  @inlinable public final func __stored<Value: Storable>(_ value: Value?) -> StoredValue {
    value?.storedValue ?? .null
  }

  /// The stored form of an attribute kept as JSON.
  public final func __stored<Value: Codable>(_ value: Value) -> StoredValue {
    // No JSON is empty, so that a value that refuses to be encoded equals no stored one.
    .text(JSONColumn.text(of: value) ?? "")
  }

  /// The stored form of an optional attribute kept as JSON.
  public final func __stored<Value: Codable>(_ value: Value?) -> StoredValue {
    value.map { __stored($0) } ?? .null
  }

  /// The stored form of a to-one reference.
  public final func __stored(_ reference: __ToOne) -> StoredValue {
    reference.rowNumber == 0 ? .null : .integer(reference.rowNumber)
  }

  /// Hands `value` to `set` when it is of the type that `set` takes; `true` iff it was.
  public final func __assign<Value>(_ value: Any?, _ set: (Value) -> Void) -> Bool {
    guard let typed = value as? Value else { return false }
    set(typed)
    return true
  }

  /// The value that stands in where one of `type` is missing.
  @inlinable public final func __placeholder<Value: PlaceholderProviding>(
    of type: Value.Type
  ) -> Value { Value.placeholder }

  /// The first case of an enumeration, which stands in where a value is missing.
  public final func __placeholder<Value: CaseIterable>(of type: Value.Type) -> Value {
    guard let first = Value.allCases.first else {
      preconditionFailure("\(type) has no cases, so an attribute of it must be optional")
    }
    return first
  }

  // MARK: Accessors

  /// Reads the object's row, or fills the object with placeholders where that fails.
  public final func __fire() { __state.unit.fire(self) }

  /// Prepares the object for a change of the property `index`.
  public final func __willWrite(_ index: Int) {
    __state.heldUnit._withUnsafeGuaranteedRef { $0.willWrite(self, index) }
  }

  /// Registers a new object, whose properties in `assigned` have been given values.
  public final func __didInsert(_ assigned: Range<Int>) {
    __state.heldUnit._withUnsafeGuaranteedRef { $0.didInsert(self, assigned: assigned) }
  }

  /// The object that an optional to-one relationship refers to.
  public final func __object<Object: ManagedObject>(
    _ reference: inout __ToOne, _ index: Int, as type: Object.Type
  ) -> Object? {
    if reference.object == nil {
      guard reference.number != 0 else { return nil }
      reference.object = __state.unit.resolve(reference.number, of: self, index)
      __state.mayHoldObjects()
    }
    let object = reference.object
    // A context that has gone keeps no references, so that objects cannot keep each other alive.
    if __state.unit.isClosed { reference = reference.withoutObject }
    return object.map { unsafeDowncast($0, to: Object.self) }
  }

  /// The object that a required to-one relationship refers to; a blank one where there is none.
  public final func __requiredObject<Object: ManagedObject>(
    _ reference: inout __ToOne, _ index: Int, as type: Object.Type
  ) -> Object {
    __object(&reference, index, as: type) ?? __state.unit.blank(type, insteadOf: index, of: self)
  }

  /// Makes a to-one relationship refer to `object`, and both inverses agree.
  public final func __setObject(_ index: Int, _ object: ManagedObject?) {
    __state.heldUnit._withUnsafeGuaranteedRef { $0.setObject(of: self, index, to: object) }
  }

  /// The objects of a to-many relationship.
  @inlinable public final func __objects<Object: ManagedObject>(_ index: Int) -> Set<Object> {
    // Inlined, so that the set is made where the user's class is known.
    __members(index).set(of: Object.self)
  }

  /// The members of a to-many relationship, for their set to be asked for.
  @usableFromInline final func __members(_ index: Int) -> AnyMembers {
    __state.unit.membersToRead(of: self, index)
  }

  /// Makes a to-many relationship hold `objects`, and all inverses agree.
  public final func __setObjects<Object: ManagedObject>(_ index: Int, _ objects: Set<Object>) {
    __state.unit.setObjects(of: self, index, to: objects)
  }

  /// The objects that a fetched property finds, in its order.
  public final func __fetchedObjects<Object: ManagedObject>(_ index: Int) -> [Object] {
    __state.unit.fetchedObjects(of: self, index)
  }

  /// How many objects a fetched property finds.
  public final func __fetchedCount(_ index: Int) -> Int {
    __state.unit.fetchedCount(of: self, index)
  }

  /// The ids of the objects that a fetched property finds, in its order.
  public final func __fetchedIdentifiers(_ index: Int) -> [ObjectID] {
    __state.unit.fetchedIdentifiers(of: self, index)
  }

  /// The values, by name, of the objects that a fetched property finds, in its order.
  public final func __fetchedDictionaries(_ index: Int) -> [[String: Any]] {
    __state.unit.fetchedDictionaries(of: self, index)
  }

  // MARK: Unreadable values

  /// Notes that `column` holds something that the property `index` cannot hold.
  public final func __noteUnreadable(_ row: borrowing RowReader, _ column: Int, _ index: Int) {
    if !row.isBlank { __state.unit.noteUnreadable(self, index, row.storedValue(at: column)) }
  }

  /// Notes that `column` holds a value that the property's type does not know.
  public final func __noteUnrecognized(_ row: borrowing RowReader, _ column: Int, _ index: Int) {
    __state.unrecognized[index] = row.storedValue(at: column)
  }
}

extension RowWriter {
  /// Writes an attribute's value.
  @inlinable public mutating func write<Value: Storable>(_ value: Value) {
    value.primitive.write(to: &self)
  }

  /// Writes an optional attribute's value.
  @inlinable public mutating func write<Value: Storable>(_ value: Value?) {
    if let value { value.primitive.write(to: &self) } else { writeNull() }
  }

  /// Writes an attribute kept as JSON.
  public mutating func write<Value: Codable>(_ value: Value) {
    if let text = JSONColumn.text(of: value) { write(text: text) } else { refuse() }
  }

  /// Writes an optional attribute kept as JSON.
  public mutating func write<Value: Codable>(_ value: Value?) {
    if let value { write(value) } else { writeNull() }
  }

  /// Writes a to-one reference.
  public mutating func write(_ reference: __ToOne) {
    let number = reference.rowNumber
    if number == 0 { writeNull() } else { write(integer: number) }
  }
}
