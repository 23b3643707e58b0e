public import EntityModel

/// The id of an object in a condition, to be compared with others: `{ $0.objectID == id }`.
///
/// An id equals only the same one: that of an object of another entity, or the temporary one of an
/// object that has not been saved, is equal to no stored object's. Where the object is reached
/// through a to-one that refers to nothing, the id is `nil`.
public struct ObjectIDField<Root>: Sendable, __StoreOperand {
  /// The object.
  let operand: PredicateOperand

  /// The to-ones that lead to the object.
  let path: PropertyPath

  /// The type of the object, or of the to-one that ends the path.
  let type: Any.Type

  init(_ path: PropertyPath, _ type: Any.Type) {
    self.path = path
    self.type = type
    operand = .object(path)
  }

  /// The id is one of `ids`, of which there may be many thousands.
  public func `in`(_ ids: some Sequence<ObjectID>) -> Condition<Root> {
    Condition(.objects(path, Array(ids)))
  }
}

extension Fields {
  /// The id of the object.
  public var objectID: ObjectIDField<Root> { ObjectIDField(path, Root.self) }
}

/// The type of a to-one relationship: a class of objects, or an optional of one.
public protocol ToOneValue {}

extension ManagedObject: ToOneValue {}

extension Optional: ToOneValue where Wrapped: ManagedObject {}

/// A to-one that may refer to nothing.
protocol OptionalToOneValue {
  /// The class of the objects.
  static var objectType: ManagedObject.Type { get }
}

extension Optional: OptionalToOneValue where Wrapped: ManagedObject {
  static var objectType: ManagedObject.Type { Wrapped.self }
}

extension Field where Value: ToOneValue {
  /// The id of the object that the to-one refers to; it is not read for that.
  public var objectID: ObjectIDField<Root> { ObjectIDField(path, Value.self) }

  /// The object that the relationship refers to has one of `ids`.
  // Of an empty list that is written down nothing says what it is of.
  @_disfavoredOverload
  public func `in`(_ ids: some Sequence<ObjectID>) -> Condition<Root> { objectID.in(ids) }
}

extension Field where Value: ToManyValue {
  /// The object with the id `id` is a member.
  public func contains(_ id: ObjectID) -> Condition<Root> {
    Condition(
      .quantified(.any, path, .comparison(.object(PropertyPath()), .equal, .identifier(id))))
  }
}

extension Collection where Element == ObjectID {
  /// The id is one of the collection's.
  public func contains<Root>(_ field: ObjectIDField<Root>) -> Condition<Root> { field.in(self) }
}

/// The id is `right`; `nil` is that of no object.
public func == <Root>(left: ObjectIDField<Root>, right: ObjectID?) -> Condition<Root> {
  Condition(.comparison(left.operand, .equal, .identifier(right)))
}

/// The id is not `right`; `nil` is that of no object.
public func != <Root>(left: ObjectIDField<Root>, right: ObjectID?) -> Condition<Root> {
  Condition(.comparison(left.operand, .notEqual, .identifier(right)))
}

/// Both ids are the same.
public func == <Root>(left: ObjectIDField<Root>, right: ObjectIDField<Root>) -> Condition<Root> {
  Condition(.comparison(left.operand, .equal, right.operand))
}

/// The ids are not the same.
public func != <Root>(left: ObjectIDField<Root>, right: ObjectIDField<Root>) -> Condition<Root> {
  Condition(.comparison(left.operand, .notEqual, right.operand))
}

// Objects are ordered by their ids as they were created; those that have not been saved come after
// the others. An id of another entity has a place in that order too, that of its number.

/// The object was created before the one with the id `right`.
public func < <Root>(left: ObjectIDField<Root>, right: ObjectID) -> Condition<Root> {
  Condition(.comparison(.rowNumber(left.path), .less, .value(.integer(right.rowID))))
}

/// The object was created not after the one with the id `right`.
public func <= <Root>(left: ObjectIDField<Root>, right: ObjectID) -> Condition<Root> {
  Condition(.comparison(.rowNumber(left.path), .lessOrEqual, .value(.integer(right.rowID))))
}

/// The object was created after the one with the id `right`.
public func > <Root>(left: ObjectIDField<Root>, right: ObjectID) -> Condition<Root> {
  Condition(.comparison(.rowNumber(left.path), .greater, .value(.integer(right.rowID))))
}

/// The object was created not before the one with the id `right`.
public func >= <Root>(left: ObjectIDField<Root>, right: ObjectID) -> Condition<Root> {
  Condition(.comparison(.rowNumber(left.path), .greaterOrEqual, .value(.integer(right.rowID))))
}

/// The object that the relationship refers to is the one with the id `right`.
public func == <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: ObjectID
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .identifier(right)))
}

/// The object that the relationship refers to is not the one with the id `right`.
public func != <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: ObjectID
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .identifier(right)))
}
