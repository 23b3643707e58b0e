import EntityModel

/// The values of the parameters of one statement.
struct MigrationParameters {
  private let dialect: any Dialect
  private(set) var values: [StoredValue] = []

  init(_ dialect: any Dialect) { self.dialect = dialect }

  /// Adds `value` and returns its parameter.
  mutating func add(_ value: StoredValue) -> String {
    values.append(value)
    return dialect.parameter(values.count)
  }
}
