public import EntityModel
public import EntityStore

// The conditions of the program's own rules, which descriptions of attributes name.

extension __EntityBuilder {
  /// Adds a rule of the required attribute `name`, which has been added last.
  public mutating func rule<Value: Storable>(
    _ name: String, _ type: Value.Type, _ text: String, id: String = ValueRule.customID,
    _ condition: @escaping @Sendable (Value) -> Bool
  ) {
    add(name, text, id) { Value(storedValue: $0).map(condition) ?? true }
  }

  /// Adds a rule of the optional attribute `name`, which has been added last.
  public mutating func rule<Value: Storable>(
    _ name: String, _ type: Value?.Type, _ text: String, id: String = ValueRule.customID,
    _ condition: @escaping @Sendable (Value) -> Bool
  ) {
    rule(name, Value.self, text, id: id, condition)
  }

  /// Adds a rule of the required attribute `name`, stored as JSON, which has been added last.
  public mutating func rule<Value: Codable & SendableMetatype>(
    _ name: String, _ type: Value.Type, _ text: String, id: String = ValueRule.customID,
    _ condition: @escaping @Sendable (Value) -> Bool
  ) {
    add(name, text, id) { value in
      guard case .text(let json) = value, let value = JSONColumn.value(of: json, as: Value.self)
      else { return true }
      return condition(value)
    }
  }

  /// Adds a rule of the optional attribute `name`, stored as JSON, which has been added last.
  public mutating func rule<Value: Codable & SendableMetatype>(
    _ name: String, _ type: Value?.Type, _ text: String, id: String = ValueRule.customID,
    _ condition: @escaping @Sendable (Value) -> Bool
  ) {
    rule(name, Value.self, text, id: id, condition)
  }

  private mutating func add(
    _ name: String, _ text: String, _ id: String, _ condition: @escaping RuleCondition
  ) {
    guard let last = entity?.properties.indices.last,
      case .attribute(var attribute)? = entity?.properties[last], attribute.name == name
    else { return }
    attribute.rules.append(.custom(text, id: id))
    entity?.properties[last] = .attribute(attribute)
    conditions[name, default: []].append(condition)
  }
}
