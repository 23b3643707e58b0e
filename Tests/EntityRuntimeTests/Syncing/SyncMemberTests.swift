import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct SyncMemberTests {
  private let run: SyncRun
  private let nina, billie: Artist

  init() throws {
    run = try SyncRun()
    nina = Artist(id: 1, in: run.context)
    billie = Artist(id: 2, in: run.context)
    for code in ["A", "B"] { Disc(code: code, title: "", in: run.context).artist = nina }
    Disc(code: "C", title: "", in: run.context).artist = billie
    try run.context.save()
  }

  @Test func membersThatAreMissingAreDeletedAndNobodyElses() throws {
    let report = try run.context.sync(
      \.records, of: nina,
      from: JSON(reading: #"[{"code": "A", "title": "a"}, {"code": "D", "title": "d"}]"#))
    try run.context.save()
    expectSound(run.context)
    #expect(report.description == "1 inserted, 1 updated, 0 unchanged, 1 deleted, 0 skipped")
    #expect(Set(nina.records.map(\.code)) == ["A", "D"])
    #expect(billie.records.map(\.code) == ["C"])
    #expect(try run.record("B") == nil)
  }

  @Test func aRowWhoseIdentityIsUniqueMovesFromOneParentToAnother() throws {
    try run.context.sync(
      \.records, of: nina, from: JSON(reading: #"[{"code": "C"}]"#), deletesMissing: false)
    try run.context.save()
    #expect(Set(nina.records.map(\.code)) == ["A", "B", "C"])
    #expect(billie.records == [])
  }

  @Test func anIdentityThatIsNotUniqueIsKnownWithinItsParent() throws {
    let (first, second) = (try #require(try run.record("A")), try #require(try run.record("B")))
    for record in [first, second] { _ = Song(number: 1, record: record, in: run.context) }
    try run.context.save()
    let payload = try JSON(reading: #"[{"number": 2, "title": "y"}, {"number": 1, "title": "x"}]"#)
    let report = try run.context.sync(\.songs, of: second, from: payload)
    try run.context.save()
    expectSound(run.context)
    #expect(report.description == "1 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(first.songs.map(\.title) == [""])
    #expect(second.songs.map(\.title) == ["y", "x"])
    #expect(
      try run.context.sync(\.songs, of: second, from: payload).description
        == "0 inserted, 0 updated, 2 unchanged, 0 deleted, 0 skipped")
  }

  @Test func aRowIsKnownWithinTheObjectThatHasItAndNoOther() throws {
    let message =
      "the row is one of the members of another object than this one, within which its 'number' is "
      + "known"
    for owner in [#""B""#, "null"] {
      let payload = #"[{"code": "A", "songs": [{"number": 1, "record": \#(owner)}]}]"#
      #expect(try run.refusal(Disc.self, payload) == "$[0].songs[0].record: " + message)
    }
    let disc = try #require(try run.record("A"))
    let rows = try JSON(reading: #"[{"number": 1, "record": "B"}]"#)
    let error = #expect(throws: SyncError.self) {
      try run.context.sync(\.songs, of: disc, from: rows)
    }
    #expect(error?.description == "$[0].record: " + message)
    // The same object is no other.
    let same = #"[{"code": "A", "songs": [{"number": 1, "record": "A"}]}]"#
    #expect(
      try run.sync(Disc.self, same) == "1 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(
      try run.sync(Disc.self, same) == "0 inserted, 0 updated, 2 unchanged, 0 deleted, 0 skipped")
    try run.context.sync(\.songs, of: disc, from: JSON(reading: #"[{"number": 1, "record": "A"}]"#))
    #expect(disc.songs.map(\.number) == [1])
  }

  @Test func anOrderedToManyBecomesTheListInItsOrder() throws {
    let disc = try #require(try run.record("A"))
    for number in 1...4 { _ = Song(number: number, record: disc, in: run.context) }
    try run.context.save()
    /// Synchronizes with rows of these numbers, and returns the report and the numbers then.
    func sync(_ numbers: [Int], deletesMissing: Bool = true) throws -> (String, [Int]) {
      let rows = JSON(numbers.map { JSON(["number": JSON($0)]) })
      let report = try run.context.sync(
        \.songs, of: disc, from: rows, deletesMissing: deletesMissing)
      try run.context.save()
      expectSound(run.context)
      let saved = try #require(
        try run.container.newContext().fetch(Disc.where { $0.code == "A" }).first)
      #expect(saved.songs.map(\.number) == disc.songs.map(\.number))
      return (report.description, disc.songs.map(\.number))
    }
    let turned = try sync([3, 1, 4, 2])
    #expect(turned.0 == "0 inserted, 0 updated, 4 unchanged, 0 deleted, 0 skipped")
    #expect(turned.1 == [3, 1, 4, 2])
    #expect(try sync([5, 2, 3]).1 == [5, 2, 3])
    #expect(try sync([3, 6, 2], deletesMissing: false).1 == [5, 2, 3, 6])
    #expect(try sync([]).1 == [])
  }

  @Test func membersThatStayThoughARowIsPassedOverComeBehindTheOthers() throws {
    let disc = try #require(try run.record("A"))
    for number in 1...3 { _ = Song(number: number, record: disc, in: run.context) }
    try run.context.save()
    var options = SyncOptions()
    options.invalidRows = .skip
    try run.context.sync(
      \.songs, of: disc, from: JSON(reading: #"[{"number": 3}, {"number": "x"}, {"number": 2}]"#),
      options: options)
    #expect(disc.songs.map(\.number) == [3, 2, 1])
  }

  @Test func aParentOfAnotherContextIsRefused() throws {
    let other = try #require(try run.container.newContext().find(Artist.self, \.id, 1))
    #expect(throws: StoreError.self) { try run.context.sync(\.records, of: other, from: []) }
  }
}
