import EntityGraph
import Testing

@testable import EntityRuntime

/// To-ones whose target has no property for what refers to it.
@Suite struct ImplicitInverseTests {
  /// What refers to a land.
  enum Reference: CaseIterable {
    case town, visa, emblem, treaty, throne

    func make(_ land: Realm, _ context: ManagedObjectContext) -> ManagedObject {
      switch self {
      case .town: Town(name: "T", land: land, in: context)
      case .visa: Visa(number: 1, land: land, in: context)
      case .emblem: Emblem(motif: "E", land: land, in: context)
      case .treaty: Treaty(year: 1, land: land, in: context)
      case .throne: Throne(wood: "oak", realm: land, in: context)
      }
    }

    /// What is left when the land is deleted, with the land where that is refused.
    var outcome: String {
      switch self {
      case .town: "Town-1 name=T"
      case .visa: "Land-1 name=L crown=gold\nVisa-1 number=1 land=1"
      case .emblem: ""
      case .treaty: "Land-1 name=L crown=gold\nTreaty-1 year=1 land=1"
      case .throne: "Land-1 name=L crown=gold\nThrone-1 wood=oak realm=1"
      }
    }
  }

  /// How the land is deleted.
  enum Way: CaseIterable {
    case object, loaded, unread, bulk, statement
  }

