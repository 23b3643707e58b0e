import EntityCSQLite
import EntitySQL
import EntityStore
import Synchronization

extension SQLiteSession {
  func handwritten(
    _ statement: HandwrittenStatement, _ begin: ([String]) throws -> [Bool],
    _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    let text = try HandwrittenText(statement, layout, statements.dialect)
    try connection.monitor.store.withHandwrittenCheck(statements) { check throws(StoreError) in
      try check.checkReading(text.checked, text.bindings.count)
    }
    try connection.withStatement(text.sql, text.bindings) { statement in
      let count = Int(sqlite3_column_count(statement.handle))
      var names: [String] = []
      for index in 0..<count {
        // There is no name where memory has run out.
        let name = sqlite3_column_name(statement.handle, Int32(truncatingIfNeeded: index))
        names.append(name.map { String(cString: $0) } ?? "")
      }
      let isReal = try begin(names)
      let cells = statement.cells(count)
      let row = UnsafeBufferPointer(start: cells, count: count)
      func step() throws(StoreError) -> Bool {
        do throws(StoreError) {
          return try statement.step()
        } catch {
          throw error.ofStatement(layout)
        }
      }
      while try step() {
        for index in isReal.indices {
          let value = sqlite3_column_value(statement.handle, Int32(truncatingIfNeeded: index))
          (cells + index).initialize(to: __Cell(value, isReal: isReal[index]))
        }
        try body(row)
      }
    }
  }
}

extension StoreMonitor {
  /// Returns what `body` does with the check of statements by hand on the tables of `statements`.
  func withHandwrittenCheck<Result: Sendable>(
    _ statements: RowStatements, _ body: (HandwrittenCheck) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try handwritten.withLock { known throws(StoreError) in
      if let known { return try body(known) }
      let made = try HandwrittenCheck(statements)
      known = made
      return try body(made)
    }
  }
}
