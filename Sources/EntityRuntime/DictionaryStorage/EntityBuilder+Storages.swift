public import EntityModel

extension __EntityBuilder {
  /// Adds a required attribute that is backed by JSON.
  public mutating func attribute<Value: DictionaryStorage>(
    _ name: String, _ type: Value.Type, options: [AttributeOption] = [], rules: [ValueRule] = [],
    column: String? = nil, originalName: String? = nil, default value: Value? = nil,
    hasDefault: Bool = false
  ) {
    add(
      name, .json, false, options, rules, column, originalName, hasDefault,
      value.flatMap { JSONColumn.text(of: $0) }.map { .text($0) },
      members: storageMembers(of: Value.self)?.members ?? [])
  }

  /// Adds an optional attribute that is backed by JSON.
  public mutating func attribute<Value: DictionaryStorage>(
    _ name: String, _ type: Value?.Type, options: [AttributeOption] = [], rules: [ValueRule] = [],
    column: String? = nil, originalName: String? = nil, default value: Value?? = nil,
    hasDefault: Bool = false
  ) {
    add(
      name, .json, true, options, rules, column, originalName, true,
      (value ?? nil).flatMap { JSONColumn.text(of: $0) }.map { .text($0) },
      members: storageMembers(of: Value.self)?.members ?? [])
  }
}
