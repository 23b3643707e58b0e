import EntityCSQLite
import EntityStore

extension StoreOpening {
  /// Returns what `body` makes of `file`, which has been emptied before where it is a damaged store
  /// that can be made again.
  ///
  /// What is damaged in rows is not known before they are read. A file that does not say in its
  /// header that it is a store is never emptied.
  func recovering<Result>(
    _ file: StoreFile, _ body: (StoreFile) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try body(file)
    } catch {
      // While another program empties the file, its header says nothing.
      guard isOfADamagedFile(error) else { throw error }
      // Of two programs that find the damage, the second finds a new store.
      guard let lock = try DirectoryLock(of: file, waiting: options.busyTimeout) else {
        throw error
      }
      defer { lock.release() }
      do throws(StoreError) {
        return try body(file)
      } catch {
        guard isOfADamagedFile(error), StoreFile.saysThatItIsAStore(file.path) else {
          throw error
        }
        try empty(file)
        return try body(file)
      }
    }
  }

  /// `true` if `error` says that a file is damaged or of a later format, and a store is to be made
  /// again then.
  private func isOfADamagedFile(_ error: StoreError) -> Bool {
    guard options.migration.action == .recreate, !options.isReadOnly else { return false }
    // A model that differs is no error here; one that cannot be read is.
    return switch error.code {
    case .corrupt, .notADatabase, .newerFormat, .modelMismatch: true
    default: false
    }
  }

  /// Makes `file`, whatever is in it, a database without tables, in one transaction.
  private func empty(_ file: StoreFile) throws(StoreError) {
    let connection = try open(file.path, flags: SQLITE_OPEN_READWRITE)
    // The first statement finds out that there is a log; that it fails says nothing new.
    _ = try? connection.integer("PRAGMA schema_version")
    entity_sqlite3_reset_database(connection.handle, 1)
    defer { entity_sqlite3_reset_database(connection.handle, 0) }
    try connection.run("VACUUM")
  }
}

extension Connection {
  /// Returns the first `count` bytes of the file, with zeros after its end; `nil` if that cannot be
  /// read.
  func bytes(_ count: Int) -> [UInt8]? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    var bytes = Array(repeating: UInt8(0), count: count)
    let result = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, Int32(count), 0) }
    // The importer does not see SQLite's extended codes, which are sums.
    return result == SQLITE_OK || result == SQLITE_IOERR | 2 << 8 ? bytes : nil
  }
}
