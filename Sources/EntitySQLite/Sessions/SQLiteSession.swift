import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// Reads rows in one transaction, valid until the call that it is handed to returns.
class SQLiteSession: StoreSession {
  /// The connection that the transaction is in.
  let connection: Connection

  /// The statements on rows.
  let statements: RowStatements

  /// The statements on rows in which sums of whole numbers are exact whatever the order in which
  /// they are added.
  private(set) lazy var exactStatements = statements.addingExactly()

  /// The formats of rows, by the index of the entity; entities of one table share theirs.
  private let formats: [RowFormat]

  /// What the session is lent for, while it is.
  struct Lent {
    /// The store that has lent it.
    let store: UnsafeMutableRawPointer

    /// `true` in a transaction that writes.
    let isWriting: Bool

    /// The session that its thread was lent before.
    let outer: Unmanaged<SQLiteSession>?

    /// `true` once its thread has written what the session does not see.
    var isStale = false
  }

  /// What the session is lent for; `nil` if it is not. Only the thread that has it asks.
  private(set) var lent: Lent?

  /// Creates a session over `connection`.
  init(_ connection: Connection, _ statements: RowStatements) {
    self.connection = connection
    self.statements = statements
    var known: [String: RowFormat] = [:]
    var formats: [RowFormat] = []
    for entity in statements.layout.entities {
      let format = known[entity.table.name] ?? RowFormat(entity.table, in: statements.layout)
      known[entity.table.name] = format
      formats.append(format)
    }
    self.formats = formats
  }

  /// How objects are stored.
  var layout: StoreLayout { statements.layout }

  /// Returns what `body` does while the session is lent by `store` to the current thread.
  func lend<Result>(
    by store: SQLiteStore, isWriting: Bool, _ body: () throws -> Result
  ) rethrows -> Result {
    let (outer, outerLent) = (ThreadSessions.innermost, lent)
    lent = Lent(
      store: Unmanaged.passUnretained(store).toOpaque(), isWriting: isWriting, outer: outer)
    ThreadSessions.innermost = .passUnretained(self)
    defer {
      ThreadSessions.innermost = outer
      lent = outerLent
    }
    return try body()
  }

  func limitingTime<Result>(to time: Duration, _ body: () throws -> Result) throws -> Result {
    try connection.limitingTime(to: time, body)
  }

  func withLease<Result>(_ lease: Lease?, _ body: () throws -> Result) throws -> Result {
    try connection.withLease(lease, body)
  }

  func asking<Result>(
    for asker: @escaping () -> StoreAsker, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = connection.monitor.asker
    connection.monitor.asker = asker
    defer { connection.monitor.asker = outer }
    return try body()
  }

  /// Notes that the session's thread has written what the session does not see.
  func noteStale() { lent?.isStale = true }

  /// Returns the format of the rows of `entity`'s table.
  func format(_ entity: EntityLayout) -> RowFormat { formats[entity.index] }

  func rows(_ query: EntityQuery, _ body: (inout __Row) throws -> Void) throws {
    let entity = try layout.requiredEntity(query.entity)
    let format = format(entity)
    guard query.asksSums else {
      return try withStatement(query, .rows) { try format.forEachRow(of: $0, entity, body) }
    }
    try withStatement(addingUp: query, .rows) { statement, count in
      try format.forEachRow(of: statement, entity) { row in
        if count.passesOver() { return }
        try body(&row)
        count.note()
      }
    }
  }

  func row(
    id: Int64, of entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws -> Bool {
    let statement = try connection.statement(.row(entity: entity.index)) {
      () throws(StoreError) in statements.lookup(entity.table)
    }
    defer { statement.reset() }
    statement.bind(id, at: 1)
    connection.trace?(statement.sql)
    guard try statement.step() else { return false }
    var guess = 0
    let format = format(entity)
    try format.withRow(of: statement, entity.columnStarts, &guess, count: format.count, body)
    return true
  }

  func rows(
    ids: [Int64], of entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws {
    let statement = try connection.statement(.rows(entity: entity.index)) {
      () throws(StoreError) in statements.lookups(entity.table)
    }
    let list = statements.dialect.list(ids.map { .integer($0) })
    try run(statement, [list]) { try format(entity).forEachRow(of: $0, entity, body) }
  }

  func ids(_ query: EntityQuery, while body: (Int64) throws -> Bool) throws -> Bool {
    guard query.asksSums else {
      return try withStatement(query, .identifiers) { statement in
        while try statement.step() {
          guard try body(sqlite3_column_int64(statement.handle, 0)) else { return false }
        }
        return true
      }
    }
    return try withStatement(addingUp: query, .identifiers) { statement, count in
      while try statement.step() {
        if count.passesOver() { continue }
        count.note()
        guard try body(sqlite3_column_int64(statement.handle, 0)) else { return false }
      }
      return true
    }
  }

  func count(_ query: EntityQuery) throws -> Int {
    func total(_ statement: Statement) throws -> Int {
      try statement.step() ? Int(sqlite3_column_int64(statement.handle, 0)) : 0
    }
    let total =
      try query.asksSums
      ? withStatement(addingUp: query, .count) { statement, _ in try total(statement) }
      : withStatement(query, .count, total)
    let rest = max(total - max(query.offset, 0), 0)
    return query.limit.map { min(max($0, 0), rest) } ?? rest
  }
}
