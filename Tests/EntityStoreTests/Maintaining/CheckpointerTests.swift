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

  /// Writes `megabytes` in commits of one, while each of `readers` reads again and again, and calls
  /// `look` with the size of the log after each.
  private func write(
    megabytes: Int64, readers: Int, in directory: TemporaryDirectory, _ look: (Int) -> Void
  ) throws {
    let store = try SQLiteStore(
      model: Library.model, at: .file(directory.path("store")),
      options: StoreOptions(
        observed: ObservedEvents(statementsTaking: nil),
        observer: { [recorder] in recorder.note($0) }))
    let isOver = Mutex(false)
    let reads = Mutex(0)
    let end = DispatchGroup()
    for _ in 0..<readers {
      end.enter()
      Thread.detachNewThread {
        while !isOver.withLock({ $0 }) {
          let count = try? store.read { session in
            let count = try session.count(EntityQuery(entity: "Subject"))
            // Long enough for others to begin before this one ends.
            usleep(1_000)
            return count
          }
          if count != nil { reads.withLock { $0 += 1 } }
        }
        end.leave()
      }
    }
    defer {
      isOver.withLock { $0 = true }
      end.wait()
      store.close()
    }
    for id in 1...megabytes {
      let name = String(repeating: "s", count: 1 << 20)
      try store.save { changes, _ in
        try changes.insert("Subject", id, ["name": .text(name)], in: Library.layout)
        if id > 1 { try changes.delete("Subject", id - 1, version: 1, in: Library.layout) }
      }
      look(try store.statistics(countingRows: false).logBytes)
    }
    #expect(try store.read { try $0.count(EntityQuery(entity: "Subject")) } == 1)
    if readers > 0 { #expect(reads.withLock { $0 } > 0) }
  }

  @Test func theLogStaysShortThoughSomebodyAlwaysReads() throws {
    var longest = 0
    try TemporaryDirectory.with { (directory) throws in
      try write(megabytes: 200, readers: 3, in: directory) { longest = max(longest, $0) }
    }
    // Of 16,000 pages it is emptied.
    for e in recorder.checkpoints {
      print(longest >> 20, e.result.pagesInLog, e.result.pagesMoved, e.duration)
    }
    #expect(longest < 100 << 20)
  }
}
