import EntityCSQLite
import Foundation
import Synchronization

/// SQLite's file system with writes that fail from a certain one on, or once, for chosen stores.
///
/// It is the default of the process once it has been used; the files of other stores are as always.
enum FailingFileSystem {
  /// What becomes of writes.
  enum Failure: Hashable {
    /// Nothing.
    case none

    /// The process ends before the write of this number, counted from 1: it fails, and so does all
    /// that would come after it.
    case end(before: Int)

    /// There is no room for the write of this number.
    case full(at: Int)
  }

  /// The failure of a store, and how many writes there have been.
  struct Account {
    var failure: Failure
    var matchesCopies = false
    var writes = 0
  }

  /// The accounts by the paths of stores.
  private static let accounts = Mutex<[String: Account]>([:])

  /// Calls `body` while writes to the store at `path`, its log and its journal fail as `failure`
  /// says; returns how many writes there were.
  ///
  /// - Parameter matchesCopies: `true` for writes to what is to become the file instead.
  static func with(
    _ failure: Failure, at path: String, matchesCopies: Bool = false, _ body: () -> Void
  ) -> Int {
    _ = registration
    let path = canonical(path)
    accounts.withLock { $0[path] = Account(failure: failure, matchesCopies: matchesCopies) }
    body()
    return accounts.withLock { $0.removeValue(forKey: path)?.writes ?? 0 }
  }

  /// Returns `path` as SQLite hands it on: without links on the way to it.
  private static func canonical(_ path: String) -> String {
    let url = URL(filePath: path)
    return url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appending(path: url.lastPathComponent).path
  }

  /// Returns the result of the next write to the file of the store called `name`.
  fileprivate static func result(ofWriteTo name: String) -> Int32 {
    accounts.withLock { accounts in
      guard let store = store(of: name, accounts) else { return SQLITE_OK }
      accounts[store]?.writes += 1
      switch accounts[store] {
      case .some(let account):
        switch account.failure {
        case .end(let first) where account.writes >= first: return SQLITE_IOERR
        case .full(let number) where account.writes == number: return SQLITE_FULL
        default: return SQLITE_OK
        }
      case nil: return SQLITE_OK
      }
    }
  }

  /// `true` if the process of the store called `name` has ended.
  fileprivate static func hasEnded(_ name: String) -> Bool {
    accounts.withLock { accounts in
      guard let store = store(of: name, accounts), let account = accounts[store],
        case .end(let first) = account.failure
      else { return false }
      return account.writes >= first
    }
  }

  private static func store(of name: String, _ accounts: [String: Account]) -> String? {
    let path = ["-wal", "-journal", "-shm"].reduce(name) {
      $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0
    }
    if let account = accounts[path] { return account.matchesCopies ? nil : path }
    guard let copy = path.range(of: ".partial-") else { return nil }
    let original = String(path[..<copy.lowerBound])
    return accounts[original]?.matchesCopies == true ? original : nil
  }

  // MARK: Between SQLite and its own file system

  /// What stands before the file of SQLite's own file system in memory.
  fileprivate struct Header {
    var methods: UnsafePointer<sqlite3_io_methods>?
    var name: UnsafeMutablePointer<CChar>?
  }

  fileprivate static let headerSize = 16

  /// SQLite's own file system, which lives as long as the process.
  fileprivate nonisolated(unsafe) static let base = sqlite3_vfs_find(nil)

