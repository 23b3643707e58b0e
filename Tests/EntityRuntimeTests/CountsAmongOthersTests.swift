import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// How many objects a to-many holds, where others give it members too.
@Suite struct CountsAmongOthersTests {
  /// A crew of one rower, and four rowers beside them, as two contexts see them.
  private struct Regatta {
    let bench: Bench
    let ours: ManagedObjectContext
    let theirs: ManagedObjectContext

    init(rowing: Int = 1) throws {
      bench = try Bench(Crew.self, Rower.self)
      let crew = Crew(name: "C", in: bench.context)
      for number in 0..<5 {
        let rower = Rower(name: "\(number)", in: bench.context)
        if number < rowing { crew.rowers.insert(rower) }
      }
      try bench.context.save()
      (ours, theirs) = (bench.container.newContext(), bench.container.newContext())
    }

    func crew(_ context: ManagedObjectContext) throws -> Crew { try context.only(Crew.all) }

    func rower(_ number: Int, _ context: ManagedObjectContext) throws -> Rower {
      try context.only(Rower.where { $0.name == "\(number)" })
    }
  }

  /// How a member is added.
  enum Addition: CaseIterable {
    case linked, handle, inverse, guests, captain
  }

  @Test(arguments: Addition.allCases)
  func `of two contexts that fill the last place the second is refused`(
    _ addition: Addition
  ) throws {
    let regatta = try Regatta()
    if [.guests, .captain].contains(addition) {
      try regatta.crew(regatta.bench.context).guests = [regatta.rower(4, regatta.bench.context)]
      let captain = try regatta.rower(0, regatta.bench.context)
      try regatta.rower(4, regatta.bench.context).captain = captain
      try regatta.bench.context.save()
    }
    for (number, context) in [(1, regatta.ours), (2, regatta.theirs)] {
      let (crew, rower) = (try regatta.crew(context), try regatta.rower(number, context))
      switch addition {
      case .linked: crew.rowers.insert(rower)
      case .handle: crew.$rowers.insert(rower)
      case .inverse: rower.crews.insert(crew)
      case .guests: rower.boat = crew
      case .captain: rower.captain = try regatta.rower(0, context)
      }
    }
    try regatta.ours.save()
    let problem =
      switch addition {
      case .guests: "Crew-1: 'Crew.guests' must hold at most 2 and holds 3"
      case .captain:
        "Rower-1: the objects that refer to it by 'Rower.captain' must be at most 2 and are 3"
      default: "Crew-1: 'Crew.rowers' must hold at most 2 and holds 3"
      }
    #expect(
      failure { try regatta.theirs.save() } == """
        the save has been refused:
          \(problem) [validation.count]
        """)
    #expect(regatta.theirs.hasChanges)
    expectSound(regatta.theirs)
    regatta.theirs.rollback()
    try regatta.theirs.save()
    let fresh = regatta.bench.container.newContext()
    #expect(try fresh.count(Rower.where { $0.crews.contains { $0.name == "C" } }) <= 2)
    #expect(try regatta.crew(fresh).guests.count <= 2)
  }

  @Test func `of two contexts that take the last members the second is refused`() throws {
    for deletes in [false, true] {
      let regatta = try Regatta(rowing: 2)
      for (number, context) in [(0, regatta.ours), (1, regatta.theirs)] {
        let (crew, rower) = (try regatta.crew(context), try regatta.rower(number, context))
        if deletes { context.delete(rower) } else { crew.rowers.remove(rower) }
      }
      try regatta.ours.save()
      #expect(
        failure { try regatta.theirs.save() } == """
          the save has been refused:
            Crew-1: 'Crew.rowers' must hold at least 1 and holds 0 [validation.count]
          """)
      #expect(try regatta.crew(regatta.bench.container.newContext()).rowers.count == 1)
    }
  }

  @Test func `members are counted once for each owner whose limited members change`() throws {
    let regatta = try Regatta()
    let (crew, rower) = (try regatta.crew(regatta.ours), try regatta.rower(1, regatta.ours))
    _ = crew.rowers
    rower.name = "new"
    let plain = try regatta.bench.sql { try regatta.ours.save() }
    #expect(plain.count { $0.contains("count(*)") } == 0)
    crew.rowers.insert(rower)
    let counting = try regatta.bench.sql { try regatta.ours.save() }
    // One of the crew, one of the rower.
    #expect(counting.count { $0.contains("count(*)") } == 2)
    let other = Crew(name: "new", in: regatta.ours)
    other.rowers = [Rower(name: "newer", in: regatta.ours)]
    let inserting = try regatta.bench.sql { try regatta.ours.save() }
    #expect(inserting.count { $0.contains("count(*)") } == 0)
  }

  // MARK: A naive model

  /// What the store is to hold: who rows where, and whose guest each rower is.
  private struct Naive: Equatable {
    var links: Set<[Int]> = []
    var boats: [Int: Int] = [:]

    func isFull(_ crews: Set<Int>, _ rowers: Set<Int>, _ boats: Set<Int>) -> Bool {
      crews.allSatisfy { crew in (1...2).contains(links.count { $0[0] == crew }) }
        && rowers.allSatisfy { rower in links.count { $0[1] == rower } <= 2 }
        && boats.allSatisfy { boat in self.boats.values.count { $0 == boat } <= 2 }
    }
  }

  /// What one context does.
  private struct Changes {
    var added: Set<[Int]> = []
    var removed: Set<[Int]> = []
    var boats: [Int: Int?] = [:]

    func apply(to model: Naive) -> Naive {
      var model = model
      model.links.subtract(removed)
      model.links.formUnion(added)
      for (rower, boat) in boats { model.boats[rower] = boat }
      return model
    }

    /// `true` if the counts that the changes concern hold in `after`, which was `before`.
    func fits(_ after: Naive, before: Naive) -> Bool {
      let links = added.union(removed)
      let former = boats.keys.compactMap { before.boats[$0] }
      return after.isFull(
        Set(links.map { $0[0] }), Set(links.map { $0[1] }),
        Set(boats.values.compactMap { $0 } + former))
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `no two saves fill a to-many beyond its limits`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bench = try Bench(Crew.self, Rower.self)
    var model = Naive()
    var crews: [Crew] = []
    var rowers: [Rower] = []
    for number in 0..<4 { crews.append(Crew(name: "\(number)", in: bench.context)) }
    for number in 0..<6 { rowers.append(Rower(name: "\(number)", in: bench.context)) }
    for number in 0..<4 {
      crews[number].rowers = [rowers[number]]
      model.links.insert([number, number])
    }
    try bench.context.save()
    let (crewIDs, rowerIDs) = (crews.map(\.objectID), rowers.map(\.objectID))
    var (saved, refused) = (0, 0)
    for _ in 0..<150 {
      let before = model
      var pending: [(ManagedObjectContext, Changes)] = []
      for side in 0..<2 {
        let context = bench.container.newContext()
        let crews = try crewIDs.map { try #require(try context.object(Crew.self, with: $0)) }
        let rowers = try rowerIDs.map { try #require(try context.object(Rower.self, with: $0)) }
        for crew in crews { _ = (crew.rowers, crew.guests) }
        var changes = Changes()
        for _ in 0...random.below(3) {
          let (crew, rower) = (random.below(4), random.below(6))
          if random.oneIn(3) {
            // Two contexts that change one row are in conflict, which is another matter.
            let rower = rower / 2 * 2 + side
            rowers[rower].boat = random.oneIn(3) ? nil : crews[crew]
            changes.boats[rower] = .some(rowers[rower].boat == nil ? nil : crew)
            continue
          }
          let link = [crew, rower]
          if crews[crew].rowers.contains(rowers[rower]) {
            crews[crew].rowers.remove(rowers[rower])
            if changes.added.remove(link) == nil { changes.removed.insert(link) }
          } else {
            crews[crew].rowers.insert(rowers[rower])
            if changes.removed.remove(link) == nil { changes.added.insert(link) }
          }
        }
        changes.boats = changes.boats.filter { before.boats[$0.key] != $0.value }
        pending.append((context, changes))
      }
      for (context, changes) in pending {
        let own = changes.apply(to: before)
        let after = changes.apply(to: model)
        let fits = changes.fits(own, before: before) && changes.fits(after, before: model)
        do {
          try context.save()
          #expect(fits)
          model = after
          saved += 1
        } catch is ValidationError {
          #expect(!fits)
          refused += 1
        }
        // The first one has saved what the second has not read.
        #expect(context.unit.checkInvariants(isStale: true) == [])
      }
      let fresh = bench.container.newContext()
      var found = Naive()
      for (crew, id) in crewIDs.enumerated() {
        let object = try #require(try fresh.object(Crew.self, with: id))
        for rower in object.rowers {
          found.links.insert([crew, try #require(rowerIDs.firstIndex(of: rower.objectID))])
        }
        for rower in object.guests {
          found.boats[try #require(rowerIDs.firstIndex(of: rower.objectID))] = crew
        }
      }
      #expect(found == model)
    }
    #expect(saved > 50)
    #expect(refused > 50)
  }
}
