import EntityGraph
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime

/// Many tasks at once, checked against what a serial order of their work allows.
@Suite struct ManyTasksTests {
  /// Two containers over one file stand for two processes: they share nothing but the file.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func sumsAreKeptAndWhatIsCommittedIsSeen(seed: UInt64) async throws {
    let store = try TemporaryBookshop(.file)
    let other = try PersistentContainer(
      model: store.container.model, at: .file(store.path), options: .patient)
    let containers = [store.container, other]
    let ids = try await store.container.write { context in
      (0..<10).map { Book(title: "\($0)", pages: 100, in: context).objectID }
    }
    let newest = Newest()
    try await withThrowingTaskGroup { group in
      for task in 0..<24 {
        group.addTask {
          var random = SeededRandom(seed: seed &* 1000 &+ UInt64(task))
          for _ in 0..<15 {
            let container = containers[Int.random(in: 0..<2, using: &random)]
            let from = ids[Int.random(in: 0..<10, using: &random)]
            let to = ids[Int.random(in: 0..<10, using: &random)]
            let amount = Int.random(in: 1...5, using: &random)
            if task % 3 == 0 {
              let known = newest.value
              let (sum, count) = try await container.read { context in
                let books = try context.fetch(Book.all)
                return (books.map(\.pages).reduce(0, +), try context.count(Subject.all))
              }
              #expect(sum == 1000)
              #expect(count >= known, "a read sees every write that had returned before it")
            } else {
              let fails = Int.random(in: 0..<4, using: &random) == 0
              let count: Int? = try? await container.write { context in
                try context.object(Book.self, with: from)?.pages -= amount
                if fails { try context.save() }
                try context.object(Book.self, with: to)?.pages += amount
                _ = Subject(name: "\(task)", in: context)
                if fails { throw Stop() }
                return try context.count(Subject.all)
              }
              #expect((count == nil) == fails)
              if let count { newest.note(count) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let sum = try await other.read { try $0.fetch(Book.all).map(\.pages).reduce(0, +) }
    #expect(sum == 1000)
    #expect(try await other.read { try $0.count(Subject.all) } == newest.value)
  }

  @Test func tasksThatAreCancelledAnywhereLeaveNothingHalfDone() async throws {
    let store = try TemporaryBookshop(.file)
    let container = store.container
    let done = Newest()
    try await withThrowingTaskGroup { group in
      for index in 0..<200 {
        let work = Task {
          try await container.write { context in
            _ = Book(title: "\(index)", in: context)
            try context.save()
            _ = try context.fetch(Book.sorted(by: \.title)).count
            _ = Subject(name: "\(index)", in: context)
          }
          done.add()
        }
        group.addTask {
          for _ in 0..<(index % 7) { await Task.yield() }
          work.cancel()
          _ = try? await work.value
        }
      }
      try await group.waitForAll()
    }
    let (books, subjects) = try await container.read { context in
      (try context.fetch(Book.all).map(\.title), try context.fetch(Subject.all).map(\.name))
    }
    #expect(Set(books) == Set(subjects))
    #expect(books.count == done.value)
    try await container.write { _ = Book(title: "after", in: $0) }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func whatHasBeenAcknowledgedSurvivesTheEndOfTheProcess(seed: UInt64) async throws {
    let directory = try TemporaryDirectory()
    let (path, acknowledged) = (directory.path("store.sqlite"), directory.path("acknowledged"))
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [seed = seed as UInt64, path = path as String, acknowledged = acknowledged as String] in
      let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
      let container = try PersistentContainer(model: model, at: .file(path))
      let file = open(acknowledged, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      let last = Int(20 + seed * 37)
      let count = Newest()
      await withTaskGroup { group in
        for task in 0..<4 {
          group.addTask {
            for index in 0... {
              let name = "\(task)-\(index)"
              try? await container.write { context in
                let book = Book(title: name, in: context)
                try context.save()
                book.subjects = [Subject(name: name, in: context)]
              }
              _ = "\(name)\n".withCString { write(file, $0, strlen($0)) }
              if count.add() == last { kill(getpid(), SIGKILL) }
            }
          }
        }
      }
    }
    let text = try String(contentsOfFile: acknowledged, encoding: .utf8)
    let names = Set(text.split(separator: "\n").map(String.init))
    #expect(names.count >= 20)
    let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
    let container = try PersistentContainer(model: model, at: .file(path))
    let saved = try await container.read { context in
      try context.fetch(Book.all).map { ($0.title, $0.subjects.map(\.name)) }
    }
    #expect(names.isSubset(of: saved.map(\.0)))
    #expect(saved.count <= names.count + 4)
    #expect(saved.allSatisfy { $0.1 == [$0.0] })
  }
}

/// The largest number that anybody has noted.
private final class Newest: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int { number.load(ordering: .sequentiallyConsistent) }

  func note(_ value: Int) { number.max(value, ordering: .sequentiallyConsistent) }

  @discardableResult func add() -> Int {
    number.add(1, ordering: .sequentiallyConsistent).newValue
  }
}
