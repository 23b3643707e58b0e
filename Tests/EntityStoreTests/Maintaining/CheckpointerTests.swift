import EntityModel
import EntityStore
import Foundation
import StoreConformance
import Synchronization
import TestSupport
import Testing

@testable import EntitySQLite

/// When the log is moved into the database.
@Suite struct CheckpointerTests {
  private let recorder = EventRecorder()

  /// Saves an author in each of `commits` in a new store; returns what has been moved until it is
  /// closed or, if somebody reads the state before them all, until that ends.
  private func checkpoints(commits: ClosedRange<Int64>, isRead: Bool) throws -> [CheckpointResult] {
    var meanwhile: [CheckpointResult]?
    return try TemporaryDirectory.with { (directory) throws in
      let store = try SQLiteStore(
        model: Library.model, at: .file(directory.path("store")),
        options: StoreOptions(
          observed: ObservedEvents(statementsTaking: nil),
          observer: { [recorder] in recorder.note($0) }))
      func save() throws {
        for id in commits {
          try store.save { changes, _ in try changes.addAuthor(id, "author \(id)") }
        }
      }
      if isRead {
        try store.read { session in
          #expect(try session.count(EntityQuery(entity: "Author")) == 0)
          try save()
          #expect(try session.count(EntityQuery(entity: "Author")) == 0)
          meanwhile = recorder.checkpoints.map(\.result)
        }
      } else {
        try save()
      }
      #expect(try store.read { try $0.count(EntityQuery(entity: "Author")) } == commits.count)
      store.close()
      let all = recorder.checkpoints.map(\.result)
      #expect(meanwhile == nil || !all.isEmpty)
      return meanwhile ?? all
    }
  }

  @Test func aShortLogIsNotMoved() throws {
    #expect(try checkpoints(commits: 1...20, isRead: false).isEmpty)
  }

  @Test(arguments: [false, true])
  func theLogIsMovedOnceForAThousandPages(isRead: Bool) throws {
    let commits: ClosedRange<Int64> = 1...2_000
    let found = try checkpoints(commits: commits, isRead: isRead)
    #expect(isRead || !found.isEmpty)
    // A commit writes less than ten pages.
    #expect(found.count <= commits.count * 10 / 1000)
    #expect(found.allSatisfy { $0.pagesInLog >= 1000 })
    if isRead { #expect(found.allSatisfy { $0.pagesMoved < $0.pagesInLog }) }
  }

  private func bigStore(_ directory: TemporaryDirectory) throws -> SQLiteStore {
    try SQLiteStore(model: Library.model, at: .file(directory.path("store")), options: .init())
  }

  /// Writes a megabyte in each of `commits`; returns how many bytes the log had at most after one.
  private func fillLog(of store: SQLiteStore, commits: ClosedRange<Int64>) throws -> Int {
    var longest = 0
    let name = String(repeating: "s", count: 1 << 20)
    for id in commits {
      try store.save { changes, _ in
        try changes.insert("Subject", id, ["name": .text(name)], in: Library.layout)
      }
      longest = max(longest, try store.statistics(countingRows: false).logBytes)
    }
    #expect(try store.read { try $0.count(EntityQuery(entity: "Subject")) } == commits.upperBound)
    return longest
  }

  @Test func theLogStaysShortWhereSomebodyAlwaysReads() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try bigStore(directory)
      let isOver = Mutex(false)
      let readers = DispatchGroup()
      for _ in 0..<3 {
        readers.enter()
        Thread.detachNewThread {
          while !isOver.withLock({ $0 }) {
            _ = try? store.read { session in
              _ = try session.count(EntityQuery(entity: "Subject"))
              // Long enough for another one to begin before this one ends.
              usleep(1_000)
            }
          }
          readers.leave()
        }
      }
      defer {
        isOver.withLock { $0 = true }
        readers.wait()
        store.close()
      }
      #expect(try fillLog(of: store, commits: 1...150) < 100 << 20)
    }
  }

  @Test func theLogIsEmptiedOnceALongReadHasEnded() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try bigStore(directory)
      defer { store.close() }
      try store.read { (session) throws in
        #expect(try session.count(EntityQuery(entity: "Subject")) == 0)
        #expect(try fillLog(of: store, commits: 1...80) > 80 << 20)
        #expect(try session.count(EntityQuery(entity: "Subject")) == 0)
      }
      _ = try fillLog(of: store, commits: 81...90)
      #expect(try store.statistics(countingRows: false).logBytes < 10 << 20)
    }
  }
}
