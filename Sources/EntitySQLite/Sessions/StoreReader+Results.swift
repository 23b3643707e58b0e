import EntityCSQLite
package import EntityModel

extension StoreReader {
  /// Calls `body` with each row of the result that `query` wants, in its order, and the types of
  /// its columns.
  ///
  /// - Throws: a `StoreError`, or what `body` throws.
  package func results(
    _ query: ResultQuery, _ body: (borrowing RowReader, [StorageType]) throws -> Void
  ) throws {
    let lowered = try QueryLowering.lower(query, texts)
    try connection.withStatement(lowered.query.text, lowered.query.bindings) { statement in
      let row = RowReader(statement.handle, nil)
      while try step(statement, query) { try body(row, lowered.types) }
    }
  }

  /// Returns the types of the properties that columns of `query` are made of, by their paths, or
  /// says what of it the model does not have.
  package func properties(of query: ResultQuery) throws -> [PropertyPath: StorageType] {
    try QueryLowering.lower(query, texts).properties
  }

  /// Goes to the next row of `statement`; `false` at the end.
  private func step(_ statement: Statement, _ query: ResultQuery) throws(StoreError) -> Bool {
    do {
      return try statement.step()
    } catch  where error.sqliteCode == SQLITE_ERROR && error.message == "integer overflow" {
      throw StoreError(overflowOf: query)
    }
  }
}

extension StoreError {
  /// Creates the error that a sum in `query` is too large.
  package init(overflowOf query: ResultQuery) {
    let columns = query.columns + query.named + query.order.map(\.column)
    let sums = Set(columns.filter { $0.function == .sum }.map(\.path.text)).sorted()
    let names = sums.map { "'\(query.base.entity).\($0)'" }.joined(separator: " or ")
    self.init(
      .overflow, "the sum of \(names) is more than an Int can hold; add it up in parts",
      entity: query.base.entity, properties: sums)
  }
}
