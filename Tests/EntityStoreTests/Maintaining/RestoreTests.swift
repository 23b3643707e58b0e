import EntityModel
import EntityStore
import Foundation
import StoreConformance
import Synchronization
import TestSupport
import Testing

@testable import EntitySQLite

/// What is restored is checked first, and takes its place whole or not at all.
@Suite struct RestoreTests {
  /// Makes a store of `count` authors at `path`.
  private func makeStore(_ path: String, authors count: Int64) throws {
    let store = try SQLiteStore(model: Library.model, at: .file(path))
    try store.save { changes, _ in
      for id in 1...count { try changes.addAuthor(id, "a\(id)") }
    }
    store.close()
  }

  /// Returns how many authors the store at `path` holds.
  private func count(_ path: String) throws -> Int {
    let store = try SQLiteStore(model: Library.model, at: .file(path))
    defer { store.close() }
    return try store.read { try $0.count(EntityQuery(entity: "Author")) }
  }

  private func restore(
    _ directory: TemporaryDirectory, model: ObjectModel? = Library.model,
    options: StoreOptions = StoreOptions(busyTimeout: .milliseconds(1))
  ) throws {
    try StoreRestoring(
      from: .file(directory.path("copy")), to: .file(directory.path("store")), options: options
    ).run(model: model, nil)
  }

  /// Returns the error of restoring, which leaves the files as they were.
  private func refusal(
    _ directory: TemporaryDirectory, model: ObjectModel? = Library.model
  ) throws -> StoreError {
    let before = try contents(directory)
    let error = #expect(throws: StoreError.self) { try restore(directory, model: model) }
    #expect(try contents(directory) == before)
    return try #require(error)
  }

