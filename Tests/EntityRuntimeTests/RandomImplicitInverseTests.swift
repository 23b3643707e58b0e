import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Implicit inverses that nullify and cascade, compared with dictionaries.
@Suite struct RandomImplicitInverseTests {
  /// The lands, and the land of each town and emblem, by name.
  private struct Naive: Equatable {
    var lands: Set<String> = []
    var towns: [String: String?] = [:]
    var emblems: [String: String] = [:]

    mutating func delete(land: String) {
      lands.remove(land)
      for (town, own) in towns where own == land { towns[town] = .some(nil) }
      emblems = emblems.filter { $0.value != land }
    }

    func hasRoom(_ land: String) -> Bool { emblems.values.count { $0 == land } < 2 }
  }

  private func found(_ context: ManagedObjectContext) throws -> Naive {
    var naive = Naive()
    naive.lands = Set(try context.fetch(Land.all).map(\.name))
    for town in try context.fetch(Town.all) { naive.towns[town.name] = .some(town.land?.name) }
    for emblem in try context.fetch(Emblem.all) { naive.emblems[emblem.motif] = emblem.land.name }
    return naive
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>, [false, true])
  func `graph and store are what a naive model says`(_ seed: UInt64, _ readsAnew: Bool) throws {
    var random = SeededRandom(seed: seed)
    let bench = try atlas()
    var context = bench.context
    var (now, saved) = (Naive(), Naive())
    for step in 0..<400 {
      let land = now.lands.sorted().isEmpty ? nil : random.pick(now.lands.sorted())
      let object = try land.map { name in try context.only(Land.where { $0.name == name }) }
      switch random.below(12) {
      case 0..<2:
        let name = "L\(step)"
        // A subclass has properties where others have none.
        let added: Land = random.oneIn(2) ? Land(name: name, in: context) : realm(context)
        added.name = name
        now.lands.insert(name)
      case 2..<4:
        _ = Town(name: "T\(step)", land: object, in: context)
        now.towns["T\(step)"] = .some(land)
      case 4..<6:
        guard let land, let object, now.hasRoom(land) else { continue }
        _ = Emblem(motif: "E\(step)", land: object, in: context)
        now.emblems["E\(step)"] = land
      case 6..<8:
        guard let name = now.towns.keys.sorted().last(where: { _ in random.oneIn(3) }) else {
          continue
        }
        let town = try context.only(Town.where { $0.name == name })
        town.land = object
        now.towns[name] = .some(land)
      case 8:
        guard let land, let object,
          let motif = now.emblems.keys.sorted().first, now.hasRoom(land)
        else { continue }
        try context.only(Emblem.where { $0.motif == motif }).land = object
        now.emblems[motif] = land
      case 9:
        guard let land, let object else { continue }
        context.delete(object)
        now.delete(land: land)
      case 10:
        try context.save()
        saved = now
        if readsAnew { context = bench.container.newContext() }
      default:
        if random.oneIn(3) {
          context.rollback()
          now = saved
        } else if let land, random.oneIn(2) {
          try context.save()
          saved = now
          // In bulk, or by hand.
          if random.oneIn(2) {
            try context.deleteAll(Land.where { $0.name == land })
          } else {
            try context.execute("DELETE FROM Land WHERE name = \(land)")
          }
          now.delete(land: land)
          saved = now
        }
      }
      expectSound(context)
      if step % 5 == 0 { #expect(try found(context) == now) }
    }
    try context.save()
    #expect(try found(context) == now)
    #expect(try found(bench.container.newContext()) == now)
  }
}
