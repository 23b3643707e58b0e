import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Two stores in which everything is changed, and that exchange what has been changed.
@Suite struct RandomExchangeTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>, [MergePolicy.Side.ours, .theirs])
  func storesThatExchangeTheirChangesBecomeTheSame(
    _ seed: UInt64, _ side: MergePolicy.Side
  ) throws {
    var random = SeededRandom(seed: seed)
    let (left, right) = (try Replica(), try Replica())
    var (leftToken, rightToken): (CommitToken?, CommitToken?) = (nil, nil)
    let other: MergePolicy.Side = side == .ours ? .theirs : .ours
    for round in 0..<10 {
      for ship in [left, right] {
        for _ in 0..<random.below(4) { try ship.change { try Self.edit($0, &random) } }
      }
      let fromLeft = try left.container.pendingChanges(by: "app", since: leftToken)
      let fromRight = try right.container.pendingChanges(by: "app", since: rightToken)
      let before = [try left.graph(), try right.graph()]
      try left.apply(
        JSON(reading: fromRight.json.text), .keeping(leftToken),
        merging: .byProperty(preferring: side))
      try right.apply(
        JSON(reading: fromLeft.json.text), .keeping(rightToken),
        merging: .byProperty(preferring: other))
      let (first, second) = (try left.graph(), try right.graph())
      #expect(
        first == second,
        """
        seed \(seed), round \(round)
        \(fromLeft.json)
        \(fromRight.json)
        \(before.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))
        """)
      if first != second { return }
      (leftToken, rightToken) = (fromLeft.token, fromRight.token)
    }
  }

  /// A client whose changes go before those of others, a round after the other, with what a server
  /// has as a whole.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func aClientThatPullsAndPushesBecomesLikeTheServer(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (client, server) = (try Replica(), try Replica())
    var token: CommitToken?
    let shape = JSONShape<Skipper> {
      $0.id
      $0.name
      $0.note
      $0.tags
    }
    for round in 0..<10 {
      for ship in [client, server] {
        try ship.change { context in
          for _ in 0..<random.below(6) {
            let id = random.below(6)
            let skipper = try context.find(Skipper.self, \.id, id)
            if random.oneIn(4), let skipper {
              context.delete(skipper)
              try context.save()
            } else {
              let skipper = skipper ?? Skipper(id: id, in: context)
              if random.oneIn(2) { skipper.name = "n\(random.below(9))" }
              if random.oneIn(2) { skipper.tags = ["t\(random.below(9))"] }
            }
          }
        }
      }
      let context = client.container.newContext()
      context.author = "server"
      let payload = try server.container.newContext().json(Skipper.all, as: shape)
      try context.sync(
        Skipper.self, from: payload, deleting: .missing, options: .keeping(token))
      try context.save()
      let pending = try client.container.pendingChanges(by: "app", since: token)
      token = pending.token
      try server.apply(pending.json, author: "client")
      // What only the client has, and the server has deleted meanwhile, is pulled next time.
      let again = client.container.newContext()
      again.author = "server"
      try again.sync(
        Skipper.self, from: server.container.newContext().json(Skipper.all, as: shape),
        deleting: .missing, options: .keeping(token))
      try again.save()
      #expect(try client.graph() == server.graph(), "seed \(seed), round \(round)")
    }
  }

  /// Changes something of everything.
  static func edit(
    _ context: ManagedObjectContext, _ random: inout SeededRandom
  ) throws {
    for _ in 0..<4 {
      let voyages = try context.fetch(Voyage.all.sorted(by: \.code))
      let voyage = voyages.isEmpty ? nil : random.pick(voyages)
      switch random.below(10) {
      case 0:
        let id = random.below(4)
        let skipper = try context.find(Skipper.self, \.id, id) ?? Skipper(id: id, in: context)
        skipper.name = "n\(random.below(4))"
        skipper.note = random.oneIn(2) ? nil : "o\(random.below(3))"
      case 1, 2:
        let code = "c\(random.below(5))"
        let voyage =
          try context.find(Voyage.self, \.code, code) ?? Voyage(code: code, in: context)
        voyage.title = "t\(random.below(5))"
        if random.oneIn(2) { voyage.cost = Decimal(random.below(3)) }
      case 3:
        let skippers = try context.fetch(Skipper.all.sorted(by: \.id))
        voyage?.skipper = skippers.isEmpty || random.oneIn(4) ? nil : random.pick(skippers)
      case 4:
        let name = "h\(random.below(4))"
        let harbour =
          try context.find(Harbour.self, \.name, name) ?? Harbour(name: name, in: context)
        if random.oneIn(2) { harbour.depth = random.below(9) }
        guard let voyage else { continue }
        if voyage.harbours.contains(harbour) {
          voyage.harbours.remove(harbour)
        } else {
          voyage.harbours.insert(harbour)
        }
      case 5, 6:
        guard let voyage else { continue }
        let id = random.below(8)
        let stage =
          try context.find(Stage.self, \.id, id) ?? Stage(id: id, voyage: voyage, in: context)
        if random.oneIn(2) { stage.text = "s\(random.below(9))" }
        if random.oneIn(2) {
          stage.voyage = voyage
          var stages = voyage.stages.filter { $0 !== stage }
          stages.insert(stage, at: random.below(stages.count + 1))
          voyage.stages = stages
        }
      case 7:
        guard let voyage else { continue }
        let id = random.below(5)
        let passenger =
          try context.find(Passenger.self, \.id, id) ?? Passenger(id: id, in: context)
        if random.oneIn(2) { passenger.name = "p\(random.below(9))" }
        var passengers = voyage.passengers.filter { $0 !== passenger }
        if random.oneIn(2) {
          passengers.insert(passenger, at: random.below(passengers.count + 1))
        }
        voyage.passengers = passengers
      default:
        let objects: [ManagedObject] =
          switch random.below(5) {
          case 0: try context.fetch(Skipper.all.sorted(by: \.id))
          case 1: voyages
          case 2: try context.fetch(Harbour.all.sorted(by: \.name))
          case 3: try context.fetch(Stage.all.sorted(by: \.id))
          default: try context.fetch(Passenger.all.sorted(by: \.id))
          }
        if !objects.isEmpty { context.delete(random.pick(objects)) }
      }
    }
  }
}

extension SyncOptions {
  /// Options that leave what the app has changed since `token` as it is.
  static func keeping(_ token: CommitToken?) -> SyncOptions {
    var options = SyncOptions()
    options.pending = .kept(by: "app", since: token)
    return options
  }
}
