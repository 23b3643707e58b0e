public import EntityModel
import EntityStore

/// The attributes of one object as a value, with its id and the ids that its to-ones refer to.
///
/// `@Entity(.values)` generates a struct `Values` inside a class, `Book.Values`, that conforms to
/// this protocol; nothing else does. It is what leaves a context: Sendable, to be encoded,
/// compared, hashed.
///
///     let values = Book.Values(book)
///     let copy = try context.insert(values)
///     try book.apply(values)
///
/// It has a variable for each attribute, inherited ones too, and for each to-one one that holds an
/// `ObjectID`. An attribute that is `private` and has a default value is left out: it is nobody
/// else's matter.
///
/// Two values are equal if their attributes are stored alike, so that an attribute's type need not
/// be Equatable; those that are stored as JSON are compared by `==` where they are Hashable.
///
/// Attributes are coded under their names as their types are, the ids as their texts, the object's
/// own as `objectID`. Decoding takes the default of an attribute, or nil, for a key that is
/// missing; the key of an attribute that has neither, or of a required to-one, must be there. A
/// value that an enumeration of this program does not know, as a row may hold, is encoded as it is
/// in the row.
public protocol EntityValues: Codable, Hashable, Sendable {
  /// The class of the objects.
  associatedtype Object: ManagedObject

  /// Takes the values that `object` has now, unsaved changes included.
  ///
  /// What cannot be read is a default or a placeholder, and its context reports it.
  init(_ object: Object)

  /// Creates the values of an object that nothing is known of: defaults and placeholders.
  init(__blank: __ValuesBlank)

  /// The object's id and what is known of its row beside the attributes.
  var __head: __ValuesHead { get set }

  /// Has `visitor` see each attribute and each to-one.
  mutating func __visit(_ visitor: __ValuesVisitor)
}

extension EntityValues {
  /// The id of the object that the values were taken of; `nil` for values that are not of an object
  /// yet.
  ///
  /// It is not a value that an object can be given: `insert` ignores it, and `apply` refuses values
  /// of another object.
  public var objectID: ObjectID? {
    get { __head.objectID }
    set { __head.objectID = newValue }
  }

  /// Some of the values: those that a client has sent.
  public typealias Patch = ValuesPatch<Self>
}

/// The values of an entity that extends another one with values; it has those as its members too.
@dynamicMemberLookup
public protocol __InheritingValues: EntityValues {
  /// The superclass.
  associatedtype __Superclass: ManagedObject

  /// The values of the superclass, which must have some of its own.
  associatedtype __Inherited: EntityValues where __Inherited.Object == __Superclass

  /// What the superclass declares.
  var __inherited: __Inherited { get set }
}

extension __InheritingValues {
  public var __head: __ValuesHead {
    get { __inherited.__head }
    set { __inherited.__head = newValue }
  }

  /// An attribute or a to-one that the superclass declares.
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<__Inherited, Value>) -> Value {
    get { __inherited[keyPath: keyPath] }
    set { __inherited[keyPath: keyPath] = newValue }
  }
}

/// What the values of an object say beside its attributes.
public struct __ValuesHead: Sendable {
  /// The object's id.
  var objectID: ObjectID?

  /// The values of the row that no value of the type represents, by property; `nil` for none.
  private(set) var unrecognized: [String: Unrecognized]?

  /// A value of a row that a property's type does not know.
  struct Unrecognized: Sendable {
    /// What the row holds.
    let stored: StoredValue

    /// What the property answers with instead.
    let standIn: StoredItem
  }

  /// Creates the head of values that are not of an object, or of the object `objectID`.
  public init(_ objectID: ObjectID?) { self.objectID = objectID }

  /// Creates the head of the values of `object`, which have been read.
  public init(_ object: ManagedObject) {
    objectID = object.__objectID
    guard object.__hasUnrecognized else { return }
    unrecognized = Dictionary(
      object.__unrecognized.map { index, stored in
        (
          object.__propertyName(index),
          Unrecognized(stored: stored, standIn: Self.item(object, index))
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns what the struct has of the property `index` of `object`, which answers with its
  /// default.
  private static func item(_ object: ManagedObject, _ index: Int) -> StoredItem {
    let value = object.__value(index)
    guard let transform = object.__entity.transforms[index] else { return StoredItem(any: value) }
    let stored = value.flatMap(flattened).flatMap { try? transform.storing($0) }
    return .stored(stored ?? .null)
  }

  /// Returns what the row holds of the property `name` if `item` still stands in for it.
  func unrecognized(_ name: String, standIn item: @autoclosure () -> StoredItem) -> StoredValue? {
    guard let found = unrecognized?[name], found.standIn == item() else { return nil }
    return found.stored
  }
}
