import EntityModel
import EntitySQL
import EntityStore

extension SQLiteSession {
  /// Calls `body` with the statement that asks for `selection` of the rows that `query` finds, its
  /// parameters bound, and with how many of them it has seen.
  ///
  /// Where sums are asked for, `body` may be called again, as `addingUp` does.
  func withStatement<Result>(
    addingUp query: EntityQuery, _ selection: QueryLowering.Selection,
    _ body: (Statement, inout RowCount) throws -> Result
  ) throws -> Result {
    try addingUp { statements, count in
      let lowered = try QueryLowering.lower(query, selection, statements)
      return try connection.withStatement(lowered.text, lowered.bindings) { statement in
        try body(statement, &count)
      }
    }
  }

  /// Returns what `body` does with the statements on rows, and once more, with statements that add
  /// up exactly, where a sum of SQLite's own could not be had.
  ///
  /// Those fail where a part of the sum, in whatever order rows come, is more than 64 bits hold.
  /// `body` leaves out the rows that it has seen before, which come in the same order.
  func addingUp<Result>(
    _ body: (RowStatements, inout RowCount) throws -> Result
  ) throws -> Result {
    var count = RowCount()
    do {
      return try body(statements, &count)
    } catch let error as StoreError where error.code == .overflow {
      count.begin()
      return try body(exactStatements, &count)
    }
  }

  /// Calls `body` with the statement that asks for `selection` of the rows that `query` finds, its
  /// parameters bound.
  func withStatement<Result>(
    _ query: EntityQuery, _ selection: QueryLowering.Selection,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    try withStatement(
      describing: { $0.describe(query, selection, statements.layout) },
      lowering: { () throws(StoreError) in
        LoweredResult(query: try QueryLowering.lower(query, selection, statements), types: [])
      }
    ) { statement, _ in try body(statement) }
  }

  /// Calls `body` with the statement of a query, its parameters bound, and the types of its columns
  /// where it is that of a result.
  ///
  /// `lower` lowers the query, which is not done where the shape that `describe` makes has a
  /// statement; where the query has no shape, it returns `false`.
  @inline(__always)
  func withStatement<Result>(
    describing describe: (inout QueryShape) -> Bool,
    lowering lower: () throws(StoreError) -> LoweredResult,
    _ body: (Statement, [StorageType]) throws -> Result
  ) throws -> Result {
    // Whoever is handed the rows may ask other queries meanwhile.
    var shape = connection.takeShape()
    defer { connection.giveBack(shape) }
    guard describe(&shape) else {
      let lowered = try lower()
      return try connection.withStatement(lowered.query.text, lowered.query.bindings) {
        try body($0, lowered.types)
      }
    }
    let key = StatementKey.shape(shape.key)
    if let statement = connection.idleStatement(key) {
      let constants = statement.constants
      return try run(statement, constants.isEmpty ? shape.values : constants + shape.values) {
        try body($0, $0.types)
      }
    }
    let lowered = try lower()
    let bindings = lowered.query.bindings
    let count = bindings.count - shape.values.count
    // What was lowered without one of the values is not the statement of others.
    guard count >= 0, bindings[count...].elementsEqual(shape.values) else {
      return try connection.withStatement(lowered.query.text, bindings) {
        try body($0, lowered.types)
      }
    }
    let statement = try connection.prepare(
      key, lowered.query.text, constants: Array(bindings[..<count]), types: lowered.types)
    return try run(statement, bindings) { try body($0, lowered.types) }
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

/// How many rows of a statement have been seen, which may be run again.
struct RowCount {
  private var seen = 0
  private var rest = 0

  /// Has the rows that have been seen left out when they come again.
  mutating func begin() { rest = seen }

  /// `true` if the next row has been seen before, and is passed over.
  mutating func passesOver() -> Bool {
    if rest == 0 { return false }
    rest -= 1
    return true
  }

  /// Notes that a row has been seen.
  mutating func note() { seen += 1 }
}

extension EntityQuery {
  /// `true` if a sum of values decides which rows are found, or their order.
  var asksSums: Bool { predicate.nodes.addUp || sorting.contains { $0.operand.nodes.addUp } }
}

extension ResultQuery {
  /// `true` if values are added up.
  var asksSums: Bool {
    base.asksSums
      || (columns + order.map(\.column) + named).contains {
        $0.function == .sum || $0.operand?.nodes.addUp == true
      } || grouping.contains { $0.nodes.addUp }
  }
}

extension [PredicateNode] {
  /// `true` if one of the nodes adds up values of other objects.
  fileprivate var addUp: Bool {
    // Nodes are looked at where they are, since each copy of one retains what it refers to.
    for index in indices {
      switch self[index].kind {
      case .aggregate(.sum, _, _), .aggregateOfAll(.sum, _, _): return true
      default: continue
      }
    }
    return false
  }
}
