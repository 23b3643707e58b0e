import EntityModel
public import EntityStore

// What generated code calls for a derived attribute.

extension __EntityBuilder {
  /// Adds a derived attribute that always has a value.
  public mutating func derived<Object: ManagedObject, Value: Storable>(
    _ name: String, _ type: Value.Type, isIndexed: Bool = false,
    _ value: @escaping @Sendable (Fields<Object>) -> Field<Object, Value>
  ) {
    add(Derived(name: name, type: Value.storageType, isIndexed: isIndexed)) {
      Fields.operand(value)
    }
  }

  /// Adds a derived attribute that may have no value.
  public mutating func derived<Object: ManagedObject, Value: Storable>(
    _ name: String, _ type: Value?.Type, isIndexed: Bool = false,
    _ value: @escaping @Sendable (Fields<Object>) -> Field<Object, Value?>
  ) {
    add(Derived(name: name, type: Value.storageType, isOptional: true, isIndexed: isIndexed)) {
      Fields.operand(value)
    }
  }

  /// Adds a derived attribute that may have no value, made of what always has one.
  @_disfavoredOverload
  public mutating func derived<Object: ManagedObject, Value: Storable>(
    _ name: String, _ type: Value?.Type, isIndexed: Bool = false,
    _ value: @escaping @Sendable (Fields<Object>) -> Field<Object, Value>
  ) {
    add(Derived(name: name, type: Value.storageType, isOptional: true, isIndexed: isIndexed)) {
      Fields.operand(value)
    }
  }

  private mutating func add(
    _ derived: Derived, _ operand: @escaping @Sendable () -> PredicateOperand
  ) {
    entity?.properties.append(.derived(derived))
    derivations[derived.name] = operand
  }
}
