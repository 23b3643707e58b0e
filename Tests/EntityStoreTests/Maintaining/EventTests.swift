import Dispatch
import EntityModel
import EntityStore
import Foundation
import StoreConformance
import TestSupport
import Testing

@testable import EntitySQLite

/// Whoever observes a store is told what happens in it, and no values.
@Suite struct EventTests {
  private let recorder = EventRecorder()

  /// Returns a store in memory that is observed.
  private func store(_ observed: ObservedEvents = ObservedEvents()) throws -> SQLiteStore {
    let store = try SQLiteStore(
      model: Library.model, at: .memory,
      options: StoreOptions(observed: observed, observer: { [recorder] in recorder.note($0) }))
    try store.save { changes, _ in
      for id in 1...5 as ClosedRange<Int64> { try changes.addAuthor(id, "secret \(id)") }
    }
    return store
  }

  @Test func eachStatementIsReportedWithItsRows() throws {
    let store = try store()
    recorder.clear()
    var count = 0
    try store.read { try $0.rows(EntityQuery(entity: "Author")) { _ in count += 1 } }
    #expect(count == 5)
    #expect(
      recorder.statements.map { "\($0.rows) \($0.sql)" } == [
        "0 BEGIN",
        #"5 SELECT t0."_id", t0."_version", t0."email", t0."born" FROM "Author" AS t0"#
          + #" ORDER BY t0."_id""#, "0 COMMIT",
      ])
    #expect(recorder.statements.allSatisfy { $0.duration > .zero && $0.plan.isEmpty })
    #expect(recorder.statements.allSatisfy { $0.error == nil })
  }

  @Test func noEventHoldsAValue() throws {
    let store = try store()
    let found = try store.read { (session) throws in
      let query = EntityQuery(
        entity: "Author",
        predicate: .comparison(
          .attribute(PropertyPath(["email"])), .equal, .value(.text("secret 3"))))
      return try session.count(query)
    }
    #expect(found == 1)
    #expect(throws: StoreError.self) {
      try store.save { changes, _ in try changes.addAuthor(9, "secret 3") }
    }
    #expect(recorder.all.count > 10)
    #expect(!recorder.all.contains { "\($0)".contains("secret") })
  }

  @Test func aStatementThatFailsIsReportedWithItsError() throws {
    let store = try store()
    recorder.clear()
    #expect(throws: StoreError.self) {
      try store.save { changes, _ in try changes.addAuthor(9, "secret 3") }
    }
    let failed = recorder.statements.filter { $0.error != nil }
    #expect(failed.map(\.error) == [.uniqueViolation])
    #expect(failed.first?.sql.hasPrefix("INSERT INTO \"Author\"") == true)
    #expect(recorder.commits.isEmpty)
  }

  @Test func plansAreReportedOnRequest() throws {
    let store = try store(ObservedEvents(plans: true))
    recorder.clear()
    let found = try store.read { (session) throws in
      let query = EntityQuery(
        entity: "Book",
        predicate: .comparison(
          .attribute(PropertyPath(["title"])), .equal, .value(.text("x"))))
      return try session.count(query)
    }
    #expect(found == 0)
    let plans = recorder.statements.filter { !$0.plan.isEmpty }.map(\.plan)
    #expect(plans.count == 1)
    #expect(plans.first?.first?.hasPrefix("SEARCH") == true)
    #expect(recorder.statements.count == 3, "asking for a plan is not reported")
  }

  @Test func fastStatementsAreNotReportedAboveAThreshold() throws {
    let store = try store(ObservedEvents(statementsTaking: .seconds(3600)))
    _ = try store.read { try $0.count(EntityQuery(entity: "Author")) }
    #expect(recorder.statements.isEmpty)
    #expect(recorder.commits.count == 1)
  }

  @Test func onlyWhatIsAskedForIsReported() throws {
    let store = try store(
      ObservedEvents(statementsTaking: nil, commits: false, waits: false, checkpoints: false))
    _ = try store.read { try $0.count(EntityQuery(entity: "Author")) }
    #expect(recorder.all.isEmpty)
  }

  @Test func aCommitIsReportedWithTheRowsThatItChanged() throws {
    let store = try store()
    recorder.clear()
    try store.save { changes, _ in
      try changes.addSubject(1)
      try changes.addSubject(2)
    }
    #expect(recorder.commits.map(\.changedRows) == [2])
    _ = try store.read { try $0.count(EntityQuery(entity: "Author")) }
    #expect(recorder.commits.count == 1, "reading commits nothing")
  }

  @Test func waitingForTheWriterAndForAReaderIsReported() async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(
      model: Library.model, at: .file(directory.path("store")),
      options: StoreOptions(
        readerCount: 1, observed: ObservedEvents(statementsTaking: nil),
        observer: { [recorder] in recorder.note($0) }))
    for subject in [StoreEvent.Wait.Subject.writer, .reader] {
      recorder.clear()
      let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let use = { @Sendable (body: () -> Void) in
        if subject == .writer {
          try store.write { _ in body() }
        } else {
          try store.read { _ in body() }
        }
      }
      let first = Thread {
        try? use {
          entered.signal()
          release.wait()
        }
      }
      first.start()
      await withUnsafeContinuation { continuation in
        Thread.detachNewThread {
          entered.wait()
          Thread.detachNewThread {
            try? use {}
            continuation.resume()
          }
          // The second one waits, or will.
          release.signal()
        }
      }
      // Whoever came too late has not waited.
      #expect(recorder.waits.allSatisfy { $0.subject == subject })
      #expect(recorder.waits.count <= 1)
    }
    store.close()
  }

  @Test func waitingForTheFileIsReportedAndCounted() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("store")
      let store = try SQLiteStore(
        model: Library.model, at: .file(path),
        options: StoreOptions(
          busyTimeout: .milliseconds(3), observer: { [recorder] in recorder.note($0) }))
      let other = try Connection(path, flags: 2, busyTimeout: .zero, trace: nil)
      try other.run("BEGIN IMMEDIATE")
      let error = #expect(throws: StoreError.self) {
        try store.save { changes, _ in try changes.addAuthor(1, "a") }
      }
      #expect(error?.code == .busy)
      #expect(recorder.waits.map(\.subject) == [.file])
      #expect(recorder.waits.allSatisfy { $0.duration >= .milliseconds(3) })
      try other.run("ROLLBACK")
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      #expect(recorder.waits.count == 1)
      #expect(try store.statistics(countingRows: false).busyWaits == 1)
      store.close()
    }
  }

  @Test func checkpointsAreReported() throws {
    try TemporaryDirectory.with { (directory) throws in
      let store = try SQLiteStore(
        model: Library.model, at: .file(directory.path("store")),
        options: StoreOptions(observer: { [recorder] in recorder.note($0) }))
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      let result = try store.checkpoint(.passive)
      #expect(recorder.checkpoints.map(\.result) == [result])
      #expect(result.pagesInLog > 0)
      store.close()
    }
  }

  @Test func traceGoesOnBesideEvents() throws {
    let texts = Recorder()
    let store = try SQLiteStore(
      model: Library.model, at: .memory,
      options: StoreOptions(
        trace: { texts.note($0) }, observer: { [recorder] in recorder.note($0) }))
    texts.clear()
    recorder.clear()
    try store.save { changes, _ in try changes.addAuthor(1, "a") }
    #expect(texts.all.count == 3)
    #expect(recorder.statements.map(\.sql) == texts.all)
  }
}
