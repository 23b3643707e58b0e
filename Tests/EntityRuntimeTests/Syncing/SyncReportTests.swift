import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// What a payload may say, and what is said of it.
@Suite struct SyncReportTests {
  private let run: SyncWayRun

  init() throws { run = try SyncWayRun() }

  // MARK: Reports

  @Test(arguments: SyncWay.allCases)
  func relatedRowsThatAreNotMadeAreReportedOnce(_ way: SyncWay) async throws {
    var options = SyncOptions()
    options.related = []
    let report = try await run.sync(
      Borough.self, #"[{"name": "a", "streets": [{"id": 1}, 2], "regions": [{"name": "r"}]}]"#,
      options, by: way)
    #expect(
      Set(report.skipped.map { "\($0.path): \($0.reason ?? "")" }) == [
        "$[0].regions[0]: no related objects are made",
        "$[0].streets[0]: no related objects are made",
        "$[0].streets[1]: 'Borough.streets' refers to an object that is not there",
      ])
    #expect(report.skippedCount == 3)
  }

  @Test func aReportIsJSONWithoutValuesAndIDs() async throws {
    let report = try await run.sync(
      PacketSample.self, #"[{"id": 1, "title": "a"}, {"id": "secret"}, {"id": 3}]"#, .skipping)
    #expect(
      report.json == [
        "inserted": 1, "updated": 0, "unchanged": 0, "deleted": 0, "skipped": 2,
        "rows": [
          [
            "path": "$[2]",
            "reason": "the row has no 'title', which a new 'PacketSample' must have",
          ],
          [
            "path": "$[1]",
            "reason": JSON(
              "'PacketSample.id' is a whole number within the range of the property and this is a "
                + "string"),
          ],
        ],
      ])
    #expect(report.rows.first?.reason == nil)
  }

  @Test func unknownMembersOfChangesAreReportedAndRefusedOnRequest() async throws {
    try await run.sync(Borough.self, #"[{"name": "a"}]"#)
    let json: JSON = [
      [
        "change": "updated", "entity": "Borough", "identity": "a", "by": "me",
        "linked": ["regions": [], "friends": [1]], "unlinked": ["friends": [2]],
        "orders": ["friends": []],
      ]
    ]
    let report = try await run.container.applyChanges(from: json)
    #expect(
      report.skipped.map { "\($0.path): \($0.reason ?? "")" } == [
        "$[0].by: a change has no such member",
        "$[0].linked.friends: 'Borough' has no property for this member",
        "$[0].unlinked.friends: 'Borough' has no property for this member",
        "$[0].orders.friends: 'Borough' has no property for this member",
      ])
    var options = SyncOptions()
    options.unknownMembers = .refuse
    let error = await #expect(throws: SyncError.self) {
      try await run.container.applyChanges(from: json, options: options)
    }
    #expect(error?.description == "$[0].by: a change has no such member")
  }

  // MARK: Members

  private var parcelShape: JSONShape<PacketSample> {
    JSONShape {
      $0.id
      $0.title
      $0.crate
    }
  }

  @Test(arguments: SyncWay.allCases)
  func onlyListedMembersAreTaken(_ way: SyncWay) async throws {
    var options = SyncOptions()
    options.members = .only(parcelShape)
    let payload = #"""
      [{"id": 1, "title": "a", "isFree": true, "size": {"weight": 5},
        "crate": {"id": 1, "label": "x"}}]
      """#
    let report = try await run.sync(PacketSample.self, payload, options, by: way)
    #expect(
      Set(report.skipped.map { "\($0.path): \($0.reason ?? "")" }) == [
        "$[0].isFree: 'PacketSample.isFree' is none of the members that the payload may have",
        "$[0].size.weight: 'PacketSample.weight' is none of the members that the payload may have",
        "$[0].crate.label: 'Carton.label' is none of the members that the payload may have",
        "$[0].crate: no related objects are made",
      ])
    #expect(try run.parcels() == ["1 a 1 0"])
    #expect(try run.container.newContext().fetch(PacketSample.all).map(\.isFree) == [false])
    // What is there is referred to, and stays as it is.
    try await run.sync(Carton.self, #"[{"id": 1}]"#, by: way)
    try await run.sync(PacketSample.self, payload, options, by: way)
    #expect(try run.parcels() == ["1 a 1 1"])
    #expect(try run.container.newContext().fetch(Carton.all).map(\.label) == [""])
    options.unknownMembers = .refuse
    #expect(
      try await run.refusal(PacketSample.self, payload, options, by: way)
        == "$[0].isFree: 'PacketSample.isFree' is none of the members that the payload may have")
    // Without what leads to a relationship, its identities are no members either.
    options.members = .only(JSONShape<PacketSample> { $0.title })
    #expect(
      try await run.refusal(PacketSample.self, #"[{"id": 1, "crate_id": 1}]"#, options, by: way)
        == "$[0].crate_id: 'PacketSample.crate' is none of the members that the payload may have")
  }

  @Test func shapesListWhatIsInsideOfThemAndClassesBesideThem() async throws {
    var options = SyncOptions()
    options.members = .only(
      JSONShape<Carton> {
        $0.label
        $0.parcels { $0.title }
      }, JSONShape<Skiff>.attributes)
    let payload = #"""
      [{"id": 1, "label": "x", "parcels": [{"id": 1, "title": "a", "size": {"weight": 5}}]}]
      """#
    let report = try await run.sync(Carton.self, payload, options)
    #expect(report.description == "2 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(try run.parcels() == ["1 a 1 1"])
    try await run.sync(Skiff.self, #"[{"number": 1, "name": "f", "seats": 3}]"#, options)
    #expect(try run.crafts() == ["Skiff 1 f"])
    // A class that extends one that is listed has what that has.
    options.members = .only(JSONShape<Hull> { $0.name })
    try await run.sync(Skiff.self, #"[{"number": 1, "name": "g", "seats": 9}]"#, options)
    let ferries = try run.container.newContext().fetch(Skiff.all)
    #expect(ferries.map { "\($0.name) \($0.seats)" } == ["g 3"])
  }

  @Test func changesHaveListedMembersOfListedClassesAlone() async throws {
    var options = SyncOptions.strict()
    options.members = .only(parcelShape)
    func refusal(_ json: JSON) async throws -> String? {
      do {
        try await run.container.applyChanges(from: [json], options: options)
        return nil
      } catch let error as SyncError {
        return "\(error)"
      }
    }
    #expect(
      try await refusal(["change": "inserted", "entity": "Carton", "identity": 1])
        == "$[0].entity: 'Carton' is none of the entities whose objects may be changed")
    #expect(
      try await refusal([
        "change": "inserted", "entity": "PacketSample", "identity": 1,
        "values": ["title": "a", "isFree": true],
      ])
        == "$[0].values.isFree: 'PacketSample.isFree' is none of the members that the payload may "
        + "have"
    )
    #expect(
      try await refusal([
        "change": "inserted", "entity": "PacketSample", "identity": 1, "values": ["title": "a"],
      ]) == nil)
    options.members = .only(JSONShape<Borough> { $0.size })
    try await run.sync(Borough.self, #"[{"name": "a"}]"#)
    #expect(
      try await refusal([
        "change": "updated", "entity": "Borough", "identity": "a", "linked": ["regions": ["x"]],
      ])
        == "$[0].linked.regions: 'Borough.regions' is none of the members that the payload may have"
    )
  }

  // MARK: Time

  @Test func aCallThatTakesTooLongIsEnded() async throws {
    let container = run.container
    await #expect(throws: StoreError.self) {
      try await container.sync(Borough.self, from: [["name": "a"]], timeout: .zero)
    }
    await #expect(throws: StoreError.self) {
      try await container.sync(
        Borough.self, from: AsyncStream(of: [["name": "a"] as JSON]), timeout: .zero)
    }
    await #expect(throws: StoreError.self) {
      try await container.applyChanges(
        from: [["change": "inserted", "entity": "Borough", "identity": "a"]], timeout: .zero)
    }
    #expect(try run.towns() == [])
    try await container.sync(Borough.self, from: [["name": "a"]], timeout: .seconds(60))
    #expect(try run.towns() == ["a 0 [] []"])
  }
}
