import EntityGraph
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime

@Entity(.values) final class Parcel: ManagedObject {
  @Attribute(.indexed) var number: Int
  var grams: Int = 0
  var depot: String = ""
}

/// What live queries give while several write, against every state that there has been.
@Suite(.timeLimit(.minutes(60))) struct RandomUpdateTests {
  private static let writerCount = 4
  private static let commitCount = 800

  /// How many commits the writers may be ahead of those who listen all the time.
  private static let lead = 50

  @Test func eachResultIsOneOfACommittedStateInOrderAndTheLastOneIsThatOfTheEnd() async throws {
    let directory = try TemporaryDirectory()
    let container = try PersistentContainer(
      model: ObjectModel(Parcel.self), at: .file(directory.path("store.sqlite")), options: .patient)
    let record = Record()
    try await container.write { context in
      record.append(try Self.begin(context, 0))
    }
    let given = try await withThrowingTaskGroup(of: Int.self) { group in
      for seed in 0..<2 as Range<UInt64> {
        Self.listen(to: container, record, seed, in: &group)
      }
      try await withThrowingTaskGroup { writers in
        for writer in 0..<Self.writerCount {
          writers.addTask { try await Self.write(to: container, record, writer) }
        }
        try await writers.waitForAll()
      }
      // Nothing has had this result before, whatever the question.
      try await container.write { context in
        var parcels = try Self.begin(context, record.count)
        for number in 1000..<1100 {
          parcels.append(Parcel(number: number, grams: 5000, depot: "end", in: context))
        }
        record.append(parcels, isEnd: true)
      }
      return try await group.reduce(0, +)
    }
    #expect(record.count == Self.writerCount * Self.commitCount + 2)
    let count = Self.writerCount * Self.commitCount / Self.lead * LiveQuestion.withSerial.count
    #expect(given >= count, "many are given while the writers are at work")
    let answers = record.last
    try await container.read { context in
      for question in LiveQuestion.allCases {
        let answer = try question.answer(context)
        #expect(answer == answers[question.rawValue])
      }
    }
    withExtendedLifetime(directory) {}
  }

  /// Makes `serial` the weight of the parcel 0, and returns all parcels, that one first.
  private static func begin(_ context: ManagedObjectContext, _ serial: Int) throws -> [Parcel] {
    var parcels = try context.fetch(Parcel.sorted(by: \.number))
    if parcels.isEmpty { parcels = [Parcel(number: 0, depot: "serial", in: context)] }
    parcels[0].grams = serial
    return parcels
  }

  /// Changes something of the others.
  private static func change(
    _ parcels: inout [Parcel], _ context: ManagedObjectContext, _ random: inout SeededRandom
  ) throws {
    for _ in 0...random.below(3) {
      let index = random.below(parcels.count)
      let depot = "depot \(random.below(4))"
      switch random.below(5) {
      case 0 where index > 0: context.delete(parcels.remove(at: index))
      case 1 where index > 0: parcels[index].grams = random.below(100)
      case 2 where index > 0: parcels[index].depot = depot
      case 3 where index > 0: parcels[index].number = 1 + random.below(900)
      case 4 where parcels.count < 24:
        parcels.append(
          Parcel(
            number: 1 + random.below(900), grams: random.below(100), depot: depot, in: context))
      default: break
      }
      if random.oneIn(8) { try context.save() }
    }
  }

  private static func write(
    to container: PersistentContainer, _ record: Record, _ writer: Int
  ) async throws {
    var seeds = SeededRandom(seed: UInt64(writer))
    var count = 0
    while count < commitCount {
      let seed = seeds.next()
      let fails = seeds.oneIn(10)
      while record.count > record.slowest + lead { await Task.yield() }
      do {
        try await container.write { context in
          var random = SeededRandom(seed: seed)
          var parcels = try begin(context, record.count)
          try change(&parcels, context, &random)
          if fails {
            try context.save()
            throw Stop()
          }
          // The transaction is the only one: what is appended here is in the order of the commits.
          record.append(parcels)
        }
        record.acknowledge()
        count += 1
      } catch is Stop {}
    }
  }

  // MARK: Listening

  private static func listen(
    to container: PersistentContainer, _ record: Record, _ seed: UInt64,
    in group: inout ThrowingTaskGroup<Int, any Error>
  ) {
    group.addTask {
      try await follow(.values, record, seed) {
        container.updates(of: Parcel.sorted(by: \.number), as: .values(Parcel.Values.self))
      } text: {
        LiveQuestion.text($0.map { "\($0.number) \($0.grams) \($0.depot)" })
      }
    }
    group.addTask {
      try await follow(.rows, record, seed) {
        container.updates(
          of: Parcel.sorted(by: \.number).select { ($0.number, $0.depot, $0.grams) })
      } text: {
        LiveQuestion.text($0.map { "\($0.0) \($0.2) \($0.1)" })
      }
    }
    group.addTask {
      try await follow(.groups, record, seed) {
        container.updates(
          of: Parcel.group(by: \.depot).select { ($0.depot, $0.count, $0.grams.sum) })
      } text: {
        LiveQuestion.text($0.map { "\($0.0) \($0.1) \($0.2)" })
      }
    }
    group.addTask {
      try await follow(.count, record, seed) {
        container.updates(of: Parcel.where { $0.grams > 50 }, as: .count)
      } text: {
        "\($0)"
      }
    }
    group.addTask {
      try await follow(.ids, record, seed) {
        container.updates(of: Parcel.where { $0.grams > 50 })
      } text: {
        LiveQuestion.text($0.map { "\($0)" })
      }
    }
  }

  /// Follows what `updates` gives until it is what the end is, and returns how many there were. An
  /// odd `seed` asks for another sequence every now and then, and is slow.
  private static func follow<Value: Sendable>(
    _ question: LiveQuestion, _ record: Record, _ seed: UInt64,
    _ updates: () -> UpdateSequence<Value>, text: (Value) -> String
  ) async throws -> Int {
    var random = SeededRandom(seed: seed &+ UInt64(question.rawValue) &* 10)
    var (count, last) = (0, 0)
    while true {
      var remaining = seed % 2 == 0 ? Int.max : 1 + random.below(5)
      var isFirst = true
      let known = record.acknowledged
      for try await value in updates() {
        if isFirst { last = max(last, known) }
        isFirst = false
        let answer = text(value)
        guard let found = record.first(question, answer, from: last) else {
          Issue.record("\(question) of the seed \(seed) after \(last) is of no state: \(answer)")
          return count
        }
        last = found
        count += 1
        if seed == 0 { record.note(question, found) }
        if record.isEnd(question, answer) { return count }
        remaining -= 1
        if remaining == 0 { break }
        if seed % 2 == 1 { for _ in 0..<random.below(40) { await Task.yield() } }
      }
    }
  }
}

