import EntityGraph
import Testing

@testable import EntityRuntime

/// Links that others have made to what is deleted here, and that nothing else shows: no version
/// changes, and a link goes with its row.
@Suite struct LinkRaceTests {
  /// A harbor with a vessel, a sailor and a crate that are in no relation; the vessel of our side.
  private func filled(
    _ kind: StoreKind
  ) throws -> (duel: MergeDuel, vessel: Vessel, sailor: Sailor, crate: Crate, own: Vessel) {
    let duel = try MergeDuel.harbor(kind)
    let vessel = Vessel(name: "S", in: duel.theirs)
    let sailor = Sailor(name: "s", in: duel.theirs)
    let crate = Crate(name: "c", in: duel.theirs)
    try duel.theirs.save()
    return (duel, vessel, sailor, crate, try duel.own(vessel))
  }

  @Test(arguments: StoreKind.allCases) func anOwnerThatANewLinkProtectsIsAConflict(
    kind: StoreKind
  ) throws {
    let (duel, vessel, sailor, _, own) = try filled(kind)
    duel.ours.delete(own)
    vessel.sailors.insert(sailor)
    try duel.theirs.save()
    for policy in [MergePolicy.error, .ours, .byProperty(preferring: .ours)] {
      let error = try duel.expectFailure(
        policy, ConflictError.self, Vessel.self, Sailor.self, Crate.self)
      #expect(error?.conflicts.map(\.kind) == [.newMember])
      #expect(error?.conflicts.map(\.objectID) == [own.objectID])
      #expect(error?.conflicts.map(\.property) == ["sailors"])
      #expect(error?.conflicts.map(\.relatedID) == [sailor.objectID])
    }
    try duel.merge(.theirs)
    #expect(own.sailors.map(\.name) == ["s"])
    #expect(try harbor(duel.ours) == harbor(duel.container.newContext()))
  }

  @Test(arguments: StoreKind.allCases) func aNewLinkIsFollowedByTheRuleThatDeletes(
    kind: StoreKind
  ) throws {
    let (duel, vessel, _, crate, own) = try filled(kind)
    duel.ours.delete(own)
    vessel.crates.insert(crate)
    try duel.theirs.save()
    let error = try duel.expectFailure(
      .error, ConflictError.self, Vessel.self, Sailor.self, Crate.self)
    #expect(error?.conflicts.map(\.kind) == [.newMember])
    #expect(error?.conflicts.map(\.property) == ["crates"])
    #expect(error?.conflicts.map(\.relatedID) == [crate.objectID])
    try duel.merge(.ours)
    #expect(try harbor(duel.container.newContext()) == "Sailor-1 name=s")
  }

  @Test(arguments: StoreKind.allCases) func anOwnerWithANewLinkStaysWhereTheyWin(
    kind: StoreKind
  ) throws {
    let (duel, vessel, _, crate, own) = try filled(kind)
    duel.ours.delete(own)
    vessel.crates.insert(crate)
    try duel.theirs.save()
    try duel.merge(.theirs)
    #expect(!own.isDeleted)
    #expect(own.crates.map(\.name) == ["c"])
    #expect(try harbor(duel.ours) == harbor(duel.container.newContext()))
  }

  @Test(arguments: StoreKind.allCases) func whatOthersHaveLinkedAndIsDeletedTooIsInNobodysWay(
    kind: StoreKind
  ) throws {
    let (duel, vessel, sailor, crate, own) = try filled(kind)
    duel.ours.delete(own)
    duel.ours.delete(try duel.own(crate))
    vessel.crates.insert(crate)
    try duel.theirs.save()
    try duel.merge(.error)
    #expect(try harbor(duel.container.newContext()) == "Sailor-1 name=s")
    _ = sailor
  }

  @Test(arguments: StoreKind.allCases) func linksThatAreKnownAreNoConflict(
    kind: StoreKind
  ) throws {
    let (duel, vessel, sailor, crate, own) = try filled(kind)
    vessel.sailors.insert(sailor)
    vessel.crates.insert(crate)
    try duel.theirs.save()
    own.sailors = []
    duel.ours.delete(own)
    try duel.merge(.error)
    #expect(try harbor(duel.container.newContext()) == "Sailor-1 name=s")
  }

  @Test(arguments: StoreKind.allCases) func aLinkFromTheOtherEndIsFoundToo(kind: StoreKind) throws {
    let (duel, vessel, sailor, _, own) = try filled(kind)
    duel.ours.delete(own)
    sailor.vessels.insert(vessel)
    try duel.theirs.save()
    try duel.expectFailure(.error, ConflictError.self, Vessel.self, Sailor.self, Crate.self)
    duel.ours.rollback()
    #expect(try duel.own(vessel).sailors.count == 1)
    duel.ours.delete(own)
    #expect(throws: ValidationError.self) { try duel.ours.save() }
  }

  @Test func aTransactionOfItsOwnHasNobodyInItsWay() async throws {
    let container = try PersistentContainer(
      model: ObjectModel(Vessel.self, Sailor.self, Crate.self), at: .memory)
    let id = try await container.write { context in
      let vessel = Vessel(name: "S", in: context)
      vessel.crates.insert(Crate(name: "c", in: context))
      return vessel.objectID
    }
    try await container.write { context in
      let vessel = try #require(try context.object(Vessel.self, with: id))
      vessel.crates.insert(Crate(name: "d", in: context))
      try context.save()
      context.delete(vessel)
    }
    #expect(try await container.read { try $0.count(Crate.all) } == 0)
  }
}
