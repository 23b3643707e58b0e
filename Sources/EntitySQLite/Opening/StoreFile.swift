import EntityCSQLite
import EntityStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file of a store, before it is known to be one.
struct StoreFile {
  /// Where the file is.
  let path: String

  /// `true` if there is something at the path.
  var exists: Bool { type(at: path) != nil }

  /// Returns a path beside the file's at which nothing is yet, for a copy of it at `version`.
  func pathOfBackup(_ version: String) -> String {
    let first = path + ".backup-" + version
    var (path, number) = (first, 1)
    while type(at: path) != nil {
      number += 1
      path = first + "-\(number)"
    }
    return path
  }

  /// Refuses what cannot be opened as `isReadOnly` says, without touching anything.
  func check(isReadOnly: Bool) throws(StoreError) {
    try checkDirectory()
    guard let type = type(at: path) else {
      if isReadOnly {
        throw StoreError(.fileMissing, "'\(path)' does not exist, so it cannot be read")
      }
      guard FileManager.default.isWritableFile(atPath: directory) else {
        throw StoreError(
          .readOnly, "'\(path)' cannot be created, since its directory cannot be written")
      }
      return
    }
    guard type != .typeDirectory else {
      throw StoreError(.cannotOpen, "'\(path)' is a directory; a store needs a file")
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw StoreError(.cannotOpen, "'\(path)' cannot be read; its permissions do not let you")
    }
    // The superuser may write any file; one that is marked against it is still left alone.
    guard isReadOnly || FileManager.default.isWritableFile(atPath: path) && isMarkedWritable else {
      throw StoreError(
        .readOnly, "'\(path)' cannot be written; open it as read only or change its permissions")
    }
    try refuseForeigner()
  }

  /// Returns `error`, by which the file cannot be read, with the reason for it if that is that its
  /// directory cannot be written: SQLite makes files beside a database that it reads.
  func reading(_ error: StoreError) -> StoreError {
    guard error.code == .readOnly || error.code == .cannotOpen,
      !FileManager.default.isWritableFile(atPath: directory)
    else { return error }
    return StoreError(
      .readOnly,
      "'\(path)' cannot be read, since SQLite makes '\(name)-shm' and '\(name)-wal' beside it, and "
        + "the directory '\(directory)' cannot be written; let it be written, or read a copy")
  }

  /// The name of the file in its directory.
  private var name: Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }

  /// Refuses a path in a directory that does not exist.
  func checkDirectory() throws(StoreError) {
    guard type(at: directory) != .typeDirectory else { return }
    throw StoreError(
      .directoryMissing,
      "'\(path)' cannot be opened, since there is no directory '\(directory)'; create it first")
  }

  /// Refuses a database that is somebody else's, without a lock and without leaving a trace.
  ///
  /// What cannot be found out like this is accepted; it is looked at again under a lock.
  private func refuseForeigner() throws(StoreError) {
    guard
      let connection = try? Connection(
        immutableName, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busyTimeout: .zero, trace: nil
      )
    else { return }
    guard let isEmpty = try? StoreFile.isEmpty(connection),
      let isStore = try? StoreFile.isStore(connection)
    else { return }
    if !isEmpty, !isStore { throw notAStore }
  }

  /// The error that the file is a database of somebody else's.
  var notAStore: StoreError {
    StoreError(
      .notAStore,
      "'\(path)' is a database, but not a store of EntityGraph; it was left as it is")
  }

  /// `true` if the database has no tables.
  static func isEmpty(_ connection: Connection) throws(StoreError) -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
  }

  /// `true` if the database is marked as a store.
  static func isStore(_ connection: Connection) throws(StoreError) -> Bool {
    try connection.integer("PRAGMA application_id") == StoreMetadata.applicationID
  }

  /// The directory that the file is in.
  var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns how many bytes can be written to the file system of `directory`, or `nil` where that
  /// is not known.
  static func freeBytes(in directory: String) -> Int64? {
    var system = statvfs()
    guard statvfs(directory, &system) == 0 else { return nil }
    return Int64(
      clamping: UInt64(system.f_bavail).multipliedReportingOverflow(
        by: UInt64(system.f_frsize)
      ).partialValue)
  }

  /// The URI of the file as one that nobody changes, for which no lock is taken.
  var immutableName: String { "file:\(escapedPath)?immutable=1" }

  /// The path as it stands in a URI.
  private var escapedPath: String {
    var text = ""
    for byte in path.utf8 {
      let isPlain = byte > 44 && byte < 58 || byte > 64 && byte < 91 || byte > 96 && byte < 123
      let digits = String(byte, radix: 16)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return text
  }

  /// `true` if the file's permissions let anybody write it.
  private var isMarkedWritable: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = attributes?[.posixPermissions] as? UInt else { return true }
    return mode & 0o222 != 0
  }

  /// Returns what is at `path`, links followed, or `nil` for nothing.
  private func type(at path: String) -> FileAttributeType? {
    let path = (try? FileManager.default.destination(ofPath: path)) ?? path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType
  }
}

extension FileManager {
  /// Returns the path that `path` leads to through links.
  fileprivate func destination(ofPath path: String) throws -> String {
    var path = path
    for _ in 0..<32 {
      guard let next = try? destinationOfSymbolicLink(atPath: path) else { break }
      guard !next.hasPrefix("/"), let slash = path.lastIndex(of: "/") else {
        path = next
        continue
      }
      path = path[...slash] + next
    }
    return path
  }
}