  @Test(arguments: Reference.allCases, Way.allCases)
  func `deleting the target obeys the rule that the other end declares`(
    _ reference: Reference, _ way: Way
  ) throws {
    let bench = try atlas()
    let land = realm(bench.context)
    let holder = reference.make(land, bench.context)
    try bench.context.save()
    let context = way == .loaded ? bench.context : bench.container.newContext()
    let error = failure {
      let target = try #require(try context.object(Realm.self, with: land.objectID))
      switch way {
      case .object:
        _ = try #require(try context.object(type(of: holder), with: holder.objectID))
        context.delete(target)
        try context.save()
      case .loaded, .unread:
        context.delete(target)
        expectSound(context)
        try context.save()
      case .bulk: try context.deleteAll(Land.all)
      case .statement: try context.execute("DELETE FROM Land")
      }
    }
    context.rollback()
    expectSound(context)
    #expect(try atlas(bench.container.newContext()) == reference.outcome)
    let isRefused = reference.outcome.contains("Land")
    #expect((error != nil) == isRefused)
    if reference == .visa {
      #expect(
        error == """
          the save has been refused:
            Land-1: objects that refer to it by 'Visa.land' forbid deleting the object, and there \
          is one; delete it, or have it referred to no more first [validation.denied]
          """)
    }
  }

  @Test func `deleting the holder leaves the target, or takes it along`() throws {
    let bench = try atlas()
    let land = realm(bench.context)
    let town = Town(name: "T", land: land, in: bench.context)
    let throne = Throne(wood: "oak", realm: land, in: bench.context)
    try bench.context.save()
    bench.context.delete(town, permanently: true)
    expectSound(bench.context)
    try bench.context.save()
    #expect(!land.isDeleted)
    bench.context.delete(throne)
    try bench.context.save()
    #expect(try atlas(bench.container.newContext()) == "")
  }

  @Test func `what has not been saved is nullified and cascaded too`() throws {
    let bench = try atlas()
    let land = Land(name: "L", in: bench.context)
    let other = Land(name: "M", successor: land, in: bench.context)
    try bench.context.save()
    let town = Town(name: "T", land: land, in: bench.context)
    let emblem = Emblem(motif: "E", land: land, in: bench.context)
    bench.context.delete(land)
    expectSound(bench.context)
    #expect(town.land == nil)
    #expect(other.successor == nil)
    #expect(emblem.managedObjectContext == nil)
    try bench.context.save()
    #expect(try atlas(bench.container.newContext()) == "Land-2 name=M\nTown-1 name=T")
  }

  @Test func `undo gives references to a deleted target back`() throws {
    let bench = try atlas()
    let context = bench.context
    let land = realm(context)
    let town = Town(name: "T", land: land, in: context)
    _ = Emblem(motif: "E", land: land, in: context)
    try context.save()
    let before = try atlas(context)
    context.undoRecorder = UndoRecorder()
    context.delete(land)
    try context.save()
    #expect(town.land == nil)
    #expect(context.undo())
    expectSound(context)
    try context.save()
    #expect(try atlas(bench.container.newContext()) == before)
    #expect(context.redo())
    expectSound(context)
    try context.save()
    #expect(try atlas(bench.container.newContext()) == "Town-1 name=T")
  }

  @Test func `references that others have saved meanwhile are conflicts of the deletion`() throws {
    for rule in [Reference.town, .visa, .emblem] {
      let bench = try atlas()
      let land = realm(bench.context)
      try bench.context.save()
      bench.context.delete(land)
      let other = bench.container.newContext()
      let theirs = try #require(try other.object(Realm.self, with: land.objectID))
      _ = rule.make(theirs, other)
      try other.save()
      if rule == .visa {
        // What denies is looked for in the store, and found there.
        let error = #expect(throws: ValidationError.self) { try bench.context.save() }
        #expect(error?.problems.map(\.id) == ["validation.denied"])
      } else {
        let error = #expect(throws: ConflictError.self) { try bench.context.save() }
        #expect(error?.conflicts.map(\.kind) == [.newMember])
        let (holder, end) = rule == .town ? ("Town-1", "Town.land") : ("Emblem-1", "Emblem.land")
        #expect(
          error?.conflicts.map { "\($0)" } == [
            "Land-1 is to be deleted, and \(holder) refers to it by '\(end)' now"
          ])
      }
      try? bench.context.save(merging: .ours)
      bench.context.rollback()
      expectSound(bench.context)
      #expect(try atlas(bench.container.newContext()) == rule.outcome)
    }
  }

  @Test func `counts of an implicit inverse hold`() throws {
    let bench = try atlas()
    let context = bench.context
    let land = Land(name: "L", in: context)
    for motif in ["a", "b"] { _ = Emblem(motif: motif, land: land, in: context) }
    try context.save()
    let third = Emblem(motif: "c", land: land, in: context)
    let refusal = """
      the save has been refused:
        Land-1: the objects that refer to it by 'Emblem.land' must be at most 2 and are 3 \
      [validation.count]
      """
    #expect(failure { try context.save() } == refusal)
    context.delete(third)
    try context.save()
    #expect(
      failure {
        try context.insertAll(Emblem.self, from: ["c"]) { emblem, motif in
          emblem.motif = motif
          emblem.land = land
        }
      } == refusal)
    #expect(
      failure { try context.execute("INSERT INTO Emblem (motif, land) VALUES ('c', \(land))") }
        == refusal)
    #expect(try context.count(Emblem.all) == 2)
  }

  @Test func `conditions, orders and prefetching go through the to-one`() throws {
    let bench = try atlas()
    let context = bench.context
    for name in ["b", "a"] {
      let land = Land(name: name, in: context)
      _ = Town(name: "of \(name)", land: land, in: context)
    }
    _ = Town(name: "free", in: context)
    try context.save()
    let other = bench.container.newContext()
    #expect(
      try other.fetch(Town.where { $0.land.name == "a" }).map(\.name) == ["of a"])
    #expect(
      try other.fetch(Town.where { $0.land != nil }.sorted { $0.land.name }).map(\.name)
        == ["of a", "of b"])
    let third = bench.container.newContext()
    let queries = try bench.queries {
      let towns = try third.fetch(Town.all.prefetching(\.land))
      #expect(towns.compactMap { $0.land?.name } == ["b", "a"])
    }
    #expect(queries == 2)
  }

  @Test func `nothing names an implicit inverse`() throws {
    let bench = try atlas()
    let land = Land(name: "L", in: bench.context)
    #expect(throws: PropertyError.self) { try land.value(forKey: "Town.land") }
    #expect(throws: (any Error).self) {
      try bench.context.fetch(DynamicRequest("Land").where("Town.land", .equal, nil))
    }
    #expect(bench.container.model.properties(of: "Land").map(\.name) == ["name", "successor"])
    let town = Town(name: "T", land: land, in: bench.context)
    try bench.context.save()
    town.land = nil
    #expect(land.changedValues.isEmpty)
    town.land = land
    #expect(Town.Values(town).land == land.objectID)
  }
}
