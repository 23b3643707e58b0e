import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

extension SQLiteSession {
  func results(
    _ query: ResultQuery, _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    let lowered = try QueryLowering.lower(query, statements)
    let isReal = lowered.types.map { $0.storageClass == .real }
    try connection.withStatement(lowered.query.text, lowered.query.bindings) { statement in
      let cells = statement.cells(isReal.count)
      let row = UnsafeBufferPointer(start: cells, count: isReal.count)
      while try step(statement, query) {
        for index in isReal.indices {
          let value = sqlite3_column_value(statement.handle, Int32(truncatingIfNeeded: index))
          (cells + index).initialize(to: __Cell(value, isReal: isReal[index]))
        }
        try body(row)
      }
    }
  }

  /// Goes to the next row of `statement`; `false` at the end.
  private func step(_ statement: Statement, _ query: ResultQuery) throws(StoreError) -> Bool {
    do {
      return try statement.step()
    } catch  where error.code == .overflow {
      throw StoreError(overflowOf: query)
    }
  }
}
