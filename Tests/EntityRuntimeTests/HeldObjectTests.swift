import EntityGraph
import Testing

@testable import EntityRuntime

/// Fetches whose objects are in the context already, and the map that says so.
@Suite struct HeldObjectTests {
  @Test func whatIsInTheContextIsReadByIdsAlone() throws {
    let bench = try shelf(of: 300)
    let context = bench.container.newContext()
    let books = try context.fetch(Book.all)
    var again: [Book] = []
    let sql = try bench.sql { again = try context.fetch(Book.all) }
    #expect(again == books)
    #expect(sql == [#"SELECT t0."_id" FROM "Book" AS t0 ORDER BY t0."_id""#])
    #expect(try context.fetch(Book.all.limit(5)) == Array(books.prefix(5)))
    expectSound(context)
  }

  @Test func whatOthersAddOrDeleteIsSeenAmongWhatIsInTheContext() throws {
    let bench = try shelf(of: 300)
    let context = bench.container.newContext()
    let books = try context.fetch(Book.all)
    let held = try bench.context.fetch(Book.all)
    bench.context.delete(held[7])
    let late = Book(title: "late", in: bench.context)
    try bench.context.save()
    let found = try context.fetch(Book.all)
    #expect(found.dropLast() == books[..<7] + books[8...])
    #expect(found.last?.objectID == late.objectID)
    #expect(found.last?.title == "late")
    expectSound(context)
  }

  @Test func faultsInTheContextAreReadByAFetch() throws {
    let bench = try shelf(of: 300)
    let context = bench.container.newContext()
    let books = try context.fetch(Book.all)
    context.refreshAll()
    #expect(try context.fetch(Book.all) == books)
    #expect(books.allSatisfy { !$0.isFault })
    expectSound(context)
  }

  @Test func whatHasGoneIsFoundByNobody() throws {
    let bench = try shelf(of: 300)
    let context = bench.container.newContext()
    let map = context.unit.maps[try context.unit.entity(of: Book.self).tree]
    for round in 0..<5 {
      var books = try context.fetch(Book.all)
      #expect(map.count == 300)
      books.removeAll { $0.pages % 5 != round }
      #expect(map.count == books.count)
      #expect(Set(map.objects) == Set(books))
      expectSound(context)
    }
    #expect(map.count == 0)
    #expect(map.objects.isEmpty)
  }

  /// Returns a store of `count` books, which are numbered by their pages.
  private func shelf(of count: Int) throws -> Bench {
    let bench = try bookshop()
    for number in 0..<count { Book(title: "\(number)", in: bench.context).pages = number }
    try bench.context.save()
    return bench
  }
}
