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
    try connection.monitor.store.check(text.checked, statements)
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
      while try statement.step() {
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
  /// Accepts `sql`, a statement by hand on the tables of `statements`.
  fileprivate func check(_ sql: String, _ statements: RowStatements) throws {
    try handwritten.withLock { known in
      if known == nil { known = try HandwrittenCheck(statements) }
      try known?.check(sql)
    }
  }
}
