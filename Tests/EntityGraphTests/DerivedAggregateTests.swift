import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sums, extremes and averages of members are right, whoever changes members.
@Suite struct DerivedAggregateTests {
  private func withWagons(_ body: (PersistentContainer) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let container = try PersistentContainer(
        model: ObjectModel(Wagon.self, WagonLoad.self, WagonHand.self),
        at: .file(directory.path("wagons")))
      try body(container)
      container.close()
    }
  }

  /// What a wagon derives, as texts.
  private func derived(_ wagon: Wagon) -> [String] {
    [
      "\(wagon.weight)", text(wagon.heaviest), text(wagon.lightest), "\(wagon.oreWeight)",
      text(wagon.heaviestOre), "\(wagon.price)", text(wagon.dearest), text(wagon.lastDue),
      text(wagon.firstKind), "\(wagon.total)", text(wagon.average), rounded(wagon.volume),
      "\(wagon.hours)", text(wagon.longest), "\(wagon.limits)",
    ]
  }

  /// The same, computed of the members.
  private func computed(_ wagon: Wagon) -> [String] {
    let loads = wagon.loads
    let ore = loads.filter { $0.kind == "ore" }
    let average =
      loads.isEmpty ? nil : Double(loads.reduce(0) { $0 &+ $1.weight }) / Double(loads.count)
    return [
      "\(loads.reduce(0) { $0 &+ $1.weight })", text(loads.map(\.weight).max()),
      text(loads.map(\.weight).min()), "\(ore.reduce(0) { $0 &+ $1.weight })",
      text(ore.map(\.weight).max()), "\(loads.reduce(0 as Decimal) { $0 + ($1.price ?? 0) })",
      text(loads.compactMap(\.price).max()), text(loads.compactMap(\.due).max()),
      text(loads.map(\.kind).min()),
      "\(loads.reduce(0) { sum, load in sum &+ (load.count.map { load.weight &* $0 } ?? 0) })",
      text(average), rounded(loads.reduce(0) { $0 + $1.volume }),
      "\(wagon.crew.reduce(0) { $0 + $1.hours })",
      text(wagon.crew.filter { $0.isOn }.map(\.hours).max()),
      "\(wagon.previous.reduce(0) { $0 + $1.limit })",
    ]
  }

  private func text(_ value: (some CustomStringConvertible)?) -> String {
    value.map(\.description) ?? "nil"
  }

  private func rounded(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }

  /// Expects that the store holds what is derived as it is, and objects, conditions and results
  /// agree with it.
  private func check(
    _ container: PersistentContainer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let report = try container.checkIntegrity()
    #expect(report.isSound, "\(report)", sourceLocation: sourceLocation)
    let context = container.newContext()
    let wagons = try context.fetch(Wagon.all)
    let rows = try context.fetch(
      Wagon.all.select { ($0.weight, $0.heaviest, $0.lightest, $0.price, $0.dearest, $0.total) })
    for (wagon, row) in zip(wagons, rows) {
      #expect(derived(wagon) == computed(wagon), sourceLocation: sourceLocation)
      #expect(
        row.0 == wagon.weight && row.1 == wagon.heaviest && row.2 == wagon.lightest
          && row.3 == wagon.price && row.4 == wagon.dearest && row.5 == wagon.total,
        sourceLocation: sourceLocation)
    }
  }

  @Test func `a new object adds up and compares what it has, and nothing where it has none`() throws
  {
    try withWagons { container in
      let context = container.newContext()
      let wagon = Wagon(name: "a", in: context)
      let empty = derived(wagon)
      #expect(
        empty == [
          "0", "nil", "nil", "0", "nil", "0", "nil", "nil", "nil", "0", "nil", "0.0", "0", "nil",
          "0",
        ])
      WagonLoad(kind: "ore", weight: 3, count: 2, price: 1.5, in: context).wagon = wagon
      WagonLoad(kind: "coal", weight: 8, in: context).wagon = wagon
      let before = derived(wagon)
      #expect(before == computed(wagon))
      try context.save()
      let after = derived(wagon)
      #expect(after == before)
      try check(container)
    }
  }

  @Test func `sums and extremes follow saves, bulk changes, deletions and SQL by hand`() throws {
    try withWagons { container in
      let context = container.newContext()
      let (first, second) = (Wagon(name: "a", in: context), Wagon(name: "b", in: context))
      second.next = first
      for index in 0..<10 {
        let load = WagonLoad(
          kind: index.isMultiple(of: 2) ? "ore" : "coal", weight: index, count: index % 3,
          price: Decimal(index) / 4, due: Date(timeIntervalSinceReferenceDate: Double(index)),
          volume: Double(index) / 8, in: context)
        load.wagon = index < 7 ? first : second
      }
      let hand = WagonHand(name: "x", hours: 8, in: context)
      first.crew = [hand]
      second.crew = [hand, WagonHand(name: "y", hours: 5, in: context)]
      try context.save()
      try check(container)
      #expect(first.weight == 21 && first.heaviest == 6 && second.hours == 13)

      try context.update(WagonLoad.where { $0.weight > 5 }) { $0.weight -= 5 }
      try check(container)
      try context.update(WagonLoad.where { $0.kind == "ore" }) { $0.wagon = second }
      try check(container)
      try context.update(WagonLoad.where { $0.weight == 4 }) { $0.kind = "coal" }
      try check(container)
      try context.deleteAll(WagonLoad.where { $0.weight == 4 }, permanently: true)
      try check(container)
      try context.update(WagonLoad.all) { $0.price = nil }
      try check(container)
      try context.update(Wagon.all) { $0.limit += 3 }
      try check(container)
      hand.isOn = false
      hand.hours = 1
      try context.save()
      try check(container)
      context.delete(first)
      try context.save()
      try check(container)
      try context.execute("UPDATE WagonLoad SET wagon = NULL, weight = 100 WHERE weight < 3")
      try check(container)
      try context.update(WagonLoad.all) { $0.wagon = second }
      try check(container)
      context.delete(hand)
      try context.save()
      try check(container)
    }
  }

  @Test func `an extreme is the next one when its member goes`() throws {
    try withWagons { container in
      let context = container.newContext()
      let wagon = Wagon(name: "a", in: context)
      var loads = [5, 9, 9, 2, 7].map { WagonLoad(kind: "k", weight: $0, in: context) }
      for load in loads { load.wagon = wagon }
      try context.save()
      var found: [Int?] = []
      while let load = loads.max(by: { $0.weight < $1.weight }) {
        found.append(wagon.heaviest)
        loads.removeAll { $0 === load }
        context.delete(load, permanently: true)
        try context.save()
        try check(container)
      }
      found.append(wagon.heaviest)
      #expect(found == [9, 9, 7, 5, 2, nil])
    }
  }

  @Test func `unsaved members are added up and compared, and undone ones are not`() throws {
    try withWagons { container in
      let context = container.newContext()
      let wagon = Wagon(name: "a", in: context)
      let loads = (1...3).map { WagonLoad(kind: "ore", weight: $0, price: 2.5, in: context) }
      loads[0].wagon = wagon
      try context.save()
      loads[2].wagon = wagon
      let unsaved = derived(wagon)
      #expect(unsaved == computed(wagon))
      #expect(try context.fetch(Wagon.where { $0.heaviest == 3 && $0.weight == 4 }) == [wagon])
      #expect(try context.fetch(Wagon.all.select { $0.average }) == [2])
      context.rollback()
      #expect(wagon.weight == 1 && wagon.heaviest == 1)
      context.delete(loads[0])
      #expect(wagon.weight == 0 && wagon.heaviest == nil)
      try context.save()
      #expect(wagon.weight == 0 && wagon.heaviest == nil)
      try check(container)
    }
  }

  @Test func `a sum that 64 bits cannot hold has no value and is right afterwards`() throws {
    try withWagons { container in
      let context = container.newContext()
      let wagon = Wagon(name: "a", in: context)
      let loads = [Int.max, 5, -7].map { WagonLoad(kind: "ore", weight: $0, in: context) }
      for load in loads { load.wagon = wagon }
      loads[2].wagon = nil
      try context.save()
      #expect(try container.checkIntegrity().isSound)
      #expect(try context.fetch(Wagon.where { $0.weight > 0 }).isEmpty)
      loads[2].wagon = wagon
      try context.save()
      try check(container)
      #expect(wagon.weight == Int.max - 2)
      loads[0].weight = 1
      try context.save()
      try check(container)
      #expect(wagon.weight == -1)
    }
  }

  @Test func `a sum at the end of 64 bits is exact when members are asked again`() throws {
    try withWagons { container in
      let context = container.newContext()
      let (first, second) = (Wagon(name: "a", in: context), Wagon(name: "b", in: context))
      for weight in [Int.min, -1, 1] {
        WagonLoad(kind: "ore", weight: weight, in: context).wagon = first
      }
      for weight in [Int.max, -1, 1] {
        WagonLoad(kind: "ore", weight: weight, in: context).wagon = second
      }
      try context.save()
      let other = container.newContext()
      let sums = try other.fetch(Wagon.sorted(by: \.name).select { $0.weight })
      #expect(sums == [Int.min, Int.max])
      #expect(try container.checkIntegrity().isSound)
    }
  }

  @Test func `a sum without a value is not that of no owner`() throws {
    try withWagons { container in
      let context = container.newContext()
      let (large, small) = (Wagon(name: "a", in: context), Wagon(name: "b", in: context))
      for weight in [Int.max, 5] {
        WagonLoad(kind: "ore", weight: weight, in: context).wagon = large
      }
      small.next = large
      try context.save()
      let other = container.newContext()
      let none = try other.fetch(Wagon.where { $0.next.loads.sum(\.weight) == 0 })
      #expect(none.map(\.name) == ["a"])
    }
  }

  @Test func `an unsaved sum that 64 bits cannot hold is in no save's way`() throws {
    try withWagons { container in
      let context = container.newContext()
      let wagon = Wagon(name: "a", in: context)
      WagonLoad(kind: "ore", weight: Int.max, in: context).wagon = wagon
      try context.save()
      let other = WagonLoad(kind: "ore", weight: 5, in: context)
      other.wagon = wagon
      #expect(wagon.weight == 0)
      try context.save()
      #expect(wagon.weight == 0)
      other.weight = -5
      #expect(wagon.weight == Int.max - 5)
      try context.save()
      try check(container)
    }
  }

  @Test func `decimals are added up exactly, and asked again where they are not`() throws {
    try withWagons { container in
      let context = container.newContext()
      let wagon = Wagon(name: "a", in: context)
      let great = try #require(Decimal(string: "1e37"))
      let loads = [0.1, great, 0.2].map { WagonLoad(kind: "k", weight: 1, price: $0, in: context) }
      for load in loads { load.wagon = wagon }
      try context.save()
      context.delete(loads[1], permanently: true)
      try context.save()
      try check(container)
      #expect(wagon.price == Decimal(string: "0.3"))
      loads[0].price = .nan
      try context.save()
      loads[0].price = 5
      try context.save()
      try check(container)
    }
  }

  @Test func `requests that ask the same find the column, and sort by its index`() throws {
    try withWagons { container in
      let context = container.newContext()
      func sql(_ request: FetchRequest<Wagon>) throws -> String {
        try request.explain(in: context).sql
      }
      let named = try sql(Wagon.where { $0.weight > 3 })
      #expect(try sql(Wagon.where { $0.loads.sum(\.weight) > 3 }) == named)
      #expect(named.contains(#"t0."_derived.Wagon.weight.sum" > "#))
      let heaviest = try sql(Wagon.all.sorted(by: \.heaviest))
      #expect(heaviest.contains(#"ORDER BY t0."_derived.Wagon.heaviest.max", "#))
    }
  }

  @Test func `an average is computed of the sum and the number of values, which the store keeps`()
    throws
  {
    try withWagons { container in
      let context = container.newContext()
      let named = try Wagon.where { $0.average > 3 }.explain(in: context).sql
      #expect(
        named.contains(
          #"WHEN t0."_derived.Wagon.average.count" > 0 THEN"#
            + #" CAST(t0."_derived.Wagon.average.sum" AS REAL) / "#
            + #"t0."_derived.Wagon.average.count" END"#), "\(named)")
      #expect(
        try Wagon.where { $0.loads.average(\.weight) > 3 }.explain(in: context).sql == named)
      // Reals are not kept, and asked as they are.
      let volume = try Wagon.where { $0.loads.average(\.volume) > 3 }.explain(in: context).sql
      #expect(!volume.contains("_derived"))
    }
  }

  @Test func `an average of nothing is nil, of absent values too, and of too large ones is one`()
    throws
  {
    try withWagons { container in
      let context = container.newContext()
      let wagon = Wagon(name: "w", in: context)
      func averages() throws -> [Double?] {
        try container.newContext().fetch(Wagon.all.select { $0.average })
      }
      try context.save()
      #expect(wagon.average == nil)
      #expect(try averages() == [nil])
      let loads = [Int.max, Int.max].map { weight in
        let load = WagonLoad(kind: "ore", weight: weight, in: context)
        load.wagon = wagon
        return load
      }
      try context.save()
      #expect(wagon.average == Double(Int.max))
      #expect(try averages() == [Double(Int.max)])
      loads[0].weight = 3
      loads[1].weight = 4
      try context.save()
      #expect(wagon.average == 3.5)
      #expect(try averages() == [3.5])
      for load in loads { context.delete(load) }
      try context.save()
      #expect(wagon.average == nil)
      #expect(try averages() == [nil])
      #expect(try container.checkIntegrity().isSound)
    }
  }

  @Test func `derived values behind to-ones are asked by key paths and fields alike`() throws {
    try withWagons { container in
      let context = container.newContext()
      let (light, heavy) = (Wagon(name: "l", in: context), Wagon(name: "h", in: context))
      let loads = [4, 1, 30].map { WagonLoad(kind: "k", weight: $0, in: context) }
      loads[0].wagon = heavy
      loads[1].wagon = light
      loads[2].wagon = nil
      for isSaved in [false, true] {
        if isSaved { try context.save() }
        let byKeyPath = try context.fetch(WagonLoad.sorted(by: \.wagon?.weight)).map(\.weight)
        let byField = try context.fetch(WagonLoad.sorted { $0.wagon.heaviest }).map(\.weight)
        let byCount = try context.fetch(WagonLoad.sorted(by: \.wagon?.heaviest, .descending))
        #expect(byKeyPath == [30, 1, 4])
        #expect(byField == [30, 1, 4])
        #expect(byCount.map(\.weight) == [4, 1, 30])
        #expect(
          try context.fetch(WagonLoad.where { $0.wagon.weight == 4 }).map(\.weight) == [4])
      }
    }
  }

  @Test func `sums and extremes hold after each of many random operations`() throws {
    try withWagons { container in
      var random = SeededRandom(seed: 36)
      let context = container.newContext()
      for step in 0..<120 {
        let wagons = try context.fetch(Wagon.all)
        let loads = try context.fetch(WagonLoad.all)
        let hands = try context.fetch(WagonHand.all)
        let wagon = wagons.randomElement(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: _ = Wagon(name: "W\(step)", limit: .random(in: 0..<9, using: &random), in: context)
        case 1, 2, 3:
          let load = WagonLoad(
            kind: Bool.random(using: &random) ? "ore" : "coal",
            weight: .random(in: -3..<7, using: &random), price: Decimal(step) / 10, in: context)
          load.wagon = wagon
        case 4: loads.randomElement(using: &random)?.wagon = wagon
        case 5: loads.randomElement(using: &random)?.weight = .random(in: -3..<7, using: &random)
        case 6: loads.randomElement(using: &random)?.kind = "ore"
        case 7: loads.randomElement(using: &random)?.price = nil
        case 8:
          if let load = loads.randomElement(using: &random) {
            context.delete(load, permanently: Bool.random(using: &random))
          }
        case 9: if let wagon, step % 3 == 0 { context.delete(wagon) }
        case 10:
          let hand =
            hands.randomElement(using: &random)
            ?? WagonHand(name: "\(step)", hours: step % 7, in: context)
          wagon?.crew.insert(hand)
          hand.hours += 1
        default: wagon?.next = wagons.randomElement(using: &random)
        }
        for wagon in try context.fetch(Wagon.all) {
          let (own, expected) = (derived(wagon), computed(wagon))
          #expect(own == expected)
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
          context.rollback()
        } else if Bool.random(using: &random) {
          try context.save()
          try check(container)
        }
      }
    }
  }

  @Test func `what cannot be kept of members is refused when the model is made`() {
    do {
      _ = try ObjectModel(WrongWagons.Crate.self, WrongWagons.Part.self)
      Issue.record("the model is accepted")
    } catch {
      #expect(
        "\(error)" == """
          the model has 4 problems:
            'Crate.average' cannot be indexed, since the store has no column of averages, and none \
          of sums of Double, Float and UInt64; leave '.indexed' out [model.attribute.derived-index]
            'Crate.lengths' is derived of 'crate.length' of another object, whose changes would \
          not be noticed; derive it of attributes of 'Part', or of the members of a to-many \
          relationship [model.attribute.derived-from]
            'Crate.mass' cannot be indexed, since the store has no column of averages, and none \
          of sums of Double, Float and UInt64; leave '.indexed' out [model.attribute.derived-index]
            'Crate.twice' is derived of 'twice', which is derived itself; write what that one is \
          [model.attribute.derived-from]
          """)
    }
  }
}
