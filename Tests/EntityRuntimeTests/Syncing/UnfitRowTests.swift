import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Rows whose objects could not be saved.
@Suite struct UnfitRowTests {
  private let run: SyncWayRun

  init() throws { run = try SyncWayRun() }

  private func skipped(_ report: SyncReport) -> [String] {
    report.skipped.map { "\($0.path): \($0.reason ?? "")" }
  }

  // MARK: Rules of attributes

  @Test(arguments: SyncWay.allCases)
  func aValueThatARuleDoesNotAcceptIsRefusedWithItsPath(_ way: SyncWay) async throws {
    let payload = #"""
      [{"id": 1, "title": "a"}, {"id": 2, "title": "b", "size": {"weight": 11}},
       {"id": 3, "title": "c", "size": {"weight": 10}}]
      """#
    #expect(
      try await run.refusal(PacketSample.self, payload, by: way)
        == "$[1].size.weight: 'PacketSample.weight' must be from 1 to 10")
    #expect(try run.parcels() == [])
    let report = try await run.sync(
      PacketSample.self, payload, deleting: .missing, .skipping, by: way)
    #expect(report.description == "2 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(skipped(report) == ["$[1]: 'PacketSample.weight' must be from 1 to 10"])
    #expect(try run.parcels() == ["1 a 1 0", "3 c 10 0"])
    // One that is there is neither changed nor deleted.
    let other = try await run.sync(
      PacketSample.self, #"[{"id": 1, "title": "z", "size": {"weight": 0}}]"#, deleting: .missing,
      .skipping, by: way)
    #expect(other.description == "0 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(try run.parcels() == ["1 a 1 0", "3 c 10 0"])
  }

  @Test(arguments: SyncWay.allCases)
  func aRuleIsAskedAboutRowsInsideOfOthers(_ way: SyncWay) async throws {
    let payload = #"""
      [{"id": 1, "parcels": [{"id": 1, "title": "a", "size": {"weight": 0}},
        {"id": 2, "title": "b"}]}]
      """#
    #expect(
      try await run.refusal(Carton.self, payload, by: way)
        == "$[0].parcels[0].size.weight: 'PacketSample.weight' must be from 1 to 10")
    let report = try await run.sync(Carton.self, payload, .skipping, by: way)
    #expect(report.description == "2 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(try run.parcels() == ["2 b 1 1"])
  }

  // MARK: What a new object must have

  @Test(arguments: SyncWay.saving)
  func aNewRowWithoutWhatItMustHaveIsRefused(_ way: SyncWay) async throws {
    let payload = #"[{"id": 1, "title": "a"}, {"id": 2}, {"id": 3, "title": "c"}]"#
    let message = "$[1]: the row has no 'title', which a new 'PacketSample' must have"
    #expect(try await run.refusal(PacketSample.self, payload, by: way) == message)
    #expect(try run.parcels() == [])
    let report = try await run.sync(PacketSample.self, payload, .skipping, by: way)
    #expect(report.description == "2 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(skipped(report) == [message])
    #expect(try run.parcels() == ["1 a 1 0", "3 c 1 0"])
  }

  @Test func whatAContextSyncsMayBeGivenTheRestBeforeItIsSaved() throws {
    let context = run.container.newContext()
    _ = try context.sync(PacketSample.self, from: [["id": 1]])
    try context.fetch(PacketSample.all).first?.title = "mine"
    try context.save()
    #expect(try run.parcels() == ["1 mine 1 0"])
  }

  @Test(arguments: SyncWay.saving)
  func ofRowsAboutOneObjectEachIsAppliedInItsTurn(_ way: SyncWay) async throws {
    let payload = #"[{"id": 1, "title": "a"}, {"id": 1, "size": {"weight": 2}}]"#
    let report = try await run.sync(PacketSample.self, payload, by: way)
    #expect(report.description == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(try run.parcels() == ["1 a 2 0"])
    // The first one has to make the object.
    let other = #"[{"id": 2, "size": {"weight": 2}}, {"id": 2, "title": "b"}]"#
    #expect(
      try await run.refusal(PacketSample.self, other, by: way)
        == "$[0]: the row has no 'title', which a new 'PacketSample' must have")
    try await run.sync(PacketSample.self, other, .skipping, by: way)
    #expect(try run.parcels() == ["1 a 2 0", "2 b 1 0"])
    // One that is unfit leaves what the others say.
    try await run.sync(
      PacketSample.self,
      #"[{"id": 1, "title": "x"}, {"id": 1, "title": "y", "size": {"weight": 0}}]"#, .skipping,
      by: way)
    #expect(try run.parcels() == ["1 x 2 0", "2 b 1 0"])
  }

  // MARK: What the save finds

  @Test(arguments: SyncWay.saving)
  func whatAnObjectSaysOfItselfIsRefusedWithThePathOfItsRow(_ way: SyncWay) async throws {
    let payload = #"""
      [{"id": 1, "title": "a"}, {"id": 2, "title": "bomb", "hat": 1}, {"id": 3, "title": "bomb"},
       {"id": 4, "title": "d", "hat": 1}]
      """#
    #expect(
      try await run.refusal(PacketSample.self, payload, by: way)
        == "$[1].title: 'PacketSample.title' must be harmless")
    #expect(try run.parcels() == [])
    let report = try await run.sync(
      PacketSample.self, payload, deleting: .missing, .skipping, by: way)
    #expect(report.description == "2 inserted, 0 updated, 0 unchanged, 0 deleted, 3 skipped")
    #expect(
      Set(skipped(report)) == [
        "$[1]: 'PacketSample.title' must be harmless",
        "$[2]: 'PacketSample.title' must be harmless",
        "$[1].hat: 'PacketSample' has no property for this member",
      ])
    #expect(try run.parcels() == ["1 a 1 0", "4 d 1 0"])
  }

  @Test(arguments: SyncWay.saving)
  func aListThatHoldsTooManyIsRefusedWithItsPath(_ way: SyncWay) async throws {
    let parcels = (1...3).map { #"{"id": \#($0), "title": "a"}"# }.joined(separator: ", ")
    let payload = #"[{"id": 1, "label": "x", "parcels": [\#(parcels)]}, {"id": 2}]"#
    #expect(
      try await run.refusal(Carton.self, payload, by: way)
        == "$[0].parcels: 'Carton.parcels' must hold at most 2 and holds 3")
    let report = try await run.sync(Carton.self, payload, .skipping, by: way)
    #expect(report.skippedCount == 1)
    #expect(try run.container.newContext().fetch(Carton.all).map(\.id) == [2])
    // What is inside of it is left out with it, unless it is elsewhere too.
    #expect(try run.parcels() == [])
    let more = parcels + #", {"id": 4, "title": "d"}"#
    let elsewhere =
      #"[{"id": 1, "parcels": [\#(more)]}, {"id": 2, "parcels": [{"id": 3, "title": "c"}]}]"#
    try await run.sync(Carton.self, elsewhere, .skipping, by: .container)
    #expect(try run.parcels() == ["3 c 1 2"])
  }

  @Test(arguments: SyncWay.saving)
  func whatNeedsARowThatIsPassedOverIsPassedOverToo(_ way: SyncWay) async throws {
    let rules = try SyncRuleRun()
    let payload = #"[{"id": 1, "wharf": 9}, {"id": 2, "wharf": {"id": 7}}, {"id": 3}]"#
    func sync(_ options: SyncOptions) async throws -> SyncReport {
      guard let partSize = way.partSize else {
        return try await rules.container.sync(
          Mooring.self, from: JSON(reading: payload), options: options)
      }
      return try await rules.container.sync(
        Mooring.self, from: JSON.elements(of: AsyncStream(of: [Array(payload.utf8)])),
        deleting: .none, options: options, author: nil, progress: nil, partSize: partSize)
    }
    let error = await #expect(throws: SyncError.self) { try await sync(SyncOptions()) }
    #expect(error?.path.description.hasPrefix("$[") == true)
    _ = try await sync(.skipping)
    let moorings = try rules.container.newContext().fetch(Mooring.all)
    #expect(moorings.map(\.id) == [2])
  }

  @Test(arguments: SyncWay.saving)
  func aUniqueValueThatAnotherObjectHasIsRefusedWithItsPath(_ way: SyncWay) async throws {
    try await run.sync(Callsign.self, #"[{"id": 1, "nick": "a", "dock": 1, "slot": 1}]"#, by: way)
    let payload = #"[{"id": 3, "nick": "a"}, {"id": 4, "nick": "c"}]"#
    let message = "another object has the value of 'Callsign.nick', which is unique"
    #expect(try await run.refusal(Callsign.self, payload, by: way) == "$[0].nick: " + message)
    let report = try await run.sync(Callsign.self, payload, .skipping, by: way)
    #expect(report.description == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(skipped(report) == ["$[0]: " + message])
    // Beside what is wrong with other rows.
    let worse = try await run.sync(
      Callsign.self,
      #"[{"id": 5, "nick": "c"}, {"id": 6}, {"id": 7, "nick": "d", "dock": 1, "slot": 1}]"#,
      .skipping, by: way)
    #expect(
      Set(skipped(worse)) == [
        "$[0]: " + message, "$[1]: the row has no 'nick', which a new 'Callsign' must have",
        "$[2]: another object has the values of 'Callsign.dock' and 'Callsign.slot', which are "
          + "unique together",
      ])
    let nicks = try run.container.newContext().fetch(Callsign.sorted(by: \.id)).map(\.nick)
    #expect(nicks == ["a", "c"])
  }

  @Test(arguments: SyncWay.saving)
  func uniqueValuesMayBeExchangedByTheRowsOfOnePart(_ way: SyncWay) async throws {
    try await run.sync(
      Callsign.self, #"[{"id": 1, "nick": "a"}, {"id": 2, "nick": "b"}]"#, by: way)
    guard way != .ones else { return }
    try await run.sync(
      Callsign.self, #"[{"id": 1, "nick": "b"}, {"id": 2, "nick": "a"}]"#, by: way)
    let nicks = try run.container.newContext().fetch(Callsign.sorted(by: \.id)).map(\.nick)
    #expect(nicks == ["b", "a"])
  }

  @Test(arguments: SyncWay.allCases)
  func bothZerosAreOneIdentity(_ way: SyncWay) async throws {
    try await run.sync(Gauge.self, #"[{"key": 0, "name": "a"}]"#, by: way)
    let report = try await run.sync(
      Gauge.self, #"[{"key": -0.0, "name": "b"}]"#, deleting: .missing, by: way)
    #expect(report.description == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try run.container.newContext().fetch(Gauge.all).map(\.name) == ["b"])
  }

  @Test(arguments: SyncWay.allCases)
  func aKeyedRowThatIsThereTwiceIsRefused(_ way: SyncWay) async throws {
    let payload = #"[{"id": 1, "parcels": {"1": {"title": "a"}, "1": {"title": "b"}}}]"#
    #expect(
      try await run.refusal(Carton.self, payload, by: way)
        == "$[0].parcels[\"1\"]: the object has this member twice")
    try await run.sync(Carton.self, #"[{"id": 1, "parcels": {"1": {"title": "a"}}}]"#, by: way)
    #expect(try run.parcels() == ["1 a 1 1"])
  }

  @Test(arguments: SyncWay.allCases)
  func aRowOfAnAbstractClassThatNoObjectHasIsRefused(_ way: SyncWay) async throws {
    try await run.sync(Bale.self, #"[{"code": "x"}]"#, by: way)
    try await run.sync(Stowage.self, #"[{"code": "x", "weight": 2}]"#, by: way)
    let payload = #"[{"code": "x", "weight": 3}, {"code": "y"}]"#
    let message = "$[1]: 'Stowage' is abstract, so that no object can be made of the row"
    #expect(try await run.refusal(Stowage.self, payload, by: way) == message)
    let report = try await run.sync(Stowage.self, payload, .skipping, by: way)
    #expect(report.description == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(skipped(report) == [message])
    let inside = #"[{"id": 1, "stowage": {"code": "y"}}]"#
    #expect(
      try await run.refusal(StowageTag.self, inside, by: way)
        == "$[0].stowage: 'Stowage' is abstract, so that no object can be made of the row")
    try await run.sync(StowageTag.self, #"[{"id": 1, "stowage": {"code": "x"}}]"#, by: way)
    let tags = try run.container.newContext().fetch(StowageTag.all)
    #expect(tags.map { $0.stowage?.weight } == [3])
  }

  @Test func changesThatCannotBeSavedAreRefusedWithTheirPath() async throws {
    func change(_ id: Int, _ values: JSON) -> JSON {
      ["change": "inserted", "entity": "PacketSample", "identity": JSON(id), "values": values]
    }
    let json: JSON = [
      "changes": [
        change(1, ["title": "a"]), change(2, [:]), change(3, ["title": "bomb"]),
        change(4, ["title": "d", "size": ["weight": 0]]),
      ]
    ]
    let error = await #expect(throws: SyncError.self) {
      try await run.container.applyChanges(from: json)
    }
    #expect(
      error?.description
        == "changes[1]: the row has no 'title', which a new 'PacketSample' must have")
    let report = try await run.container.applyChanges(from: json, options: .skipping)
    #expect(
      Set(skipped(report)) == [
        "changes[1]: the row has no 'title', which a new 'PacketSample' must have",
        "changes[2]: 'PacketSample.title' must be harmless",
        "changes[3]: 'PacketSample.weight' must be from 1 to 10",
      ])
    #expect(try run.parcels() == ["1 a 1 0"])
  }
}
