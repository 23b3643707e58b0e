import EntityModel
import EntityStore
import Foundation
import StoreConformance
import Synchronization
import TestSupport
import Testing

@testable import EntitySQLite

/// Stores are checked, tidied up and counted beside whatever else goes on.
@Suite struct MaintenanceTests {
  /// Calls `body` with a store of 300 authors in a file, and with one in memory.
  private func withStores(_ body: (SQLiteStore) throws -> Void) throws {
    try TemporaryDirectory.with { (directory) throws in
      for location in [StoreLocation.file(directory.path("store")), .memory] {
        let store = try SQLiteStore(model: Library.model, at: location)
        try store.write { session in
          _ = try session.reserveIDs(1000, of: try store.layout.requiredEntity("Author").table)
          _ = try session.reserveIDs(1000, of: try store.layout.requiredEntity("Book").table)
          _ = try session.save { changes in
            for id in 1...300 as ClosedRange<Int64> { try changes.addAuthor(id, "a\(id)") }
            try changes.addBook(1, "b", author: 1)
            try changes.addNovel(2, "n", author: 2)
          }
        }
        try body(store)
        store.close()
      }
    }
  }

  @Test func aSoundStoreHasNoProblems() throws {
    try withStores { (store) throws in
      for isQuick in [false, true] {
        let report = try store.checkIntegrity(isQuick: isQuick)
        #expect(report.isSound)
        #expect(report.description == "sound")
      }
    }
  }

