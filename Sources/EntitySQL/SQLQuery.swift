package import EntityModel

/// A statement and the values of its parameters, the first being that of parameter 1.
package struct SQLQuery: Hashable {
  /// The SQL statement.
  package var text: String

  /// The values.
  package var bindings: [StoredValue]
}
