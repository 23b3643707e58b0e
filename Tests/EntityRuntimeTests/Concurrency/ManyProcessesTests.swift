import EntityGraph
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime

/// Several processes over one file, checked against the serial order of what they commit: each
/// write counts a counter up, so that it has a number that no other one has.
@Suite(.timeLimit(.minutes(60))) struct ManyProcessesTests {
  private static let accountCount = 10
  private static let processCount = 4
  private static let taskCount = 3

  @Test(arguments: 0..<3 as Range<UInt64>)
  func whatIsCommittedIsSeenByAllAndSumsAreKept(seed: UInt64) async throws {
    let directory = try TemporaryDirectory()
    let (path, log) = (directory.path("store.sqlite"), directory.path("acknowledged"))
    let first = try Bank(path, log)
    try await first.container.write { context in
      _ = Book(title: "counter", in: context)
      for index in 0..<Self.accountCount { _ = Book(title: "\(index)", pages: 100, in: context) }
    }
    try await withThrowingTaskGroup { group in
      for process in 1..<Self.processCount as Range<Int> {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [
              seed = seed as UInt64, process = process as Int, path = path as String,
              log = log as String
            ] in
            try await Bank(path, log).work(seed: seed &* 100 &+ UInt64(process))
          }
        }
      }
      group.addTask {
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [seed = seed as UInt64, path = path as String, log = log as String] in
          var random = SeededRandom(seed: seed)
          // After so many statements, in whatever they are a part of.
          let end = Int.random(in: 40..<400, using: &random)
          try await Bank(path, log, killedAfter: end).work(seed: seed &* 100)
        }
      }
      try await group.waitForAll()
    }
    try await first.check()
    let state = try await first.state()
    let acknowledged = first.acknowledged()
    #expect(Set(acknowledged).count == acknowledged.count)
    #expect(acknowledged.allSatisfy { (1...state.counter).contains($0) })
    // The process that was killed may have committed for each of its tasks and not said so.
    #expect(state.counter - acknowledged.count <= Self.taskCount)
    #expect(acknowledged.count > 50)
    #expect(try first.container.checkIntegrity().problems == [])
  }

  /// The bank as one process sees it.
  private final class Bank: Sendable {
    /// What one read sees.
    struct State {
      var counter = 0
      var sum = 0
      var numbers: [Int] = []
    }

    let container: PersistentContainer
    private let log: String
    private let file: Int32

    /// Opens the bank; the process ends when so many statements have run.
    init(_ path: String, _ log: String, killedAfter end: Int? = nil) throws {
      var options = StoreOptions.patient
      let count = Mutex(0)
      if let end {
        options.trace = { _ in
          let isLast = count.withLock { count in
            count += 1
            return count == end
          }
          if isLast { kill(getpid(), SIGKILL) }
        }
      }
      container = try PersistentContainer(
        model: ObjectModel(Author.self, Book.self, Subject.self, Profile.self), at: .file(path),
        options: options)
      self.log = log
      file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }

    deinit { close(file) }

    /// Notes that the write `number` has returned.
    private func acknowledge(_ number: Int) {
      _ = withUnsafeBytes(of: Int64(number)) { write(file, $0.baseAddress, $0.count) }
    }

    /// The numbers of the writes that have returned, in any process.
    func acknowledged() -> [Int] {
      let bytes = FileManager.default.contents(atPath: log) ?? Data()
      return stride(from: 0, to: bytes.count / 8 * 8, by: 8).map { start in
        Int(bytes[start..<start + 8].withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
      }
    }

    /// Transfers and checks at random, in several tasks.
    func work(seed: UInt64) async throws {
      try await withThrowingTaskGroup { group in
        for task in 0..<taskCount {
          group.addTask { [self] in
            var random = SeededRandom(seed: seed &* 1000 &+ UInt64(task))
            for _ in 0..<40 {
              if random.oneIn(3) {
                try await check()
              } else {
                try await transfer(&random)
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }

    private func transfer(_ random: inout SeededRandom) async throws {
      let known = acknowledged().max() ?? 0
      let (from, to) = ("\(random.below(accountCount))", "\(random.below(accountCount))")
      let (amount, savesOnTheWay, fails) = (random.below(50), random.oneIn(3), random.oneIn(5))
      do {
        let number = try await container.write { context in
          try context.first(Book.where { $0.title == from })?.pages -= amount
          if savesOnTheWay { try context.save() }
          try context.first(Book.where { $0.title == to })?.pages += amount
          guard let counter = try context.first(Book.where { $0.title == "counter" }) else {
            throw Stop()
          }
          counter.pages += 1
          _ = Subject(name: "\(counter.pages)", in: context)
          if fails { throw Stop() }
          return counter.pages
        }
        #expect(number > known, "a write sees every one that had returned before it")
        acknowledge(number)
      } catch is Stop {
        #expect(fails)
      }
    }

    /// Expects that a read sees one state, with everything that had returned before it.
    func check() async throws {
      let known = acknowledged().max() ?? 0
      let state = try await state()
      #expect(state.counter >= known, "a read sees every write that had returned before it")
      #expect(state.sum == 100 * accountCount)
      #expect(state.numbers == Array(1...max(state.counter, 1)).prefix(state.counter).map { $0 })
    }

    func state() async throws -> State {
      try await container.read { context in
        var state = State()
        for book in try context.fetch(Book.all) {
          if book.title == "counter" { state.counter = book.pages } else { state.sum += book.pages }
        }
        state.numbers = try context.fetch(Subject.all).compactMap { Int($0.name) }.sorted()
        return state
      }
    }
  }
}
