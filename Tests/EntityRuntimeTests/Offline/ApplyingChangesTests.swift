import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct ApplyingChangesTests {
  private let (app, server): (Replica, Replica)

  init() throws { (app, server) = (try Replica(), try Replica()) }

  private func push(_ options: SyncOptions = SyncOptions()) throws -> String {
    let changes = try app.container.pendingChanges(by: "app", format: options.format)
    return try server.apply(JSON(reading: changes.json.text), options)
  }

  @Test func whatIsPushedIsMadeThere() throws {
    try app.change { context in
      let skipper = Skipper(id: 1, name: "Anne", tags: ["x", "y"], in: context)
      let harbours = Set(["Hull", "Cork"].map { Harbour(name: $0, in: context) })
      let voyage = Voyage(
        code: "A", cost: Decimal(string: "12345678901234567.25"), skipper: skipper,
        harbours: harbours, in: context)
      voyage.begins = Date(timeIntervalSince1970: 0.25)
      voyage.log = Data([1, 2, 3])
      voyage.passengers = [3, 1, 2].map { Passenger(id: $0, in: context) }
      let stages = (1...3).map { Stage(id: $0, voyage: voyage, in: context) }
      voyage.stages = stages.reversed()
    }
    let options = SyncOptions(format: JSONFormat(keys: .snakeCase, dates: .unixMilliseconds))
    #expect(try push(options).hasPrefix("10 inserted, 0 updated"))
    #expect(try server.graph() == app.graph())
    let voyage = try #require(try server.container.newContext().first(Voyage.all))
    #expect(voyage.stages.map(\.id) == [3, 2, 1] && voyage.passengers.map(\.id) == [3, 1, 2])
    #expect(voyage.log == Data([1, 2, 3]) && voyage.begins?.timeIntervalSince1970 == 0.25)
    // What is pushed twice changes nothing the second time.
    #expect(try push(options) == "0 inserted, 0 updated, 10 unchanged, 0 deleted, 0 skipped")
  }

  @Test func editsAndDeletionsFindTheirObjectsByIdentity() throws {
    for ship in [app, server] {
      try ship.change(by: "both") { context in
        for code in ["A", "B"] { _ = Voyage(code: code, title: "old", in: context) }
        _ = Harbour(name: "Hull", in: context)
        _ = Skipper(id: 1, in: context)
      }
    }
    try app.change { context in
      let voyage = try #require(try context.find(Voyage.self, \.code, "A"))
      voyage.title = "new"
      voyage.skipper = try context.only(Skipper.all)
      voyage.harbours = [try context.only(Harbour.all)]
      context.delete(try #require(try context.find(Voyage.self, \.code, "B")))
    }
    try server.change(by: "both") {
      try #require(try $0.find(Voyage.self, \.code, "A")).cost = 7
    }
    let pushed = try push()
    #expect(pushed.contains("1 deleted, 0 skipped"))
    #expect(
      try server.graph() == [
        "harbour Hull 0", "skipper 1 nobody - []", #"voyage A new 7 1 ["Hull"] [] []"#,
      ])
    #expect(try push().contains("0 inserted, 0 updated"))
  }

  @Test func whatIsNotThereAnyMoreIsSkippedOrRefused() throws {
    let json = #"""
      [{"change": "updated", "entity": "Skipper", "identity": 1, "values": {"name": "x"}},
       {"change": "deleted", "entity": "Skipper", "identity": 2},
       {"change": "inserted", "entity": "Voyage", "identity": "A", "values": {"skipper": 9}}]
      """#
    #expect(
      try server.apply(JSON(reading: json))
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 3 skipped")
    #expect(try server.graph() == ["voyage A  - -1 [] [] []"])
    #expect(try server.refusal(json, .strict()) == "$[0]: the object is not there")
  }

  @Test(arguments: [
    ("7", "$: changes are a list, or an object that has one as 'changes', and this is a number"),
    ("{}", "$: changes are a list, or an object that has one as 'changes', and this is an object"),
    (
      #"{"changes": {}}"#,
      "changes: changes are a list, or an object that has one as 'changes', and this is an object"
    ),
    ("[null]", "$[0]: a change is an object, and this is null"),
    ("[{}]", #"$[0].change: 'change' is "inserted", "updated" or "deleted""#),
    (
      #"[{"change": "moved", "entity": "Skipper", "identity": 1}]"#,
      #"$[0].change: 'change' is "inserted", "updated" or "deleted""#
    ),
    (#"[{"change": "deleted"}]"#, "$[0].entity: 'entity' is the name of an entity"),
    (
      #"[{"change": "deleted", "entity": "Ghost", "identity": 1}]"#,
      "$[0].entity: the model has no such entity"
    ),
    (
      #"[{"change": "deleted", "entity": "Skipper"}]"#,
      "$[0]: the change has no 'identity', by which its object is found"
    ),
    (
      #"{"changes": [{"change": "deleted", "entity": "Skipper", "identity": "x"}]}"#,
      "changes[0].identity: 'Skipper.id' is a whole number within the range of the property and "
        + "this is a string"
    ),
    (
      #"[{"change": "updated", "change": "deleted", "entity": "Skipper", "identity": 1}]"#,
      "$[0].change: the object has this member twice"
    ),
    (
      #"[{"change": "updated", "entity": "Skipper", "identity": 1, "values": []}]"#,
      "$[0].values: 'values' is an object, and this is a list"
    ),
    (
      #"[{"change": "updated", "entity": "Skipper", "identity": 1, "values": {"name": 7}}]"#,
      "$[0].values.name: 'Skipper.name' is a text and this is a number"
    ),
    (
      #"[{"change": "updated", "entity": "Skipper", "identity": 1, "values": {"id": null}}]"#,
      "$[0].values: 'Skipper.id' is what others know the object by, and this is null"
    ),
    (
      #"[{"change": "inserted", "entity": "Voyage", "identity": "A","#
        + #""values": {"skipper": {"id": 1, "name": "x"}}}]"#,
      "$[0].values.skipper: 'Skipper.id' is a whole number within the range of the property and "
        + "this is an object"
    ),
    (
      #"[{"change": "updated", "entity": "Voyage", "identity": "A", "linked": []}]"#,
      "$[0].linked: 'linked' is an object of lists, and this is a list"
    ),
    (
      #"[{"change": "updated", "entity": "Voyage", "identity": "A", "linked": {"harbours": 1}}]"#,
      "$[0].linked.harbours: identities are a list, and this is a number"
    ),
    (
      #"[{"change": "updated", "entity": "Voyage", "identity": "A", "unlinked": {"skipper": []}}]"#,
      "$[0].unlinked.skipper: 'Voyage' has no to-many for this member"
    ),
    (
      #"[{"change": "updated", "entity": "Voyage", "identity": "A", "orders": {"harbours": []}}]"#,
      "$[0].orders.harbours: 'Voyage' has no ordered to-many for this member"
    ),
    (
      #"[{"change": "deleted", "entity": "Skipper", "identity": 1},"#
        + #"{"change": "updated", "entity": "Skipper", "identity": 1}]"#,
      "$[1]: another change is about the same object"
    ),
    (
      #"[{"change": "deleted", "entity": "Flotsam", "identity": 1}]"#,
      "'Flotsam' has no attribute by which a row finds its object; mark one '.unique' or "
        + "'.identity' [invalidRequest]"
    ),
  ])
  func whatIsNotAsItShouldBeIsRefusedWithItsPath(_ json: String, _ message: String) throws {
    #expect(try server.refusal(json) == message)
  }

  @Test func unknownMembersAreRefusedOnRequest() throws {
    try server.change { _ = Skipper(id: 1, in: $0) }
    let json = #"""
      [{"change": "updated", "entity": "Skipper", "identity": 1, "by": "x", "values": {"hat": 1}}]
      """#
    #expect(
      try server.apply(JSON(reading: json))
        == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 2 skipped")
    #expect(try server.refusal(json, .strict()) == "$[0].by: a change has no such member")
  }

  @Test func whatIsNotExportedCannotBeWritten() throws {
    try server.change { _ = Skipper(id: 1, in: $0) }
    let json = #"""
      [{"change": "updated", "entity": "Skipper", "identity": 1, "values": {"draft": "x"}}]
      """#
    try server.apply(JSON(reading: json))
    #expect(try server.container.newContext().only(Skipper.all).draft == "")
  }

  @Test func onlyTheEntitiesThatAreNamedMayBeChanged() throws {
    let json = #"[{"change": "inserted", "entity": "Skipper", "identity": 1}]"#
    #expect(
      try server.refusal(json, of: [Harbour.self])
        == "$[0].entity: 'Skipper' is none of the entities whose objects may be changed")
    #expect(try server.refusal(json, of: [Harbour.self, Skipper.self]) == nil)
  }

  @Test func changesThatAreNotAsTheyShouldBeAreSkippedOnRequest() throws {
    var options = SyncOptions()
    options.invalidRows = .skip
    let json = #"""
      [7, {"change": "inserted", "entity": "Skipper", "identity": 1, "values": {"name": 1}},
       {"change": "inserted", "entity": "Skipper", "identity": 2}]
      """#
    #expect(
      try server.apply(JSON(reading: json), options)
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 2 skipped")
  }

  @Test func nothingIsWrittenOfWhatTheSaveRefuses() async throws {
    let json: JSON = [
      ["change": "inserted", "entity": "Skipper", "identity": 1],
      ["change": "inserted", "entity": "Stage", "identity": 1],
    ]
    let error = await #expect(throws: SyncError.self) {
      try await server.container.applyChanges(from: json)
    }
    #expect(error?.path.description == "$[1]")
    #expect(try server.graph() == [])
    let report = try await server.container.applyChanges(
      from: [json[0] ?? .null], of: Skipper.self, author: "phone")
    #expect(report.insertedCount == 1)
    #expect(try server.container.history().map(\.author) == ["phone"])
  }

  @Test func identitiesThatAreExchangedAreNotConfused() throws {
    for ship in [app, server] {
      try ship.change(by: "both") { context in
        for id in 1...2 { _ = Skipper(id: id, name: "n\(id)", in: context) }
      }
    }
    try app.change { context in
      let skippers = try context.fetch(Skipper.all.sorted(by: \.id))
      skippers[1].id = 3
      skippers[0].id = 2
      _ = Skipper(id: 1, name: "new", in: context)
    }
    #expect(try push() == "1 inserted, 2 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try server.graph() == app.graph())
  }

  @Test func anIdentityThatAnotherObjectHasIsRefused() throws {
    try server.change { for id in 1...2 { _ = Skipper(id: id, in: $0) } }
    let json = #"[{"change": "updated", "entity": "Skipper", "identity": 1, "values": {"id": 2}}]"#
    #expect(
      try server.refusal(json) == "$[0]: another object has the 'id' that this one is given")
  }
}
