import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct SyncTests {
  @Test(arguments: StoreKind.allCases)
  func rowsAreInsertedUpdatedAndLeftAlone(_ store: StoreKind) throws {
    let run = try SyncRun(store)
    #expect(
      try run.sync(Artist.self, #"[{"id": 1, "name": "Nina"}, {"id": 2, "name": "Bill"}]"#)
        == "2 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(
      try run.sync(
        Artist.self, #"[{"id": 2, "name": "Billie"}, {"id": 1, "name": "Nina"}, {"id": 3}]"#)
        == "1 inserted, 1 updated, 1 unchanged, 0 deleted, 0 skipped")
    let names = try run.context.fetch(Artist.all.sorted(by: \.id)).map(\.name)
    #expect(names == ["Nina", "Billie", "unknown"])
  }

  @Test(arguments: StoreKind.allCases)
  func aPayloadThatSaysWhatIsThereWritesNothing(_ store: StoreKind) throws {
    let run = try SyncRun(store)
    let payload = #"""
      [{"id": 1, "name": "Nina", "bio": null, "birthDate": "1933-02-21", "stats": {"plays": 7},
        "tags": ["jazz", "soul"], "label": {"id": 5, "name": "Philips"},
        "records": [{"code": "A", "title": "Pastel Blues", "price": 9.90, "genres": ["jazz"],
          "songs": [{"number": 1, "title": "Be My Husband"}, {"number": 2, "title": "Sinnerman"}]}]}]
      """#
    try run.sync(Style.self, #"[{"name": "jazz"}]"#)
    #expect(
      try run.sync(Artist.self, payload)
        == "5 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    let version = run.context.version(of: try #require(try run.artist(1)))
    #expect(
      try run.sync(Artist.self, payload)
        == "0 inserted, 0 updated, 5 unchanged, 0 deleted, 0 skipped")
    #expect(run.context.version(of: try #require(try run.artist(1))) == version)
    #expect(try run.artist(1)?.plays == 7)
    #expect(try run.artist(1)?.tags == ["jazz", "soul"])
    #expect(try run.record("A")?.songs.map(\.title) == ["Be My Husband", "Sinnerman"])
    #expect(try run.record("A")?.genres.map(\.name) == ["jazz"])
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsMissingIsDeletedAsFarAsSaid(_ store: StoreKind) throws {
    let run = try SyncRun(store)
    try run.sync(Artist.self, #"[{"id": 1}, {"id": 2, "bio": "x"}, {"id": 3}]"#)
    #expect(
      try run.sync(Artist.self, #"[{"id": 1}]"#, deleting: .none)
        == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 0 skipped")
    #expect(
      try run.sync(
        Artist.self, #"[{"id": 1}]"#, deleting: .missingFrom(Artist.where { $0.bio != nil }))
        == "0 inserted, 0 updated, 1 unchanged, 1 deleted, 0 skipped")
    #expect(
      try run.sync(Artist.self, #"[{"id": 4}]"#, deleting: .missing)
        == "1 inserted, 0 updated, 0 unchanged, 2 deleted, 0 skipped")
    #expect(try run.context.fetch(Artist.all).map(\.id) == [4])
  }

  @Test(arguments: StoreKind.allCases)
  func manyRowsFindWhatIsThereAndMakeTheRest(_ store: StoreKind) throws {
    let run = try SyncRun(store)
    func payload(_ ids: some Sequence<Int>) -> String {
      "[\(ids.map { #"{"id": \#($0), "name": "n\#($0)"}"# }.joined(separator: ","))]"
    }
    let first = stride(from: 0, to: 3000, by: 2)
    #expect(
      try run.sync(Artist.self, payload(first))
        == "1500 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    // Between those that are there, behind them, and before them.
    #expect(
      try run.sync(Artist.self, payload((0..<300).map { $0 * 10 + 1 }))
        == "300 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(
      try run.sync(Artist.self, payload(3000..<4500))
        == "1500 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(
      try run.sync(Artist.self, payload(-400..<0))
        == "400 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(
      try run.sync(Artist.self, payload((2500..<5000).reversed()))
        == "700 inserted, 0 updated, 1800 unchanged, 0 deleted, 0 skipped")
    #expect(try run.context.fetch(Artist.all).allSatisfy { $0.name == "n\($0.id)" })
  }

  @Test func manyRowsFindWhatIsNotSavedYet() throws {
    let run = try SyncRun()
    let artist = Artist(id: 299, in: run.context)
    let rows = (0..<300).map { #"{"id": \#($0), "name": "x"}"# }.joined(separator: ",")
    #expect(
      try run.sync(Artist.self, "[\(rows)]")
        == "299 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(artist.name == "x")
  }

  @Test func textsAreStoredAsTheyAreMeant() throws {
    let run = try SyncRun()
    let rows = #"""
      [{"id": 1, "name": "a\"b\\\u00e9\n\u0000", "bio": "é😀"}, {"id": 2, "name": "", "bio": ""},
       {"id": 3, "name": "plain", "bio": null}]
      """#
    try run.sync(Artist.self, rows)
    let artists = try run.container.newContext().fetch(Artist.all.sorted(by: \.id))
    #expect(artists.map(\.name) == ["a\"b\\é\n\0", "", "plain"])
    #expect(artists.map(\.bio) == ["é😀", "", nil])
    #expect(
      try run.sync(Artist.self, rows)
        == "0 inserted, 0 updated, 3 unchanged, 0 deleted, 0 skipped")
  }

  @Test func oneObjectIsARow() throws {
    let run = try SyncRun()
    #expect(
      try run.sync(Artist.self, #"{"id": 1, "name": "Nina"}"#)
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
  }

  @Test func aMissingMemberKeepsAndNullClears() throws {
    let run = try SyncRun()
    try run.sync(
      Artist.self,
      #"[{"id": 1, "name": "Nina", "bio": "x", "stats": {"plays": 3}, "label": {"id": 1}}]"#)
    try run.sync(Artist.self, #"[{"id": 1}]"#)
    let artist = try #require(try run.artist(1))
    #expect((artist.name, artist.bio, artist.plays, artist.label?.id) == ("Nina", "x", 3, 1))
    try run.sync(
      Artist.self,
      #"[{"id": 1, "name": null, "bio": null, "stats": {"plays": null}, "label": null}]"#)
    #expect((artist.name, artist.bio, artist.plays, artist.label?.id) == ("unknown", nil, 0, nil))
  }

  @Test(arguments: [
    #"[{"code": "A", "title": "a", "artist": {"id": 1, "name": "Nina"}}]"#,
    #"[{"code": "A", "title": "a", "artist": 1}]"#,
    #"[{"code": "A", "title": "a", "artistID": 1}]"#,
    #"[{"code": "A", "title": "a", "artistId": 1}]"#,
    #"[{"code": "A", "title": "a", "artist": {"id": 2}, "artistID": 1}]"#,
  ])
  func aToOneIsAnObjectOrAnIdentity(_ payload: String) throws {
    let run = try SyncRun()
    try run.sync(Artist.self, #"[{"id": 1, "name": "Nina"}]"#)
    try run.sync(Disc.self, payload)
    #expect(try run.record("A")?.artist === run.artist(1))
    #expect(try run.artist(1)?.name == "Nina")
  }

  @Test(arguments: [
    #"[{"code": "A", "title": "a", "genres": [{"name": "soul"}, {"name": "jazz"}]}]"#,
    #"[{"code": "A", "title": "a", "genres": ["jazz", "soul"]}]"#,
    #"[{"code": "A", "title": "a", "genreIDs": ["jazz", "soul", "jazz"]}]"#,
    #"[{"code": "A", "title": "a", "genresIds": ["soul", "jazz"]}]"#,
  ])
  func aToManyIsObjectsOrIdentities(_ payload: String) throws {
    let run = try SyncRun()
    try run.sync(Style.self, #"[{"name": "jazz"}, {"name": "soul"}, {"name": "pop"}]"#)
    try run.sync(Disc.self, #"[{"code": "A", "title": "a", "genres": ["pop", "jazz"]}]"#)
    try run.sync(Disc.self, payload)
    #expect(try Set(run.record("A")?.genres.map(\.name) ?? []) == ["jazz", "soul"])
    try run.sync(Disc.self, #"[{"code": "A", "genres": []}]"#)
    #expect(try run.record("A")?.genres == [])
  }

  @Test func snakeCaseIsReadWhereItIsSaid() throws {
    let run = try SyncRun()
    let options = SyncOptions(format: JSONFormat(keys: .snakeCase))
    try run.sync(Style.self, #"[{"name": "jazz"}]"#)
    try run.sync(
      Artist.self, #"[{"id": 1, "birth_date": "1933-02-21T00:00:00Z", "label_id": null}]"#,
      deleting: .none, options)
    try run.sync(
      Disc.self, #"[{"code": "A", "title": "a", "artist_id": 1, "genre_ids": ["jazz"]}]"#,
      deleting: .none, options)
    #expect(try run.artist(1)?.birthDate == Date(timeIntervalSince1970: -1_163_203_200))
    #expect(try run.record("A")?.artist?.id == 1)
    #expect(try run.record("A")?.genres.count == 1)
  }

  @Test func anOrderedRelationshipHasTheOrderOfThePayload() throws {
    let run = try SyncRun()
    let songs = { (numbers: [Int]) in
      let rows = numbers.map { #"{"number": \#($0), "title": "s\#($0)"}"# }
      return #"[{"code": "A", "title": "a", "songs": [\#(rows.joined(separator: ", "))]}]"#
    }
    try run.sync(Disc.self, songs([1, 2, 3]))
    try run.sync(Disc.self, songs([3, 1, 4]))
    #expect(try run.record("A")?.songs.map(\.number) == [3, 1, 4])
    // A song must have a record, so that the one that is missing has gone.
    #expect(try run.context.count(Song.self) == 3)
  }

  @Test func relatedObjectsAreMadeChangedAndRemovedAsFarAsAllowed() throws {
    let run = try SyncRun()
    try run.sync(Style.self, #"[{"name": "jazz"}]"#)
    try run.sync(Artist.self, #"[{"id": 1, "name": "Nina"}]"#)
    let payload = #"""
      [{"code": "A", "title": "a", "artist": {"id": 1, "name": "Billie"},
        "genres": [{"name": "soul"}]}]
      """#
    var options = SyncOptions()
    options.related = []
    #expect(
      try run.sync(Disc.self, payload, deleting: .none, options)
        == "1 inserted, 0 updated, 1 unchanged, 0 deleted, 1 skipped")
    #expect(try run.artist(1)?.name == "Nina")
    #expect(try run.record("A")?.artist?.id == 1)
    #expect(try run.record("A")?.genres == [])
    options.related = [.insert]
    try run.sync(Disc.self, payload, deleting: .none, options)
    #expect(try run.record("A")?.genres.map(\.name) == ["soul"])
    #expect(try run.artist(1)?.name == "Nina")
    options.related = [.update]
    try run.sync(
      Disc.self, #"[{"code": "A", "artist": {"id": 1, "name": "Billie"}, "genres": ["jazz"]}]"#,
      deleting: .none, options)
    #expect(try run.artist(1)?.name == "Billie")
    #expect(try run.record("A")?.genres.count == 2)
    try run.sync(
      Disc.self, #"[{"code": "A", "artist": null}]"#, deleting: .none, options)
    #expect(try run.record("A")?.artist?.id == 1)
  }

  @Test func anUnknownReferenceIsReportedAndNothingElse() throws {
    let run = try SyncRun()
    try run.sync(Style.self, #"[{"name": "jazz"}]"#)
    let payload = #"[{"code": "A", "title": "a", "artistID": 9, "genres": ["jazz", "soul"]}]"#
    let report = try run.context.sync(Disc.self, from: JSON(reading: payload))
    #expect(
      report.skipped == [
        SyncReport.Row(
          path: JSONPath([.index(0), .name("artistID")]),
          outcome: .skipped("'Disc.artist' refers to an object that is not there")),
        SyncReport.Row(
          path: JSONPath([.index(0), .name("genres"), .index(1)]),
          outcome: .skipped("'Disc.genres' refers to an object that is not there")),
      ])
    try run.context.save()
    #expect(try run.record("A")?.genres.map(\.name) == ["jazz"])
    try run.context.save()
    #expect(
      try run.refusal(Disc.self, payload, .strict())
        == "$[0].artistID: 'Disc.artist' refers to an object that is not there")
  }

  @Test func rowsMayReferToLaterOnesOfTheSamePayload() throws {
    let run = try SyncRun()
    try run.sync(
      Artist.self,
      #"[{"id": 1, "label": 7}, {"id": 2, "label": {"id": 7, "name": "Verve"}}]"#)
    #expect(try run.artist(1)?.label?.name == "Verve")
  }

  @Test func ofRowsWithOneIdentityTheLastWinsWhereBothSaySomething() throws {
    let run = try SyncRun()
    let payload = #"[{"id": 1, "name": "a", "bio": "b"}, {"id": 1, "name": "c"}]"#
    let report = try run.context.sync(Artist.self, from: JSON(reading: payload))
    #expect(report.description == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(try run.artist(1)?.name == "c")
    #expect(try run.artist(1)?.bio == "b")
    run.context.rollback()
    #expect(
      try run.refusal(Artist.self, payload, .strict())
        == "$[1]: the row at $[0] has the same 'id'")
  }

  @Test func whatThePayloadsOwnRowsSayGoesBeforeWhatIsInsideOfOthers() throws {
    let run = try SyncRun()
    let own = #"{"id": 1, "name": "own"}"#
    let inside =
      #"{"id": 2, "records": [{"code": "A", "title": "a", "artist": {"id": 1, "name": "x", "bio": "y"}}]}"#
    for payload in ["[\(own), \(inside)]", "[\(inside), \(own)]"] {
      try run.sync(Artist.self, payload)
      #expect(try run.artist(1)?.name == "own")
    }
  }

  @Test func aMemberThatAnotherRowTakesIsNotDeleted() throws {
    let run = try SyncRun()
    let (first, second) = (
      #"{"code": "A", "title": "", "songs": []}"#,
      #"{"code": "B", "title": "", "songs": [{"number": 1}]}"#
    )
    try run.sync(Disc.self, "[\(first), \(second)]")
    try run.sync(Artist.self, #"[{"id": 1, "records": ["A", "B"]}, {"id": 2}]"#)
    for rows in [[1, 2], [2, 1]] {
      let payload = rows.map { id in
        #"{"id": \#(id), "records": [\#(id == rows[1] ? #""A", "B""# : "")]}"#
      }
      try run.sync(Artist.self, "[\(payload.joined(separator: ", "))]")
      #expect(try run.artist(rows[1])?.records.count == 2)
    }
  }

  @Test func anIdentityThatIsNotUniqueIsKnownWithinTheRowThatHasIt() throws {
    let run = try SyncRun()
    let payload = { (title: String) in
      #"""
      [{"code": "A", "title": "", "songs": [{"number": 1, "title": "\#(title)a"}]},
       {"code": "B", "title": "", "songs": [{"number": 1, "title": "\#(title)b"}]}]
      """#
    }
    try run.sync(Disc.self, payload("x"))
    #expect(try run.context.count(Song.self) == 2)
    let song = try #require(try run.record("A")?.songs.first)
    try run.sync(Disc.self, payload("y"))
    #expect(try run.context.count(Song.self) == 2)
    #expect(try run.record("A")?.songs.first === song)
    #expect((song.title, try run.record("B")?.songs.first?.title) == ("ya", "yb"))
  }

  @Test func whereARowHasBeenSkippedNothingIsDeleted() throws {
    let run = try SyncRun()
    try run.sync(Artist.self, #"[{"id": 1}, {"id": 2}]"#)
    var options = SyncOptions()
    options.invalidRows = .skip
    #expect(
      try run.sync(
        Artist.self, #"[{"id": 1, "birthDate": "yesterday"}]"#, deleting: .missing, options)
        == "0 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(try run.context.count(Artist.self) == 2)
  }

  @Test func aRowFindsAnObjectOfASubclass() throws {
    let run = try SyncRun()
    let live = run.context.insert(LiveDisc.self)
    live.code = "A"
    live.title = "a"
    try run.context.save()
    #expect(
      try run.sync(Disc.self, #"[{"code": "A", "title": "b"}]"#)
        == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try run.record("A") is LiveDisc)
  }

  @Test func unsavedObjectsAreFound() throws {
    let run = try SyncRun()
    let artist = Artist(id: 1, in: run.context)
    #expect(
      try run.sync(Artist.self, #"[{"id": 1, "name": "Nina"}]"#)
        == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(artist.name == "Nina")
  }

  @Test func theContainerAppliesAPayloadInOneTransaction() async throws {
    let run = try SyncRun()
    let report = try await run.container.sync(
      Artist.self, from: JSON(reading: #"[{"id": 1}, {"id": 2}]"#), author: "import")
    #expect(report.insertedCount == 2)
    #expect(
      report.rows.allSatisfy {
        if case .inserted(let id) = $0.outcome { id.rowID > 0 } else { false }
      })
    await #expect(throws: SyncError.self) {
      try await run.container.sync(Artist.self, from: [["id": 3], 4])
    }
    #expect(try run.context.count(Artist.self) == 2)
  }

  @Test func nestedObjectsAndIdentitiesGiveTheSameGraph() throws {
    let nested = try SyncRun()
    try nested.sync(
      Artist.self,
      #"[{"id": 1, "name": "Nina", "label": {"id": 5, "name": "Verve"}, "records": [{"code": "A", "title": "a"}]}]"#
    )
    let flat = try SyncRun()
    try flat.sync(Imprint.self, #"[{"id": 5, "name": "Verve"}]"#)
    try flat.sync(Artist.self, #"[{"id": 1, "name": "Nina", "labelID": 5}]"#)
    try flat.sync(Disc.self, #"[{"code": "A", "title": "a", "artistID": 1}]"#)
    for run in [nested, flat] {
      let artist = try #require(try run.artist(1))
      #expect(artist.label?.name == "Verve")
      #expect(artist.records.map(\.code) == ["A"])
    }
  }
}
