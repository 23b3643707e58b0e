public import EntityModel

/// The object that the relationship refers to is `right`.
public func == <Root, Object: ManagedObject>(
  left: Field<Root, Object?>, right: Object?
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .object(right)))
}

/// The object that the relationship refers to is `right`.
public func == <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: Object
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .object(right)))
}

/// The object that the relationship refers to is `right`; `nil` is none.
@_disfavoredOverload
public func == <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: Object?
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .object(right)))
}

/// The object that the relationship refers to is `left`.
public func == <Root, Object: ManagedObject>(
  left: Object?, right: Field<Root, Object?>
) -> Condition<Root> { right == left }

/// The object that the relationship refers to is `left`.
public func == <Root, Object: ManagedObject>(
  left: Object, right: Field<Root, Object>
) -> Condition<Root> { right == left }

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
  Condition(.comparison(.object(left.path), .equal, .source))
}

/// The object is `right`.
public func == <Root>(left: Fields<Root>, right: Root) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .object(right)))
}

/// The object is `right`; none is where that is `nil`.
@_disfavoredOverload
public func == <Root>(left: Fields<Root>, right: Root?) -> Condition<Root> {
  right.map { left == $0 } ?? .false
}

/// The object that the relationship refers to is not `right`.
public func != <Root, Object: ManagedObject>(
  left: Field<Root, Object?>, right: Object?
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .object(right)))
}

/// The object that the relationship refers to is not `right`.
public func != <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: Object
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .object(right)))
}

/// The object that the relationship refers to is not `right`; `nil` is none.
@_disfavoredOverload
public func != <Root, Object: ManagedObject>(
  left: Field<Root, Object>, right: Object?
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .object(right)))
}

/// The object that the relationship refers to is not `left`.
public func != <Root, Object: ManagedObject>(
  left: Object?, right: Field<Root, Object?>
) -> Condition<Root> { right != left }

/// The object that the relationship refers to is not `left`.
public func != <Root, Object: ManagedObject>(
  left: Object, right: Field<Root, Object>
) -> Condition<Root> { right != left }

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
  Condition(.comparison(.object(left.path), .notEqual, .source))
}

/// The object is not `right`.
public func != <Root>(left: Fields<Root>, right: Root) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .object(right)))
}

/// The object is not `right`; every one is where that is `nil`.
@_disfavoredOverload
public func != <Root>(left: Fields<Root>, right: Root?) -> Condition<Root> {
  right.map { left != $0 } ?? .true
}

extension Field {
  /// The object that the relationship refers to is one of `objects`.
  public func `in`<Object: ManagedObject>(_ objects: some Sequence<Object>) -> Condition<Root>
  where Value == Object? {
    Condition(.objects(path, Array(objects)))
  }

  /// The object that the relationship refers to is one of `objects`; `nil` is one where it is among
  /// them.
  @_disfavoredOverload
  public func `in`<Object: ManagedObject>(_ objects: some Sequence<Object?>) -> Condition<Root>
  where Value == Object? {
    let objects = Array(objects)
    let found = self.in(objects.compactMap(\.self))
    return objects.contains { $0 == nil } ? found || isAbsent() : found
  }

  /// The object that the relationship refers to is one of `objects`.
  public func `in`(_ objects: some Sequence<Value>) -> Condition<Root>
  where Value: ManagedObject {
    Condition(.objects(path, Array(objects)))
  }
}

extension Collection where Element: ManagedObject {
  /// The object that the relationship refers to is one of the collection's.
  public func contains<Root>(_ field: Field<Root, Element>) -> Condition<Root> { field.in(self) }

  /// The object that the relationship refers to is one of the collection's.
  public func contains<Root>(_ field: Field<Root, Element?>) -> Condition<Root> { field.in(self) }
}
