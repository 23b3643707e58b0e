import Dispatch
import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Reads within reads on one thread.
@Suite struct NestedReadTests {
  @Test(arguments: TemporaryBookshop.Place.allCases)
  func contextsOfOneThreadShareAConnection(_ place: TemporaryBookshop.Place) throws {
    let options = StoreOptions(waitTimeout: .milliseconds(50), readerCount: 1)
    let store = try TemporaryBookshop(place, options: options)
    let (first, second) = (store.container.newContext(), store.container.newContext())
    _ = Book(title: "A", in: first)
    try first.save()
    let titles = try first.read {
      try second.read {
        let third = store.container.newContext()
        return try third.fetch(Book.all).map(\.title) + first.fetch(Book.all).map(\.title)
          + second.fetch(Book.all).map(\.title)
      }
    }
    #expect(titles == ["A", "A", "A"])
  }

  @Test func manyThreadsThatReadInTwoContextsEachDoNotWaitForEachOther() throws {
    let store = try TemporaryBookshop(.file, options: StoreOptions(readerCount: 2))
    let barrier = DispatchSemaphore(value: 0)
    let done = DispatchGroup()
    let failures = SQLLog()
    for _ in 0..<4 {
      done.enter()
      Thread.detachNewThread {
        defer { done.leave() }
        do {
          let (first, second) = (store.container.newContext(), store.container.newContext())
          try first.read {
            barrier.signal()
            _ = barrier.wait(timeout: .now() + 0.05)
            try second.read { _ = try second.count(Book.all) }
          }
        } catch {
          failures.append("\(error)")
        }
      }
    }
    done.wait()
    #expect(failures.statements == [])
  }

  @Test func aReadSeesOneStateAlsoInAnotherContextOfItsThread() throws {
    let store = try TemporaryBookshop(.file)
    let (first, second) = (store.container.newContext(), store.container.newContext())
    try first.read {
      #expect(try first.count(Book.all) == 0)
      try onAnotherThread {
        let other = store.container.newContext()
        _ = Book(title: "A", in: other)
        try other.save()
      }
      #expect(try second.count(Book.all) == 0)
    }
    #expect(try second.count(Book.all) == 1)
  }

  @Test func whatAThreadHasSavedItReadsInOtherContexts() throws {
    let store = try TemporaryBookshop(.file)
    let (first, second) = (store.container.newContext(), store.container.newContext())
    try first.read {
      #expect(try first.count(Book.all) == 0)
      _ = Book(title: "A", in: second)
      try second.save()
      #expect(try second.count(Book.all) == 1)
      #expect(try first.count(Book.all) == 0)
    }
  }

  @Test func aSaveWithinAReadOfItsOwnContextIsRefused() throws {
    let store = try TemporaryBookshop(.file)
    let context = store.container.newContext()
    let book = Book(title: "A", in: context)
    let error = #expect(throws: StoreError.self) { try context.read { try context.save() } }
    #expect(error?.code == .busy)
    try context.save()
    #expect(!book.objectID.isTemporary)
  }

  private func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let failures = SQLLog()
    Thread.detachNewThread {
      do { try body() } catch { failures.append("\(error)") }
      done.signal()
    }
    done.wait()
    #expect(failures.statements == [])
  }
}
