import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// A pull that arrives in pieces leaves what has not been pushed, whatever the size of its parts.
@Suite struct PulledPartsTests {
  private static let shape = JSONShape<Skipper> {
    $0.id
    $0.name
    $0.note
    $0.tags
    $0.voyages {
      $0.code
      $0.title
      $0.cost
      $0.harbours {
        $0.name
        $0.depth
      }
      $0.stages {
        $0.id
        $0.text
      }
      $0.passengers {
        $0.id
        $0.name
      }
    }
  }

  /// Applies `payload` in parts of `partSize` rows, or in memory without one, except for what is
  /// pending; returns the report in words.
  @discardableResult
  private func pull<Object: ManagedObject>(
    _ type: Object.Type, _ payload: JSON, into ship: Replica, merging policy: MergePolicy? = nil,
    deleting: SyncDeletion<Object> = .missing, related: SyncOperations = .all, partSize: Int?
  ) async throws -> String {
    var options = SyncOptions()
    options.pending = .kept(by: "app")
    options.related = related
    guard let partSize else {
      return try await ship.container.sync(
        type, from: payload, deleting: deleting, options: options, merging: policy,
        author: "server"
      ).description
    }
    let bytes = Array(payload.source)
    let pieces = stride(from: 0, to: bytes.count, by: 7).map {
      Array(bytes[$0..<min($0 + 7, bytes.count)])
    }
    return try await ship.container.sync(
      type, from: JSON.elements(of: AsyncStream(of: pieces)), deleting: deleting,
      options: options, merging: policy, author: "server", progress: nil, partSize: partSize,
      memoryLimit: 100
    ).description
  }

