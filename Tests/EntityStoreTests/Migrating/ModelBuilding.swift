import EntityModel

extension Entity {
  /// Returns the entity `name` with `properties`.
  static func entity(_ name: String, extends parent: String? = nil, _ properties: Property...)
    -> Entity
  {
    Entity(name, superentity: parent, properties: properties)
  }
}

extension Property {
  /// Returns an attribute that holds text.
  static func text(
    _ name: String, was: String? = nil, column: String? = nil, isOptional: Bool = false,
    isUnique: Bool = false, isIndexed: Bool = false, defaultValue: StoredValue? = nil,
    search: SearchTokenizer? = nil, isUniqueIgnoringCase: Bool = false,
    isIndexedIgnoringCase: Bool = false
  ) -> Property {
    .attribute(
      Attribute(
        name: name, column: column, originalName: was, type: .string, isOptional: isOptional,
        isUnique: isUnique, isIndexed: isIndexed, defaultValue: defaultValue, search: search,
        isUniqueIgnoringCase: isUniqueIgnoringCase, isIndexedIgnoringCase: isIndexedIgnoringCase))
  }

  /// Returns an attribute of `type`.
  static func value(
    _ name: String, _ type: StorageType, isOptional: Bool = false, defaultValue: StoredValue? = nil
  ) -> Property {
    .attribute(
      Attribute(name: name, type: type, isOptional: isOptional, defaultValue: defaultValue))
  }
}
