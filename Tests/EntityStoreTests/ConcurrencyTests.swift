import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import StoreConformance
import TestSupport
import Testing

@Suite struct ConcurrencyTests {
  /// Returns how many authors there are.
  private static func count(_ store: SQLiteStore) throws -> Int {
    try store.read { try $0.count(EntityQuery(entity: "Author")) }
  }

  @Test(arguments: [1, 4])
  func readersSeeWholeTransactionsBesideAWriter(readerCount: Int) async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(
      model: Library.model, at: .file(directory.path("store")),
      options: StoreOptions(readerCount: readerCount))
    try await withThrowingTaskGroup { group in
      group.addTask {
        for batch in 0..<50 {
          try store.save { changes, _ in
            for number in 1...10 {
              try changes.addAuthor(Int64(batch * 10 + number), "a\(batch * 10 + number)")
            }
          }
          #expect(try Self.count(store) == (batch + 1) * 10, "one's own writes are seen")
        }
      }
      for _ in 0..<6 {
        group.addTask {
          var last = 0
          while last < 500 {
            let (first, second) = try store.read { reader in
              let all = EntityQuery(entity: "Author")
              var ids: [Int64] = []
              let count = try reader.count(all)
              _ = try reader.ids(all) {
                ids.append($0)
                return true
              }
              return (count, ids.count)
            }
            #expect(first == second)
            #expect(first % 10 == 0)
            #expect(first >= last)
            last = first
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    store.close()
    _ = directory
  }

  @Test func aThreadMayWriteWithinItsOwnRead() throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(model: Library.model, at: .file(directory.path("store")))
    try store.save { changes, _ in try changes.addAuthor(1, "a") }
    try store.read { session in
      #expect(try session.count(EntityQuery(entity: "Author")) == 1)
      try store.save { changes, _ in try changes.addAuthor(2, "b") }
      #expect(
        try session.count(EntityQuery(entity: "Author")) == 1, "a read sees one state of the store")
    }
    #expect(try Self.count(store) == 2)
    store.close()
  }

  @Test func aReadDoesNotBlockAWriterOnceSeveralThreadsHaveWritten() async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore(model: Library.model, at: .file(directory.path("store")))
    for id in 1...2 as ClosedRange<Int64> {
      let thread = Thread {
        _ = try? store.save { changes, _ in try changes.addAuthor(id, "a\(id)") }
      }
      thread.start()
      while !thread.isFinished { await Task.yield() }
    }
    try store.save { changes, _ in try changes.addAuthor(3, "a3") }
    let count = try store.read { session in
      // The state is that of the first statement.
      #expect(try session.count(EntityQuery(entity: "Author")) == 3)
      // This would wait for ever if the read had the connection that writes.
      let thread = Thread { _ = try? store.save { changes, _ in try changes.addAuthor(4, "a4") } }
      thread.start()
      while !thread.isFinished { sched_yield() }
      return try session.count(EntityQuery(entity: "Author"))
    }
    #expect(count == 3)
    #expect(try Self.count(store) == 4)
    store.close()
  }

  @Test func aLongLogIsMovedWithoutAnyRowBeingLost() throws {
    let directory = try TemporaryDirectory()
    let location = StoreLocation.file(directory.path("store"))
    let title = String(repeating: "x", count: 4000)
    for round in 0..<3 as Range<Int64> {
      let store = try SQLiteStore(model: Library.model, at: location)
      for batch in 0..<10 as Range<Int64> {
        try store.save { changes, _ in
          for number in 1...300 as ClosedRange<Int64> {
            try changes.addBook(round * 3000 + batch * 300 + number, title)
          }
        }
        let count = try store.read { try $0.count(EntityQuery(entity: "Book")) }
        #expect(Int64(count) == round * 3000 + (batch + 1) * 300)
      }
      store.close()
    }
    let store = try SQLiteStore(model: Library.model, at: location)
    #expect(try store.read { try $0.count(EntityQuery(entity: "Book")) } == 9000)
    store.close()
  }

  @Test func aStoreInMemoryServesManyTasks() async throws {
    let store = try Library.store()
    try await withThrowingTaskGroup { group in
      for number in 1...20 {
        group.addTask {
          try store.save { changes, _ in try changes.addAuthor(Int64(number), "a\(number)") }
          _ = try Self.count(store)
        }
      }
      try await group.waitForAll()
    }
    #expect(try Self.count(store) == 20)
  }

  @Test func whatATransactionInMemoryHasWrittenIsNotReadBesideIt() throws {
    let store = try Library.store()
    try store.write { session in
      try session.save { try $0.addAuthor(1, "a") }
      let error = #expect(throws: StoreError.self) { try Self.count(store) }
      #expect(
        error?.description == """
          a store in memory cannot be read by what a save of the same thread calls while it \
          writes; read before the save, or use a store in a file [busy]
          """)
      #expect(try session.count(EntityQuery(entity: "Author")) == 1)
    }
    #expect(try Self.count(store) == 1)
  }

  @Test func whatATransactionInAFileHasWrittenIsReadBesideItOnceItIsCommitted() throws {
    try TemporaryDirectory.with { directory in
      let store = try SQLiteStore(model: Library.model, at: .file(directory.path("store")))
      try store.write { session in
        try session.save { try $0.addAuthor(1, "a") }
        #expect(try Self.count(store) == 0)
      }
      #expect(try Self.count(store) == 1)
      store.close()
    }
  }

  @Test func twoStoresOnOneFileWaitForEachOther() async throws {
    let directory = try TemporaryDirectory()
    let location = StoreLocation.file(directory.path("store"))
    let stores = [
      try SQLiteStore(model: Library.model, at: location),
      try SQLiteStore(model: Library.model, at: location),
    ]
    try await withThrowingTaskGroup { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          for number in 0..<50 {
            let table = try store.layout.requiredEntity("Author").table
            try store.write { session in
              let id = try session.reserveIDs(1, of: table)
              try session.save { try $0.addAuthor(id, "\(index)-\(number)") }
            }
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    for store in stores { #expect(try Self.count(store) == 100) }
    _ = directory
  }

  @Test func aWriterThatWaitsTooLongGetsAnError() throws {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("store"))
      let first = try SQLiteStore(model: Library.model, at: location)
      let second = try SQLiteStore(
        model: Library.model, at: location,
        options: StoreOptions(busyTimeout: .milliseconds(20)))
      let error = #expect(throws: StoreError.self) {
        try first.write { session in
          try session.save { try $0.addAuthor(1, "a") }
          try second.save { changes, _ in try changes.addAuthor(2, "b") }
        }
      }
      #expect(error?.code == .busy)
      #expect(try Self.count(second) == 0)
      try second.save { changes, _ in try changes.addAuthor(2, "b") }
      #expect(try Self.count(first) == 1)
    }
  }
}