  private static let registration: Void = {
    guard let base else { return }
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: base.pointee)
    system.pointee.zName = UnsafePointer(strdup("failing"))
    system.pointee.szOsFile = base.pointee.szOsFile + Int32(headerSize)
    system.pointee.pNext = nil
    system.pointee.xOpen = { _, name, file, flags, outFlags in
      guard let file, let base = FailingFileSystem.base else { return SQLITE_CANTOPEN }
      let header = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Header.self)
      header.initialize(to: Header(methods: nil, name: nil))
      let text = name.map { String(cString: $0) } ?? ""
      if FailingFileSystem.hasEnded(text) { return SQLITE_IOERR }
      let result = base.pointee.xOpen(base, name, real(file), flags, outFlags)
      guard real(file)?.pointee.pMethods != nil else { return result }
      header.pointee.name = strdup(text)
      header.pointee.methods = UnsafePointer(FailingFileSystem.methods)
      return result
    }
    system.pointee.xDelete = { _, name, sync in
      guard let base = FailingFileSystem.base else { return SQLITE_IOERR }
      let result = FailingFileSystem.result(ofWriteTo: name.map { String(cString: $0) } ?? "")
      return result == SQLITE_OK ? base.pointee.xDelete(base, name, sync) : SQLITE_IOERR
    }
    sqlite3_vfs_register(system, 1)
  }()

  /// The functions on files.
  // They are written once, before a file is opened.
  fileprivate nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(
      to: sqlite3_io_methods(
        iVersion: 2,
        xClose: { file in
          defer { free(header(file)?.pointee.name) }
          return calls(file)?.xClose(real(file)) ?? SQLITE_IOERR
        },
        xRead: { file, bytes, count, offset in
          calls(file)?.xRead(real(file), bytes, count, offset) ?? SQLITE_IOERR
        },
        xWrite: { file, bytes, count, offset in
          let result = write(file)
          guard result == SQLITE_OK else { return result }
          return calls(file)?.xWrite(real(file), bytes, count, offset) ?? SQLITE_IOERR
        },
        xTruncate: { file, size in
          // What takes no room does not lack it.
          if write(file) == SQLITE_IOERR { return SQLITE_IOERR }
          return calls(file)?.xTruncate(real(file), size) ?? SQLITE_IOERR
        },
        xSync: { file, flags in
          // What takes no room does not lack it.
          if write(file) == SQLITE_IOERR { return SQLITE_IOERR }
          return calls(file)?.xSync(real(file), flags) ?? SQLITE_IOERR
        },
        xFileSize: { file, size in calls(file)?.xFileSize(real(file), size) ?? SQLITE_IOERR },
        xLock: { file, lock in calls(file)?.xLock(real(file), lock) ?? SQLITE_IOERR },
        xUnlock: { file, lock in calls(file)?.xUnlock(real(file), lock) ?? SQLITE_IOERR },
        xCheckReservedLock: { file, result in
          calls(file)?.xCheckReservedLock(real(file), result) ?? SQLITE_IOERR
        },
        xFileControl: { file, operation, argument in
          calls(file)?.xFileControl(real(file), operation, argument) ?? SQLITE_NOTFOUND
        },
        xSectorSize: { file in calls(file)?.xSectorSize(real(file)) ?? 4096 },
        xDeviceCharacteristics: { file in
          calls(file)?.xDeviceCharacteristics(real(file)) ?? 0
        },
        xShmMap: { file, region, size, extends, memory in
          calls(file)?.xShmMap(real(file), region, size, extends, memory) ?? SQLITE_IOERR
        },
        xShmLock: { file, offset, count, flags in
          calls(file)?.xShmLock(real(file), offset, count, flags) ?? SQLITE_IOERR
        },
        xShmBarrier: { file in calls(file)?.xShmBarrier(real(file)) },
        xShmUnmap: { file, deletes in
          calls(file)?.xShmUnmap(real(file), deletes) ?? SQLITE_IOERR
        }, xFetch: nil, xUnfetch: nil))
    return methods
  }()
}

private func header(
  _ file: UnsafeMutablePointer<sqlite3_file>?
) -> UnsafeMutablePointer<FailingFileSystem.Header>? {
  file.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: FailingFileSystem.Header.self) }
}

/// Returns the file of SQLite's own file system that `file` hands calls on to.
private func real(
  _ file: UnsafeMutablePointer<sqlite3_file>?
) -> UnsafeMutablePointer<sqlite3_file>? {
  file.map {
    (UnsafeMutableRawPointer($0) + FailingFileSystem.headerSize)
      .assumingMemoryBound(to: sqlite3_file.self)
  }
}

private func calls(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
  real(file)?.pointee.pMethods?.pointee
}

/// Returns the result of a write to `file`.
private func write(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
  let name = header(file)?.pointee.name.map { String(cString: $0) } ?? ""
  return FailingFileSystem.result(ofWriteTo: name)
}
