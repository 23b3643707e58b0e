import CSQLiteRaw
import Foundation

/// A connection through the C interface, set as the library sets its own.
final class Connection {
  private var connection: OpaquePointer?

  /// Opens the database at `path`, which exists.
  init(path: String) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK else { throw failure }
    for pragma in [
      "journal_mode = WAL", "foreign_keys = ON", "synchronous = NORMAL", "cache_size = -16384",
      "mmap_size = 268435456",
    ] {
      try run("PRAGMA \(pragma)")
    }
    // Columns of the tables are computed by it.
    let properties = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    guard
      sqlite3_create_function_v2(connection, "entity_leaf", 3, properties, nil, leaf, nil, nil, nil)
        == SQLITE_OK
    else { throw failure }
  }

  deinit { sqlite3_close_v2(connection) }

  /// Runs statements that answer nothing.
  func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Prepares a statement.
  func prepare(_ sql: String) throws -> Statement {
    var handle: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &handle, nil) == SQLITE_OK, let handle else {
      throw failure
    }
    return Statement(handle)
  }

  /// The names that packages depend on, weighed by their places.
  private static let linksInOrder = """
    SELECT sum(place * length(name)) FROM (
      SELECT row_number() OVER (PARTITION BY _first ORDER BY _firstPosition, _second) AS place, name
      FROM "_Package.dependencies" JOIN Package ON _id = _second)
    """

  /// Returns how many rows the tables hold, in words.
  func tally() throws -> String {
    let counts = [
      ("packages", "SELECT count(*) FROM Package"),
      ("described", "SELECT count(*) FROM Package WHERE isDescribed"),
      ("bytes installed", "SELECT sum(\"footprint.installed\") FROM Package"),
      ("bytes to fetch", "SELECT sum(\"footprint.download\") FROM Package"),
      (
        "bytes of text",
        "SELECT sum(ifnull(length(summary), 0) + ifnull(length(details), 0)) FROM Package"
      ),
      ("links", "SELECT count(*) FROM \"_Package.dependencies\""),
      ("sections", "SELECT count(*) FROM Section"),
      ("people", "SELECT count(*) FROM Maintainer WHERE _entity = 'Person'"),
      ("teams", "SELECT count(*) FROM Maintainer WHERE _entity = 'Team'"),
      ("in sections", "SELECT sum(packageCount) FROM Section"),
      ("links in order", Self.linksInOrder),
    ]
    return try counts.map { name, sql in "\(try prepare(sql).integer()) \(name)" }
      .joined(separator: ", ")
  }

  private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(connection))) }
}

/// Returns the number that a flat object of JSON, the first argument, has by a name, the second.
private func leaf(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let values, let json = sqlite3_value_text(values[0]),
    let name = sqlite3_value_text(values[1])
  else { return sqlite3_result_null(context) }
  let key = "\"\(String(cString: name))\":"
  let text = String(cString: json)
  guard let start = text.range(of: key)?.upperBound,
    let number = Int64(text[start...].prefix { $0.isNumber })
  else { return sqlite3_result_null(context) }
  sqlite3_result_int64(context, number)
}

/// A prepared statement.
final class Statement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Binds values by `bind` and runs the statement, which answers nothing.
  func run(_ bind: (Statement) -> Void) throws {
    bind(self)
    guard sqlite3_step(handle) == SQLITE_DONE else {
      throw Failure(description: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
    }
    sqlite3_reset(handle)
  }

  /// Returns the number that the statement answers.
  func integer() -> Int64 {
    sqlite3_step(handle)
    return sqlite3_column_int64(handle, 0)
  }

  func bind(_ number: Int64?, _ index: Int32) {
    if let number {
      sqlite3_bind_int64(handle, index, number)
    } else {
      sqlite3_bind_null(handle, index)
    }
  }

  func bind(_ number: Double, _ index: Int32) { sqlite3_bind_double(handle, index, number) }

  func bind(_ text: String?, _ index: Int32) {
    guard var text else {
      sqlite3_bind_null(handle, index)
      return
    }
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(
          handle, index, $0.baseAddress, Int32($0.count),
          unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
  }
}
