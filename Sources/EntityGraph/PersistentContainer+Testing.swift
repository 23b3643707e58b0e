public import EntityModel
public import EntityRuntime
public import EntitySQLite
import EntityStore
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension PersistentContainer {
  /// Opens a new store for a test, in a file of its own.
  ///
  ///     let container = try PersistentContainer.forTesting(model: .bookshop)
  ///
  /// The file is in `testingDirectory` and has the name of the test; a test that is run more than
  /// once, also at the same time, has a file for each run. It stays when the test has ended, so
  /// that one can look into it, and is removed when the next process calls this. Row ids begin with
  /// 1.
  ///
  /// - Parameters:
  ///   - options: How the store is used; `now` is what commits are dated by.
  ///   - now: Returns the time; a test that compares dates sets its own.
  /// - Throws: a `ModelError` or a `StoreError`, as opening a store does.
  public static func forTesting(
    model: ObjectModel, options: StoreOptions = StoreOptions(),
    now: (@Sendable () -> Date)? = nil, migrations: [Migration] = [], fileID: String = #fileID,
    function: String = #function
  ) throws -> PersistentContainer {
    var options = options
    if let now { options.now = now }
    let log = QueryLog()
    options.queryLog = log
    options.trace = { [trace = options.trace] sql in
      log.note(sql)
      trace?(sql)
    }
    let file = try TestFiles.newFile(for: "\(fileID)-\(function)")
    return try PersistentContainer(
      model: model, at: .file(file), options: options, migrations: migrations)
  }

  /// Opens a new store of `classes` for a test, as `forTesting(model:)` does.
  public static func forTesting(
    _ classes: ManagedObject.Type..., options: StoreOptions = StoreOptions(),
    now: (@Sendable () -> Date)? = nil, fileID: String = #fileID, function: String = #function
  ) throws -> PersistentContainer {
    try forTesting(
      model: ObjectModel(classes: classes), options: options, now: now, fileID: fileID,
      function: function)
  }

  /// Where the files of tests are: a directory of the system's directory for temporary files.
  public static var testingDirectory: URL {
    FileManager.default.temporaryDirectory.appending(component: "EntityGraphTesting")
  }
}

/// The files of stores that tests use.
private enum TestFiles {
  /// How many files this process has named.
  private static let count = Atomic<Int>(0)

  /// `true` once what earlier processes have left has been removed.
  private static let isSwept = Mutex(false)

  /// Returns the path of a file that does not exist, named for `test`.
  static func newFile(for test: String) throws -> String {
    let directory = PersistentContainer.testingDirectory
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    isSwept.withLock { isSwept in
      if !isSwept { sweep(directory) }
      isSwept = true
    }
    let name = String(
      test.unicodeScalars.map { scalar in
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
          ? Character(scalar) : "-"
      }.prefix(120))
    let number = count.add(1, ordering: .relaxed).newValue
    return directory.appending(component: "\(name).\(getpid()).\(number).sqlite")
      .path(percentEncoded: false)
  }

  /// Removes the files of processes that have ended.
  private static func sweep(_ directory: URL) {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: directory.path(percentEncoded: false)))
      ?? []
    for name in names {
      let parts = name.split(separator: ".")
      guard parts.count == 4, let process = pid_t(parts[1]) else { continue }
      // Asking a process of somebody else is refused; it is there all the same.
      let isRunning = process == getpid() || kill(process, 0) == 0 || errno == EPERM
      if isRunning { continue }
      try? FileManager.default.removeItem(at: directory.appending(component: name))
    }
  }
}
