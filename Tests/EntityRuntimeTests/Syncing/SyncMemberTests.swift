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
    #expect(second.songs.map(\.title) == ["x", "y"])
    #expect(
      try run.context.sync(\.songs, of: second, from: payload).description
        == "0 inserted, 0 updated, 2 unchanged, 0 deleted, 0 skipped")
  }

  @Test func aParentOfAnotherContextIsRefused() throws {
    let other = try #require(try run.container.newContext().find(Artist.self, \.id, 1))
    #expect(throws: StoreError.self) { try run.context.sync(\.records, of: other, from: []) }
  }
}
