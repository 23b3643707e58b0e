import EntityCSQLite
import EntityStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A copy of a store in the making, beside the file that it becomes.
///
/// A process that ends meanwhile leaves it behind, by a name that ends in `.partial-` and digits.
struct StoreCopy {
  /// How many pages are copied between two calls of what wants to know of progress.
  private static let pagesAtOnce: Int32 = 256

  /// The file that the copy becomes.
  let target: StoreFile

  /// The copy.
  let file: StoreFile

  /// Prepares a copy that becomes `target`.
  init(of target: StoreFile) {
    self.target = target
    file = StoreFile(path: target.path + ".partial-" + StoreMetadata.newID().prefix(16))
  }

  /// Copies the state that the database of `source` has now to the file, which is made with
  /// `permissions`, and writes it to disk.
  ///
  /// Others may write the database meanwhile; what they write stays in its log until the end.
  func fill(
    from source: Connection, permissions: Int?, _ progress: ((BackupProgress) throws -> Void)?,
    _ finish: (Connection) throws -> Void = { _ in }
  ) throws {
    try file.create(permissions ?? 0o644)
    try copyPages(from: source, progress)
    // The header of the copy says that there is a log, without which it can be read from where
    // nothing can be written.
    let connection = try Connection(
      file.path, flags: SQLITE_OPEN_READWRITE, busyTimeout: .zero, trace: nil)
    try connection.run("PRAGMA journal_mode = DELETE")
    try connection.run("PRAGMA synchronous = OFF")
    try finish(connection)
    try file.synchronize()
  }

  /// Copies the pages of `source` to the file.
  private func copyPages(
    from source: Connection, _ progress: ((BackupProgress) throws -> Void)?
  ) throws {
    let copy = try Connection(
      file.path, flags: SQLITE_OPEN_READWRITE, busyTimeout: .zero, trace: nil)
    // Until all of it is there nothing of it is of use.
    try copy.run("PRAGMA synchronous = OFF")
    try copy.run("PRAGMA journal_mode = OFF")
    // In a transaction that has read, all of the pages are of one state.
    try source.withTransaction("BEGIN", source) { source in
      _ = try source.integer("SELECT count(*) FROM sqlite_schema")
      guard let backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
        throw copy.error(sqlite3_errcode(copy.handle), sql: nil)
      }
      var result = SQLITE_OK
      do {
        defer { sqlite3_backup_finish(backup) }
        repeat {
          result = sqlite3_backup_step(backup, Self.pagesAtOnce)
          let total = Int(sqlite3_backup_pagecount(backup))
          let rest = Int(sqlite3_backup_remaining(backup))
          guard result == SQLITE_OK || result == SQLITE_DONE else { break }
          try progress?(BackupProgress(completedPages: total - rest, totalPages: total))
        } while result == SQLITE_OK
      }
      guard result == SQLITE_DONE else { throw StoreError(copyFailure: result) }
    }
  }

  /// Makes the copy, which is whole, the file that it is to become.
  ///
  /// - Parameter overwrites: `true` if it takes the place of a store.
  /// - Throws: why it cannot; what is there is as it was then.
  func install(overwrites: Bool, waiting timeout: Duration) throws(StoreError) {
    guard target.exists else {
      try refuseRemains()
      guard try target.link(file.path, isFallback: { rename(file.path, target.path) == 0 }) else {
        throw target.isThereAlready
      }
      unlink(file.path)
      return try target.synchronize()
    }
    guard overwrites else { throw target.isThereAlready }
    // Nobody else has the store open as long as this connection is.
    let holder = try hold(waiting: timeout)
    try withExtendedLifetime(holder) { () throws(StoreError) in
      try refuseRemains()
      guard rename(file.path, target.path) == 0 else { throw target.failure("cannot be replaced") }
      try target.synchronize()
    }
  }

  /// Returns a connection to the store that the copy takes the place of, which has no log any more,
  /// and which nobody else can use.
  private func hold(waiting timeout: Duration) throws(StoreError) -> Connection {
    guard StoreFile.saysThatItIsAStore(target.path) else {
      throw StoreError(
        .notAStore,
        "'\(target.path)' is not a store of EntityGraph, so it is not overwritten; choose another "
          + "path, or remove it first")
    }
    do throws(StoreError) {
      let connection = try Connection(
        target.path, flags: SQLITE_OPEN_READWRITE, busyTimeout: timeout, trace: nil)
      // Nobody else can be connected for this, and whoever is from now on has to wait.
      try connection.run("PRAGMA journal_mode = DELETE")
      try connection.run("BEGIN EXCLUSIVE")
      guard try connection.text("PRAGMA journal_mode") == "delete" else { throw target.isOpen }
      return connection
    } catch {
      switch error.code {
      case .busy: throw target.isOpen
      case .corrupt, .notADatabase:
        throw StoreError(
          .corrupt,
          "'\(target.path)' is damaged, and may hold what nothing else does; move it and the files "
            + "'-wal' and '-shm' beside it away, and do this again", sqliteCode: error.sqliteCode)
      default: throw error.located(at: target.path)
      }
    }
  }

  /// Refuses a path beside which there is a log, which SQLite would take for one of the copy.
  private func refuseRemains() throws(StoreError) {
    for suffix in ["-wal", "-journal"] {
      let remains = StoreFile(path: target.path + suffix)
      guard let identity = FileIdentity(remains.path), identity.bytes > 0 else { continue }
      throw StoreError(
        .fileExists,
        "'\(remains.path)' is what another database has left, and would damage what is put beside "
          + "it; move it away, or choose another path")
    }
  }

  /// Removes the copy and what is beside it.
  func remove() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file.path + suffix) }
  }
}

extension StoreFile {
  /// The error that there is something at the path.
  var isThereAlready: StoreError {
    StoreError(
      .fileExists, "'\(path)' exists already; choose another path, or allow it to be overwritten")
  }

  /// The error that the store is open.
  fileprivate var isOpen: StoreError {
    StoreError(.busy, "'\(path)' is open; close it in every process before it is replaced")
  }

  /// `true` if the header of the file at `path`, which may be damaged, is that of a store.
  static func saysThatItIsAStore(_ path: String) -> Bool {
    // The file is read through SQLite: closing it by other means would release the locks that other
    // connections of this process have.
    let connection = try? Connection(
      path, flags: SQLITE_OPEN_READONLY, busyTimeout: .zero, trace: nil)
    guard let header = connection?.bytes(100) else { return false }
    let id = header[68..<72].reduce(0) { $0 << 8 | Int64($1) }
    return header.starts(with: "SQLite format 3\0".utf8) && id == StoreMetadata.applicationID
  }
}

extension StoreError {
  /// Creates the error that SQLite reports with `result` of a copy.
  fileprivate init(copyFailure result: Int32) {
    self.init(sqliteCode: result, String(cString: sqlite3_errstr(result)))
  }

  /// The error, which concerns a copy that was to be made at `path`.
  func ofCopy(at path: String) -> StoreError {
    guard code == .diskFull else { return located(at: path) }
    return StoreError(
      code, "'\(path)': there is no room left for the copy, of which nothing has been left",
      sqliteCode: sqliteCode, underlying: underlying)
  }
}
