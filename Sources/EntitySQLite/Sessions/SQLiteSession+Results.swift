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
      return try withStatement(
        describing: { $0.describe(query, statements.layout) },
        lowering: { () throws(StoreError) in try QueryLowering.lower(query, statements) }
      ) { statement, types in try readRows(of: statement, types, &count, body) }
    }
    do {
      try addingUp { statements, count in
        let lowered = try QueryLowering.lower(query, statements)
        try connection.withStatement(lowered.query.text, lowered.query.bindings) { statement in
          try readRows(of: statement, lowered.types, &count, body)
        }
      }
    } catch let error as StoreError where error.code == .overflow && error.sql != nil {
      throw StoreError(overflowOf: query)
    }
  }

  /// Calls `body` with each row of `statement`, whose columns are of `types`, but those that
  /// `count` has seen.
  private func readRows(
    of statement: Statement, _ types: [StorageType], _ count: inout RowCount,
    _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    let cells = statement.cells(types.count)
    let row = UnsafeBufferPointer(start: cells, count: types.count)
    let isReal = types.map { $0.storageClass == .real }
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
