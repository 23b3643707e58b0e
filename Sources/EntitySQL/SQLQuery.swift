import EntityModel

/// A statement and the values of its parameters, the first being that of parameter 1.
struct SQLQuery: Hashable {
  /// The statement's text.
  var text: String

  /// The values.
  var bindings: [StoredValue]
}