  @Test func whatIsWrongIsReported() throws {
    try withStores { (store) throws in
      try store.corrupt("PRAGMA defer_foreign_keys = ON")
      try store.write { session in
        let connection = try #require(session as? SQLiteWritingSession).connection
        try connection.run("COMMIT")
        try connection.run("PRAGMA foreign_keys = OFF")
        try connection.run("BEGIN IMMEDIATE")
        try connection.run("UPDATE Book SET author = 77777 WHERE _id = 1")
        try connection.run("UPDATE Author SET _version = 'x' WHERE _id = 3")
        try connection.run("UPDATE _ids SET next = 5 WHERE \"table\" = 'Author'")
        try connection.run("DELETE FROM _ids WHERE \"table\" = 'Subject'")
      }
      let report = try store.checkIntegrity(isQuick: true)
      #expect(
        report.description.split(separator: "\n").sorted() == [
          "'Book.author' of the object 1 refers to an object that does not exist",
          "the next id of 'Author' is 5, and there is a row with the id 300",
          "the row 3 of 'Author' has no version",
          "the store does not know the next id of 'Subject'",
        ])
      #expect(report.problems.first?.kind == .reference)
      #expect(report.problems.first?.entity == "Book")
      #expect(report.problems.first?.property == "author")
      #expect(report.problems.first?.rowID == 1)
    }
  }

  @Test func damageIsReportedAndNotThrown() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("store")
      let made = try SQLiteStore(model: Library.model, at: .file(path))
      try made.save { changes, _ in
        for id in 1...2000 as ClosedRange<Int64> { try changes.addAuthor(id, "author \(id)") }
      }
      made.close()
      var data = try Data(contentsOf: URL(filePath: path))
      let half = data.count / 8192 * 4096
      data.replaceSubrange(half..<half + 8192, with: repeatElement(9, count: 8192))
      try data.write(to: URL(filePath: path))
      let store = try SQLiteStore(model: Library.model, at: .file(path))
      let report = try store.checkIntegrity(isQuick: false)
      #expect(!report.isSound)
      #expect(report.problems.allSatisfy { $0.kind == .file })
      store.close()
    }
  }

  @Test func aCheckpointEmptiesTheLog() throws {
    try withStores { (store) throws in
      let result = try store.checkpoint(.truncate)
      #expect(result.isComplete)
      #expect(try store.statistics(countingRows: false).logBytes == 0)
      #expect(try store.checkpoint(.passive).isComplete)
    }
  }

  @Test func `a checkpoint waits for another one that is going on`() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("store")
      let store = try SQLiteStore(model: Library.model, at: .file(path))
      let other = try SQLiteStore(model: Library.model, at: .file(path))
      let isOver = Atomic(false)
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        // Each moves pages while the others would like to.
        while !isOver.load(ordering: .relaxed) { _ = try? other.checkpoint(.passive) }
        ended.signal()
      }
      defer {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        other.close()
        store.close()
      }
      for id in 1...200 as ClosedRange<Int64> {
        try store.save { changes, _ in try changes.addAuthor(id, "author \(id)") }
        #expect(try store.checkpoint(.truncate).isComplete)
      }
    }
  }

  @Test func aCheckpointThatHasToWaitForAReaderInVainIsBusy() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try SQLiteStore(
        model: Library.model, at: .file(directory.path("store")),
        options: StoreOptions(busyTimeout: .milliseconds(1)))
      let other = try SQLiteStore(model: Library.model, at: .file(directory.path("store")))
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      try other.read { (session) throws in
        _ = try session.count(EntityQuery(entity: "Author"))
        let error = #expect(throws: StoreError.self) { try store.checkpoint(.truncate) }
        #expect(error?.code == .busy)
        _ = try store.checkpoint(.passive)
      }
      #expect(try store.checkpoint(.truncate).isComplete)
      other.close()
      store.close()
    }
  }

  @Test func whatWouldWaitForItsOwnThreadIsBusyAtOnce() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try SQLiteStore(
        model: Library.model, at: .file(directory.path("store")),
        options: StoreOptions(busyTimeout: .seconds(3_600)))
      func refuses(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.code == .busy, sourceLocation: sourceLocation)
        #expect(
          error?.message == """
            this thread reads, saves or looks after the store already, which would be waited for; do \
            this after that has returned
            """, sourceLocation: sourceLocation)
      }
      try store.write { (session) throws in
        try session.removeEverything()
        refuses { _ = try store.checkpoint(.truncate) }
        refuses { _ = try store.checkIntegrity(isQuick: false) }
        #expect(try store.checkIntegrity(isQuick: true).isSound)
        _ = try store.checkpoint(.passive)
      }
      try store.read { (session) throws in
        _ = try session.count(EntityQuery(entity: "Author"))
        refuses { _ = try store.checkpoint(.truncate) }
        #expect(try store.checkIntegrity(isQuick: false).isSound)
        _ = try store.checkpoint(.passive)
      }
      #expect(try store.checkpoint(.truncate).isComplete)
      store.close()
    }
  }

  @Test func vacuumGivesFreePagesBack() throws {
    try withStores { (store) throws in
      try store.write { try $0.removeEverything() }
      let before = try store.statistics(countingRows: true)
      #expect(before.freePages > 0)
      #expect(before.rows == ["Author": 0, "Book": 0, "Novel": 0, "Subject": 0])
      try store.vacuum()
      let after = try store.statistics(countingRows: false)
      #expect(after.freePages == 0)
      #expect(after.pages < before.pages)
      #expect(after.rows == nil)
      try store.save { changes, _ in try changes.addAuthor(900, "after") }
      #expect(try store.checkIntegrity(isQuick: false).isSound)
    }
  }

  @Test func optimizingLeavesTheStoreAsItIs() throws {
    try withStores { (store) throws in
      try store.optimize()
      #expect(try store.read { try $0.count(EntityQuery(entity: "Author")) } == 300)
      try store.save { changes, _ in try changes.addAuthor(900, "after") }
      #expect(try store.checkIntegrity(isQuick: false).isSound)
    }
  }

  @Test func whatIsReadOnlyIsNotWritten() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("store")
      try SQLiteStore(model: Library.model, at: .file(path)).close()
      let store = try SQLiteStore(
        model: Library.model, at: .file(path), options: StoreOptions(isReadOnly: true))
      for body in [
        { _ = try store.checkpoint(.truncate) }, { try store.vacuum() }, { try store.optimize() },
      ] {
        #expect(throws: StoreError.self) { try body() }
      }
      #expect(try store.checkIntegrity(isQuick: false).isSound)
      try store.backUp(to: directory.path("copy"), overwrites: false, nil)
      #expect(try store.statistics(countingRows: true).rows?["Author"] == 0)
      store.close()
    }
  }

  @Test func nothingIsDoneOnceTheStoreIsClosed() throws {
    try withStores { (store) throws in
      store.close()
      for body in [
        { _ = try store.checkpoint(.passive) }, { try store.vacuum() }, { try store.optimize() },
        { _ = try store.checkIntegrity(isQuick: true) },
        { _ = try store.statistics(countingRows: false) },
      ] {
        let error = #expect(throws: StoreError.self) { try body() }
        if store.location != .memory { #expect(error?.code == .closed) }
      }
    }
  }

  @Test func whatTheThreadItselfDoesIsNotWaitedFor() throws {
    try withStores { (store) throws in
      try store.write { _ in
        let error = #expect(throws: StoreError.self) { try store.vacuum() }
        #expect(error?.code == .busy)
      }
    }
  }

  @Test func statisticsCountWhatIsDone() throws {
    try withStores { (store) throws in
      let before = try store.statistics(countingRows: true)
      #expect(before.rows == ["Author": 300, "Book": 1, "Novel": 1, "Subject": 0])
      #expect(before.pageSize == 4096)
      #expect(before.pages > 3)
      #expect(before.libraryVersion.hasPrefix("3."))
      #expect((before.fileBytes > 0) == (store.location != .memory))
      for _ in 0..<100 { _ = try store.read { try $0.count(EntityQuery(entity: "Author")) } }
      try store.save { changes, _ in try changes.addSubject(1) }
      let after = try store.statistics(countingRows: false)
      #expect(after.reads == before.reads + 100)
      #expect(after.commits == before.commits + 1)
      #expect(after.cacheHits > before.cacheHits)
      #expect(after.connections >= 1)
      #expect(after.busyWaits == 0)
    }
  }
}
