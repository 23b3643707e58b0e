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

  func value(
    of operand: PredicateOperand, _ entity: EntityLayout, id: Int64
  ) throws -> StoredValue {
    let key = StatementKey.value(entity: entity.index, operand)
    do {
      if let statement = connection.idleStatement(key) {
        return try value(of: statement, statement.constants, id)
      }
      let lowered = try QueryLowering.lower(
        ResultQuery(of: operand, entity, id: Self.anyID), statements)
      let values = lowered.query.bindings
      // A statement that has other parameters of that value is not known to be one for all ids.
      if values.count(where: { $0 == .integer(Self.anyID) }) == 1 {
        let statement = try connection.prepare(
          key, lowered.query.text, constants: values, types: lowered.types)
        return try value(of: statement, values, id)
      }
    } catch let error as StoreError where error.code == .overflow {
      // What adds up exactly says whether there is a sum.
    }
    var found = StoredValue.null
    try results(ResultQuery(of: operand, entity, id: id)) { found = $0[0].storedValue }
    return found
  }

  /// The id in whose place the row's own is bound.
  private static let anyID = Int64.max

  /// Returns the value that `statement` reads of the row `id`, whose parameters are `values`, the
  /// row's id left open.
  private func value(
    of statement: Statement, _ values: [StoredValue], _ id: Int64
  ) throws -> StoredValue {
    let values = values.map { $0 == .integer(Self.anyID) ? .integer(id) : $0 }
    return try run(statement, values) { statement in
      var (found, count) = (StoredValue.null, RowCount())
      try readRows(of: statement, statement.types, &count) { found = $0[0].storedValue }
      return found
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
