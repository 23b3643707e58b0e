import EntityCSQLite
import EntityStore

extension Connection {
  /// Has the connection make sure from now on that its file is the one at `path`.
  func watchFile(at path: String) { monitor.path = path }

  /// Makes sure that the connection's file still is the one at its path: always, or if that was not
  /// done a moment ago.
  ///
  /// Asking the system takes as long as beginning and ending a transaction.
  ///
  /// - Throws: `fileReplaced` if the file has been moved, replaced or removed.
  func checkFile(always: Bool) throws(StoreError) {
    guard let path = monitor.path else { return }
    if !always {
      let now = ConnectionMonitor.now
      guard now >= monitor.nextFileCheck else { return }
      monitor.nextFileCheck = now &+ monitor.store.fileCheckInterval
    }
    var hasMoved: Int32 = 0
    // A file system that does not know says nothing.
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    guard result == SQLITE_OK, hasMoved != 0 else { return }
    monitor.nextFileCheck = 0
    throw StoreError(fileReplacedAt: path)
  }
}

extension StoreError {
  /// Creates the error that the file of an open store is not at `path` any more.
  init(fileReplacedAt path: String) {
    self.init(
      .fileReplaced,
      "'\(path)' was moved, replaced or removed while it was open, so that what is written now "
        + "would be lost; close the container, make sure that the right file is there, and open it "
        + "again"
    )
  }
}
