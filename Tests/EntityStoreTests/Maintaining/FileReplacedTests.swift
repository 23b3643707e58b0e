import EntityStore
import Foundation
import StoreConformance
import Synchronization
import TestSupport
import Testing

@testable import EntitySQLite

/// A file that is moved, replaced or removed under an open store is noticed, and nothing that is
/// written into it counts as saved.
@Suite struct FileReplacedTests {
  /// What happens to the file of an open store.
  enum Event: CaseIterable {
    case moved, removed, replacedByAnother, replacedByItsCopy, removedWithItsDirectory

    /// Makes it happen to `directory`'s file.
    func happen(in directory: TemporaryDirectory) throws {
      let (path, files) = (directory.path("inner/store"), FileManager.default)
      switch self {
      case .moved: try files.moveItem(atPath: path, toPath: directory.path("elsewhere"))
      case .removed: try files.removeItem(atPath: path)
      case .replacedByAnother:
        let other = try SQLiteStore(model: Library.model, at: .file(directory.path("other")))
        try other.save { changes, _ in try changes.addAuthor(1, "other") }
        other.close()
        try #require(rename(directory.path("other"), path) == 0)
      case .replacedByItsCopy:
        try files.copyItem(atPath: path, toPath: directory.path("copy"))
        try #require(rename(directory.path("copy"), path) == 0)
      case .removedWithItsDirectory: try files.removeItem(atPath: directory.path("inner"))
      }
    }
  }

  /// Opens a store with an author.
  private func store(
    in directory: TemporaryDirectory, options: StoreOptions = StoreOptions()
  ) throws -> SQLiteStore {
    try FileManager.default.createDirectory(
      atPath: directory.path("inner"), withIntermediateDirectories: true)
    let store = try SQLiteStore(
      model: Library.model, at: .file(directory.path("inner/store")), options: options)
    try store.save { changes, _ in try changes.addAuthor(1, "a") }
    return store
  }

  private func refusal(_ body: () throws -> Void) throws -> StoreError {
    try #require(#expect(throws: StoreError.self) { try body() })
  }

  @Test(arguments: Event.allCases)
  func theNextWriteIsRefused(event: Event) throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(in: directory)
      try event.happen(in: directory)
      for _ in 0..<2 {
        let error = try refusal {
          try store.save { changes, _ in try changes.addAuthor(2, "b") }
        }
        #expect(error.code == .fileReplaced)
        #expect(
          error.message
            == "'\(directory.path("inner/store"))' was moved, replaced or removed while it was "
            + "open, so that what is written now would be lost; close the container, make sure "
            + "that the right file is there, and open it again")
      }
      store.close()
    }
  }

  @Test(arguments: Event.allCases)
  func readingIsRefusedSoon(event: Event) throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(in: directory)
      let all = EntityQuery(entity: "Author")
      #expect(try store.read { try $0.count(all) } == 1)
      try event.happen(in: directory)
      // A connection looks at its file again and again.
      var code: StoreError.Code?
      while code == nil {
        do {
          #expect(try store.read { try $0.count(all) } == 1)
        } catch let error as StoreError {
          code = error.code
        }
      }
      #expect(code == .fileReplaced)
      store.close()
    }
  }

  @Test(arguments: Event.allCases)
  func aReaderThatIsOpenedLaterIsNotGivenAnotherFile(event: Event) async throws {
    let directory = try TemporaryDirectory()
    let store = try store(in: directory)
    try event.happen(in: directory)
    // Another thread than the one that writes has a connection of its own.
    let code = await Task.detached {
      do {
        _ = try store.read { try $0.count(EntityQuery(entity: "Author")) }
        return StoreError.Code?.none
      } catch {
        return (error as? StoreError)?.code
      }
    }.value
    #expect(code == .fileReplaced)
    store.close()
  }

  @Test func whatIsCommittedToAFileThatHasGoneIsReportedAsNotSaved() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(in: directory)
      var isCommitted = false
      let error = try refusal {
        _ = try store.write(nil) { session in
          try Event.removed.happen(in: directory)
          return try session.save { try $0.addAuthor(2, "b") }
        } committed: { _ in
          isCommitted = true
        }
      }
      #expect(error.code == .fileReplaced)
      #expect(!isCommitted)
      store.close()
    }
  }

  @Test func aFileThatIsPutBackGoesOnToBeUsed() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(in: directory)
      try Event.moved.happen(in: directory)
      _ = try refusal { try store.save { changes, _ in try changes.addAuthor(2, "b") } }
      try FileManager.default.moveItem(
        atPath: directory.path("elsewhere"), toPath: directory.path("inner/store"))
      try store.save { changes, _ in try changes.addAuthor(2, "b") }
      #expect(try store.read { try $0.count(EntityQuery(entity: "Author")) } == 2)
      store.close()
    }
  }

  @Test func maintenanceIsRefusedToo() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try store(in: directory)
      _ = try store.statistics(countingRows: false)
      try Event.replacedByItsCopy.happen(in: directory)
      let copy = directory.path("backup")
      for body in [
        { try store.backUp(to: copy, overwrites: false, nil) },
        { _ = try store.checkIntegrity(isQuick: true) }, { _ = try store.checkpoint(.truncate) },
        { try store.vacuum() }, { try store.optimize() },
      ] {
        #expect(try refusal(body).code == .fileReplaced)
      }
      store.close()
    }
  }

  @Test func aFileThatIsMadeShorterIsAnError() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("inner/store")
      try store(in: directory).close()
      let store = try SQLiteStore(
        model: Library.model, at: .file(path), options: StoreOptions(readerCount: 1))
      try #require(truncate(path, 4096) == 0)
      let error = try refusal {
        _ = try store.read { try $0.count(EntityQuery(entity: "Book")) }
        _ = try store.read { try $0.count(EntityQuery(entity: "Author")) }
      }
      #expect([.corrupt, .ioError].contains(error.code))
      store.close()
    }
  }

  @Test func anotherStoreWrittenIntoTheFileIsNoticedWithItsTables() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("inner/store")
      let store = try store(in: directory)
      _ = try store.checkpoint(.truncate)
      let connection = try Connection(path, flags: 2, busyTimeout: .zero, trace: nil)
      try connection.run("UPDATE _store SET value = 'another' WHERE name = 'id'")
      try connection.run("CREATE TABLE other (a)")
      let error = try refusal {
        try store.save { changes, _ in try changes.addAuthor(2, "b") }
      }
      #expect(error.code == .fileReplaced)
    }
  }

  @Test func aStoreWithoutAnIdIsGivenOneWhenItIsOpenedToBeWritten() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("inner/store")
      let first = try store(in: directory)
      try first.corrupt("DELETE FROM _store WHERE name = 'id'")
      first.close()
      let reading = try SQLiteStore(
        model: Library.model, at: .file(path), options: StoreOptions(isReadOnly: true))
      #expect(reading.opening.monitor.storeID.withLock { $0 } == nil)
      reading.close()
      let ids = try (0..<2).map { _ in
        let store = try SQLiteStore(model: Library.model, at: .file(path))
        defer { store.close() }
        return store.opening.monitor.storeID.withLock { $0 }
      }
      #expect(ids[0]?.count == 32)
      #expect(ids[0] == ids[1])
    }
  }
}