  @Test(arguments: [nil, 1, 2, 3, 10] as [Int?])
  func whatIsPendingStaysAndTheRestIsPulled(_ partSize: Int?) async throws {
    let ship = try Replica()
    try ship.change(by: "server") { context in
      for id in 1...6 { _ = Skipper(id: id, name: "n\(id)", note: "old", in: context) }
    }
    try ship.change { context in
      try context.find(Skipper.self, \.id, 1)?.name = "ours"
      context.delete(try #require(try context.find(Skipper.self, \.id, 2)))
      try context.find(Skipper.self, \.id, 3)?.id = 30
      try context.find(Skipper.self, \.id, 4)?.note = "ours"
      _ = Skipper(id: 9, in: context)
    }
    let before = try ship.pending()
    let payload = try JSON(
      reading: #"""
        [{"id": 1, "name": "theirs", "note": "theirs"}, {"id": 2, "name": "n2", "note": "old"},
         {"id": 3, "name": "theirs"}, {"id": 5, "note": "new"}, {"id": 7, "name": "n7"}]
        """#)
    #expect(
      try await pull(Skipper.self, payload, into: ship, partSize: partSize)
        == "1 inserted, 3 updated, 0 unchanged, 1 deleted, 1 skipped")
    #expect(
      try ship.graph() == [
        "skipper 1 ours theirs []", "skipper 30 theirs old []", "skipper 4 n4 ours []",
        "skipper 5 n5 new []", "skipper 7 n7 - []", "skipper 9 nobody - []",
      ])
    #expect(try ship.pending() == before)
    #expect(
      try await pull(Skipper.self, payload, into: ship, partSize: partSize)
        == "0 inserted, 0 updated, 4 unchanged, 0 deleted, 1 skipped")
  }

  @Test(arguments: [nil, 1, 2, 10] as [Int?])
  func linksOrdersAndMembersThatArePendingStay(_ partSize: Int?) async throws {
    let ship = try Replica()
    try ship.change(by: "server") { context in
      for code in ["A", "B"] {
        let voyage = Voyage(code: code, title: "old", in: context)
        voyage.stages = (1...3).map {
          Stage(id: $0 + (code == "B" ? 10 : 0), text: "old", voyage: voyage, in: context)
        }
        voyage.harbours = try Set(
          ["Hull", "Cork"].map {
            try context.find(Harbour.self, \.name, $0) ?? Harbour(name: $0, in: context)
          })
      }
    }
    try ship.change { context in
      let first = try #require(try context.find(Voyage.self, \.code, "A"))
      let second = try #require(try context.find(Voyage.self, \.code, "B"))
      first.stages.reverse()
      first.harbours.remove(try #require(try context.find(Harbour.self, \.name, "Hull")))
      second.harbours.insert(Harbour(name: "Bath", in: context))
      try context.find(Stage.self, \.id, 11)?.voyage = first
    }
    let payload = try JSON(
      reading: #"""
        [{"code": "A", "title": "new", "stages": [1, 2, 3], "harbours": ["Hull", "Cork"]},
         {"code": "B", "title": "new", "stages": [{"id": 11, "text": "new"}, {"id": 14}, 12],
          "harbours": ["Hull"]}, {"code": "C", "stages": [{"id": 15}]}]
        """#)
    try await pull(Voyage.self, payload, into: ship, partSize: partSize)
    let voyages = try ship.container.newContext().fetch(Voyage.sorted(by: \.code)).map {
      "\($0.code) \($0.title) \($0.harbours.map(\.name).sorted()) \($0.stages.map(\.id))"
    }
    #expect(
      voyages == [
        #"A new ["Cork"] [3, 2, 1, 11]"#, #"B new ["Bath", "Hull"] [14, 12]"#, "C  [] [15]",
      ])
    #expect(try ship.container.newContext().find(Stage.self, \.id, 11)?.text == "new")
  }

  @Test(arguments: [nil, 1, 2, 10] as [Int?])
  func whatOthersHavePutIntoWhatWasDeletedHereGoesWithIt(_ partSize: Int?) async throws {
    for related: SyncOperations in [.all, [.insert, .update]] {
      let ship = try Replica()
      try ship.change(by: "server") { context in
        for (code, ids) in [("A", [1, 2]), ("B", [7])] {
          let voyage = Voyage(code: code, in: context)
          voyage.stages = ids.map { Stage(id: $0, voyage: voyage, in: context) }
        }
      }
      try ship.change { context in
        context.delete(try #require(try context.find(Voyage.self, \.code, "A")))
      }
      let before = try ship.pending()
      // The seventh has been moved to what is not there any more, and the ninth is new in it.
      let payload = try JSON(
        reading: #"[{"code": "A", "stages": [1, 7, {"id": 9}]}, {"code": "B", "title": "new"}]"#)
      try await pull(
        Voyage.self, payload, into: ship, deleting: .none, related: related, partSize: partSize)
      // What was here before stays where related objects are not deleted.
      let kept = related.contains(.delete) ? [] : [7]
      let voyages = try ship.container.newContext().fetch(Voyage.all)
      #expect(voyages.map { "\($0.code) \($0.title) \($0.stages.map(\.id))" } == ["B new \(kept)"])
      #expect(try ship.container.newContext().fetch(Stage.all).map(\.id) == kept)
      #expect(try ship.pending() == before)
    }
  }

  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func aPullInPartsDoesWhatItDoesInMemory(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let (whole, parts, server) = (try Replica(), try Replica(), try Replica())
    var number: UInt64 = random.next()
    // All begin with the same.
    for ship in [whole, parts, server] {
      var same = SeededRandom(seed: number)
      for _ in 0..<8 {
        try ship.change(by: "server") { try RandomExchangeTests.edit($0, &same) }
      }
    }
    let policies: [MergePolicy?] = [
      nil, .ours, .theirs, .byProperty(preferring: .ours), .byProperty(preferring: .theirs),
    ]
    for round in 0..<6 {
      number = random.next()
      for ship in [whole, parts] {
        var same = SeededRandom(seed: number)
        for _ in 0..<2 { try ship.change { try RandomExchangeTests.edit($0, &same) } }
      }
      for _ in 0..<3 { try server.change { try RandomExchangeTests.edit($0, &random) } }
      let rows = try server.container.newContext().json(Skipper.all, as: Self.shape)
      let payload = JSON((rows.elements ?? []).shuffled(using: &random))
      let (policy, partSize) = (random.pick(policies), 1 + random.below(4))
      let deleting = random.oneIn(2) ? SyncDeletion<Skipper>.missing : .none
      let before = try whole.graph()
      let pending = try whole.pending()
      var refusals: [String] = []
      for (ship, partSize) in [(whole, nil), (parts, partSize)] {
        do {
          try await pull(
            Skipper.self, payload, into: ship, merging: policy, deleting: deleting,
            partSize: partSize)
          refusals.append("")
        } catch {
          refusals.append("\(error)")
        }
      }
      let (first, second) = (try whole.graph(), try parts.graph())
      #expect(refusals == ["", ""], "seed \(seed), round \(round), parts of \(partSize)")
      #expect(
        first == second,
        """
        seed \(seed), round \(round), parts of \(partSize), \(String(describing: policy))
        \(before.joined(separator: "\n"))
        \(pending.joined(separator: "\n"))
        \(payload.text)
        """)
      let (left, right) = (try whole.pending().sorted(), try parts.pending().sorted())
      #expect(
        left == right,
        """
        seed \(seed), round \(round), parts of \(partSize), \(String(describing: policy))
        \(before.joined(separator: "\n"))
        \(pending.joined(separator: "\n"))
        \(payload.text)
        """)
      if first != second || left != right { return }
      guard random.oneIn(2) else { continue }
      for ship in [whole, parts] {
        try await ship.container.withPendingChanges(by: "app") { _ in }
      }
    }
  }
}
