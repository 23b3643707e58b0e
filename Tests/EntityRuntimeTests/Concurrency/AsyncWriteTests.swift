import Dispatch
import EntityGraph
import Synchronization
import Testing

@testable import EntityRuntime

/// `container.read` and `container.write`.
@Suite struct AsyncWriteTests {
  @Test(arguments: TemporaryBookshop.Place.allCases)
  func whatAWriteHasSavedIsRead(_ place: TemporaryBookshop.Place) async throws {
    let store = try TemporaryBookshop(place)
    let container = store.container
    let id = try await container.write { context in
      let author = Author(email: "u@example.org", name: "Ursula", in: context)
      return Book(title: "A", pages: 3, author: author, in: context).objectID
    }
    let title = try await container.read { context in
      try context.object(Book.self, with: id)?.title
    }
    #expect(title == "A")
    let names = try await container.read { try $0.fetch(Book.all).compactMap(\.author?.name) }
    #expect(names == ["Ursula"])
  }

  @Test(arguments: TemporaryBookshop.Place.allCases)
  func newObjectsHavePermanentIDsAtOnce(_ place: TemporaryBookshop.Place) async throws {
    let store = try TemporaryBookshop(place)
    let (first, second) = try await store.container.write { context in
      let books = (1...100).map { Book(title: "\($0)", in: context) }
      for book in books {
        #expect(!book.objectID.isTemporary)
        let found = try context.object(Book.self, with: book.objectID)
        #expect(found === book)
      }
      #expect(Set(books.map(\.objectID)).count == 100)
      let count = try context.fetch(Book.where { $0.title == "7" }).count
      #expect(count == 1)
      expectSound(context)
      return (books[0].objectID, books[99].objectID)
    }
    let found = try await store.container.read { context in
      [first, second].map { try? context.object(Book.self, with: $0)?.title }
    }
    #expect(found == ["1", "100"])
  }

  @Test(arguments: TemporaryBookshop.Place.allCases)
  func nothingRemainsOfAWriteThatThrows(_ place: TemporaryBookshop.Place) async throws {
    let store = try TemporaryBookshop(place)
    await #expect(throws: Stop.self) {
      try await store.container.write { context in
        _ = Book(title: "A", in: context)
        try context.save()
        throw Stop()
      }
    }
    #expect(try await store.container.read { try $0.count(Book.all) } == 0)
  }

  @Test(arguments: TemporaryBookshop.Place.allCases)
  func aSaveWithinAWriteThatFailsLeavesTheRestOfIt(_ place: TemporaryBookshop.Place) async throws {
    let store = try TemporaryBookshop(place)
    try await store.container.write { context in
      _ = Author(email: "a", name: "A", in: context)
      try context.save()
      let second = Author(email: "a", name: "B", in: context)
      #expect(throws: (any Error).self) { try context.save() }
      expectSound(context)
      second.email = "b"
    }
    let names = try await store.container.read { context in
      try context.fetch(Author.sorted(by: \.name)).map(\.name)
    }
    #expect(names == ["A", "B"])
  }

  @Test func objectsChangedInAReadAreRefused() async throws {
    let store = try TemporaryBookshop(.file)
    try await store.container.write { _ = Book(title: "A", in: $0) }
    let error = await #expect(throws: StoreError.self) {
      try await store.container.read { context in
        try context.first(Book.all)?.title = "B"
      }
    }
    #expect(error?.code == .invalidRequest)
    let busy = await #expect(throws: StoreError.self) {
      try await store.container.read { context in
        try context.first(Book.all)?.title = "B"
        try context.save()
      }
    }
    #expect(busy?.code == .busy)
    #expect(try await store.container.read { try $0.first(Book.all)?.title } == "A")
  }

  @Test func aWriteSeesNothingOfWhatOthersWriteMeanwhile() async throws {
    let store = try TemporaryBookshop(.file)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await store.container.write { context in
            let counter = try context.first(Book.all) ?? Book(title: "", in: context)
            counter.pages += 1
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.container.read { try $0.first(Book.all)?.pages } == 200)
  }

  @Test func whatIsToBeDoneAfterTheCommitIsDoneOnceAndInOrder() async throws {
    let store = try TemporaryBookshop(.file)
    let log = SQLLog()
    try await store.container.write { context in
      _ = Book(title: "A", in: context)
      context.afterCommit { log.append("first") }
      try context.save()
      context.afterCommit {
        let count = try? await store.container.read { try $0.count(Book.all) }
        log.append("second, of \(count ?? -1)")
      }
      #expect(log.statements == [])
    }
    #expect(log.statements == ["first", "second, of 1"])
    await #expect(throws: Stop.self) {
      try await store.container.write { context in
        context.afterCommit { log.append("third") }
        throw Stop()
      }
    }
    #expect(log.statements.count == 2)
  }

  @Test func whatAReadReturnsNeedNotBeSendable() async throws {
    let store = try TemporaryBookshop(.file)
    final class Titles { var all: [String] = [] }
    let titles = try await store.container.read { context in
      let titles = Titles()
      titles.all = try context.fetch(Book.all).map(\.title)
      return titles
    }
    titles.all.append("x")
    #expect(titles.all == ["x"])
  }
}

struct Stop: Error {}
