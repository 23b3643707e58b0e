import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct SyncRuleTests {
  private let run: SyncRuleRun

  init() throws { run = try SyncRuleRun() }

  private func sortable() throws -> Sortable {
    try #require(try run.context.find(Sortable.self, \.id, 1))
  }

  @Test func namesThatSwiftHasAMeaningForAreMembersLikeOthers() throws {
    let payload =
      #"[{"id": 1, "description": "d", "hashValue": "h", "debugDescription": "b", "default": true, "self": "s"}]"#
    try run.sync(Nuisance.self, payload)
    let found = try #require(try run.context.find(Nuisance.self, \.id, 1))
    #expect((found.description, found.hashValue, found.debugDescription) == ("d", "h", "b"))
    #expect((found.default, found.selfLink) == (true, "s"))
    #expect(try run.context.json([found]) == JSON(reading: payload))
    #expect(Set([found, found]).count == 1)
  }

  @Test func nullGivesWhatCannotBeNilTheZeroOfItsTypeOrItsDefault() throws {
    try run.sync(
      Vacancy.self,
      #"""
      [{"id": 1, "text": "x", "count": 7, "ratio": 0.5, "isOpen": true, "price": 1.5,
        "since": "2020-01-01", "key": "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "bytes": "AQI=",
        "tags": ["a"], "limit": 9}]
      """#)
    let found = try #require(try run.context.find(Vacancy.self, \.id, 1))
    #expect((found.text, found.count, found.ratio, found.isOpen) == ("x", 7, 0.5, true))
    #expect((found.price, found.bytes, found.tags) == (1.5, Data([1, 2]), ["a"]))
    for id in [1, 2] {
      try run.sync(
        Vacancy.self,
        #"""
        [{"id": \#(id), "text": null, "count": null, "ratio": null, "isOpen": null, "price": null,
          "since": null, "key": null, "bytes": null, "tags": null, "limit": null}]
        """#)
      let found = try #require(try run.context.find(Vacancy.self, \.id, id))
      #expect((found.text, found.count, found.ratio, found.isOpen) == ("", 0, 0, false))
      #expect((found.price, found.bytes, found.tags, found.limit) == (0, Data(), [], 5))
      #expect(found.since == Date(timeIntervalSinceReferenceDate: 0))
      #expect(found.key.uuidString == "00000000-0000-0000-0000-000000000000")
    }
  }

  @Test func aNewRowWithoutAValueThatItMustHaveIsRefusedByTheSave() throws {
    _ = try run.context.sync(Vacancy.self, from: JSON(reading: #"[{"id": 1, "text": "x"}]"#))
    let error = #expect(throws: ValidationError.self) { try run.context.save() }
    #expect(
      error?.problems.compactMap(\.property) == [
        "bytes", "count", "isOpen", "key", "price", "ratio", "since",
      ])
  }

  @Test func aCodableValueOfAnotherFormIsNotSaved() throws {
    #expect(throws: (any Error).self) {
      try run.sync(Vacancy.self, #"[{"id": 1, "tags": {"a": 1}}]"#)
    }
  }

  @Test(arguments: [
    "category_ids", "categories_ids", "categories",
  ])
  func identitiesHaveTheNameOfThePluralOrOfTheSingular(_ name: String) throws {
    try run.sync(Bin.self, #"[{"id": 1}, {"id": 2}]"#)
    let options = SyncOptions(format: JSONFormat(keys: .snakeCase))
    try run.sync(
      Sortable.self, #"[{"id": 1, "\#(name)": [1, 2]}]"#, deleting: .none, options)
    #expect(try sortable().categories.count == 2)
  }

  @Test(arguments: [
    ("box_ids", "boxes"), ("class_ids", "classes"), ("staff_ids", "staff"),
    ("home_url_ids", "homeURLs"), ("home_urls", "homeURLs"), ("status_ids", "statuses"),
    ("houseIDs", "houses"), ("movie_ids", "movies"), ("child_ids", "children"),
  ])
  func singularsAreThoseOfEnglish(_ name: String, _ property: String) throws {
    try run.sync(Bin.self, #"[{"id": 1}]"#)
    let options = SyncOptions(format: JSONFormat(keys: .snakeCase))
    try run.sync(Sortable.self, #"[{"id": 1, "\#(name)": [1]}]"#, deleting: .none, options)
    let found = try sortable()
    let counts = [
      "boxes": found.boxes.count, "classes": found.classes.count, "staff": found.staff.count,
      "homeURLs": found.homeURLs.count, "statuses": found.statuses.count,
      "houses": found.houses.count, "movies": found.movies.count,
      "children": found.children.count,
    ]
    #expect(counts.filter { $0.value > 0 } == [property: 1])
  }

  @Test func nullInPlaceOfAnObjectClearsTheMembersInside() throws {
    try run.sync(Bin.self, #"[{"id": 1}]"#)
    try run.sync(
      Sortable.self,
      #"[{"id": 1, "place": {"city": "Oslo", "geo": {"zone": 3}, "owner": 1}}]"#)
    let found = try sortable()
    #expect((found.city, found.zone, found.owner?.id) == ("Oslo", 3, 1))
    try run.sync(Sortable.self, #"[{"id": 1, "place": {"geo": null}}]"#)
    #expect((found.city, found.zone, found.owner?.id) == ("Oslo", nil, 1))
    try run.sync(Sortable.self, #"[{"id": 1}]"#)
    #expect(found.city == "Oslo")
    #expect(
      try run.sync(Sortable.self, #"[{"id": 1, "place": null}]"#)
        == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect((found.city, found.zone, found.owner?.id) == ("nowhere", nil, nil))
    #expect(
      try run.sync(Sortable.self, #"[{"id": 1, "place": null}]"#)
        == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 0 skipped")
    var options = SyncOptions()
    options.related = []
    try run.sync(Sortable.self, #"[{"id": 1, "place": {"owner": 1}}]"#)
    try run.sync(Sortable.self, #"[{"id": 1, "place": null}]"#, deleting: .none, options)
    #expect(found.owner?.id == 1)
  }

  @Test func whatSeveralObjectsAreKnownByIsNoIdentity() throws {
    for value in 1...3 {
      let doublet = run.context.insert(Doublet.self)
      (doublet.key, doublet.value) = ("a", value)
      try run.context.save()
    }
    let error = #expect(throws: SyncError.self) {
      try run.sync(Doublet.self, #"[{"key": "a", "value": 9}]"#, deleting: .missing)
    }
    #expect(
      error?.description
        == "$[0]: several objects of 'Doublet' have this 'key', which is not unique; mark the "
        + "attribute '.unique'")
    #expect(!run.context.hasChanges)
    #expect(try Set(run.context.fetch(Doublet.all).map(\.value)) == [1, 2, 3])
    // One alone is the one that is meant.
    #expect(
      try run.sync(Doublet.self, #"[{"key": "b", "value": 1}]"#, deleting: .missing)
        == "1 inserted, 0 updated, 0 unchanged, 3 deleted, 0 skipped")
    #expect(
      try run.sync(Doublet.self, #"[{"key": "b", "value": 2}]"#, deleting: .missing)
        == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
  }

  @Test func oneItemDeletesNothing() throws {
    try run.sync(Bin.self, #"[{"id": 1}, {"id": 2}]"#)
    #expect(
      try run.sync(Bin.self, #"{"id": 3}"#)
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try run.context.count(Bin.self) == 3)
  }

  @Test func aRequiredReferenceMayBeToALaterRow() throws {
    try run.sync(
      Mooring.self, #"[{"id": 1, "wharf": 7}, {"id": 2, "wharf": {"id": 7, "name": "west"}}]"#)
    #expect(try run.context.find(Mooring.self, \.id, 1)?.wharf.name == "west")
  }

  @Test func relatedRowsAreFoundAThousandAtATime() throws {
    let rows = (0..<2500).map { #"{"id": \#($0), "wharf": {"id": \#($0 % 1500), "name": "n"}}"# }
    let payload = try JSON(reading: "[" + rows.joined(separator: ",") + "]")
    _ = try run.context.sync(Mooring.self, from: payload)
    try run.context.save()
    let fresh = run.container.newContext()
    // Three of moorings, two of wharves.
    let report = try run.container.expectQueries(5) {
      try fresh.sync(Mooring.self, from: payload)
    }
    #expect(report.description == "0 inserted, 0 updated, 4000 unchanged, 0 deleted, 0 skipped")
  }

  @Test func aContainerAppliesPayloadsOneAfterTheOther() async throws {
    let container = run.container
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let rows = (0..<5).map { #"{"id": \#($0), "name": "\#(number)"}"# }
          try await container.sync(
            Wharf.self, from: JSON(reading: "[" + rows.joined(separator: ",") + "]"))
        }
      }
      try await group.waitForAll()
    }
    #expect(try Set(run.container.newContext().fetch(Wharf.all).map(\.name)).count == 1)
  }

  @Test func aPayloadWhoseTaskIsCancelledIsNotApplied() async throws {
    let container = run.container
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await container.sync(Bin.self, from: JSON(reading: #"[{"id": 1}]"#))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try run.context.count(Bin.self) == 0)
  }
}
