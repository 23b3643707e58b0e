import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct SyncRefusalTests {
  @Test(arguments: [
    ("1", "$: a payload is a list of objects or one object, and this is a number"),
    ("null", "$: a payload is a list of objects or one object, and this is null"),
    ("[1]", "$[0]: a row is an object, and this is a number"),
    ("[[]]", "$[0]: a row is an object, and this is a list"),
    (#"[{"name": "x"}]"#, "$[0]: the row has no 'id', by which its object is found"),
    (#"[{"id": null, "name": "x"}]"#, "$[0]: the row has no 'id', by which its object is found"),
    (#"[{"id": 1, "stats": 7}]"#, "$[0].stats: the member is an object, and this is a number"),
    (
      #"[{"id": "x"}]"#,
      "$[0].id: 'Artist.id' is a whole number within the range of the property and this is a string"
    ),
    (
      #"[{"id": 1}, {"id": 2, "name": 7}]"#,
      "$[1].name: 'Artist.name' is a text and this is a number"
    ),
    (
      #"[{"id": 1, "stats": {"plays": 1.5}}]"#,
      "$[0].stats.plays: 'Artist.plays' is a whole number within the range of the property and this number is none"
    ),
    (#"[{"id": 1, "id": 2}]"#, "$[0].id: the object has this member twice"),
    (
      #"[{"id": 1, "records": "A"}]"#,
      "$[0].records: 'Artist.records' is a list, and this is a string"
    ),
    (
      #"[{"id": 1, "records": {"A": "a"}}]"#,
      "$[0].records.A: a row is an object, and this is a string"
    ),
    (
      #"[{"id": 1, "label": {"name": "x"}}]"#,
      "$[0].label: the row has no 'id', by which its object is found"
    ),
    (
      #"[{"id": 1, "label": true}]"#,
      "$[0].label: 'Imprint.id' is a whole number within the range of the property and this is a boolean"
    ),
    (
      #"[{"id": 1, "records": [{"code": 1}]}]"#,
      "$[0].records[0].code: 'Disc.code' is a text and this is a number"
    ),
  ])
  func whatIsNotAsItShouldBeIsRefusedWithItsPath(_ payload: String, _ message: String) throws {
    let run = try SyncRun()
    #expect(try run.refusal(Artist.self, payload) == message)
  }

  @Test func onRequestSuchRowsArePassedOverAndReported() throws {
    let run = try SyncRun()
    var options = SyncOptions()
    options.invalidRows = .skip
    let payload = #"""
      [7, {"name": "x"}, {"id": 1, "name": 7}, {"id": 2, "label": {"name": "x"}}, {"id": 3},
       {"id": 4, "records": [{"title": "a"}, {"code": "A", "title": "a"}]}]
      """#
    let report = try run.context.sync(Artist.self, from: JSON(reading: payload), options: options)
    #expect(report.description == "4 inserted, 0 updated, 0 unchanged, 0 deleted, 5 skipped")
    #expect(
      report.skipped.map { "\($0.path)" } == [
        "$[0]", "$[1]", "$[2]", "$[3].label", "$[5].records[0]",
      ])
    try run.context.save()
    #expect(try run.context.fetch(Artist.all.sorted(by: \.id)).map(\.id) == [2, 3, 4])
    #expect(try run.artist(4)?.records.map(\.code) == ["A"])
  }

  @Test func aMemberThatIsNoPropertyIsRefusedOnRequest() throws {
    let run = try SyncRun()
    let payload = #"[{"id": 1, "shoeSize": 42}]"#
    #expect(
      try run.refusal(Artist.self, payload, .strict())
        == "$[0].shoeSize: 'Artist' has no property for this member")
    #expect(
      try run.sync(Artist.self, payload)
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
  }

  @Test func anEntityWithoutIdentityIsRefused() throws {
    let run = try SyncRun()
    #expect {
      try run.context.sync(Jotting.self, from: [])
    } throws: { error in
      "\(error)".contains(
        "'Jotting' has no attribute by which a row finds its object; mark one '.unique' or "
          + "'.identity'")
    }
  }

  @Test func whatIsOfAnotherKindIsTakenForWhatItSaysOnRequest() throws {
    let run = try SyncRun()
    let options = SyncOptions(format: JSONFormat(coerces: true))
    try run.sync(
      Artist.self, #"[{"id": "1", "name": 42, "birthDate": 0, "stats": {"plays": "7"}}]"#,
      deleting: .none, options)
    let artist = try #require(try run.artist(1))
    #expect((artist.name, artist.birthDate?.timeIntervalSince1970, artist.plays) == ("42", 0, 7))
  }

  @Test func rowsThatAreTooDeepAreRefused() throws {
    let run = try SyncRun()
    let depth = 100
    let payload =
      String(
        repeating: #"{"id": 1, "records": [{"code": "A", "title": "a", "artist": "#, count: depth)
      + "1" + String(repeating: "}]}", count: depth)
    let message = try run.refusal(Artist.self, payload)
    #expect(message?.hasSuffix(": rows are inside of one another at most 64 steps deep") == true)
  }

  @Test func whatThePropertyItselfRefusesIsRefusedByTheSave() throws {
    let run = try SyncRun()
    _ = try run.context.sync(Disc.self, from: JSON(reading: #"[{"code": "A"}]"#))
    #expect(throws: ValidationError.self) { try run.context.save() }
  }
}
