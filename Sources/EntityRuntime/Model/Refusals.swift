public import EntityModel
public import EntityStore

// What the compiler reports where a property's type does not fit its annotation: of all the calls
// that generated code makes for such a property one is refused with a sentence, and the others are
// accepted.

extension ManagedObject {
  /// Refuses an attribute of a type that cannot be stored.
  @_disfavoredOverload
  @available(*, unavailable, message: "the type of an attribute must be Storable or Codable")
  public final func __deferred<Value>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Value.Type
  ) -> __Deferred<Value> { preconditionFailure("\(type) cannot be stored") }

  /// Refuses a reference to an entity that is not a relationship.
  @available(
    *, unavailable,
    message: "a property that refers to an entity needs '@Relationship(inverse:deleteRule:)'"
  )
  public final func __deferred<Object: ManagedObject>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Object.Type
  ) -> __Deferred<Object> { preconditionFailure("\(type) cannot be stored") }

  /// Refuses an optional reference to an entity that is not a relationship.
  @available(
    *, unavailable,
    message: "a property that refers to an entity needs '@Relationship(inverse:deleteRule:)'"
  )
  public final func __deferred<Object: ManagedObject>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Object?.Type
  ) -> __Deferred<Object?> { __Deferred(nil) }

  /// Refuses references to entities that are not a relationship.
  @available(
    *, unavailable,
    message: "a property that refers to entities needs '@Relationship(inverse:deleteRule:)'"
  )
  public final func __deferred<Object: ManagedObject>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: Set<Object>.Type
  ) -> __Deferred<Set<Object>> { __Deferred([]) }

  /// Refuses references to entities, in an order, that are not a relationship.
  @available(
    *, unavailable,
    message: "a property that refers to entities needs '@Relationship(inverse:deleteRule:)'"
  )
  public final func __deferred<Object: ManagedObject>(
    _ row: borrowing __Row, _ column: Int, _ index: Int, _ type: [Object].Type
  ) -> __Deferred<[Object]> { __Deferred([]) }

  /// Lets pass what `__deferred` has refused.
  public final func __placeholder<Object: ManagedObject>(of type: Object.Type) -> Object {
    preconditionFailure("a reference to an entity has no placeholder")
  }

  /// Refuses a required attribute that has no placeholder.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      an attribute of this type needs a default value, since nothing else can replace a \
      missing one; give it one or make it optional
      """
  )
  public final func __placeholder<Value>(of type: Value.Type) -> Value {
    preconditionFailure("\(type) has no placeholder")
  }

  /// Lets pass what `__deferred` has refused.
  @_disfavoredOverload
  public final func __read<Value>(
    _ deferred: __Deferred<Value>, _ index: Int, _ type: Value.Type
  ) -> Value { preconditionFailure("\(type) cannot be stored") }

  /// Refuses a to-one to what is no entity.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      a relationship must refer to an entity; write its type as 'Author', 'Author?', 'Set<Book>' \
      or '[Book]', not as an alias of one of these
      """
  )
  public final func __object<Object>(
    _ reference: __ToOne, _ index: Int, as type: Object.Type
  ) -> Object? { nil }

  /// Refuses a required to-one to what is no entity.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      a relationship must refer to an entity; write its type as 'Author', 'Author?', 'Set<Book>' \
      or '[Book]', not as an alias of one of these
      """
  )
  public final func __requiredObject<Object>(
    _ reference: __ToOne, _ index: Int, as type: Object.Type
  ) -> Object { preconditionFailure("\(type) is no entity") }

  /// Lets pass what `__object` has refused.
  @_disfavoredOverload
  public final func __setObject(_ index: Int, _ object: Any?) {}

  /// Refuses a to-many to what is no entity.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      a relationship must refer to an entity; write its type as 'Author', 'Author?', 'Set<Book>' \
      or '[Book]', not as an alias of one of these
      """
  )
  public final func __objects<Object>(_ index: Int) -> Set<Object> { [] }

  /// Lets pass what `__objects` has refused.
  @_disfavoredOverload
  public final func __setObjects<Object>(_ index: Int, _ objects: Set<Object>) {}

  /// Refuses an ordered to-many to what is no entity.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      a relationship must refer to an entity; write its type as 'Author', 'Author?', 'Set<Book>' \
      or '[Book]', not as an alias of one of these
      """
  )
  public final func __orderedObjects<Object>(_ index: Int) -> [Object] { [] }

  /// Lets pass what `__orderedObjects` has refused.
  @_disfavoredOverload
  public final func __setOrderedObjects<Object>(_ index: Int, _ objects: [Object]) {}
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Refuses values of an entity whose superclass has none.
  @available(
    *, unavailable,
    message: "the superclass of an entity with '.values' needs '@Entity(.values)' too"
  )
  public typealias __ValuesType = __NoValues<Self>
}

/// Lets pass what `__ValuesType` has refused.
public struct __NoValues<Object: ManagedObject>: EntityValues {
  public init(_ object: Object) {}
  public init(__blank: __ValuesBlank) {}
  public var __head: __ValuesHead {
    get { __ValuesHead(nil) }
    set {}
  }
  public mutating func __visit(_ visitor: __ValuesVisitor) {}
}

extension __RowWriter {
  /// Lets pass what `__deferred` has refused.
  @_disfavoredOverload
  public func write<Value>(_ deferred: __Deferred<Value>) {}
}

extension __EntityBuilder {
  /// Lets pass what `__deferred` has refused.
  @_disfavoredOverload
  public mutating func attribute<Value>(
    _ name: String, _ type: Value.Type, options: [AttributeOption] = [], rules: [ValueRule] = [],
    column: String? = nil, originalName: String? = nil, default value: Any? = nil,
    hasDefault: Bool = false
  ) {}

  /// Lets pass a rule of what `__deferred` has refused.
  @_disfavoredOverload
  public mutating func rule<Value>(
    _ name: String, _ type: Value.Type, _ text: String, id: String = ValueRule.customID,
    _ condition: @escaping @Sendable (Value) -> Bool
  ) {}

  /// Refuses a rule about values of another type.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "the closure of a rule must take a value of the attribute's type"
  )
  public mutating func rule<Value, Other>(
    _ name: String, _ type: Value.Type, _ text: String, id: String = ValueRule.customID,
    _ condition: @escaping @Sendable (Other) -> Bool
  ) {}

  /// Lets pass what `__object` has refused.
  @_disfavoredOverload
  public mutating func relationship<Object>(
    _ name: String, _ type: Object.Type, inverse: String, deleteRule: DeleteRule,
    column: String? = nil, minimumCount: Int = 0, maximumCount: Int? = nil,
    originalName: String? = nil
  ) {}

  /// Lets pass what `__object` has refused, with an implicit inverse.
  @_disfavoredOverload
  public mutating func relationship<Object>(
    _ name: String, _ type: Object.Type, inverse: ImplicitInverse, deleteRule: DeleteRule,
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
