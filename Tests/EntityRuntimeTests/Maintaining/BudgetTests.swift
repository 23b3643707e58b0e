import EntityGraph
import StoreConformance
import Testing

@testable import EntityRuntime

/// A fetch that costs more than the budget of its context is refused, and says what was exceeded.
@Suite struct BudgetTests {
  /// Returns a bookshop of an author with ten books, and a context that may read `rows` rows.
  private func shop(
    _ place: TemporaryBookshop.Place, rows: Int?
  ) throws -> (TemporaryBookshop, ManagedObjectContext) {
    let shop = try TemporaryBookshop(place)
    let context = shop.container.newContext()
    let author = Author(email: "a", in: context)
    for number in 0..<10 {
      _ = Book(title: "\(number)", pages: number % 3, author: author, in: context)
    }
    try context.save()
    let reading = shop.container.newContext()
    reading.budget = FetchBudget(rows: rows)
    return (shop, reading)
  }

  private func refusal(_ body: () throws -> Void) throws -> StoreError {
    try #require(#expect(throws: StoreError.self) { try body() })
  }

  @Test(arguments: TemporaryBookshop.Place.allCases)
  func moreRowsThanTheBudgetAreRefused(place: TemporaryBookshop.Place) throws {
    let (shop, context) = try shop(place, rows: 9)
    for fetch in [
      { _ = try context.fetch(Book.all) }, { _ = try context.fetch(Book.sorted(by: \.title)) },
      { _ = try context.fetch(Book.all.limit(50)) }, { _ = try context.identifiers(Book.all) },
      { _ = try context.fetch(Book.select { $0.title }) },
      { _ = try context.fetch(Book.select { ($0.title, $0.pages) }) },
    ] {
      let error = try refusal(fetch)
      #expect(error.code == .rowBudgetExceeded)
      #expect(
        error.message
          == "reading 'Book' finds more than 9 rows, which is all that the budget of the context "
          + "allows; ask for fewer with a condition or a limit, or raise the budget")
    }
    _ = shop
  }

  @Test(arguments: TemporaryBookshop.Place.allCases)
  func asManyRowsAsTheBudgetAreRead(place: TemporaryBookshop.Place) throws {
    let (shop, context) = try shop(place, rows: 10)
    #expect(try context.fetch(Book.all).count == 10)
    #expect(try context.identifiers(Book.all).count == 10)
    #expect(try context.fetch(Book.select { $0.title }).count == 10)
    context.budget.rows = 9
    #expect(try context.fetch(Book.all.limit(9)).count == 9)
    #expect(try context.count(Book.all) == 10, "a count is one row")
    #expect(try context.fetch(Book.select { $0.pages.sum }) == [9])
    context.budget = .unlimited
    #expect(try context.fetch(Book.all).count == 10)
    _ = shop
  }

  @Test(arguments: TemporaryBookshop.Place.allCases)
  func groupsCountAsRows(place: TemporaryBookshop.Place) throws {
    let (shop, context) = try shop(place, rows: 3)
    #expect(try context.fetch(Book.group(by: \.pages).select { ($0.pages, $0.count) }).count == 3)
    context.budget.rows = 2
    let error = try refusal {
      _ = try context.fetch(Book.group(by: \.pages).select { ($0.pages, $0.count) })
    }
    #expect(error.code == .rowBudgetExceeded)
    _ = shop
  }

  @Test(arguments: TemporaryBookshop.Place.allCases)
  func aRelationshipOfMoreRowsIsReportedAtTheEnd(place: TemporaryBookshop.Place) throws {
    let (shop, context) = try shop(place, rows: 9)
    let author = try #require(try context.fetch(Author.all).first)
    #expect(author.books.isEmpty)
    let error = #expect(throws: ReadError.self) { try context.read {} }
    let underlying = try #require(error?.problems.first?.underlying as? StoreError)
    #expect(underlying.code == .rowBudgetExceeded)
    #expect(underlying.message.hasPrefix("reading 'Author.books' finds more than 9 rows"))
    _ = shop
  }

  @Test(arguments: [0, -1, Int.min, Int.max])
  func anyNumberIsABudget(rows: Int) throws {
    let (shop, context) = try shop(.memory, rows: rows)
    if rows > 0 {
      #expect(try context.fetch(Book.all).count == 10)
    } else {
      #expect(try refusal { _ = try context.fetch(Book.all) }.code == .rowBudgetExceeded)
      #expect(try context.fetch(Book.where { $0.pages > 100 }).isEmpty)
    }
    _ = shop
  }

  @Test func unsavedObjectsAreRefusedLikeTheOthers() throws {
    let (shop, context) = try shop(.memory, rows: 9)
    _ = Book(title: "new", in: context)
    #expect(try refusal { _ = try context.fetch(Book.all) }.code == .rowBudgetExceeded)
    _ = shop
  }

  @Test func aContextBeginsWithTheBudgetOfTheOptions() async throws {
    let shop = try TemporaryBookshop(
      .file, options: StoreOptions(budget: FetchBudget(rows: 1, time: .seconds(60))))
    let context = shop.container.newContext()
    #expect(context.budget == FetchBudget(rows: 1, time: .seconds(60)))
    _ = Book(title: "1", in: context)
    _ = Book(title: "2", in: context)
    try context.save()
    let code = await #expect(throws: StoreError.self) {
      try await shop.container.read { context in try context.fetch(Book.all).count }
    }?.code
    #expect(code == .rowBudgetExceeded)
    let count = try await shop.container.read { context in
      context.budget = .unlimited
      return try context.fetch(Book.all).count
    }
    #expect(count == 2)
  }

  @Test(arguments: [TemporaryBookshop.Place.file, .memory])
  func moreTimeThanTheBudgetIsRefused(place: TemporaryBookshop.Place) throws {
    let shop = try TemporaryBookshop(place)
    let context = shop.container.newContext()
    for number in 0..<2000 { _ = Book(title: "\(number)", in: context) }
    try context.save()
    context.budget.time = .nanoseconds(1)
    let error = try refusal {
      _ = try context.count(Book.where { $0.title.contains("no") })
    }
    #expect(error.code == .timeBudgetExceeded)
    try context.read { () throws in
      #expect(
        try refusal { _ = try context.fetch(Book.where { $0.title.contains("no") }) }.code
          == .timeBudgetExceeded)
    }
    context.budget.time = nil
    #expect(try context.count(Book.all) == 2000)
  }
}