  private func contents(_ directory: TemporaryDirectory) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, (try? Data(contentsOf: directory.url.appending(path: name))) ?? Data())
      })
  }

  private static let other = ObjectModel(entities: [
    Entity("Car", properties: [.attribute(Attribute(name: "name", type: .string))])
  ])

  @Test func aBackupTakesThePlaceOfAStoreThatNobodyHasOpen() throws {
    try TemporaryDirectory.with { (directory) throws in
      try makeStore(directory.path("copy"), authors: 5)
      try makeStore(directory.path("store"), authors: 2)
      try restore(directory)
      #expect(try count(directory.path("store")) == 5)
      #expect(try count(directory.path("copy")) == 5)
      #expect(try contents(directory).keys.sorted() == ["copy", "store"])
    }
  }

  @Test func aStoreIsMadeWhereThereIsNone() throws {
    try TemporaryDirectory.with { (directory) throws in
      try makeStore(directory.path("copy"), authors: 5)
      try restore(directory, model: nil)
      #expect(try count(directory.path("store")) == 5)
    }
  }

  @Test func theRestoredStoreHasAnIdOfItsOwn() throws {
    try TemporaryDirectory.with { (directory) throws in
      try makeStore(directory.path("copy"), authors: 1)
      try restore(directory)
      let ids = try ["copy", "store"].map { name in
        let store = try SQLiteStore(model: Library.model, at: .file(directory.path(name)))
        defer { store.close() }
        return try #require(store.opening.monitor.storeID.withLock { $0 })
      }
      #expect(ids[0] != ids[1])
      #expect(ids.map(\.count) == [32, 32])
    }
  }

  @Test func aBackupWithALogIsRestoredWithIt() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try SQLiteStore(model: Library.model, at: .file(directory.path("copy")))
      try store.save { changes, _ in try changes.addAuthor(1, "in the log") }
      try restore(directory)
      #expect(try count(directory.path("store")) == 1)
      store.close()
    }
  }

  @Test(arguments: ["", "text", String(repeating: "not a database ", count: 1000)])
  func garbageIsRefused(text: String) throws {
    try TemporaryDirectory.with { (directory) throws in
      try Data(text.utf8).write(to: URL(filePath: directory.path("copy")))
      try makeStore(directory.path("store"), authors: 2)
      let error = try refusal(directory)
      #expect(error.code == (text.isEmpty ? .notAStore : .notADatabase))
      #expect(error.message.contains("'\(directory.path("copy"))'"))
      #expect(try count(directory.path("store")) == 2)
    }
  }

  @Test func aMissingBackupIsRefused() throws {
    try TemporaryDirectory.with { (directory) throws in
      try makeStore(directory.path("store"), authors: 2)
      #expect(try refusal(directory).code == .fileMissing)
    }
  }

  @Test func anotherProgramsDatabaseIsRefused() throws {
    try TemporaryDirectory.with { (directory) throws in
      try ForeignDatabase.create(at: directory.path("copy"), usesLog: false)
      #expect(try refusal(directory).code == .notAStore)
    }
  }

  @Test func aDamagedBackupIsRefused() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("copy")
      try makeStore(path, authors: 500)
      try makeStore(directory.path("store"), authors: 2)
      var data = try Data(contentsOf: URL(filePath: path))
      data.replaceSubrange(
        8192..<data.count - 4096, with: repeatElement(7, count: data.count - 12288))
      try data.write(to: URL(filePath: path))
      #expect(try refusal(directory).code == .corrupt)
      #expect(try count(directory.path("store")) == 2)
    }
  }

  @Test func aStoreOfAnotherModelIsRefused() throws {
    try TemporaryDirectory.with { (directory) throws in
      try SQLiteStore(model: Self.other, at: .file(directory.path("copy"))).close()
      try makeStore(directory.path("store"), authors: 2)
      let error = try refusal(directory)
      #expect(error.code == .modelMismatch)
      #expect(
        error.message
          == "'\(directory.path("copy"))' was made for another model, which has none of the "
          + "entities of this program's; restore it from a copy of this program's store")
      #expect(
        try refusal(directory, model: nil).code == .modelMismatch, "the present store differs")
    }
  }

  @Test func aStoreThatIsOpenIsNotReplaced() throws {
    try TemporaryDirectory.with { (directory) throws in
      try makeStore(directory.path("copy"), authors: 5)
      let store = try SQLiteStore(model: Library.model, at: .file(directory.path("store")))
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      let error = #expect(throws: StoreError.self) { try restore(directory) }
      #expect(error?.code == .busy)
      try store.save { changes, _ in try changes.addAuthor(2, "b") }
      store.close()
      #expect(try count(directory.path("store")) == 2)
    }
  }

  @Test func whatIsNoStoreIsNotReplaced() throws {
    try TemporaryDirectory.with { (directory) throws in
      try makeStore(directory.path("copy"), authors: 5)
      try Data("mine".utf8).write(to: URL(filePath: directory.path("store")))
      #expect(try refusal(directory).code == .notAStore)
    }
  }

  @Test func aStoreIsNotRestoredFromItself() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("store")
      try makeStore(path, authors: 5)
      let error = #expect(throws: StoreError.self) {
        try StoreRestoring(from: .file(path), to: .file(path), options: StoreOptions())
          .run(model: nil, nil)
      }
      #expect(error?.code == .fileExists)
      #expect(try count(path) == 5)
    }
  }

  @Test func memoryIsNoPlaceToRestoreTo() {
    let error = #expect(throws: StoreError.self) {
      try StoreRestoring(from: .file("a"), to: .memory, options: StoreOptions())
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test func aFullDiskLeavesThePresentStore() throws {
    try TemporaryDirectory.with { (directory) throws in
      try makeStore(directory.path("copy"), authors: 50)
      try makeStore(directory.path("store"), authors: 2)
      var error: StoreError?
      _ = FailingFileSystem.with(.full(at: 3), at: directory.path("store"), matchesCopies: true) {
        do { try restore(directory) } catch let thrown { error = thrown as? StoreError }
      }
      #expect(error?.code == .diskFull)
      #expect(try count(directory.path("store")) == 2)
      #expect(try contents(directory).keys.sorted() == ["copy", "store"])
    }
  }
}
