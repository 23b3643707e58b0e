import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Two stores of which one gives identities to other objects while the other one changes what it
/// knows by them.
@Suite struct MovedIdentityTests {
  private let (left, right): (Replica, Replica)

  /// Both have skippers called as their identities are: 1 to 5.
  init() throws {
    (left, right) = (try Replica(), try Replica())
    for replica in [left, right] {
      try replica.change(by: "both") { context in
        for id in 1...5 { _ = Skipper(id: id, name: "n\(id)", in: context) }
      }
    }
  }

  private static func skipper(_ id: Int, in context: ManagedObjectContext) throws -> Skipper? {
    try context.find(Skipper.self, \.id, id)
  }

  /// Gives the skippers that are known by the keys of `ids` the values as identities, at once.
  private func move(_ ids: [Int: Int]) throws {
    try left.change { context in
      let skippers = try ids.map { (try Self.skipper($0.key, in: context), $0.value) }
      for (skipper, id) in skippers { skipper?.id = id }
    }
  }

  private func exchange(keeping side: MergePolicy.Side = .ours) throws {
    let fromLeft = try left.container.pendingChanges(by: "app")
    let fromRight = try right.container.pendingChanges(by: "app")
    try left.apply(
      fromRight.json, .keeping(nil), merging: .byProperty(preferring: side))
    let other: MergePolicy.Side = side == .ours ? .theirs : .ours
    try right.apply(fromLeft.json, .keeping(nil), merging: .byProperty(preferring: other))
  }

  private func skippers(_ replica: Replica) throws -> [String] {
    try replica.container.newContext().fetch(Skipper.sorted(by: \.id)).map {
      "\($0.id) \($0.name) \($0.note ?? "-")"
    }
  }

  @Test(arguments: [MergePolicy.Side.ours, .theirs])
  func aChangeIsAppliedToTheObjectThatItsSenderKnewByTheIdentity(
    _ side: MergePolicy.Side
  ) throws {
    try move([1: 9])
    try move([2: 1])
    try right.change { try Self.skipper(1, in: $0)?.note = "changed" }
    try exchange(keeping: side)
    #expect(try skippers(left) == ["1 n2 -", "3 n3 -", "4 n4 -", "5 n5 -", "9 n1 changed"])
    #expect(try skippers(right) == skippers(left))
  }

  @Test(arguments: [MergePolicy.Side.ours, .theirs])
  func twoObjectsThatHaveExchangedTheirIdentitiesAreToldApart(_ side: MergePolicy.Side) throws {
    try move([1: 2, 2: 1])
    try right.change {
      try Self.skipper(1, in: $0)?.note = "first"
      try Self.skipper(2, in: $0)?.name = "second"
    }
    try exchange(keeping: side)
    #expect(
      try skippers(left) == ["1 second -", "2 n1 first", "3 n3 -", "4 n4 -", "5 n5 -"])
    #expect(try skippers(right) == skippers(left))
  }

  @Test func theIdentityOfADeletedObjectIsThatOfAnotherOne() throws {
    try left.change { context in try Self.skipper(1, in: context).map { context.delete($0) } }
    try move([2: 1])
    try right.change {
      try Self.skipper(1, in: $0)?.note = "lost"
      try Self.skipper(2, in: $0)?.note = "kept"
    }
    try exchange()
    #expect(try skippers(left) == ["1 n2 kept", "3 n3 -", "4 n4 -", "5 n5 -"])
    #expect(try skippers(right) == skippers(left))
  }

  @Test func aNewObjectWithAnIdentityThatHasBeenGivenUpIsNotTheFormerOne() throws {
    try move([1: 9])
    try left.change { _ = Skipper(id: 1, name: "new", in: $0) }
    try right.change { try Self.skipper(1, in: $0)?.note = "changed" }
    try exchange()
    #expect(
      try skippers(left)
        == ["1 new -", "2 n2 -", "3 n3 -", "4 n4 -", "5 n5 -", "9 n1 changed"])
    #expect(try skippers(right) == skippers(left))
  }

  @Test(arguments: 1...80 as ClosedRange<UInt64>)
  func storesBecomeTheSameWhateverIdentitiesAreMoved(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<random.below(5) {
      try left.change { context in
        let skippers = try context.fetch(Skipper.all)
        guard let first = skippers.first.map({ _ in random.pick(skippers) }) else { return }
        let id = random.below(9) + 1
        let other = try Self.skipper(id, in: context)
        if random.oneIn(4) { return context.delete(first) }
        if random.oneIn(4), other == nil { return _ = Skipper(id: id, name: "new", in: context) }
        // Whoever has the identity is given that of the other one.
        let former = first.id
        first.id = id
        if other !== first { other?.id = former }
        first.name = "left \(random.below(9))"
      }
    }
    for _ in 0..<random.below(5) {
      try right.change { context in
        let skippers = try context.fetch(Skipper.all)
        guard !skippers.isEmpty else { return }
        let skipper = random.pick(skippers)
        if random.oneIn(5) { return context.delete(skipper) }
        if random.oneIn(2) { skipper.note = "right \(random.below(9))" }
        if random.oneIn(2) { skipper.name = "right \(random.below(9))" }
      }
    }
    let pending = [left, right].map { try? $0.pending() }
    try exchange()
    #expect(try skippers(left) == skippers(right), "seed \(seed) \(pending)")
  }

  @Test func twoObjectsThatAreGivenOneIdentityAreRefusedAtBothSides() throws {
    try move([1: 9])
    try right.change { try Self.skipper(2, in: $0)?.id = 9 }
    let fromLeft = try left.container.pendingChanges(by: "app")
    let fromRight = try right.container.pendingChanges(by: "app")
    for (replica, changes) in [(left, fromRight), (right, fromLeft)] {
      let error = #expect(throws: SyncError.self) {
        try replica.apply(changes.json, .keeping(nil), merging: .byProperty(preferring: .ours))
      }
      #expect(
        error?.description == "changes[0]: another object has the 'id' that this one is given")
    }
    // Once one of them has another identity, the exchange goes on.
    try right.change { try Self.skipper(9, in: $0)?.id = 8 }
    try exchange()
    #expect(try skippers(left) == ["3 n3 -", "4 n4 -", "5 n5 -", "8 n2 -", "9 n1 -"])
    #expect(try skippers(right) == skippers(left))
  }
}
