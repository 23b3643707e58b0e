import EntityModel

/// The statement of all queries of one shape.
struct ShapedStatement {
  /// The statement.
  let statement: Statement

  /// The values of the first parameters, which are the same for all of them.
  let constants: [StoredValue]
}

extension StoreReader {
  /// Calls `body` with the statement that asks for `selection` of the rows that `query` wants, its
  /// parameters bound.
  func withStatement<Result>(
    _ query: EntityQuery, _ selection: QueryLowering.Selection,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    guard let shape = QueryShape(query, selection) else {
      let lowered = try QueryLowering.lower(query, selection, texts)
      return try connection.withStatement(lowered.text, lowered.bindings, body)
    }
    if let shaped = shapes[shape.key] {
      if !shaped.statement.isRunning { return try run(shaped, shape.values, body) }
      // Its rows are being read; another one with the same text is needed.
      let lowered = try QueryLowering.lower(query, selection, texts)
      return try connection.withStatement(lowered.text, lowered.bindings, body)
    }
    let lowered = try QueryLowering.lower(query, selection, texts)
    let constants = lowered.bindings.count - shape.values.count
    // What was said without one of the values is not said so of others.
    guard constants >= 0, lowered.bindings[constants...].elementsEqual(shape.values) else {
      return try connection.withStatement(lowered.text, lowered.bindings, body)
    }
    let shaped = ShapedStatement(
      statement: try Statement(lowered.text, connection),
      constants: Array(lowered.bindings[..<constants]))
    // Programs ask in few ways; should one not, memory is worth more than old statements.
    if shapes.count >= 200 { shapes.removeAll() }
    shapes[shape.key] = shaped
    return try run(shaped, shape.values, body)
  }

  /// Calls `body` with the statement of `shaped`, whose last parameters are bound to `values`.
  private func run<Result>(
    _ shaped: ShapedStatement, _ values: [StoredValue], _ body: (Statement) throws -> Result
  ) throws -> Result {
    defer { shaped.statement.reset() }
    try shaped.statement.bind(shaped.constants.isEmpty ? values : shaped.constants + values)
    connection.trace?(shaped.statement.sql)
    return try body(shaped.statement)
  }
}
