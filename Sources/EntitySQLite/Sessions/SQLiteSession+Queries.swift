import EntityModel
import EntitySQL
import EntityStore

extension SQLiteSession {
  /// Calls `body` with the statement that asks for `selection` of the rows that `query` finds, its
  /// parameters bound.
  func withStatement<Result>(
    _ query: EntityQuery, _ selection: QueryLowering.Selection,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    guard let shape = QueryShape(query, selection, statements.layout) else {
      let lowered = try QueryLowering.lower(query, selection, statements)
      return try connection.withStatement(lowered.text, lowered.bindings, body)
    }
    let key = StatementKey.shape(shape.key)
    if let statement = connection.idleStatement(key) {
      let constants = statement.constants
      return try run(statement, constants.isEmpty ? shape.values : constants + shape.values, body)
    }
    let lowered = try QueryLowering.lower(query, selection, statements)
    let count = lowered.bindings.count - shape.values.count
    // What was lowered without one of the values is not the statement of others.
    guard count >= 0, lowered.bindings[count...].elementsEqual(shape.values) else {
      return try connection.withStatement(lowered.text, lowered.bindings, body)
    }
    let statement = try connection.prepare(
      key, lowered.text, constants: Array(lowered.bindings[..<count]))
    return try run(statement, lowered.bindings, body)
  }

  /// Calls `body` with `statement`, its parameters bound to `values`.
  func run<Result>(
    _ statement: Statement, _ values: [StoredValue], _ body: (Statement) throws -> Result
  ) throws -> Result {
    defer { statement.reset() }
    try statement.bind(values)
    connection.trace?(statement.sql)
    return try body(statement)
  }
}
