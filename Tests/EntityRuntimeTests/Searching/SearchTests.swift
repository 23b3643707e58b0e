import EntityGraph
import Testing

@testable import EntityRuntime

/// What searches find, and in what order.
@Suite struct SearchTests {
  let bench: Bench
  let context: ManagedObjectContext

  init() throws { (bench, context) = try Papers.searched() }

  // MARK: What is found

  @Test(arguments: [
    ("left hand", [12, 304]),
    ("\"left hand\"", [304]),
    ("dispos*", [40, 387]),
    ("dispos", []),
    ("dispos* OR \"left hand\"", [40, 304, 387]),
    ("hand -darkness", [12]),
    ("(utopia OR winter) -sales", [304, 387]),
    ("CAFE", [40]),
    ("café", [40]),
    ("abstract:left", [304]),
    ("title:left", [12, 304]),
    ("subject:winter", [40]),
    ("summary:left", []),
    ("", []),
    ("-left", []),
    ("\"left", [12, 304]),
  ])
  func aSearchFindsObjectsByTheWordsInTheirAttributes(text: String, pages: [Int]) throws {
    #expect(try context.pages(Paper.search(text).sorted(by: \.pages)) == pages)
    #expect(try context.count(Paper.search(text)) == pages.count)
    // In memory, where every object has a change that alters nothing of it.
    for paper in try context.fetch(Paper.all) { paper.pages += 1000 }
    #expect(
      try context.pages(Paper.search(text).sorted(by: \.pages)) == pages.map { $0 + 1000 })
  }

  @Test func theMostRelevantObjectsComeFirstAndThenTheFirstMade() throws {
    #expect(try context.pages(Paper.search("left hand")) == [12, 304])
    let twin = Paper(title: "A hand, and what is left", pages: 13, in: context)
    try context.save()
    #expect(twin.pages == 13)
    #expect(try context.pages(Paper.search("left hand")) == [12, 13, 304])
    #expect(try context.pages(Paper.search("left hand").limit(1).offset(1)) == [13])
  }

  @Test func anOrderOfItsOwnTakesThePlaceOfRelevance() throws {
    let request = Paper.search("left hand")
    #expect(try context.pages(request.sorted(by: \.pages, .descending)) == [304, 12])
    #expect(
      try context.pages(
        Paper.search("left").sorted { $0.writer.name }.sortedByRelevance()) == [12, 304])
  }

  @Test func aSearchIsAConditionOfTheObjectItself() throws {
    #expect(
      try context.pages(Paper.where { $0.search("left hand") }.sorted(by: \.pages)) == [12, 304])
    #expect(
      try context.pages(Paper.where { $0.search("left") && $0.pages > 100 || $0.pages == 40 })
        == [304, 40])
    #expect(try context.pages(Paper.where { !$0.search("left") }.sorted(by: \.pages)) == [40, 387])
    #expect(
      try context.fetch(Writer.where { $0.papers.any { $0.search("darkness") } }).map(\.name)
        == ["Ursula Kroeber Le Guin"])
  }

  @Test(arguments: [false, true])
  func relevanceIsComparedAndSortedBy(isPending: Bool) throws {
    let rows = try context.fetch(Paper.search("left hand").select { ($0.pages, $0.relevance) })
    #expect(rows.map(\.0) == [12, 304] && rows[0].1 > rows[1].1 && rows[1].1 > 0)
    if isPending { try #require(context.fetch(Paper.search("utopia")).first).pages += 1 }
    let bound = (rows[0].1 + rows[1].1) / 2
    let search = Paper.search("left hand")
    #expect(try context.pages(search.where { $0.relevance > bound }) == [12])
    #expect(try context.pages(search.where { $0.relevance < bound }) == [304])
    #expect(try context.pages(search.sorted(.descending) { $0.relevance }) == [12, 304])
    #expect(try context.pages(search.sorted { $0.relevance }) == [304, 12])
    #expect(
      try context.pages(search.sorted { $0.relevance * 0 }.sorted(by: \.pages, .descending))
        == [304, 12])
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Paper.where { $0.relevance > 1 })
    }
    #expect(
      error?.message
        == "a request for 'Paper' asks for the relevance or an excerpt of what a search has found, "
        + "and searches nothing; begin with 'Paper.search(\"…\")'")
  }

  @Test(arguments: [
    ("title:left", [12, 304]), ("Title:left", []), ("TITLE:hand", []),
    ("title: darkness", []), ("abstract:winter", [304]), ("ABSTRACT:winter", []),
  ])
  func theNameOfAnAttributeInATextIsWrittenAsThePropertyIs(text: String, pages: [Int]) throws {
    #expect(try context.pages(Paper.search(text).sorted(by: \.pages)) == pages)
  }

  @Test func idsAreAmongThoseOfAClassThatExtendsTheirs() throws {
    #expect(try context.pages(Paper.where { $0.objectID.in(Report.all) }) == [40])
    #expect(
      try context.pages(Paper.where { !$0.objectID.in(Report.all) }.sorted(by: \.pages))
        == [12, 304, 387])
    #expect(
      try context.pages(Report.where { $0.objectID.in(Paper.where { $0.pages > 1 }) }) == [40])
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Paper.where { $0.objectID.in(Writer.all) })
    }
    #expect(
      error?.message
        == "'Paper' cannot be asked by a predicate with 'in' of objects of 'Writer', since one of "
        + "'Paper' is never among them; write 'in' of a request for 'Paper', or for a class that "
        + "extends it or that it extends")
  }

  @Test func aWordCountsAsMuchAsItsAttributeWeighs() throws {
    let first = Paper(title: "moon", abstract: "a sun and something else", pages: 1, in: context)
    let second = Paper(title: "sun", abstract: "a moon and something else", pages: 2, in: context)
    #expect(first.pages < second.pages)
    try context.save()
    #expect(
      try context.pages(Paper.search("moon", weights: [\.title: 10, \.abstract: 0.1])) == [1, 2])
    #expect(
      try context.pages(Paper.search("moon", weights: [\.title: 0.1, \.abstract: 10])) == [2, 1])
  }

  @Test func aSearchIsJoinedWithConditions() throws {
    #expect(try context.pages(Paper.search("left").where { $0.pages > 100 }) == [304])
    #expect(
      try context.pages(Paper.where { $0.pages > 100 }.search("left")) == [304])
    #expect(try context.pages(Paper.search("left").search("darkness")) == [304])
    #expect(
      try context.pages(
        Paper.where { $0.title.matches("dispossessed") || $0.pages < 20 }.sorted(by: \.pages))
        == [12, 387])
    #expect(
      try context.pages(Paper.where { !$0.title.matches("left") }.sorted(by: \.pages))
        == [40, 387])
    #expect(
      try context.pages(Paper.where { $0.abstract.matches("left") && $0.title.matches("left") })
        == [304])
    #expect(
      try context.pages(Paper.where { !$0.abstract.matches("utopia") }.sorted(by: \.pages))
        == [12, 40, 304])
    #expect(
      try context.pages(Paper.where { _ in .search("utopia") || .search("sales") })
        == [387, 40])
  }

  @Test func objectsAreFoundByOthers() throws {
    let names = { (request: FetchRequest<Writer>) in
      try context.fetch(request.sorted(by: \.name)).map(\.name)
    }
    #expect(
      try names(Writer.where { $0.papers.any { $0.title.matches("\"left hand\"") } })
        == ["Ursula Kroeber Le Guin"])
    #expect(
      try names(Writer.where { $0.papers.any { _ in .search("sales OR utopia") } })
        == ["Karl Dispossessor", "Ursula Kroeber Le Guin"])
    #expect(
      try names(Writer.where { $0.papers.filter { $0.title.matches("hand") }.count == 1 })
        == ["Karl Dispossessor", "Ursula Kroeber Le Guin"])
    #expect(
      try context.pages(Paper.where { $0.writer.name.matches("guin") }.sorted(by: \.pages))
        == [304, 387])
    _ = Paper(title: "nobody's", pages: 5, in: context)
    try context.save()
    #expect(
      try context.pages(Paper.where { !$0.writer.name.matches("guin") }.sorted(by: \.pages))
        == [5, 12, 40])
  }

  @Test func aSubclassIsSearchedByWhatItInheritsAndWhatItAdds() throws {
    #expect(try context.pages(Report.search("winter")) == [40])
    #expect(try context.pages(Report.search("cups")) == [40])
    #expect(try context.pages(Report.search("left")) == [])
    #expect(try context.pages(Paper.search("winter").sorted(by: \.pages)) == [40, 304])
    var request = Paper.search("winter")
    request.includesSubentities = false
    #expect(try context.pages(request) == [304])
  }

  // MARK: What is selected

  @Test func whatWasFoundIsShownInItsText() throws {
    let rows = try context.fetch(
      Paper.search("left hand").select {
        ($0.title.highlighted("<", ">"), $0.abstract.snippet(words: 4))
      })
    #expect(rows.map(\.0) == ["A <hand>, and what is <left>", "The <Left> <Hand> of Darkness"])
    #expect(rows.map(\.1) == [nil, "…Gethen, a [left] turn"])
  }

  @Test func theRelevanceIsANumberThatIsGreaterForTheMoreRelevant() throws {
    let numbers = try context.fetch(Paper.search("left hand").select { $0.relevance })
    #expect(numbers.count == 2)
    #expect(numbers[0] > numbers[1] && numbers[1] > 0)
  }

  @Test func groupsAreMadeOfWhatIsFound() throws {
    let rows = try context.fetch(
      Paper.search("left OR utopia OR sales").group { $0.writer.name }.select {
        ($0.writer.name, $0.count)
      })
    #expect(rows.map(\.0) == ["Karl Dispossessor", "Ursula Kroeber Le Guin"])
    #expect(rows.map(\.1) == [2, 2])
    let best = try context.fetch(
      Paper.search("left OR utopia OR sales").limit(3).group { $0.writer.name }.select {
        ($0.writer.name, $0.relevance.maximum)
      })
    #expect(best.count == 2)
    #expect(try context.fetch(Paper.search("left").select { $0.pages.sum }) == [316])
  }

  @Test func whatHasBeenFoundIsReadPageByPage() throws {
    for pages in 1...7 {
      _ = Paper(title: "moon \(pages % 3 == 0 ? "moon" : "and")", pages: pages, in: context)
    }
    try context.save()
    let request = Paper.search("moon")
    let all = try context.pages(request)
    var found: [Int] = []
    var (cursor, previous): (PageCursor?, PageCursor?)
    repeat {
      let page = try context.fetch(request.page(after: cursor, size: 2))
      found += page.items.map(\.pages)
      (cursor, previous) = (page.next, page.previous)
    } while cursor != nil
    #expect(found == all)
    #expect(all.count == 7)
    #expect(previous != nil)
    let back = try context.fetch(request.page(before: previous, size: 2))
    #expect(back.items.map(\.pages) == Array(all[4..<6]))
    let second = try context.fetch(request.page(2, size: 3))
    #expect(second.items.map(\.pages) == Array(all[3..<6]))
    #expect(second.total == 7)
  }

  @Test func aUnionIsInNoOrderOfRelevanceAndRowsThatAreDistinctNeither() throws {
    let union = Paper.search("left hand").union(Paper.where { $0.pages > 300 })
    #expect(try context.pages(union) == [387, 304, 12])
    let ranged = Paper.search("left hand").limit(1).union(Paper.where { $0.pages > 300 }.limit(1))
    #expect(try context.pages(ranged) == [387, 12])
    _ = Paper(title: "A hand, and what is left", pages: 12, in: context)
    let distinct = Paper.search("left hand").select { $0.title }.distinct()
    let rows = ["A hand, and what is left", "The Left Hand of Darkness"]
    #expect(try context.fetch(distinct) == rows)
    try context.save()
    #expect(try context.fetch(distinct) == rows)
  }

  // MARK: SQL

  @Test func aSearchIsOneStatementThatBindsItsText() throws {
    _ = try context.fetch(Paper.search("x"))
    func sql<Object: Paper>(_ request: FetchRequest<Object>) throws -> [String] {
      try bench.sql { _ = try context.identifiers(request) }
    }
    #expect(
      try sql(Paper.search("left hand").where { $0.pages > 100 }.limit(3)) == [
        #"SELECT t0."_id" FROM "Paper" AS t0 JOIN "_search.Paper" AS t1 ON t1.rowid = t0."_id""#
          + #" WHERE t1."_search.Paper" MATCH ?1 AND t0."pages" > ?2"#
          + #" ORDER BY t1.rank, t0."_id" LIMIT ?3"#
      ])
    #expect(
      try sql(Paper.search("left").sorted(by: \.pages)) == [
        #"SELECT t0."_id" FROM "Paper" AS t0 WHERE t0."_id" IN (SELECT rowid FROM "_search.Paper""#
          + #" WHERE "_search.Paper" MATCH ?1) ORDER BY t0."pages", t0."_id""#
      ])
    #expect(
      try sql(Paper.where { $0.pages > 5 || !$0.title.matches("left") }) == [
        #"SELECT t0."_id" FROM "Paper" AS t0 WHERE t0."pages" > ?1 OR NOT t0."_id" IN"#
          + #" (SELECT rowid FROM "_search.Paper" WHERE "_search.Paper" MATCH ?2)"#
          + #" ORDER BY t0."_id""#
      ])
  }

  // MARK: What cannot be searched

  @Test func whatIsNotSearchableIsRefused() throws {
    let plain = try Bench(Author.self, Book.self, Subject.self, Profile.self)
    #expect(
      refusal { _ = try plain.context.fetch(Book.search("x")) }
        == "'Book' has no searchable attribute; mark those that are to be searched with "
        + "'@Attribute(.searchable)'")
    #expect(
      refusal { _ = try plain.context.fetch(Book.where { $0.title.matches("x") }) }
        == "'Book' has no searchable attribute; mark those that are to be searched with "
        + "'@Attribute(.searchable)'")
    #expect(
      refusal { _ = try context.fetch(Paper.search("x", weights: [\.pages: 2])) }
        == "'Paper.pages' is used as something to search, which it is not; mark it with "
        + "'@Attribute(.searchable)', for the store to have an index of its words")
    #expect(
      refusal { _ = try context.fetch(Paper.all.sortedByRelevance()) }
        == "a request for 'Paper' asks for the relevance or an excerpt of what a search has found, "
        + "and searches nothing; begin with 'Paper.search(\"…\")'")
    #expect(
      refusal { _ = try context.fetch(Paper.search("x").select { $0.writer.name.snippet() }) }
        == "'Paper.writer.name' is used as an excerpt, which it is not; it is another object's; "
        + "excerpts are of the objects that are searched for")
  }

  /// Returns the message of the request that `body` is refused.
  private func refusal(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: StoreError.self, performing: body)
    #expect(error?.code == .invalidRequest)
    return error?.message
  }

  @Test func whatASearchShowsIsReadInBatches() throws {
    let request = Paper.search("left hand").select {
      ($0.pages, $0.title.highlighted("<", ">"), $0.relevance)
    }
    let whole = try context.fetch(request).map { "\($0)" }
    var walked: [String] = []
    try context.forEach(request, batch: 1) { walked.append("\($0)") }
    #expect(walked == whole)
    #expect(walked.count == 2)
  }

  @Test func `a search within a condition on others is about the object that is named`() throws {
    let (_, context) = try Papers.searched()
    let request = Writer.where { writer in
      writer.papers.any { $0.pages > 300 && writer.name.matches("ursula").outer() }
    }
    #expect(try context.fetch(request).map(\.name) == ["Ursula Kroeber Le Guin"])
    for writer in try context.fetch(Writer.all) { writer.name += " Ursula" }
    #expect(try context.count(request) == 1)
    for paper in try context.fetch(Paper.all) { paper.pages = 301 }
    #expect(try context.count(request) == 2)
  }
}
