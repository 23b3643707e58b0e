import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

extension SQLiteSession {
  func results(
    _ query: ResultQuery, _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    guard query.asksSums else {
      var count = RowCount()
      return try results(query, statements, &count, body)
    }
    do {
      try addingUp { statements, count in try results(query, statements, &count, body) }
    } catch let error as StoreError where error.code == .overflow && error.sql != nil {
      throw StoreError(overflowOf: query)
    }
  }

  /// Calls `body` with each row of the result that `query` describes, by one of `statements`, but
  /// those that `count` has seen.
  private func results(
    _ query: ResultQuery, _ statements: RowStatements, _ count: inout RowCount,
    _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    let lowered = try QueryLowering.lower(query, statements)
    let isReal = lowered.types.map { $0.storageClass == .real }
    try connection.withStatement(lowered.query.text, lowered.query.bindings) { statement in
      let cells = statement.cells(isReal.count)
      let row = UnsafeBufferPointer(start: cells, count: isReal.count)
      while try statement.step() {
        if count.passesOver() { continue }
        for index in isReal.indices {
          let value = sqlite3_column_value(statement.handle, Int32(truncatingIfNeeded: index))
          (cells + index).initialize(to: __Cell(value, isReal: isReal[index]))
        }
        try body(row)
        count.note()
      }
    }
  }
}