/// What is asked of each state.
private enum LiveQuestion: Int, CaseIterable {
  case values, rows, groups, count, ids

  /// Those whose answers say which state they are of.
  static let withSerial: [LiveQuestion] = [.values, .rows, .groups]

  static func text(_ lines: [String]) -> String { lines.sorted().joined(separator: "\n") }

  /// The answer for a state in which there are `parcels`, without asking a store.
  func answer(_ parcels: [Parcel]) -> String {
    switch self {
    case .values, .rows:
      Self.text(parcels.map { "\($0.number) \($0.grams) \($0.depot)" })
    case .groups:
      Self.text(
        Dictionary(grouping: parcels, by: \.depot).map { depot, parcels in
          "\(depot) \(parcels.count) \(parcels.map(\.grams).reduce(0, +))"
        })
    case .count: "\(parcels.count { $0.grams > 50 })"
    case .ids: Self.text(parcels.filter { $0.grams > 50 }.map { "\($0.objectID)" })
    }
  }

  /// The answer that a fetch gives.
  func answer(_ context: ManagedObjectContext) throws -> String {
    switch self {
    case .values:
      let found = try context.fetch(Parcel.sorted(by: \.number)).map { Parcel.Values($0) }
      return Self.text(found.map { "\($0.number) \($0.grams) \($0.depot)" })
    case .rows:
      let found = try context.fetch(
        Parcel.sorted(by: \.number).select { ($0.number, $0.depot, $0.grams) })
      return Self.text(found.map { "\($0.0) \($0.2) \($0.1)" })
    case .groups:
      let found = try context.fetch(
        Parcel.group(by: \.depot).select { ($0.depot, $0.count, $0.grams.sum) })
      return Self.text(found.map { "\($0.0) \($0.1) \($0.2)" })
    case .count: return "\(try context.count(Parcel.where { $0.grams > 50 }))"
    case .ids:
      return Self.text(try context.identifiers(Parcel.where { $0.grams > 50 }).map { "\($0)" })
    }
  }
}

/// The answers for all states that there have been, in the order of their commits.
private final class Record: Sendable {
  private struct State {
    var answers: [[String]] = []
    var acknowledged = 0
    var hasEnded = false

    /// The last states that have been given to those who listen all the time.
    var given = [Int](repeating: 0, count: LiveQuestion.allCases.count)
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.answers.count } }

  var last: [String] { state.withLock { $0.answers.last ?? [] } }

  /// The number of a state of which a write has returned, or of an earlier one.
  var acknowledged: Int { state.withLock { $0.acknowledged } }

  /// The state that all who listen all the time have been given, as far as they can know.
  var slowest: Int {
    state.withLock { state in
      LiveQuestion.withSerial.map { state.given[$0.rawValue] }.min() ?? 0
    }
  }

  /// Adds the state in which there are `parcels`, which is the last one if it `isEnd`.
  func append(_ parcels: [Parcel], isEnd: Bool = false) {
    let answers = LiveQuestion.allCases.map { $0.answer(parcels) }
    state.withLock { state in
      state.answers.append(answers)
      state.hasEnded = isEnd
    }
  }

  /// Notes that whoever listens for `question` has been given the state `number`.
  func note(_ question: LiveQuestion, _ number: Int) {
    state.withLock { $0.given[question.rawValue] = number }
  }

  /// Notes that a write has returned.
  func acknowledge() {
    // The next one may be at work, whose state is the last.
    state.withLock { $0.acknowledged = max($0.acknowledged, $0.answers.count - 2) }
  }

  /// `true` if `answer` is that of the end, which differs from all before it.
  func isEnd(_ question: LiveQuestion, _ answer: String) -> Bool {
    state.withLock { $0.hasEnded && $0.answers.last?[question.rawValue] == answer }
  }

  /// The number of the first state from `start` on of which `answer` is.
  func first(_ question: LiveQuestion, _ answer: String, from start: Int) -> Int? {
    let answers = state.withLock { $0.answers }
    return answers[start...].firstIndex { $0[question.rawValue] == answer }
  }
}
