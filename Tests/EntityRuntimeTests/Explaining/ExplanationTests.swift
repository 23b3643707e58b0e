import EntityGraph
import EntityStore
import StoreConformance
import Testing

@testable import EntityRuntime

/// A request says how the store answers it, and which index it misses.
@Suite struct ExplanationTests {
  @Test func aScanIsExplainedWithTheIndexThatIsMissing() throws {
    let context = try bookshop().context
    let explanation = try Book.where { $0.pages == 100 }.select { $0.title }.explain(in: context)
    #expect(
      "\(explanation)" == """
        Book.where { $0.pages == ? }.select { $0.title }

        SELECT t0."title" FROM "Book" AS t0 WHERE t0."pages" = ?1 ORDER BY t0."_id"

        reads all rows of Book

        missing: @Attribute(.indexed) on Book.pages
        """)
    #expect(explanation.scannedTables == ["Book"])
    #expect(!explanation.sorts)
  }

  @Test func whatAnIndexFindsMissesNothing() throws {
    let context = try bookshop().context
    let explanation = try Book.where { $0.title == "Momo" }.explain(in: context)
    #expect(explanation.plan.map(\.text) == ["finds rows of Book by the index of Book.title"])
    #expect(explanation.usedIndexes == ["Book.title"])
    #expect(explanation.missingIndexes == [])
    #expect(explanation.scannedTables == [])
    let unique = try Author.where { $0.email == "a" && $0.name == "b" }.explain(in: context)
    #expect(unique.missingIndexes == [])
    #expect(unique.usedIndexes == ["Author.email"])
  }

  @Test func anIndexThatWouldNotBeUsedIsNotMissing() throws {
    let context = try bookshop().context
    for request in [
      Book.all, Book.where { $0.title.contains("x") }, Book.where { $0.pages * 2 > 3 },
      Book.where { $0.pages > 1 || $0.title.hasSuffix("x") }, Book.where { $0.pages != 3 },
      // All rows in the order of ids take less than a range that has to be sorted.
      Book.where { $0.pages > 1 },
    ] {
      let explanation = try request.explain(in: context)
      #expect(explanation.missingIndexes == [], "\(explanation)")
      #expect(explanation.scannedTables == ["Book"])
    }
  }

  @Test func anOrderWithoutAnIndexIsSorted() throws {
    let context = try bookshop().context
    let explanation = try Book.sorted(by: \.pages).limit(10).explain(in: context)
    #expect(explanation.plan.map(\.text) == ["reads all rows of Book", "sorts what is found"])
    #expect(explanation.sorts)
    #expect(explanation.missingIndexes == ["Book.pages"])
    let indexed = try Book.sorted(by: \.title).limit(10).explain(in: context)
    #expect(
      indexed.plan.map(\.text)
        == ["reads all rows of Book in the order of the index of Book.title"])
    #expect(!indexed.sorts)
    #expect(indexed.missingIndexes == [])
  }

  @Test func conditionsOnOtherObjectsNameTheirOwnIndexes() throws {
    let context = try bookshop().context
    let toOne = try Book.where { $0.author.name == "Ursula" }.explain(in: context)
    #expect(toOne.missingIndexes == ["Author.name"])
    let toMany = try Author.where { $0.books.any { $0.pages == 3 } }.explain(in: context)
    #expect(toMany.plan.first?.text == "reads all rows of Author")
    #expect(toMany.usedIndexes == ["Book.author"])
    let many = try Book.where { $0.subjects.any { $0.name == "x" } }.explain(in: context)
    #expect(many.plan.contains { $0.table == "_Book.subjects" })
  }

  @Test func countsGroupsAndPagesAreExplained() throws {
    let context = try bookshop().context
    let count = try Book.where { $0.pages > 3 }.explainCount(in: context)
    #expect(count.sql == #"SELECT count(*) FROM "Book" AS t0 WHERE t0."pages" > ?1"#)
    #expect(count.request == "Book.where { $0.pages > ? }, counted")
    #expect(count.missingIndexes == ["Book.pages"])
    let group = try Book.group(by: \.genre).select { ($0.genre, $0.count) }.explain(in: context)
    #expect(group.plan.last?.text == "sorts what is found into groups")
    #expect(group.missingIndexes == ["Book.genre"])
    let first = try context.fetch(Book.sorted(by: \.title).page(size: 1))
    #expect(first.next == nil)
    _ = Book(title: "a", in: context)
    _ = Book(title: "b", in: context)
    try context.save()
    let page = try context.fetch(Book.sorted(by: \.title).page(size: 1))
    let next = try Book.sorted(by: \.title).page(after: page.next, size: 1).explain(in: context)
    #expect(next.usedIndexes == ["Book.title"])
    #expect(next.plan.first?.kind == .search)
    #expect(next.request == #"Book.sorted(by: \.title).page(after: ?, size: 1)"#)
    let numbered = try Book.sorted(by: \.title).page(2, size: 1).explain(in: context)
    #expect(numbered.sql.hasSuffix("LIMIT ?1 OFFSET ?2"))
    #expect(throws: StoreError.self) { try Book.all.page(0, size: 1).explain(in: context) }
  }

  @Test func whatAnalyzeHasCountedCounts() throws {
    let bench = try bookshop()
    for number in 0..<300 { _ = Book(title: "\(number)", pages: number % 2, in: bench.context) }
    try bench.context.save()
    try bench.run("ANALYZE")
    let explanation = try Book.where { $0.title == "7" && $0.pages == 1 }.explain(in: bench.context)
    #expect(explanation.usedIndexes == ["Book.title"])
    let scan = try Book.where { $0.pages == 1 }.explain(in: bench.context)
    #expect(scan.missingIndexes == ["Book.pages"])
  }

  @Test func nothingIsFetchedAndNothingStays() throws {
    let bench = try bookshop()
    let before = try bench.text("SELECT group_concat(name) FROM sqlite_schema")
    let sql = try bench.sql { _ = try Book.where { $0.pages > 1 }.explain(in: bench.context) }
    #expect(sql == [])
    #expect(try bench.text("SELECT group_concat(name) FROM sqlite_schema") == before)
  }

  @Test func whatTheModelDoesNotHaveIsRefused() throws {
    let context = try Cinema().context
    let error = #expect(throws: StoreError.self) {
      try Film.where { $0.shout == "X" }.explain(in: context)
    }
    #expect(error?.code == .invalidRequest)
    #expect(throws: StoreError.self) { try Book.all.explain(in: context) }
  }

  @Test func aStoreWithoutStatementsExplainsNothing() throws {
    let container = try StoreKind.dictionaries.container(
      Author.self, Book.self, Subject.self, Profile.self)
    let error = #expect(throws: StoreError.self) {
      try Book.all.explain(in: container.newContext())
    }
    #expect(
      error?.message
        == "the store answers requests without statements that could be explained")
  }
}
