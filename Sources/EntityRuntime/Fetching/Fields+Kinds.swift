import EntityModel

// What a condition asks of the class of an object. Its names are found beside the properties', so
// that they hide none: where an entity has a property 'cast', '$0.cast' is that. Their types are
// named, since what may be of any type would be a reading of each member that is misspelt.

extension Fields {
  /// What is asked of the class of the object: `cast(to:)`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<__FieldKinds<Root>, __FieldCast<Root>>
  ) -> __FieldCast<Root> { __FieldKinds<Root>(path: path)[keyPath: keyPath] }

  /// What is asked of the class of the object: `isKind(of:)`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<__FieldKinds<Root>, __FieldKindTest<Root>>
  ) -> __FieldKindTest<Root> { __FieldKinds<Root>(path: path)[keyPath: keyPath] }
}

extension Field where Value: ToOneValue {
  /// What is asked of the class of the object that the relationship refers to: `cast(to:)`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<__FieldKinds<Root>, __FieldCast<Root>>
  ) -> __FieldCast<Root> { __FieldKinds<Root>(path: path)[keyPath: keyPath] }

  /// What is asked of the class of the object that the relationship refers to: `isKind(of:)`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<__FieldKinds<Root>, __FieldKindTest<Root>>
  ) -> __FieldKindTest<Root> { __FieldKinds<Root>(path: path)[keyPath: keyPath] }
}

/// What a condition can ask of the class of an object, beside the object's properties.
public struct __FieldKinds<Root>: Sendable {
  let path: PropertyPath

  /// The object as one of a class that extends its own, whose properties can be asked then:
  /// `$0.cast(to: Novel.self).chapters > 3`. Of an object of another class they are `nil`.
  ///
  /// A fetch refuses a class that is not of the same inheritance tree. A request that is decoded
  /// may name a class once a model has been made of it.
  public var cast: __FieldCast<Root> { __FieldCast(path: path) }

  /// Whether the object is of a class, or of one that extends it: `$0.isKind(of: Novel.self)`.
  ///
  /// A fetch refuses a class that is not of the same inheritance tree.
  public var isKind: __FieldKindTest<Root> { __FieldKindTest(path: path) }
}

/// Takes an object of a condition for one of another class.
public struct __FieldCast<Root>: Sendable {
  let path: PropertyPath

  /// Returns the object as one of `type`; `nil` where it is of another class.
  public func callAsFunction<Object: ManagedObject>(
    to type: Object.Type
  ) -> Field<Root, Object?> { Field(path: path.cast(to: type.__entityName)) }
}

/// Asks for the class of an object of a condition.
public struct __FieldKindTest<Root>: Sendable {
  let path: PropertyPath

  /// The object is of `type`, or of a class that extends it.
  public func callAsFunction(of type: ManagedObject.Type) -> Condition<Root> {
    Condition(
      .comparison(.object(path.cast(to: type.__entityName)), .notEqual, .identifier(nil)))
  }
}
