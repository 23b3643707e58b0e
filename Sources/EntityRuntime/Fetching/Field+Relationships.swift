public import EntityModel

/// The object that the relationship refers to is `right`.
public func == <Root, Object: ManagedObject>(
  left: Field<Root, Object?>, right: Object?
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .identifier(right?.__objectID)))
}

/// The object that the relationship refers to is `right`.
public func == <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: Object
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .identifier(right.__objectID)))
}

/// The object that the relationship refers to is the one with the id `right`.
public func == <Root, Object: ManagedObject>(
  left: Field<Root, Object?>, right: ObjectID
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .identifier(right)))
}

/// The object that the relationship refers to is the owner of the fetched property.
public func == <Root, Object: ManagedObject>(
  left: Field<Root, Object?>, right: FetchSource
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .source))
}

/// The object that the relationship refers to is the owner of the fetched property.
public func == <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: FetchSource
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .source))
}

/// The object is the owner of the fetched property.
public func == <Root>(left: Fields<Root>, right: FetchSource) -> Condition<Root> {
  Condition(.comparison(.object(PropertyPath()), .equal, .source))
}

/// The object is `right`.
public func == <Root>(left: Fields<Root>, right: Root) -> Condition<Root> {
  Condition(.comparison(.object(PropertyPath()), .equal, .identifier(right.__objectID)))
}

/// The object that the relationship refers to is not `right`.
public func != <Root, Object: ManagedObject>(
  left: Field<Root, Object?>, right: Object?
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .identifier(right?.__objectID)))
}

/// The object that the relationship refers to is not `right`.
public func != <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: Object
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .identifier(right.__objectID)))
}

/// The object that the relationship refers to is not the one with the id `right`.
public func != <Root, Object: ManagedObject>(
  left: Field<Root, Object?>, right: ObjectID
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .identifier(right)))
}

/// The object that the relationship refers to is not the owner of the fetched property.
public func != <Root, Object: ManagedObject>(
  left: Field<Root, Object?>, right: FetchSource
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .source))
}

/// The object that the relationship refers to is not the owner of the fetched property.
public func != <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: FetchSource
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .source))
}

/// The object is not the owner of the fetched property.
public func != <Root>(left: Fields<Root>, right: FetchSource) -> Condition<Root> {
  Condition(.comparison(.object(PropertyPath()), .notEqual, .source))
}

/// The object is not `right`.
public func != <Root>(left: Fields<Root>, right: Root) -> Condition<Root> {
  Condition(.comparison(.object(PropertyPath()), .notEqual, .identifier(right.__objectID)))
}

extension Field {
  /// The object that the relationship refers to is one of `objects`.
  public func `in`<Object: ManagedObject>(_ objects: some Sequence<Object>) -> Condition<Root>
  where Value == Object? {
    Condition(.objects(path, objects.map(\.__objectID)))
  }

  /// The object that the relationship refers to is one of `objects`.
  public func `in`(_ objects: some Sequence<Value>) -> Condition<Root>
  where Value: ManagedObject {
    Condition(.objects(path, objects.map(\.__objectID)))
  }
}

/// The type of a to-many relationship.
public protocol ToManyValue {
  /// The class of the members.
  associatedtype Member: ManagedObject
}

extension Set: ToManyValue where Element: ManagedObject {
  public typealias Member = Element
}

/// A to-many relationship asked about its members.
extension Field where Value: ToManyValue {
  /// There are no members.
  public var isEmpty: Condition<Root> {
    Condition(.quantified(.none, path, .constant(true)))
  }

  /// How many members there are.
  public var count: FieldCount<Root> { FieldCount(operand: .count(path, .constant(true))) }

  /// How many members satisfy `condition`.
  public func count(
    where condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> FieldCount<Root> {
    FieldCount(operand: .count(path, condition(Fields()).tree))
  }

  /// At least one member satisfies `condition`.
  public func any(
    _ condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Condition<Root> {
    Condition(.quantified(.any, path, condition(Fields()).tree))
  }

  /// Every member satisfies `condition`; true of an empty relationship.
  public func all(
    _ condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Condition<Root> {
    Condition(.quantified(.all, path, condition(Fields()).tree))
  }

  /// No member satisfies `condition`; true of an empty relationship.
  public func none(
    _ condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Condition<Root> {
    Condition(.quantified(.none, path, condition(Fields()).tree))
  }

  /// `object` is a member.
  public func contains(_ object: Value.Member) -> Condition<Root> {
    let id = PredicateOperand.identifier(object.__objectID)
    return Condition(.quantified(.any, path, .comparison(.object(PropertyPath()), .equal, id)))
  }
}

/// How many members of a to-many relationship there are, to be compared with a number.
public struct FieldCount<Root>: Sendable {
  let operand: PredicateOperand
}

/// The number of members equals the value.
public func == <Root>(left: FieldCount<Root>, right: Int) -> Condition<Root> {
  Condition(.comparison(left.operand, .equal, .value(.integer(Int64(right)))))
}

/// The number of members does not equal the value.
public func != <Root>(left: FieldCount<Root>, right: Int) -> Condition<Root> {
  Condition(.comparison(left.operand, .notEqual, .value(.integer(Int64(right)))))
}

/// The number of members is less than the value.
public func < <Root>(left: FieldCount<Root>, right: Int) -> Condition<Root> {
  Condition(.comparison(left.operand, .less, .value(.integer(Int64(right)))))
}

/// The number of members is not greater than the value.
public func <= <Root>(left: FieldCount<Root>, right: Int) -> Condition<Root> {
  Condition(.comparison(left.operand, .lessOrEqual, .value(.integer(Int64(right)))))
}

/// The number of members is greater than the value.
public func > <Root>(left: FieldCount<Root>, right: Int) -> Condition<Root> {
  Condition(.comparison(left.operand, .greater, .value(.integer(Int64(right)))))
}

/// The number of members is not less than the value.
public func >= <Root>(left: FieldCount<Root>, right: Int) -> Condition<Root> {
  Condition(.comparison(left.operand, .greaterOrEqual, .value(.integer(Int64(right)))))
}
