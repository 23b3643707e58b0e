import EntityGraph
import Testing

@testable import EntityRuntime

/// Searches by a context that has unsaved changes.
@Suite struct PendingSearchTests {
  let bench: Bench
  let context: ManagedObjectContext

  init() throws { (bench, context) = try Papers.searched() }

  private func paper(_ pages: Int) throws -> Paper {
    try #require(context.fetch(Paper.where { $0.pages == pages }).first)
  }

  @Test func objectsThatHaveNotBeenSavedAreFoundByTheirWordsAndComeLast() throws {
    _ = Paper(title: "Left, left, left hand hand hand", pages: 1, in: context)
    _ = Paper(title: "nothing of it", pages: 2, in: context)
    #expect(try context.pages(Paper.search("left hand")) == [12, 304, 1])
    #expect(try context.pages(Paper.search("\"hand hand\"")) == [1])
    #expect(try context.count(Paper.search("le*")) == 3)
    #expect(try context.pages(Paper.search("left hand").ignoringPendingChanges()) == [12, 304])
    try context.save()
    #expect(try context.pages(Paper.search("left hand").limit(1)) == [1])
  }

  @Test func changedObjectsAreFoundByWhatTheyHaveBecome() throws {
    let paper = try paper(304)
    paper.title = "The Right Foot"
    #expect(try context.pages(Paper.search("\"left hand\"")) == [])
    #expect(try context.pages(Paper.search("right foot")) == [304])
    paper.abstract = nil
    #expect(try context.pages(Paper.search("winter").sorted(by: \.pages)) == [40])
    context.rollback()
    #expect(try context.pages(Paper.search("\"left hand\"")) == [304])
  }

  @Test func deletedObjectsAreNotFound() throws {
    context.delete(try paper(304))
    #expect(try context.pages(Paper.search("left hand")) == [12])
    #expect(try context.count(Paper.search("left hand")) == 1)
    #expect(try context.fetch(Paper.search("left").select { $0.title }).count == 1)
  }

  @Test func objectsAreFoundByUnsavedOnesOfOthers() throws {
    let karl = try #require(context.fetch(Writer.search("karl")).first)
    _ = Paper(title: "An unsaved moon", pages: 1, writer: karl, in: context)
    #expect(
      try context.fetch(Writer.where { $0.papers.any { $0.title.matches("moon") } }).map(\.name)
        == ["Karl Dispossessor"])
    karl.name = "Charles Mooning"
    #expect(
      try context.pages(
        Paper.where { $0.writer.name.matches("moons") }.sorted(by: \.pages)) == [1, 12, 40])
  }

  @Test func excerptsOfUnsavedObjectsAreLikeThoseOfOthers() throws {
    let paper = try paper(304)
    paper.abstract = "One two three four five six seven eight nine left turn at the end of it all"
    let rows = try context.fetch(
      Paper.search("left hand").sorted(by: \.pages, .descending).select {
        ($0.title.highlighted("<", ">"), $0.abstract.snippet(words: 4, "<", ">"), $0.relevance)
      })
    #expect(rows[0].0 == "The <Left> <Hand> of Darkness")
    #expect(rows[0].2 == 0 && rows[0].2.sign == .plus)
    #expect(rows[1].2 > 0)
    try context.save()
    let saved = try context.fetch(
      Paper.search("left hand").sorted(by: \.pages, .descending).select {
        ($0.title.highlighted("<", ">"), $0.abstract.snippet(words: 4, "<", ">"), $0.relevance)
      })
    #expect(rows.map(\.0) == saved.map(\.0))
    #expect(rows.map(\.1) == saved.map(\.1))
  }

  @Test func aConditionIsAskedOfAnObjectInMemory() throws {
    let request = Paper.where { $0.title.matches("left OR dispossessed") && $0.pages > 100 }
    let papers = try context.fetch(Paper.all.sorted(by: \.pages))
    #expect(papers.filter { request.condition.isSatisfied(by: $0) }.map(\.pages) == [304, 387])
  }

  @Test(arguments: [
    ("ascii", "STRASSE", ["Strasse"]),
    ("ascii", "cafe", ["cafe"]),
    ("ascii", "CAFÉ", []),
    ("ascii", "café", ["café"]),
    ("trigram", "tras", ["Strasse"]),
    ("trigram", "TRAS", ["Strasse"]),
    ("trigram", "as", []),
    ("trigram", "caf", ["cafe", "café"]),
  ])
  func eachTokenizerMakesTheSameWordsInMemory(
    tokenizer: String, text: String, found: [String]
  ) throws {
    for text in ["Strasse", "café", "cafe"] {
      _ = Plain(text: text, in: context)
      _ = Piece(text: text, in: context)
    }
    func search() throws -> [String] {
      tokenizer == "ascii"
        ? try context.fetch(Plain.search(text)).map(\.text).sorted()
        : try context.fetch(Piece.search(text)).map(\.text).sorted()
    }
    let expected = found.filter { tokenizer == "trigram" || $0 == found.first }
    #expect(try search() == expected.sorted())
    try context.save()
    #expect(try search() == expected.sorted())
  }
}
