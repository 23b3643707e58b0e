extension PropertyDescription {
  /// The type that makes stored values of the attribute's, nil for none.
  package var transform: String? {
    if case .attribute(let arguments) = content { arguments.transform } else { nil }
  }

  /// The type of what an object stores for the attribute: its own, or what a transform makes of it,
  /// like `EntityGraph.Transformed<HexColor>?`.
  var storedType: String {
    transform.map { "EntityGraph.Transformed<\($0)>" + (type.isOptional ? "?" : "") } ?? type.text
  }

  /// An expression for that type itself.
  var storedMetatype: String { transform == nil ? type.metatype : "\(storedType).self" }

  /// Returns the expression `value` of the attribute's type as one of what an object stores.
  func storing(_ value: String) -> String {
    transform.map { "EntityGraph.Transformed<\($0)>(\(value))" } ?? value
  }

  /// Returns the expression `value` of what an object stores as one of the attribute's type.
  func unwrapping(_ value: String) -> String {
    transform == nil ? value : value + (type.isOptional ? "?" : "") + ".value"
  }
}
