import EntityCSQLite
import EntitySQL
package import EntityStore
import Synchronization

extension SQLiteStore: MaintainedStore {
  package var budget: FetchBudget { options.budget }

  package var observer: StoreObserver? { opening.monitor.observer }

  package func permissionsOfCopies() throws(StoreError) -> Int? {
    let permissions = try options.checkedPermissions()
    guard permissions == nil, case .file(let path) = try location.resolved() else {
      return permissions
    }
    return FileIdentity(path)?.permissions ?? 0o600
  }

  /// Returns what `body` does with a connection that nobody else uses: one of its own, or, in
  /// memory, the only one.
  ///
  /// - Throws: `busy` if this thread has it already.
  func withKeeper<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard location != .memory else { return try withWriter(body) }
    guard keepingThread.load(ordering: .relaxed) != Self.currentThread else { throw Self.isBusy }
    return try keeper.withSession { connection in
      keepingThread.store(Self.currentThread, ordering: .relaxed)
      // What it has read is of no use to it, since it is seldom used.
      defer {
        sqlite3_db_release_memory(connection.handle)
        keepingThread.store(0, ordering: .relaxed)
      }
      try connection.checkFile(always: true)
      return try body(connection)
    }
  }

  /// Returns what `body` does with the connection that writes, outside of a transaction; waits
  /// while somebody writes.
  ///
  /// - Throws: `busy` if this thread has it already.
  private func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try requireNoSession { $0 is SQLiteWritingSession }
    return try writers.withSession { session in
      try session.connection.checkFile(always: true)
      defer { session.connection.reportWait() }
      return try session.lend(by: self, isWriting: true) { try body(session.connection) }
    }
  }

  /// Refuses what would wait for a session of the thread itself, one that `isInTheWay` accepts.
  private func requireNoSession(
    _ isInTheWay: (SQLiteSession) -> Bool
  ) throws(StoreError) {
    var isBusy = false
    ThreadSessions.forEach(of: self) { session in
      if isInTheWay(session) { isBusy = true }
      return !isBusy
    }
    if isBusy { throw Self.isBusy }
  }

  /// The error that the thread itself has what is needed.
  private static var isBusy: StoreError {
    StoreError(
      .busy,
      "this thread reads, saves or looks after the store already, which would be waited for; do "
        + "this after that has returned")
  }

  /// Refuses what writes where the store was opened as read only.
  func requireWritable() throws(StoreError) {
    guard options.isReadOnly else { return }
    throw StoreError(.readOnly, "'\(location)' was opened as read only, so it cannot be written")
  }

  package func backUp(
    to path: String, overwrites: Bool, _ progress: ((BackupProgress) throws -> Void)?
  ) throws {
    let target = StoreFile(path: path)
    try target.checkDirectory()
    var permissions = try options.checkedPermissions()
    if case .file(let own) = try location.resolved() {
      let identity = FileIdentity(own)
      if let identity, identity == FileIdentity(path) {
        throw StoreError(
          .fileExists, "'\(path)' is the store itself; back it up to another file")
      }
      permissions = permissions ?? identity?.permissions
    }
    if target.exists, !overwrites { throw target.isThereAlready }
    try withKeeper { connection in
      let copy = StoreCopy(of: target)
      do {
        try copy.fill(from: connection, permissions: permissions, progress)
        try copy.install(overwrites: overwrites, waiting: options.busyTimeout)
      } catch {
        copy.remove()
        throw (error as? StoreError)?.ofCopy(at: path) ?? error
      }
    }
  }

  package func checkIntegrity(isQuick: Bool) throws -> IntegrityReport {
    if !isQuick { try requireNoSession { $0.lent?.isWriting == true } }
    return try withKeeper { connection in
      try IntegrityCheck(connection, opening.statements, isQuick: isQuick).report()
    }
  }

  package func checkpoint(_ mode: CheckpointMode) throws -> CheckpointResult {
    try requireWritable()
    if mode != .passive { try requireNoSession { _ in true } }
    return try withKeeper { connection in
      defer { connection.reportWait() }
      return try connection.checkpoint(mode)
    }
  }

  package func vacuum() throws {
    try requireWritable()
    try withWriter { try $0.run("VACUUM") }
    // What has been written again is in the log.
    if location != .memory { _ = try checkpoint(.passive) }
  }

  package func rebuildSearchIndex() throws {
    try requireWritable()
    try withWriter { connection in
      for table in layout.tables where !table.searchColumns.isEmpty {
        try connection.run(SearchStatements(table, SQLiteDialect()).rebuilding)
      }
    }
    if location != .memory { _ = try checkpoint(.passive) }
  }

  package func rebuildFoldedText() throws {
    try requireWritable()
    try withWriter { connection in
      try connection.withTransaction("BEGIN IMMEDIATE", opening.statements) {
        try StoreMetadata.fold($0, in: connection)
      }
    }
    if location != .memory { _ = try checkpoint(.passive) }
  }

  package func rebuildDerivedValues() throws {
    try requireWritable()
    try withWriter { connection in
      // Between the first statement and the last one the store holds none of them.
      try connection.withAnotherSchema {
        try connection.withTransaction("BEGIN IMMEDIATE", opening.statements) {
          try StoreMetadata.derive($0, in: connection)
        }
      }
    }
    if location != .memory { _ = try checkpoint(.passive) }
  }

  package func optimize() throws {
    try requireWritable()
    try withWriter { connection in
      // Without a limit all of each index is read.
      try connection.run("PRAGMA analysis_limit = 1000")
      try connection.run("ANALYZE")
    }
  }
}

extension Connection {
  /// Moves pages from the log into the file and reports that.
  ///
  /// - Throws: `busy` if others use the file for too long; what could be moved has been then.
  func checkpoint(_ mode: CheckpointMode) throws(StoreError) -> CheckpointResult {
    let observer = monitor.store.observer.flatMap { $0.observed.checkpoints ? $0 : nil }
    let start = observer == nil ? 0 : ConnectionMonitor.now
    var (pages, moved) = (Int32(0), Int32(0))
    var (result, waits) = (SQLITE_OK, -1)
    // Where another connection moves pages, as the store's own does behind commits, SQLite does not
    // wait for that, and says -1 of the log.
    repeat {
      result = sqlite3_wal_checkpoint_v2(
        handle, nil, mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE,
        &pages, &moved)
      waits += 1
    } while mode != .passive && result == SQLITE_BUSY && pages < 0 && monitor.waitAgain(waits)
    // What has no log has -1 pages in it.
    let done = CheckpointResult(pagesInLog: Int(max(pages, 0)), pagesMoved: Int(max(moved, 0)))
    // One that has not begun, since somebody was just writing, is tried after the next commit.
    if mode != .passive || result != SQLITE_BUSY || pages >= 0 {
      observer?.report(
        .checkpoint(
          StoreEvent.Checkpoint(result: done, duration: ConnectionMonitor.duration(since: start))))
    }
    guard result == SQLITE_OK || result == SQLITE_BUSY && mode == .passive else {
      throw error(result, sql: nil)
    }
    return done
  }
}
