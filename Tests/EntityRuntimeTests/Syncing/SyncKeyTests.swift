import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Which object a row is about.
@Suite struct SyncKeyTests {
  private let run: SyncWayRun

  init() throws { run = try SyncWayRun() }

  // MARK: Without case

  @Test(arguments: SyncWay.allCases)
  func anIdentityThatIsUniqueWithoutCaseIsFoundWithoutCase(_ way: SyncWay) async throws {
    try await run.sync(Borough.self, #"[{"name": "Berlin", "size": 1}]"#, by: way)
    #expect(
      try await run.sync(Borough.self, #"[{"name": "BERLIN", "size": 2}]"#, by: way).description
        == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try run.towns() == ["BERLIN 2 [] []"])
    #expect(
      try await run.sync(Borough.self, #"[{"name": "BERLIN"}]"#, by: way).description
        == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 0 skipped")
  }

  @Test(arguments: SyncWay.allCases)
  func rowsThatDifferInCaseAloneAreAboutOneObject(_ way: SyncWay) async throws {
    let twice = #"[{"name": "Ulm", "size": 1}, {"name": "uLM"}]"#
    let report = try await run.sync(Borough.self, twice, by: way)
    #expect(report.description == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(
      report.skipped.map { "\($0.path) \($0.reason ?? "")" } == [
        "$[1] an earlier row has the same 'name', after which this one has been applied"
      ])
    #expect(try run.towns() == ["uLM 1 [] []"])
    let refusal = try await run.refusal(Borough.self, twice, .strict(), by: way)
    #expect(refusal?.hasPrefix("$[1]: ") == true)
  }

  @Test(arguments: SyncWay.allCases)
  func referencesAreFoundWithoutCase(_ way: SyncWay) async throws {
    try await run.sync(
      Borough.self,
      #"""
      [{"name": "Bonn", "regions": ["rhine", {"name": "Eifel"}], "streets": [{"id": 1}]},
       {"name": "Köln", "regions": [{"name": "Rhine"}, "EIFEL"]}]
      """#, by: way)
    #expect(
      try run.towns() == [#"Bonn 0 ["Eifel", "Rhine"] [1]"#, #"Köln 0 ["Eifel", "Rhine"] []"#])
    try await run.sync(
      Alley.self, #"[{"id": 1, "town": "KÖLN"}, {"id": 2, "town_id": "bonn"}]"#, .strict(),
      by: way)
    #expect(
      try run.towns() == [#"Bonn 0 ["Eifel", "Rhine"] [2]"#, #"Köln 0 ["Eifel", "Rhine"] [1]"#])
    // A list that names one twice has it once.
    try await run.sync(
      Borough.self, #"[{"name": "BONN", "regions": ["RHINE", "rhine"]}]"#, .strict(), by: way)
    #expect(try run.towns().first == #"BONN 0 ["Rhine"] [2]"#)
  }

  @Test(arguments: SyncWay.allCases)
  func whatIsThereInAnotherCaseIsNotMissing(_ way: SyncWay) async throws {
    try await run.sync(
      Borough.self, #"[{"name": "Bonn"}, {"name": "Ulm"}, {"name": "Graz"}]"#, by: way)
    #expect(
      try await run.sync(
        Borough.self, #"[{"name": "BONN"}, {"name": "Ulm"}]"#, deleting: .missing, by: way
      ).description == "0 inserted, 1 updated, 1 unchanged, 1 deleted, 0 skipped")
    #expect(try run.towns() == ["BONN 0 [] []", "Ulm 0 [] []"])
  }

  @Test func membersAreNamedWithoutCaseAndAreMovedToTheirParent() async throws {
    try await run.sync(
      Lowland.self, #"[{"name": "Alps", "towns": {"Graz": {"size": 1}, "Ulm": {}}}]"#)
    try await run.sync(
      Lowland.self, #"[{"name": "ALPS", "towns": {"GRAZ": {"size": 2}}}]"#)
    #expect(try run.towns() == [#"GRAZ 2 ["ALPS"] []"#, "Ulm 0 [] []"])
    let context = run.container.newContext()
    let region = try #require(try context.first(Lowland.all))
    let report = try context.sync(\.towns, of: region, from: [["name": "ulm"]])
    #expect(report.description == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    try context.save()
    #expect(try run.towns() == ["GRAZ 2 [] []", #"ulm 0 ["ALPS"] []"#])
  }

  @Test func unsavedObjectsAreFoundWithoutCase() throws {
    let context = run.container.newContext()
    _ = Borough(name: "Bonn", in: context)
    _ = try context.sync(Borough.self, from: [["name": "bonn", "size": 3]])
    try context.save()
    #expect(try run.towns() == ["bonn 3 [] []"])
  }

  // MARK: Siblings

  @Test(arguments: SyncWay.allCases)
  func anIdentityOfAnObjectOfASiblingClassIsRefused(_ way: SyncWay) async throws {
    try await run.sync(Barque.self, #"[{"number": 1, "name": "a"}]"#, by: way)
    let payload = #"[{"number": 2, "seats": 3}, {"number": 1, "seats": 4}]"#
    let message = "the 'number' is that of an object of 'Barque', which is no 'Skiff'"
    #expect(try await run.refusal(Skiff.self, payload, by: way) == "$[1]: \(message)")
    #expect(try run.crafts() == ["Barque 1 a"])
    let report = try await run.sync(
      Skiff.self, payload, deleting: .missing, .skipping, by: way)
    #expect(report.description == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(report.skipped.map { "\($0.path): \($0.reason ?? "")" } == ["$[1]: \(message)"])
    #expect(try run.crafts() == ["Barque 1 a", "Skiff 2 "])
    // Rows of the class that both extend are about either.
    #expect(
      try await run.sync(Hull.self, #"[{"number": 1, "name": "b"}]"#, by: way).updatedCount == 1)
    #expect(try run.crafts() == ["Barque 1 b", "Skiff 2 "])
  }

  @Test(arguments: SyncWay.allCases)
  func referencesToAnObjectOfASiblingClassAreRefused(_ way: SyncWay) async throws {
    try await run.sync(Barque.self, #"[{"number": 1}]"#, by: way)
    for (payload, path) in [
      (#"[{"id": 1, "ferry": 1}]"#, "$[0].ferry"),
      (#"[{"id": 1, "ferry": {"number": 1, "seats": 2}}]"#, "$[0].ferry"),
    ] {
      let message = "the 'number' is that of an object of 'Barque', which is no 'Skiff'"
      #expect(try await run.refusal(Slipway.self, payload, by: way) == "\(path): \(message)")
      let report = try await run.sync(Slipway.self, payload, .skipping, by: way)
      #expect(report.skipped.map { "\($0.path): \($0.reason ?? "")" } == ["\(path): \(message)"])
      let piers = try run.container.newContext().fetch(Slipway.all)
      #expect(piers.map { "\($0.id) \($0.ferry == nil)" } == ["1 true"])
    }
  }

  @Test func changesOfAnObjectOfASiblingClassAreRefused() async throws {
    try await run.sync(Barque.self, #"[{"number": 1, "name": "a"}]"#)
    for kind in ["inserted", "updated", "deleted"] {
      let json: JSON = [
        [
          "change": JSON(kind), "entity": "Skiff", "identity": 1,
          "values": kind == "deleted" ? [:] : ["name": "b"],
        ]
      ]
      let message = "the 'number' is that of an object of 'Barque', which is no 'Skiff'"
      let error = await #expect(throws: SyncError.self) {
        try await run.container.applyChanges(from: json)
      }
      #expect(error?.description == "$[0]: \(message)")
      let report = try await run.container.applyChanges(from: json, options: .skipping)
      #expect(report.description == "0 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
      #expect(report.skipped.first?.reason == message)
      #expect(try run.crafts() == ["Barque 1 a"])
    }
  }
}
