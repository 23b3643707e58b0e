import EntityStore
import Synchronization

extension StoreOpening {
  /// Has `connection` make sure from now on that its file, at `path`, is the one that the first
  /// connection of the store was opened to.
  ///
  /// - Throws: `fileReplaced` if it is another one.
  func watchFile(of connection: Connection, at path: String) throws(StoreError) {
    connection.watchFile(at: path)
    let found = FileIdentity(path)
    let isSame = monitor.file.withLock { file in
      if file == nil { file = found }
      return file == found
    }
    guard isSame else { throw StoreError(fileReplacedAt: path) }
    try connection.checkFile(always: true)
  }
}
