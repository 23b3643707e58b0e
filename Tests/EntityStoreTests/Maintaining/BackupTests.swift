import EntityModel
import EntityStore
import Foundation
import StoreConformance
import Synchronization
import TestSupport
import Testing

@testable import EntitySQLite

/// A backup is one state of the store, whole and at its path, or nothing.
@Suite struct BackupTests {
  private struct Stop: Error {}

  /// Says that something is over, to any thread.
  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
  }

  /// Returns how many authors and books the store at `path` holds.
  private func counts(_ path: String) throws -> [Int] {
    let store = try SQLiteStore(model: Library.model, at: .file(path))
    defer { store.close() }
    // These rows have ids that were not reserved.
    let problems = try store.checkIntegrity(isQuick: false).problems
    #expect(problems.filter { $0.kind != .metadata } == [])
    return try store.read { (session) throws in
      try ["Author", "Book"].map { try session.count(EntityQuery(entity: $0)) }
    }
  }

  /// Returns the names of the files in `directory`, in order.
  private func names(_ directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
  }

  /// Returns a store of `count` authors, with a book each, in `directory`.
  private func store(
    of count: Int, in directory: TemporaryDirectory, options: StoreOptions = StoreOptions()
  ) throws -> SQLiteStore {
    let store = try SQLiteStore(
      model: Library.model, at: .file(directory.path("store")), options: options)
    try store.save { changes, _ in
      for id in 1...max(Int64(count), 1) where id <= count {
        try changes.addAuthor(id, "a\(id)")
        try changes.addBook(id, "b\(id)", author: id)
      }
    }
    return store
  }

  @Test func aBackupIsAStoreOfItsOwn() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 20, in: directory)
      try store.backUp(to: directory.path("copy"), overwrites: false, nil)
      try store.save { changes, _ in try changes.addAuthor(21, "a21") }
      #expect(try counts(directory.path("copy")) == [20, 20])
      store.close()
      #expect(try names(directory) == ["copy", "store"])
    }
  }

  @Test func aStoreInMemoryIsBackedUpToAFile() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try Library.store()
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      try store.backUp(to: directory.path("copy"), overwrites: false, nil)
      #expect(try counts(directory.path("copy")) == [1, 0])
    }
  }

  @Test func aBackupCanBeReadWhereNothingCanBeWritten() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 3, in: directory)
      try store.backUp(to: directory.path("copy"), overwrites: false, nil)
      let copy = try Connection(
        "file:\(directory.path("copy"))?immutable=1", flags: 0x41, busyTimeout: .zero, trace: nil)
      #expect(try copy.text("PRAGMA journal_mode") == "delete")
      #expect(try copy.integer("SELECT count(*) FROM \"Author\"") == 3)
    }
  }

  @Test func aBackupWhileOthersWriteIsOneState() async throws {
    let directory = try TemporaryDirectory()
    let store = try store(of: 2000, in: directory)
    let isDone = Flag()
    try await withThrowingTaskGroup { group in
      group.addTask {
        defer { isDone.raise() }
        for number in 0..<4 {
          // Each page that is copied lets others write between.
          try store.backUp(to: directory.path("copy\(number)"), overwrites: false) { _ in
            try store.write { session in
              let author = try session.reserveIDs(1, of: Library.layout.tables[0]) + 10_000
              _ = try session.save { changes in
                try changes.addAuthor(author, "w\(author)")
                try changes.addBook(author, "w", author: author)
              }
            }
          }
        }
      }
      group.addTask {
        var id = Int64(50_000)
        while !isDone.isRaised {
          id += 1
          try store.save { changes, _ in
            try changes.addAuthor(id, "v\(id)")
            try changes.addBook(id, "v", author: id)
          }
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<4 {
      let counts = try counts(directory.path("copy\(number)"))
      #expect(counts[0] == counts[1], "an author is saved with a book, and so copied")
      #expect(counts[0] >= 2000)
    }
    store.close()
  }

  @Test func progressEndsWithTheLastPage() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 3000, in: directory)
      var all: [BackupProgress] = []
      try store.backUp(to: directory.path("copy"), overwrites: false) { all.append($0) }
      #expect(all.map(\.completedPages) == all.map(\.completedPages).sorted())
      #expect(all.last?.fraction == 1)
      #expect(Set(all.map(\.totalPages)).count == 1)
    }
  }

  @Test func whatProgressThrowsEndsTheBackupAndLeavesNothing() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 3000, in: directory)
      #expect(throws: Stop.self) {
        try store.backUp(to: directory.path("copy"), overwrites: false) { _ in throw Stop() }
      }
      store.close()
      #expect(try names(directory) == ["store"])
    }
  }

  @Test func aBackupWithinABackupIsRefused() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 3, in: directory)
      let error = #expect(throws: StoreError.self) {
        try store.backUp(to: directory.path("copy"), overwrites: false) { _ in
          try store.backUp(to: directory.path("other"), overwrites: false, nil)
        }
      }
      #expect(error?.code == .busy)
      store.close()
      #expect(try names(directory) == ["store"])
    }
  }

  @Test func theStoreMayBeClosedWithinItsBackup() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 3, in: directory)
      try store.backUp(to: directory.path("copy"), overwrites: false) { _ in store.close() }
      #expect(try counts(directory.path("copy")) == [3, 3])
      let error = #expect(throws: StoreError.self) {
        try store.backUp(to: directory.path("other"), overwrites: false, nil)
      }
      #expect(error?.code == .closed)
    }
  }

  @Test func aFileThatExistsIsNotOverwritten() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 2, in: directory)
      let path = directory.path("copy")
      try Data("mine".utf8).write(to: URL(filePath: path))
      var error = #expect(throws: StoreError.self) {
        try store.backUp(to: path, overwrites: false, nil)
      }
      #expect(error?.code == .fileExists)
      #expect(
        error?.message
          == "'\(path)' exists already; choose another path, or allow it to be overwritten")
      error = #expect(throws: StoreError.self) {
        try store.backUp(to: path, overwrites: true, nil)
      }
      #expect(error?.code == .notAStore, "only a store is overwritten")
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
      store.close()
      #expect(try names(directory) == ["copy", "store"])
    }
  }

  @Test func anEarlierBackupIsOverwrittenOnRequest() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 2, in: directory)
      let path = directory.path("copy")
      try store.backUp(to: path, overwrites: true, nil)
      try store.save { changes, _ in try changes.addAuthor(3, "c") }
      try store.backUp(to: path, overwrites: true, nil)
      #expect(try counts(path) == [3, 2])
      store.close()
      #expect(try names(directory) == ["copy", "store"])
    }
  }

  @Test func aStoreThatIsOpenIsNotOverwritten() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(
        of: 2, in: directory, options: StoreOptions(busyTimeout: .milliseconds(1)))
      let path = directory.path("copy")
      let other = try SQLiteStore(model: Library.model, at: .file(path))
      let error = #expect(throws: StoreError.self) {
        try store.backUp(to: path, overwrites: true, nil)
      }
      #expect(error?.code == .busy)
      #expect(
        error?.message == "'\(path)' is open; close it in every process before it is replaced")
      try other.save { changes, _ in try changes.addAuthor(1, "still here") }
      other.close()
      #expect(try counts(path) == [1, 0])
    }
  }

  @Test(arguments: [false, true])
  func aStoreIsNotBackedUpIntoItself(overwrites: Bool) throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 2, in: directory)
      let link = directory.path("link")
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: directory.path("store"))
      for path in [directory.path("store"), link] {
        let error = #expect(throws: StoreError.self) {
          try store.backUp(to: path, overwrites: overwrites, nil)
        }
        #expect(error?.code == .fileExists)
        #expect(error?.message == "'\(path)' is the store itself; back it up to another file")
      }
      try store.save { changes, _ in try changes.addAuthor(3, "c") }
      store.close()
      #expect(try counts(directory.path("store")) == [3, 2])
    }
  }

  @Test func aLogThatAnotherDatabaseLeftIsNotTakenForTheCopys() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 2, in: directory)
      try Data("log".utf8).write(to: URL(filePath: directory.path("copy-wal")))
      let error = #expect(throws: StoreError.self) {
        try store.backUp(to: directory.path("copy"), overwrites: false, nil)
      }
      #expect(error?.code == .fileExists)
      store.close()
      #expect(try names(directory) == ["copy-wal", "store"])
    }
  }

  @Test func theDirectoryMustExist() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 1, in: directory)
      let error = #expect(throws: StoreError.self) {
        try store.backUp(to: directory.path("none/copy"), overwrites: false, nil)
      }
      #expect(error?.code == .directoryMissing)
    }
  }

  @Test(arguments: [1, 2, 5])
  func aFullDiskLeavesNothing(write: Int) throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 50, in: directory)
      let path = directory.path("copy")
      var error: StoreError?
      _ = FailingFileSystem.with(.full(at: write), at: path, matchesCopies: true) {
        do {
          try store.backUp(to: path, overwrites: false, nil)
        } catch let thrown {
          error = thrown as? StoreError
        }
      }
      #expect(error?.code == .diskFull)
      #expect(
        error?.message
          == "'\(path)': there is no room left for the copy, of which nothing has been left")
      #expect(try store.read { try $0.count(EntityQuery(entity: "Author")) } == 50)
      store.close()
      #expect(try names(directory) == ["store"])
    }
  }

  @Test func aCopyIsMadeWithThePermissionsOfTheStore() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(of: 1, in: directory, options: StoreOptions(filePermissions: 0o600))
      try store.backUp(to: directory.path("copy"), overwrites: false, nil)
      #expect(FileIdentity(directory.path("copy"))?.permissions == 0o600)
    }
  }
}
