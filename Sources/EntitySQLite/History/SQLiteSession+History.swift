import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

extension SQLiteSession {
  func historyExtent() throws -> HistoryExtent? {
    // Asking for the id checks the schema, if that has changed.
    guard let id = try StoreMetadata.id(statements, in: connection), connection.keepsHistory else {
      return nil
    }
    func position(_ place: (number: Int64, time: Int64)) -> HistoryPosition {
      HistoryPosition(store: id, number: place.number, time: place.time)
    }
    let start = position(try StoreMetadata.historyStart(statements, in: connection))
    let newest = try connection.numberAndTime(statements.history.newest)
    return HistoryExtent(start: start, end: newest.map(position) ?? start)
  }

  func history(after number: Int64, while body: (HistoryRecord) throws -> Bool) throws {
    guard let id = try StoreMetadata.id(statements, in: connection), connection.keepsHistory else {
      throw StoreError.historyOff
    }
    let sql = statements.history
    try connection.withStatement(sql.following, [.integer(number)]) { statement in
      func cell(_ index: Int32) -> __Cell {
        __Cell(sqlite3_column_value(statement.handle, index), isReal: false)
      }
      while try statement.step() {
        let number = sqlite3_column_int64(statement.handle, 0)
        let count = sqlite3_column_int64(statement.handle, 3)
        var changes: [UInt8] = []
        if count > 0 {
          let first = number.multipliedReportingOverflow(by: HistoryStatements.mostParts)
          try connection.forEachFirst(
            sql.partsBetween,
            [.integer(first.partialValue), .integer(first.partialValue &+ count &- 1)]
          ) { changes += $0.bytes }
        }
        changes += cell(4).bytes
        let position = HistoryPosition(
          store: id, number: number, time: sqlite3_column_int64(statement.handle, 1))
        let record = HistoryRecord(position: position, author: cell(2).text, changes: changes)
        guard try body(record) else { return }
      }
    }
  }
}
