public import EntityModel
public import EntityStore

// What the compiler says where a property's type does not fit its annotation: of all the calls that
// generated code makes for such a property one is refused with a sentence, the others are let pass.

extension ManagedObject {
  /// Refuses an attribute of a type that cannot be kept.
  @_disfavoredOverload
  @available(*, unavailable, message: "the type of an attribute must be Storable or Codable")
  public final func __keeping<Value>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Value.Type,
    default placeholder: @autoclosure () -> Value
  ) -> Value? { placeholder() }

  /// Refuses a reference to an entity that is not a relationship.
  @available(
    *, unavailable,
    message: "a property that refers to an entity needs '@Relationship(inverse:deleteRule:)'"
  )
  public final func __keeping<Object: ManagedObject>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Object.Type,
    default placeholder: @autoclosure () -> Object
  ) -> Object? { placeholder() }

  /// Refuses an optional reference to an entity that is not a relationship.
  @available(
    *, unavailable,
    message: "a property that refers to an entity needs '@Relationship(inverse:deleteRule:)'"
  )
  public final func __keeping<Object: ManagedObject>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Object?.Type,
    default placeholder: @autoclosure () -> Object?
  ) -> Object?? { placeholder() }

  /// Refuses references to entities that are not a relationship.
  @available(
    *, unavailable,
    message: "a property that refers to entities needs '@Relationship(inverse:deleteRule:)'"
  )
  public final func __keeping<Object: ManagedObject>(
    _ row: borrowing RowReader, _ column: Int, _ index: Int, _ type: Set<Object>.Type,
    default placeholder: @autoclosure () -> Set<Object>
  ) -> Set<Object>? { placeholder() }

  /// Lets pass what `__keeping` has refused.
  public final func __placeholder<Object: ManagedObject>(of type: Object.Type) -> Object {
    preconditionFailure("a reference to an entity has no placeholder")
  }

  /// Refuses a required attribute that nothing can stand in for.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      an attribute of this type needs a default value, since nothing else can stand in where the \
      store holds none; give it one or make it optional
      """
  )
  public final func __placeholder<Value>(of type: Value.Type) -> Value {
    preconditionFailure("\(type) has no placeholder")
  }

  /// Lets pass what `__keeping` has refused.
  @_disfavoredOverload
  public final func __kept<Value>(
    _ value: inout Value?, _ index: Int, _ type: Value.Type
  ) -> Value { preconditionFailure("\(type) cannot be kept") }

  /// Lets pass what `__keeping` has refused.
  @_disfavoredOverload
  public final func __stored<Value>(_ value: Value) -> StoredValue { .null }

  /// Refuses a to-one to what is no entity.
  @_disfavoredOverload
  @available(*, unavailable, message: "a relationship must refer to an entity")
  public final func __object<Object>(
    _ reference: inout __ToOne, _ index: Int, as type: Object.Type
  ) -> Object? { nil }

  /// Refuses a required to-one to what is no entity.
  @_disfavoredOverload
  @available(*, unavailable, message: "a relationship must refer to an entity")
  public final func __requiredObject<Object>(
    _ reference: inout __ToOne, _ index: Int, as type: Object.Type
  ) -> Object { preconditionFailure("\(type) is no entity") }

  /// Lets pass what `__object` has refused.
  @_disfavoredOverload
  public final func __setObject(_ index: Int, _ object: Any?) {}

  /// Refuses a to-many to what is no entity.
  @_disfavoredOverload
  @available(*, unavailable, message: "a relationship must refer to an entity")
  public final func __objects<Object>(_ index: Int) -> Set<Object> { [] }

  /// Lets pass what `__objects` has refused.
  @_disfavoredOverload
  public final func __setObjects<Object>(_ index: Int, _ objects: Set<Object>) {}
}

extension RowWriter {
  /// Lets pass what `__keeping` has refused.
  @_disfavoredOverload
  public mutating func write<Value>(_ value: Value) {}
}

extension __EntityBuilder {
  /// Lets pass what `__keeping` has refused.
  @_disfavoredOverload
  public mutating func attribute<Value>(
    _ name: String, _ type: Value.Type, options: [AttributeOption] = [], column: String? = nil,
    originalName: String? = nil, default value: Any? = nil, hasDefault: Bool = false
  ) {}

  /// Lets pass what `__object` has refused.
  @_disfavoredOverload
  public mutating func relationship<Object>(
    _ name: String, _ type: Object.Type, inverse: String, deleteRule: DeleteRule,
    column: String? = nil, minimumCount: Int = 0, maximumCount: Int? = nil,
    originalName: String? = nil
  ) {}

  /// Refuses an inverse that refers to something else.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "the inverse of a relationship must refer to the entity that the relationship is in"
  )
  public func inverse<Object, Value, Owner>(
    _ relationship: String, _ keyPath: KeyPath<Object, Value>, of owner: Owner.Type
  ) {}
}
