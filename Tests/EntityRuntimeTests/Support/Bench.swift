import EntityGraph
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime
@testable import EntitySQLite

/// A store of its own for one test, its first context, and the SQL that is run against it.
final class Bench {
  let container: PersistentContainer
  let context: ManagedObjectContext
  private let log: SQLLog
  private let directory: TemporaryDirectory?

  /// Opens a store of `classes` in memory.
  convenience init(_ classes: ManagedObject.Type...) throws {
    try self.init(classes, at: .memory, in: nil)
  }

  /// Opens a store of `classes` in a file, which goes with the bench.
  static func inFile(_ classes: ManagedObject.Type...) throws -> Bench {
    let directory = try TemporaryDirectory()
    return try Bench(classes, at: .file(directory.path("test.sqlite")), in: directory)
  }

  private init(
    _ classes: [ManagedObject.Type], at location: StoreLocation, in directory: TemporaryDirectory?
  ) throws {
    let log = SQLLog()
    container = try PersistentContainer(
      model: ObjectModel(classes: classes), at: location,
      options: StoreOptions(trace: { log.append($0) }))
    context = container.newContext()
    self.log = log
    self.directory = directory
  }

  /// Returns the statements that `body` has the store run, without those that frame transactions.
  func sql(_ body: () throws -> Void) rethrows -> [String] {
    log.clear()
    try body()
    return log.statements.filter { !["BEGIN", "BEGIN IMMEDIATE", "COMMIT"].contains($0) }
  }

  /// Returns how many queries `body` makes.
  func queries(_ body: () throws -> Void) rethrows -> Int {
    try sql(body).count { $0.hasPrefix("SELECT") || $0.hasPrefix("WITH") }
  }

  /// Changes rows behind the contexts' backs, whatever they refer to.
  func run(_ sql: String) throws {
    try container.store.write { session in
      let connection = try #require(session as? SQLiteWritingSession).connection
      // Whether references are checked cannot be changed within a transaction.
      try connection.run("COMMIT")
      try connection.run("PRAGMA foreign_keys = OFF")
      for text in sql.split(separator: ";") { try connection.run(String(text)) }
      for text in ["PRAGMA foreign_keys = ON", "BEGIN IMMEDIATE"] { try connection.run(text) }
    }
  }

  /// Returns the value that `sql` reads of the store, of its first row.
  func text(_ sql: String) throws -> String? {
    try container.store.write { session in
      try #require(session as? SQLiteWritingSession).connection.text(sql)
    }
  }
}

/// The SQL texts that a store has run, from whatever thread.
final class SQLLog: Sendable {
  private let texts = Mutex<[String]>([])

  var statements: [String] { texts.withLock { $0 } }

  func append(_ text: String) { texts.withLock { $0.append(text) } }

  func clear() { texts.withLock { $0 = [] } }
}
