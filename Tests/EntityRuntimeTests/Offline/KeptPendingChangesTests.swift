import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// A pull leaves what has not been pushed.
@Suite struct KeptPendingChangesTests {
  private let ship: Replica

  init() throws {
    ship = try Replica()
    try ship.change(by: "server") { context in
      let skippers = (1...3).map { Skipper(id: $0, name: "n\($0)", note: "old", in: context) }
      let voyage = Voyage(code: "A", title: "old", skipper: skippers[0], in: context)
      voyage.stages = (1...3).map { Stage(id: $0, text: "old", voyage: voyage, in: context) }
      voyage.harbours = Set(["Hull", "Cork"].map { Harbour(name: $0, in: context) })
    }
  }

  /// Makes the objects what `payload` says, but for what is pending.
  @discardableResult
  private func pull<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, merging policy: MergePolicy = .error,
    deleting: SyncDeletion<Object> = .missing
  ) throws -> String {
    var options = SyncOptions()
    options.pending = .kept(by: "app")
    let context = ship.container.newContext()
    context.author = "server"
    context.mergePolicy = policy
    let report = try context.sync(
      type, from: JSON(reading: payload), deleting: deleting, options: options)
    expectSound(context)
    try context.save()
    expectSound(context)
    return report.description
  }

  private func skippers() throws -> [String] {
    try ship.graph().filter { $0.hasPrefix("skipper") }
  }

  private let payload = #"""
    [{"id": 1, "name": "theirs", "note": "theirs"}, {"id": 2, "name": "n2", "note": "theirs"}]
    """#

  @Test func propertiesThatArePendingAreNotOverwritten() throws {
    try ship.change { try $0.find(Skipper.self, \.id, 1)?.name = "ours" }
    try pull(Skipper.self, payload, deleting: .none)
    #expect(
      try skippers() == [
        "skipper 1 ours theirs []", "skipper 2 n2 theirs []", "skipper 3 n3 old []",
      ])
    #expect(
      try ship.pending() == [
        #"{"change":"updated","entity":"Skipper","identity":1,"values":{"name":"ours"}}"#
      ])
  }

  private static let policies: [(policy: MergePolicy, result: String)] = [
    (.ours, "skipper 1 ours old []"),
    (.theirs, "skipper 1 theirs theirs []"),
    (.byProperty(preferring: .ours), "skipper 1 ours theirs []"),
    (.byProperty(preferring: .theirs), "skipper 1 theirs theirs []"),
    (
      MergePolicy { conflict in
        if let name = conflict.values(of: \Skipper.name) {
          conflict.set(\Skipper.name, to: "\(name.base) \(name.ours) \(name.theirs)")
        }
        conflict.takeContested(.ours)
      }, "skipper 1 n1 ours theirs theirs []"
    ),
  ]

  @Test(arguments: policies.indices)
  func theMergePolicySaysWhatBecomesOfWhatBothHaveChanged(_ index: Int) throws {
    let (policy, result) = Self.policies[index]
    try ship.change { try $0.find(Skipper.self, \.id, 1)?.name = "ours" }
    try pull(Skipper.self, payload, merging: policy, deleting: .none)
    #expect(try skippers()[0] == result)
  }

  @Test func aPolicyThatThrowsChangesNothing() throws {
    struct Undecided: Error {}
    try ship.change { try $0.find(Skipper.self, \.id, 1)?.name = "ours" }
    let before = try ship.graph()
    #expect(throws: Undecided.self) {
      try pull(Skipper.self, payload, merging: MergePolicy { _ in throw Undecided() })
    }
    #expect(try ship.graph() == before)
  }

  @Test func whatIsPendingIsNotDeletedAsMissing() throws {
    try ship.change { context in
      try context.find(Skipper.self, \.id, 2)?.note = "ours"
      _ = Skipper(id: 9, in: context)
      // The skipper of the voyage is deleted with what it has.
      try context.only(Voyage.all).title = "ours"
    }
    #expect(
      try pull(Skipper.self, "[]") == "0 inserted, 0 updated, 0 unchanged, 1 deleted, 0 skipped")
    #expect(
      try skippers() == ["skipper 1 n1 old []", "skipper 2 n2 ours []", "skipper 9 nobody - []"])
    #expect(
      try pull(Skipper.self, "[]", merging: .byProperty(preferring: .theirs))
        == "0 inserted, 0 updated, 0 unchanged, 2 deleted, 0 skipped")
    #expect(try skippers() == ["skipper 9 nobody - []"])
  }

  @Test func whatHasBeenDeletedIsNotMadeAgainUnlessOthersHaveChangedIt() throws {
    try ship.change { $0.delete(try #require(try $0.find(Skipper.self, \.id, 2))) }
    let same = #"[{"id": 2, "name": "n2", "note": "old", "tags": []}]"#
    let changed = #"[{"id": 2, "name": "n2", "note": "new"}]"#
    for policy in [MergePolicy.error, .theirs] {
      #expect(
        try pull(Skipper.self, same, merging: policy, deleting: .none)
          == "0 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    }
    #expect(
      try pull(Skipper.self, changed, deleting: .none)
        == "0 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(
      try pull(
        Skipper.self, changed, merging: .byProperty(preferring: .theirs), deleting: .none)
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try skippers()[1] == "skipper 2 n2 new []")
  }

  @Test func newMembersOfWhatHasBeenDeletedGoWithIt() throws {
    try ship.change { $0.delete(try $0.only(Voyage.all)) }
    let row = #"{"code": "A", "title": "old", "stages": [{"id": 1}, {"id": 9, "text": "new"}]}"#
    #expect(
      try pull(Skipper.self, #"[{"id": 1, "voyages": [\#(row)]}]"#, deleting: .none)
        == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 3 skipped")
    #expect(try ship.graph().allSatisfy { !$0.hasPrefix("stage") && !$0.hasPrefix("voyage") })
  }

  @Test func whatHasBeenDeletedSoftlyStaysSo() throws {
    try ship.change(by: "server") { _ = Cabin(number: 1, in: $0) }
    try ship.change { $0.delete(try $0.only(Cabin.all)) }
    try pull(Cabin.self, #"[{"number": 1, "name": "theirs"}]"#)
    let context = ship.container.newContext()
    #expect(try context.fetch(Cabin.all).isEmpty)
    #expect(try context.only(Cabin.onlyDeleted()).name == "theirs")
    let change = try #require(try ship.container.pendingChanges(by: "app").changes.first)
    #expect(change.kind == .updated && change.values["closed"]?.string != nil)
  }

  @Test func membersThatHavePendingReferencesStayWhereTheyAre() throws {
    try ship.change { context in
      let voyage = Voyage(code: "B", in: context)
      try context.find(Stage.self, \.id, 1)?.voyage = voyage
      try context.find(Stage.self, \.id, 3)?.text = "ours"
    }
    try pull(
      Voyage.self, #"[{"code": "A", "stages": [{"id": 1, "text": "x"}, {"id": 4}]}]"#,
      deleting: .none)
    let context = ship.container.newContext()
    let stages = try context.fetch(Stage.all.sorted(by: \.id))
    #expect(
      stages.map { "\($0.id) \($0.text) \($0.voyage.code)" } == ["1 x B", "3 ours A", "4  A"])
  }

  @Test func linksThatHaveBeenAddedOrRemovedStaySo() throws {
    try ship.change { context in
      let voyage = try context.only(Voyage.all)
      let hull = try #require(try context.find(Harbour.self, \.name, "Hull"))
      voyage.harbours.remove(hull)
      voyage.harbours.insert(Harbour(name: "Bath", in: context))
    }
    try pull(Voyage.self, #"[{"code": "A", "harbours": ["Hull", "Cork"]}]"#)
    let harbours = try ship.container.newContext().only(Voyage.all).harbours
    #expect(Set(harbours.map(\.name)) == ["Bath", "Cork"])
  }

  @Test func anOrderThatIsPendingStays() throws {
    try ship.change { try $0.only(Voyage.all).stages.reverse() }
    try pull(Voyage.self, #"[{"code": "A", "stages": [1, 2, 3]}]"#)
    #expect(try ship.container.newContext().only(Voyage.all).stages.map(\.id) == [3, 2, 1])
    try pull(Voyage.self, #"[{"code": "A", "stages": [1, 2, 3]}]"#, merging: .theirs)
    #expect(try ship.container.newContext().only(Voyage.all).stages.map(\.id) == [1, 2, 3])
  }

  @Test func anIdentityThatIsPendingFindsTheObjectByTheOneThatOthersKnow() throws {
    try ship.change { try $0.find(Skipper.self, \.id, 3)?.id = 30 }
    #expect(
      try pull(
        Skipper.self, #"[{"id": 1}, {"id": 2}, {"id": 3, "name": "theirs"}]"#)
        == "0 inserted, 1 updated, 2 unchanged, 0 deleted, 0 skipped")
    #expect(try skippers()[2] == "skipper 30 theirs old []")
  }

  @Test func whatHasBeenPushedIsOverwrittenAgain() async throws {
    try ship.change { try $0.find(Skipper.self, \.id, 1)?.name = "ours" }
    let container = ship.container
    try await container.withPendingChanges(by: "app") { _ in }
    var options = SyncOptions()
    options.pending = .kept(by: "app")
    try await container.sync(
      Skipper.self, from: JSON(reading: payload), options: options, merging: .ours, author: "s")
    #expect(try skippers()[0] == "skipper 1 theirs theirs []")
  }

  @Test func aStoreWithoutHistoryCannotKeepWhatIsPending() throws {
    let context = try Replica(history: nil).container.newContext()
    var options = SyncOptions()
    options.pending = .kept(by: "app", since: nil)
    #expect {
      try context.sync(Skipper.self, from: [["id": 1]], options: options)
    } throws: {
      ($0 as? StoreError)?.code == .historyOff && !context.hasChanges
    }
  }
}
