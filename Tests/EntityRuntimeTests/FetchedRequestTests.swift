import EntityGraph
import Testing

/// Orders, bounds, owners and times of fetched properties.
@Suite(.serialized) struct FetchedRequestTests {
  /// A bench with an archive of three papers, one of them a letter, beside another one.
  private struct Library {
    let bench: Bench
    let archive: Depot
    let other: Depot
    var context: ManagedObjectContext { bench.context }

    init() throws {
      DepotClock.now = 0
      bench = try Bench(
        Depot.self, Cellar.self, Sheet.self, Postcard.self, Scribe.self, Warden.self, SheetNote.self
      )
      let context = bench.context
      let ada = Scribe(name: "Ada", in: context)
      let bea = Scribe(name: "Bea", in: context)
      archive = Depot(name: "first", minimum: 150, in: context)
      other = Depot(name: "second", in: context)
      _ = Sheet(title: "c", pages: 300, archive: archive, writer: ada, in: context)
      _ = Sheet(title: "B", pages: 200, archive: archive, writer: bea, in: context)
      let letter = Postcard(in: context)
      letter.title = "a"
      letter.pages = 200
      letter.archive = archive
      _ = Sheet(title: "d", pages: 100, archive: other, writer: bea, in: context)
      try context.save()
    }

    /// Returns the titles of `papers`.
    func text(_ papers: [Sheet]) -> String { papers.map(\.title).joined(separator: " ") }
  }

  @Test func `one property sorts in either direction`() throws {
    let library = try Library()
    #expect(library.text(library.archive.longestFirst) == "c a B d")
  }

  @Test func `a property of a to-one sorts, and no save throws for it`() throws {
    let library = try Library()
    #expect(library.text(library.archive.byWriter) == "a c B d")
    library.archive.name = "renamed"
    try library.context.save()
    #expect(library.text(library.archive.byWriter) == "a c B d")
  }

  @Test func `several terms sort, and a limit and an offset bound what is fetched`() throws {
    let library = try Library()
    #expect(library.text(library.archive.twoLongest) == "c a")
    #expect(library.text(library.archive.second) == "d c a")
  }

