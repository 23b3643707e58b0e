import Dispatch
import EntityCSQLite
package import EntityModel
import EntitySQL
import EntityStore
import Synchronization

/// How the connections of a store are opened.
package struct StoreOpening: Sendable {
  /// Returns default values by entity and attribute.
  package typealias ComputedDefaults = @Sendable () throws -> [String: [String: StoredValue]]

  /// The model that the store is for.
  let model: ObjectModel

  /// Where the rows are.
  let location: StoreLocation

  /// How the store is used.
  let options: StoreOptions

  /// The statements on rows.
  let statements: RowStatements

  /// Returns the default values that the model does not know.
  let computedDefaults: ComputedDefaults

  /// Returns the models that the program had before, and the stages between them.
  var knownHistory: @Sendable () throws -> ModelHistory = { ModelHistory() }

  /// Returns how many bytes can be written to a directory; `nil` where that is not known.
  var freeBytes: @Sendable (_ directory: String) -> Int64? = { StoreFile.freeBytes(in: $0) }

  /// What the connections have in common.
  var monitor = StoreMonitor()

  /// The models that the program had before, and the stages between them.
  func history() throws(StoreError) -> ModelHistory {
    do {
      return try knownHistory()
    } catch {
      throw error as? StoreError
        ?? StoreError(.other, "the snapshots of the model cannot be read", underlying: error)
    }
  }

  /// Opens the first connection, which writes unless the store is read only, and creates the store
  /// if there is none.
  func first() throws(StoreError) -> Connection {
    switch try location.resolved() {
    case .memory:
      let connection = try open(
        ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY)
      try SQLiteLibrary.checkJSON(of: connection.handle)
      try SQLiteLibrary.checkSearch(in: statements.layout, of: connection.handle)
      try configure(connection)
      try create(in: connection)
      if options.keepsDerived {
        try StoreMetadata.keepDerived(model, statements, in: connection)
      }
      if options.history != nil { try StoreMetadata.addHistory(statements, in: connection) }
      return connection
    case .file(let path):
      do throws(StoreError) {
        return try recovering(StoreFile(path: path)) { file throws(StoreError) in
          try first(of: file)
        }
      } catch {
        let reason = options.isReadOnly ? StoreFile(path: path).reading(error) : error
        throw reason.located(at: path)
      }
    }
  }

  /// Opens the first connection to `file`, and creates the store if there is none.
  private func first(of file: StoreFile) throws(StoreError) -> Connection {
    try file.check(isReadOnly: options.isReadOnly)
    if let permissions = try options.checkedPermissions(), !options.isReadOnly, !file.exists {
      try file.create(permissions)
    }
    let access = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let connection = try open(file.path, flags: options.isReadOnly ? SQLITE_OPEN_READONLY : access)
    try SQLiteLibrary.checkJSON(of: connection.handle)
    try SQLiteLibrary.checkSearch(in: statements.layout, of: connection.handle)
    try prepare(file, connection)
    try watchFile(of: connection, at: file.path)
    return connection
  }

  /// Opens another connection, which only reads, to a store that exists.
  func reader() throws(StoreError) -> Connection {
    let connection = try another()
    try connection.run("PRAGMA query_only = ON")
    return connection
  }

  /// Makes sure that what is read through `connection` is what it was when the store was made for
  /// what `description` describes, now and whenever the schema has changed; returns `connection`.
  func watched(
    _ connection: Connection, _ description: String?
  ) throws(StoreError) -> Connection {
    guard case .file(let path) = try location.resolved() else { return connection }
    connection.schemaCheck = { [statements, monitor] connection throws(StoreError) in
      do throws(StoreError) {
        try StoreMetadata.checkFit(description, statements, in: connection)
        try StoreMetadata.checkDerivedFit(statements, in: connection)
        try StoreMetadata.checkID(monitor.storeID.withLock { $0 }, path, statements, in: connection)
        connection.keepsHistory = try StoreMetadata.keepsHistory(connection)
      } catch {
        throw error.located(at: path)
      }
    }
    try connection.checkSchema()
    return connection
  }

  /// Opens another connection to a store that exists.
  func another() throws(StoreError) -> Connection {
    guard case .file(let path) = try location.resolved() else {
      throw StoreError(.other, "a store in memory has one connection")
    }
    let access = options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    do throws(StoreError) {
      let connection = try open(path, flags: access)
      try configure(connection)
      try watchFile(of: connection, at: path)
      return connection
    } catch {
      if error.code == .cannotOpen, FileIdentity(path) == nil {
        throw StoreError(fileReplacedAt: path)
      }
      throw error.located(at: path)
    }
  }

  /// Opens the file at `path` to be read, whatever is in it.
  func reading(_ path: String) throws(StoreError) -> Connection {
    try open(path, flags: SQLITE_OPEN_READONLY)
  }

  /// Opens the database `name`.
  func open(_ name: String, flags: Int32) throws(StoreError) -> Connection {
    let connection = try Connection(
      name, flags: flags, busyTimeout: options.busyTimeout, trace: options.trace,
      monitor: monitor)
    connection.layout = statements.layout
    return connection
  }

  /// Makes sure that the database is a store of the model: creates it in an empty one, and migrates
  /// one that was made for another model.
  private func prepare(_ file: StoreFile, _ connection: Connection) throws(StoreError) {
    try connection.run("BEGIN")
    let isEmpty = try StoreFile.isEmpty(connection)
    var other: ObjectModel?
    if !isEmpty {
      guard try StoreFile.isStore(connection) else { throw file.notAStore }
      other = try StoreMetadata.otherModel(than: model, statements, in: connection)
    } else if options.isReadOnly {
      throw file.notAStore
    }
    try connection.run("COMMIT")
    if isEmpty { try create(in: connection) }
    if let other {
      try adapt(file, connection, from: other)
    }
    try configure(connection)
    if options.isReadOnly {
      try StoreMetadata.checkFolding(statements, in: connection)
      return try StoreMetadata.checkDerived(statements, in: connection)
    }
    try useLog(connection)
    try StoreMetadata.addID(statements, in: connection)
    try StoreMetadata.refreshFolding(statements, in: connection)
    if options.keepsDerived {
      try StoreMetadata.keepDerived(model, statements, in: connection)
    }
    if options.history != nil { try StoreMetadata.addHistory(statements, in: connection) }
  }

  /// Creates the store in one transaction, unless somebody else has just done it.
  private func create(in connection: Connection) throws(StoreError) {
    try connection.run("BEGIN IMMEDIATE")
    if try StoreFile.isEmpty(connection) {
      try StoreMetadata.create(
        model, after: history().versions(olderThan: model), statements, in: connection)
    } else if let other = try StoreMetadata.otherModel(than: model, statements, in: connection) {
      try StoreMetadata.refuse(other, for: model)
    }
    try connection.run("COMMIT")
  }

  /// Sets what every connection needs.
  private func configure(_ connection: Connection) throws(StoreError) {
    try connection.run("PRAGMA foreign_keys = ON")
    try connection.run("PRAGMA synchronous = \(options.durability.pragma)")
    #if canImport(Darwin)
      if options.durability == .full { try connection.run("PRAGMA fullfsync = ON") }
    #endif
    // Pages in memory, in KiB when negative.
    try connection.run("PRAGMA cache_size = -\(max(options.cacheBytes / 1024, 1))")
    if location != .memory {
      try connection.run("PRAGMA mmap_size = \(max(options.mappedBytes, 0))")
    }
  }

  /// Has the database write ahead, so that readers and a writer do not wait for each other.
  private func useLog(_ connection: Connection) throws(StoreError) {
    let deadline = DispatchTime.now() + options.busyTimeout.inSeconds + 1
    while true {
      do throws(StoreError) {
        guard try connection.text("PRAGMA journal_mode = WAL") != "wal" else { return }
        throw StoreError(.cannotOpen, "the database cannot have a write-ahead log here")
      } catch {
        // SQLite does not wait for another connection that is looking at a new store.
        guard error.code == .busy, DispatchTime.now() < deadline else { throw error }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
      }
    }
  }
}

extension StoreError {
  /// The error with `path` in its message.
  func located(at path: String) -> StoreError {
    if message.contains(path) { return self }
    return StoreError(
      code, "'\(path)': \(message)", sqliteCode: sqliteCode, sql: sql, entity: entity,
      properties: properties, underlying: underlying)
  }
}
