import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct PendingChangesOfAuthorsTests {
  private let ship: Replica

  init() throws { ship = try Replica() }

  @Test func anInsertionAndEditsAreAnInsertionWithTheLastValues() throws {
    try ship.change { _ = Skipper(id: 1, name: "Anne", in: $0) }
    try ship.change { try $0.only(Skipper.all).name = "Mary" }
    #expect(
      try ship.pending() == [
        #"{"change":"inserted","entity":"Skipper","identity":1,"#
          + #""values":{"id":1,"name":"Mary","note":null,"tags":[]}}"#
      ])
  }

  @Test func whatIsMadeAndDeletedAgainIsNothing() throws {
    try ship.change { _ = Skipper(id: 1, in: $0) }
    try ship.change { $0.delete(try $0.only(Skipper.all)) }
    #expect(try ship.pending() == [])
  }

  @Test func editsAreOneEditOfWhatIsNotAsItWas() throws {
    try ship.change(by: "server") { _ = Skipper(id: 1, name: "Anne", note: "n", in: $0) }
    let token = try ship.container.currentToken
    try ship.change { try $0.only(Skipper.all).name = "Mary" }
    try ship.change { try $0.only(Skipper.all).note = "other" }
    try ship.change {
      let skipper = try $0.only(Skipper.all)
      (skipper.name, skipper.note, skipper.tags) = ("Grace", "n", ["x"])
    }
    let edit = [
      #"{"change":"updated","entity":"Skipper","identity":1,"values":{"name":"Grace","tags":["x"]}}"#
    ]
    #expect(try ship.pending() == edit)
    #expect(try ship.pending(since: token) == edit)
    try ship.change {
      let skipper = try $0.only(Skipper.all)
      (skipper.name, skipper.tags) = ("Anne", [])
    }
    #expect(try ship.pending() == [])
  }

  @Test func aDeletionHasTheIdentityAndWhatIsToBePreserved() throws {
    try ship.change(by: "server") { _ = Voyage(code: "A", title: "North", cost: 5, in: $0) }
    try ship.change { try $0.only(Voyage.all).title = "South" }
    try ship.change { $0.delete(try $0.only(Voyage.all)) }
    #expect(
      try ship.pending() == [
        #"{"change":"deleted","entity":"Voyage","identity":"A","values":{"title":"South"}}"#
      ])
  }

  @Test func whatOthersChangeIsNotPending() throws {
    try ship.change(by: "server") { _ = Skipper(id: 1, in: $0) }
    try ship.change(by: "server") { try $0.only(Skipper.all).name = "Anne" }
    try ship.change { try $0.only(Skipper.all).note = "mine" }
    try ship.change(by: "server") { $0.delete(try $0.only(Skipper.all)) }
    #expect(try ship.pending() == [])
    let nobody = ship.container.newContext()
    _ = Skipper(id: 2, in: nobody)
    try nobody.save()
    #expect(try ship.pending() == [])
  }

  @Test func relationshipsAreIdentitiesAndLinksAreAtOneEnd() throws {
    try ship.change { context in
      let skipper = Skipper(id: 1, in: context)
      let harbour = Harbour(name: "Hull", in: context)
      let voyage = Voyage(code: "A", skipper: skipper, harbours: [harbour], in: context)
      let stages = [2, 1].map { Stage(id: $0, voyage: voyage, in: context) }
      voyage.stages = stages.reversed()
    }
    let changes = try ship.container.pendingChanges(by: "app")
    #expect(changes.inserted.count == 5 && changes.updated == [] && changes.deleted == [])
    let voyage = try #require(changes.changes.first { $0.entity == "Voyage" })
    #expect(voyage.values["skipper"] == 1 && voyage.values["stages"] == nil)
    let harbour = try #require(changes.changes.first { $0.entity == "Harbour" })
    #expect(voyage.linked["harbours"] ?? harbour.linked["voyages"] != nil)
    #expect(voyage.linked.count + harbour.linked.count == 1)
    #expect(voyage.orders == ["stages": [1, 2]])
    #expect(
      changes.changes.filter { $0.entity == "Stage" }.map { $0.values["voyage"] } == ["A", "A"])
  }

  @Test func linksAddedAndRemovedAreTheDifference() throws {
    try ship.change(by: "server") { context in
      let voyage = Voyage(code: "A", in: context)
      voyage.harbours = Set(["Hull", "Cork"].map { Harbour(name: $0, in: context) })
      _ = Harbour(name: "Bath", in: context)
    }
    func link(_ names: [String]) throws {
      try ship.change { context in
        let harbours = try context.fetch(Harbour.all).filter { names.contains($0.name) }
        try context.only(Voyage.all).harbours = Set(harbours)
      }
    }
    try link(["Bath"])
    try link(["Bath", "Cork"])
    let changes = try ship.container.pendingChanges(by: "app").changes
    let linked = changes.map { $0.linked["harbours"] ?? $0.linked["voyages"] ?? [] }
    #expect(changes.allSatisfy { $0.kind == .updated })
    #expect(linked == [["Bath"]] || linked == [["A"], []] || linked == [[], ["A"]])
    try link(["Hull", "Cork"])
    #expect(try ship.pending() == [])
  }

  @Test func valuesHaveTheNamesAndFormsOfTheFormat() throws {
    try ship.change { context in
      let voyage = Voyage(code: "A", cost: Decimal(string: "1.10"), in: context)
      voyage.begins = Date(timeIntervalSince1970: 60)
      voyage.log = Data([1, 2])
    }
    let format = JSONFormat(keys: .snakeCase, dates: .unixSeconds)
    let change = try #require(
      try ship.container.pendingChanges(by: "app", format: format).changes.first)
    #expect(
      change.values.text
        == #"{"code":"A","title":"","money":{"cost":1.1},"begins":60,"log":"AQI=","skipper":null}"#)
  }

  @Test func secretsAndWhatIsNotExportedAreNotHandedOut() throws {
    try ship.change(by: "server") { _ = Skipper(id: 1, in: $0) }
    try ship.change {
      let skipper = try $0.only(Skipper.all)
      (skipper.pin, skipper.draft) = ("1234", "d")
    }
    #expect(try ship.pending() == [])
  }

  @Test func anIdentityThatHasBeenChangedIsTheOneThatOthersKnow() throws {
    try ship.change(by: "server") { _ = Skipper(id: 1, in: $0) }
    try ship.change { try $0.only(Skipper.all).id = 2 }
    try ship.change { try $0.only(Skipper.all).id = 3 }
    let edit = #"{"change":"updated","entity":"Skipper","identity":1,"values":{"id":3}}"#
    #expect(try ship.pending() == [edit])
    let other = try Replica()
    try other.change(by: "server") { _ = Skipper(id: 1, in: $0) }
    let changes = try ship.container.pendingChanges(by: "app").json
    #expect(try other.apply(changes) == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try other.apply(changes) == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 0 skipped")
    #expect(try other.graph() == ["skipper 3 nobody - []"])
  }

  @Test func whatReplacesADeletedObjectIsAnEditOfIt() throws {
    try ship.change(by: "server") { _ = Skipper(id: 1, name: "Anne", note: "n", in: $0) }
    try ship.change { $0.delete(try $0.only(Skipper.all)) }
    try ship.change { _ = Skipper(id: 1, name: "Mary", note: "n", in: $0) }
    #expect(
      try ship.pending() == [
        #"{"change":"updated","entity":"Skipper","identity":1,"values":{"name":"Mary"}}"#
      ])
  }

  @Test func whatReplacesADeletedObjectIsUnlinkedFromWhatThatWasLinkedTo() throws {
    let other = try Replica()
    for ship in [ship, other] {
      try ship.change(by: "server") { context in
        let harbours = Set(["Hull", "Cork"].map { Harbour(name: $0, in: context) })
        let voyage = Voyage(code: "A", harbours: harbours, in: context)
        voyage.passengers = (1...2).map { Passenger(id: $0, in: context) }
      }
    }
    try ship.change { $0.delete(try $0.only(Voyage.all)) }
    try ship.change { context in
      let voyage = Voyage(code: "A", in: context)
      voyage.harbours = Set(try context.fetch(Harbour.where { $0.name == "Hull" }))
    }
    try other.apply(ship.container.pendingChanges(by: "app").json)
    #expect(try other.graph() == ship.graph())
  }

  @Test func aDeletionIsNotPendingOnceSomebodyElseHasMadeTheObjectAgain() throws {
    try ship.change(by: "server") { for id in 1...2 { _ = Skipper(id: id, in: $0) } }
    try ship.change { context in
      for skipper in try context.fetch(Skipper.all) { context.delete(skipper) }
    }
    try ship.change(by: "server") { _ = Skipper(id: 1, in: $0) }
    #expect(try ship.container.pendingChanges(by: "app").changes.map(\.identity) == [2])
  }

  @Test func onlyTheEntitiesThatAreWantedAreHandedOut() throws {
    try ship.change {
      _ = Skipper(id: 1, in: $0)
      _ = Harbour(name: "Hull", in: $0)
    }
    let changes = try ship.container.pendingChanges(by: "app", of: Harbour.self)
    #expect(changes.changes.map(\.entity) == ["Harbour"])
    #expect(try ship.container.pendingChanges(by: "nobody").isEmpty)
  }

  @Test func whatHasNoIdentityIsRefused() throws {
    try ship.change { _ = Flotsam(text: "x", in: $0) }
    #expect(
      failure { _ = try ship.pending() }
        == "'Flotsam' has no attribute by which a row finds its object; mark one '.unique' or "
        + "'.identity' [invalidRequest]")
    #expect(try ship.container.pendingChanges(by: "app", of: Skipper.self).isEmpty)
  }

  @Test func theOrderOfMembersThatAreLeftOutAndHaveNoIdentityIsLeftOut() throws {
    try ship.change { context in
      let raft = Raft(name: "Kon-Tiki", in: context)
      raft.load = ["a", "b"].map { Flotsam(text: $0, in: context) }
    }
    let changes = try ship.container.pendingChanges(by: "app", of: Raft.self).changes
    #expect(changes.map(\.identity) == ["Kon-Tiki"] && changes.allSatisfy(\.orders.isEmpty))
    #expect(
      failure { _ = try ship.pending() }
        == "'Flotsam' has no attribute by which a row finds its object; mark one '.unique' or "
        + "'.identity' [invalidRequest]")
  }

  @Test func whatIsPendingWhenEverythingIsRemovedIsPendingNoMore() throws {
    try ship.change(by: "server") { _ = Skipper(id: 1, in: $0) }
    try ship.change { $0.delete(try $0.only(Skipper.all)) }
    try ship.container.reset()
    try ship.change { _ = Skipper(id: 2, in: $0) }
    #expect(try ship.container.pendingChanges(by: "app").changes.map(\.identity) == [2])
  }

  @Test func changesAreJSONAndReadAgain() throws {
    try ship.change(by: "server") { _ = Skipper(id: 1, in: $0) }
    try ship.change { context in
      context.delete(try context.only(Skipper.all))
      let harbour = Harbour(name: "Hull", in: context)
      let voyage = Voyage(code: "A", harbours: [harbour], in: context)
      voyage.stages = [Stage(id: 1, voyage: voyage, in: context)]
    }
    let changes = try ship.container.pendingChanges(by: "app")
    #expect(try PendingChanges(JSON(reading: changes.json.text)) == changes)
    let encoded = try JSONEncoder().encode(changes)
    #expect(try JSONDecoder().decode(PendingChanges.self, from: encoded) == changes)
    let one = try #require(changes.changes.first)
    #expect(try JSONDecoder().decode(PendingChange.self, from: JSONEncoder().encode(one)) == one)
    #expect(throws: SyncError.self) { try PendingChanges(["changes": []]) }
    #expect(throws: SyncError.self) { try PendingChanges(["author": "a", "token": 1]) }
    #expect(throws: SyncError.self) { try PendingChange(["change": "moved"]) }
  }

  // MARK: Tokens

  @Test func aStoreWithoutHistoryHasNothingPendingToHandOut() async throws {
    let ship = try Replica(history: nil)
    #expect(throws: StoreError.self) { try ship.pending() }
    await #expect { try await ship.container.withPendingChanges(by: "app") { _ in } } throws: {
      ($0 as? StoreError)?.code == .historyOff
    }
  }

  @Test func aTokenThatIsTooOldOrOfAnotherStoreIsRefused() async throws {
    let (container, other) = (ship.container, try Replica())
    let start = try container.currentToken
    for id in 1...3 { try ship.change { _ = Skipper(id: id, in: $0) } }
    try other.change { _ = Skipper(id: 1, in: $0) }
    func code(_ body: () throws -> Void) -> StoreError.Code? {
      do { try body() } catch { return (error as? StoreError)?.code }
      return nil
    }
    #expect(code { _ = try other.pending(since: container.currentToken) } == .tokenOfAnotherStore)
    #expect(
      code {
        try other.container.acknowledgePendingChanges(named: "x", upTo: container.currentToken)
      } == .tokenOfAnotherStore)
    try container.pruneHistory(keeping: .commits(1))
    #expect(code { _ = try ship.pending(since: start) } == .historyPruned)
    #expect(code { _ = try ship.pending() } == .historyPruned)
    await #expect(throws: StoreError.self) {
      try await container.withPendingChanges(by: "app") { _ in }
    }
    try container.acknowledgePendingChanges(named: "app", upTo: container.currentToken)
    #expect(try await container.drainPendingChanges(by: "app") { _ in } == 0)
    var options = SyncOptions()
    options.pending = .kept(by: "app", since: start)
    #expect(try ship.refusal("[]", options)?.contains("[historyPruned]") == true)
    options.pending = .kept(by: "app")
    #expect(try ship.refusal("[]", options) == nil)
  }

  @Test func ofAStoreThatHasBeenEmptiedNothingFromBeforeIsPending() async throws {
    let container = ship.container
    for id in 1...3 { try ship.change { _ = Skipper(id: id, in: $0) } }
    try container.pruneHistory(keeping: .commits(2))
    try container.acknowledgePendingChanges(named: "app", upTo: container.currentToken)
    try ship.change { _ = Skipper(id: 4, in: $0) }
    try container.reset()
    #expect(try await container.drainPendingChanges(by: "app") { _ in } == 0)
    try container.reset()
    try container.pruneHistory(keeping: .commits(1))
    #expect(try ship.pending() == [])
    try ship.change { _ = Skipper(id: 5, in: $0) }
    #expect(try ship.pending().count == 1)
    // Once the entry itself is gone, it is not known what followed it.
    try container.pruneHistory(keeping: .commits(1))
    #expect {
      try ship.pending()
    } throws: {
      ($0 as? StoreError)?.code == .historyPruned
    }
  }

  @Test func whatHasBeenPushedIsAcknowledgedAndWhatFailedIsPendingAgain() async throws {
    let container = ship.container
    struct Refused: Error {}
    try ship.change { _ = Skipper(id: 1, in: $0) }
    await #expect(throws: Refused.self) {
      try await container.withPendingChanges(by: "app") { _ in throw Refused() }
    }
    #expect(try container.acknowledgedToken(named: "app") == nil)
    // What is changed meanwhile is pending afterwards.
    let pushed = try await container.withPendingChanges(by: "app") { pending in
      try await container.write(author: "app") { _ = Skipper(id: 2, in: $0) }
      return pending.changes.map(\.identity)
    }
    #expect(pushed == [1])
    #expect(
      try await container.withPendingChanges(by: "app") { $0.changes.map(\.identity) } == [2])
    #expect(try await container.withPendingChanges(by: "app") { $0.changes.count } == nil)
    // Another name knows nothing of it.
    #expect(
      try await container.withPendingChanges(by: "app", named: "b") { $0.changes.count } == 2)
    let last = try container.currentToken
    #expect(try container.acknowledgedToken(named: "app") == last)
    try container.acknowledgePendingChanges(
      named: "app", upTo: try #require(try container.history().first?.token))
    #expect(try container.acknowledgedToken(named: "app") == last)
  }

  @Test func drainingPushesUntilNothingIsPending() async throws {
    let container = ship.container
    try ship.change { _ = Skipper(id: 1, in: $0) }
    var passes: [Int] = []
    let count = try await container.drainPendingChanges(by: "app") { pending in
      passes.append(pending.changes.count)
      if passes.count < 3 {
        let id = passes.count + 1
        try await container.write(author: "app") { _ = Skipper(id: id, in: $0) }
      }
    }
    #expect(passes == [1, 1, 1] && count == 3)
  }

  @Test func whatIsPendingIsReadInTheStateOfTheContext() async throws {
    let container = ship.container
    try ship.change { _ = Skipper(id: 1, in: $0) }
    let (changes, token) = try await container.read { context in
      (try context.pendingChanges(by: "app"), try context.currentToken)
    }
    #expect(changes.token == token && changes.changes.count == 1)
  }
}