  @Test func `what a fetched property fetches is one statement`() throws {
    let library = try Library()
    let archive = library.archive
    let columns =
      #"SELECT t0."_id", t0."_version", t0."_entity", t0."title", t0."pages", t0."archive","#
      + #" t0."writer", t0."stamp" FROM "Sheet" AS t0"#
    #expect(
      library.bench.sql { _ = archive.twoLongest } == [
        columns + #" WHERE t0."archive" = ?1"#
          + #" ORDER BY t0."pages" DESC, entity_fold(t0."title"), t0."_id" LIMIT ?2"#
      ])
    #expect(
      library.bench.sql { _ = archive.second } == [
        columns + #" LEFT JOIN "Scribe" AS t1 ON t1."_id" = t0."writer""#
          + #" ORDER BY t1."name" IS NULL, t1."name" DESC, t0."title", t0."_id""#
          + " LIMIT ?1 OFFSET ?2"
      ])
    #expect(
      library.bench.sql { _ = archive.long } == [
        columns
          + #" WHERE t0."pages" > ?1 AND t0."archive" = ?2 ORDER BY t0."title", t0."_id""#
      ])
    #expect(
      library.bench.sql { _ = archive.upToTwo } == [
        #"SELECT count(*) FROM "Sheet" AS t0 WHERE t0."pages" > ?1"#
      ])
  }

  @Test func `subentities and unsaved changes can be left out`() throws {
    let library = try Library()
    let archive = library.archive
    #expect(library.text(archive.plain) == "c B d")
    let new = Sheet(title: "e", pages: 50, in: library.context)
    #expect(library.text(archive.plain) == "c B d e")
    #expect(archive.savedPlainCount == 3)
    #expect(archive.lastSaved != [new.objectID])
    try library.context.save()
    #expect(archive.savedPlainCount == 4)
    #expect(archive.lastSaved == [new.objectID])
  }

  @Test func `dictionaries have the properties that are named`() throws {
    let library = try Library()
    let rows = library.archive.titles.map { row in
      row.mapValues { "\($0)" }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    }
    let writers = try library.context.fetch(Scribe.sorted(by: \.name)).map { "\($0.objectID)" }
    #expect(
      rows == [
        ["title: B", "writer: \(writers[1])", "writer.name: Bea"], ["title: a"],
        ["title: c", "writer: \(writers[0])", "writer.name: Ada"],
        ["title: d", "writer: \(writers[1])", "writer.name: Bea"],
      ])
  }

  @Test func `a condition is evaluated with each access`() throws {
    let library = try Library()
    #expect(library.text(library.archive.aheadOfTime) == "B a c d")
    #expect(library.archive.upToTwo == 2)
    DepotClock.now = 250
    #expect(library.text(library.archive.aheadOfTime) == "c")
    #expect(library.archive.upToTwo == 1)
    let new = Sheet(title: "e", pages: 900, in: library.context)
    #expect(library.text(library.archive.aheadOfTime) == "c e")
    DepotClock.now = 300
    #expect(library.archive.aheadOfTime == [new])
  }

  @Test func `a condition asks the owner's own properties, unsaved ones too`() throws {
    let library = try Library()
    let archive = library.archive
    #expect(library.text(archive.long) == "B a c")
    archive.minimum = 250
    #expect(library.text(archive.long) == "c")
    #expect(library.text(library.other.long) == "d")
    let new = Depot(minimum: 10, in: library.context)
    let paper = Sheet(title: "n", pages: 11, archive: new, in: library.context)
    #expect(new.long == [paper])
  }

  @Test func `a condition asks what the owner refers to, and counts its members`() throws {
    let library = try Library()
    let context = library.context
    let bea = try context.first(Scribe.where { $0.name == "Bea" })
    #expect(library.archive.favourites == 0)
    let keeper = Warden(age: 50, favourite: bea, in: context)
    library.archive.keeper = keeper
    library.other.keeper = keeper
    #expect(library.archive.favourites == 2)
    #expect(library.other.favourites == 0)
    keeper.age = 100
    #expect(library.archive.favourites == 1)
    try context.save()
    #expect(library.archive.favourites == 1)
  }

  @Test func `conditions within a condition name the owner`() throws {
    let library = try Library()
    let context = library.context
    let long = try #require(try context.first(Sheet.where { $0.title == "B" }))
    _ = SheetNote(weight: 151, paper: long, in: context)
    #expect(library.archive.noted == [])
    library.other.papers.first?.pages = 200
    #expect(library.archive.noted == [long.objectID])
    try context.save()
    #expect(library.archive.noted == [long.objectID])
    library.archive.minimum = 151
    #expect(library.archive.noted == [])
  }

  @Test func `two classes fetch each other, and a subclass fetches as what it extends`() throws {
    let library = try Library()
    let paper = try #require(try library.context.first(Sheet.where { $0.title == "B" }))
    #expect(paper.fitting == [library.archive, library.other])
    let vault = Cellar(depth: 201, in: library.context)
    vault.minimum = 250
    #expect(library.text(vault.shallow) == "B a d")
    #expect(vault.long == [])
    vault.papers = [paper]
    paper.pages = 251
    #expect(vault.long == [paper])
    #expect(library.text(vault.shallow) == "a d")
  }

  @Test func `what cannot be fetched is refused when a container is opened`() throws {
    let error = #expect(throws: ModelError.self) {
      try Bench(Stray.self, Sheet.self, Depot.self, Scribe.self, Warden.self, SheetNote.self)
    }
    #expect(
      error?.problems.map(\.message) == [
        "'Stray.both' cannot be fetched: the condition of 'Stray.both' asks objects of its owner "
          + "and of what is fetched at once; ask what is fetched, as in 'book.author == owner'",
        "'Stray.sheets' cannot be fetched: 'Sheet' cannot be asked by a predicate with an owner of "
          + "the class 'Scribe' (name the class that has the property)",
      ])
    #expect(error?.problems.map(\.id) == ["model.fetched.impossible", "model.fetched.impossible"])
  }
}
