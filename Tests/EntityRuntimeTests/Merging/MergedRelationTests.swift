import EntityGraph
import Testing

@testable import EntityRuntime

/// Merges beside objects that are held in memory and that others have changed: the outcome does not
/// depend on which ones are.
@Suite struct MergedRelationTests {
  /// A workshop with objects of others, and what our side holds of them.
  private func duel(
    _ kind: StoreKind, _ make: (ManagedObjectContext) -> Void
  ) throws -> MergeDuel {
    let duel = try MergeDuel.workshop(kind)
    make(duel.theirs)
    try duel.theirs.save()
    return duel
  }

  /// Returns everything, with what relationships hold, as our side holds it from then on.
  private func hold(_ duel: MergeDuel, if holds: Bool) throws -> [ManagedObject] {
    guard holds else { return [] }
    let all: [ManagedObject] = try duel.ours.fetch(Thing.all) + duel.ours.fetch(Box.all)
    for thing in all.compactMap({ $0 as? Thing }) {
      _ = (thing.next, thing.previous, thing.box, thing.links)
    }
    for box in all.compactMap({ $0 as? Box }) { _ = (box.things, box.twin, box.children) }
    return all
  }

  private func thing(_ code: Int, _ context: ManagedObjectContext) throws -> Thing {
    try #require(try context.first(Thing.where { $0.code == code }))
  }

  private func box(_ name: String, _ context: ManagedObjectContext) throws -> Box {
    try #require(try context.first(Box.where { $0.name == name }))
  }

  private static let policies: [MergePolicy] = [
    .ours, .theirs, .byProperty(preferring: .ours), .byProperty(preferring: .theirs),
  ]

  @Test(arguments: StoreKind.allCases, [false, true])
  func aOneToOneThatOthersHaveMadeIsKept(kind: StoreKind, holds: Bool) throws {
    for policy in Self.policies where "\(policy)" != ".ours" {
      let duel = try duel(kind) { context in
        let things = (1...3).map { Thing(code: $0, in: context) }
        things[0].next = things[1]
      }
      let held = try hold(duel, if: holds)
      let ours = try thing(1, duel.ours)
      ours.name = "ours"
      try thing(3, duel.theirs).next = thing(2, duel.theirs)
      try duel.theirs.save()
      try duel.merge(policy)
      for context in [duel.ours, duel.container.newContext()] {
        #expect(try thing(1, context).next == nil)
        #expect(try thing(3, context).next?.code == 2)
        #expect(try thing(2, context).previous?.code == 3)
      }
      withExtendedLifetime(held) {}
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func aRowThatIsStoredAgainIsWithoutWhatIsGone(kind: StoreKind, holds: Bool) throws {
    for policy in [MergePolicy.ours, .byProperty(preferring: .ours)] {
      let duel = try duel(kind) { context in
        let gone = Box(name: "gone", in: context)
        _ = Thing(code: 1, box: gone, in: context)
        _ = Box(name: "moved", twin: gone, in: context)
        _ = Box(name: "new", in: context)
      }
      let held = try hold(duel, if: holds)
      let ours = try thing(1, duel.ours)
      ours.name = "ours"
      try box("moved", duel.theirs).twin = box("new", duel.theirs)
      duel.theirs.delete(try box("gone", duel.theirs))
      try duel.theirs.save()
      try duel.merge(policy)
      for context in [duel.ours, duel.container.newContext()] {
        #expect(try thing(1, context).name == "ours")
        #expect(try thing(1, context).box == nil)
        // What nobody has touched here is as others have made it.
        #expect(try box("moved", context).twin?.name == "new")
        #expect(try context.count(Box.all) == 2)
      }
      withExtendedLifetime(held) {}
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aRowThatCannotBeWithoutWhatIsGoneStaysAConflict(kind: StoreKind) throws {
    let duel = try MergeDuel.workshop(kind)
    let maker = Maker(name: "m", in: duel.theirs)
    let tag = Tag(name: "t", maker: maker, in: duel.theirs)
    try duel.theirs.save()
    let own = try duel.own(tag)
    own.name = "ours"
    duel.theirs.delete(maker)
    try duel.theirs.save()
    let error = try duel.expectFailure(.ours, ConflictError.self, Tag.self, Maker.self)
    #expect(error?.conflicts.map(\.kind) == [.missingReference])
    #expect(own.name == "ours")
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func whatADeleteRuleOfAMergeReachesKeepsTheChangesOfOthers(
    kind: StoreKind, holds: Bool
  ) throws {
    for policy in Self.policies {
      let duel = try duel(kind) { context in
        let going = Thing(code: 1, in: context)
        _ = Thing(code: 2, next: going, in: context)
        _ = Box(name: "gone", in: context)
      }
      let held = try hold(duel, if: holds)
      // It goes with the box, by the delete rule of that.
      try thing(1, duel.ours).box = box("gone", duel.ours)
      try thing(2, duel.theirs).name = "theirs"
      duel.theirs.delete(try box("gone", duel.theirs))
      try duel.theirs.save()
      try duel.merge(policy)
      for context in [duel.ours, duel.container.newContext()] {
        #expect(try context.fetch(Thing.all).map(\.name) == ["theirs"])
        #expect(try thing(2, context).next == nil)
      }
      withExtendedLifetime(held) {}
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func linksThatBothHaveRemovedOrAddedAreThoseOfTheStoreAfterARollback(
    kind: StoreKind, follows: Bool
  ) throws {
    for isAdded in [false, true] {
      let duel = try duel(kind) { context in
        let thing = Thing(code: 1, in: context)
        thing.tags = [Tag(name: "t", maker: Maker(name: "m", in: context), in: context)]
        if isAdded { thing.tags = [] }
      }
      duel.ours.followsCommits = follows
      let (own, other) = (try thing(1, duel.ours), try thing(1, duel.theirs))
      if isAdded {
        own.tags = [try duel.ours.only(Tag.all)]
        other.tags = [try duel.theirs.only(Tag.all)]
      } else {
        own.tags = []
        other.tags = []
      }
      try duel.theirs.save()
      if follows { try duel.ours.processCommits() } else { duel.ours.refreshAll() }
      #expect(own.tags.count == (isAdded ? 1 : 0))
      duel.ours.rollback()
      #expect(own.tags.count == (isAdded ? 1 : 0))
      #expect(try duel.ours.only(Tag.all).things.count == (isAdded ? 1 : 0))
      #expect(!duel.ours.hasChanges)
      expectSound(duel.ours)
    }
  }

  @Test func aDraftThatRefersToWhatItsParentHasDeletedAndSavedIsInConflict() throws {
    for holds in [false, true] {
      let duel = try duel(.sqlite) { context in
        _ = (Thing(code: 1, in: context), Box(name: "gone", in: context))
      }
      let draft = duel.ours.nested()
      let held = holds ? try draft.fetch(Box.all) : []
      try thing(1, draft).name = "draft"
      try thing(1, draft).whole = nil
      let twin = Box(name: "draft", twin: try box("gone", draft), in: draft)
      duel.ours.delete(try box("gone", duel.ours))
      try duel.ours.save()
      let error = #expect(throws: ConflictError.self) { try draft.save(merging: .error) }
      #expect(error?.conflicts.contains { $0.kind == .missingReference } == true)
      try draft.save(merging: .theirs)
      #expect(twin.twin == nil)
      try duel.ours.save()
      #expect(try duel.container.newContext().fetch(Box.all).map(\.name) == ["draft"])
      withExtendedLifetime(held) {}
    }
  }
}
