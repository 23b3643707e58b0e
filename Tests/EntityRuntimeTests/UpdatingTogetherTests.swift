import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Many rows that are changed alike and lie close together are changed by one statement.
@Suite struct UpdatingTogetherTests {
  /// Returns a bench with `count` books of one author, and them in a context of their own.
  private func fetchedBooks(_ count: Int) throws -> (Bench, ManagedObjectContext, [Book]) {
    let bench = try bookshop()
    let ursula = Author(email: "ursula", in: bench.context)
    for number in 0..<count { _ = Book(title: "\(number)", author: ursula, in: bench.context) }
    try bench.context.save()
    let context = bench.container.newContext()
    return (bench, context, try context.fetch(Book.all.sorted(by: \.pages)))
  }

  @Test func manyRowsThatLieTogetherTakeOneStatement() throws {
    let (bench, context, books) = try fetchedBooks(40)
    for (number, book) in books.enumerated() where number < 35 {
      book.pages = number + 1
      book.title = "T\(number)"
    }
    let wanted = #"""
      UPDATE OR FAIL "Book" SET "title" = entity_value("_id", 0), \#
      "pages" = entity_value("_id", 1), "_version" = "_version" + 1 \#
      WHERE "_id" BETWEEN ?1 AND ?2 AND entity_takes("_id", "_version")
      """#
    #expect(try bench.sql { try context.save() } == [wanted])
    let found = try bench.container.newContext().fetch(Book.all)
    #expect(found.map(\.title) == books.map(\.title))
    #expect(found.map(\.pages) == books.map(\.pages))
    // Their versions are known, so that they can be changed again.
    for book in books { book.pages += 1 }
    try context.save()
    #expect(try bench.container.newContext().fetch(Book.all).map(\.pages) == books.map(\.pages))
  }

  @Test func rowsThatAreChangedInDifferentWaysTakeAStatementForEachWay() throws {
    let (bench, context, books) = try fetchedBooks(100)
    for (number, book) in books.enumerated() {
      if number % 3 == 0 { book.pages = 1 } else { book.title += "!" }
      if number == 50 { book.genre = .science }
    }
    let sql = try bench.sql { try context.save() }
    #expect(sql.map { $0.hasPrefix("UPDATE OR FAIL") } == [true, true, false])
    let found = try bench.container.newContext().fetch(Book.all)
    #expect(found.map(\.title) == books.map(\.title))
    #expect(found.map(\.pages) == books.map(\.pages))
    #expect(found[50].genre == .science)
  }

  @Test(arguments: [(31, 1), (40, 8), (8, 1)])
  func fewRowsAndThoseFarApartTakeAStatementEach(count: Int, distance: Int) throws {
    let (bench, context, books) = try fetchedBooks(count * distance)
    for book in books.enumerated() where book.offset % distance == 0 { book.element.pages = 1 }
    let sql = try bench.sql { try context.save() }
    #expect(sql.count == count)
    #expect(sql.allSatisfy { $0.hasPrefix(#"UPDATE "Book""#) })
    #expect(try bench.container.newContext().count(Book.where { $0.pages == 1 }) == count)
  }

  @Test func uniqueValuesAreWrittenRowByRow() throws {
    let bench = try bookshop()
    for number in 0..<40 { _ = Author(email: "\(number)", in: bench.context) }
    try bench.context.save()
    let authors = try bench.context.fetch(Author.all)
    // Each takes the address of the next one.
    for (number, author) in authors.enumerated() { author.email = "\((number + 1) % 40)" }
    let sql = try bench.sql { try bench.context.save() }
    #expect(!sql.contains { $0.hasPrefix("UPDATE OR FAIL") })
    let found = try bench.container.newContext().fetch(Author.all)
    #expect(found.map(\.email) == authors.map(\.email))
  }

  @Test func rowsThatOthersHaveChangedOrRemovedAreConflictsAndNothingIsWritten() throws {
    let (bench, context, books) = try fetchedBooks(50)
    try bench.run(
      """
      UPDATE Book SET _version = _version + 1, title = 'other' WHERE _id IN (1, 30);
      DELETE FROM Book WHERE _id IN (7, 50)
      """)
    for book in books { book.pages = 9 }
    let error = try #require(throws: ConflictError.self) { try context.save() }
    #expect(error.conflicts.map(\.objectID) == [1, 7, 30, 50].map { books[$0 - 1].objectID })
    let other = StoredValue.text("other")
    #expect(error.conflicts.map { $0.theirs?["title"] } == [other, nil, other, nil])
    #expect(try bench.container.newContext().count(Book.where { $0.pages == 9 }) == 0)
    #expect(books.allSatisfy { $0.pages == 9 && $0.hasChanges })
  }

  @Test func aRowThatTheStoreRefusesLeavesAllAsTheyWere() throws {
    let (bench, context, books) = try fetchedBooks(50)
    try bench.run("CREATE UNIQUE INDEX once ON Book (pages) WHERE pages > 0")
    for (number, book) in books.enumerated() { book.pages = number == 49 ? 48 : number }
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try bench.container.newContext().count(Book.where { $0.pages == 0 }) == 50)
    books[49].pages = 49
    try context.save()
    #expect(try bench.container.newContext().fetch(Book.all).map(\.pages) == Array(0..<50))
  }

  @Test func referencesAndIndexedColumnsAreChangedTogetherToo() throws {
    let (bench, context, books) = try fetchedBooks(50)
    let others = (0..<5).map { Author(email: "new \($0)", in: context) }
    for (number, book) in books.enumerated() {
      book.title = "\(99 - number)"
      book.author = number % 6 == 5 ? nil : others[number % 6]
    }
    let sql = try bench.sql { try context.save() }
    #expect(sql.count { $0.hasPrefix("UPDATE OR FAIL") } == 1)
    expectSound(context)
    let found = try bench.container.newContext().fetch(Book.all.sorted(by: \.title, .descending))
    #expect(found.map(\.title) == books.map(\.title))
    #expect(found.map(\.author?.email) == books.map(\.author?.email))
  }

  /// Every type of value, missing or not, is written as it would be row by row.
  @Test(arguments: 0..<20) func valuesAreWrittenAsTheyAre(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bench = try Bench(Letter.self)
    for _ in 0..<60 { _ = Letter(text: "", number: UUID(), in: bench.context) }
    try bench.context.save()
    let context = bench.container.newContext()
    let letters = try context.fetch(Letter.all)
    let isText = Bool.random(using: &random)
    for letter in letters where Int.random(in: 0..<3, using: &random) > 0 {
      let isMissing = Int.random(in: 0..<4, using: &random) == 0
      let number = Int.random(in: -3...1000, using: &random)
      letter.note = isMissing ? nil : String(repeating: "ä", count: max(number, 0))
      letter.photo = isMissing ? nil : Data(repeating: 7, count: max(number, 0))
      letter.number = UUID()
      letter.page = isMissing ? nil : number
      letter.sent = isMissing ? nil : Date(timeIntervalSinceReferenceDate: Double(number) / 3)
      if isText { letter.text = "\(number)" }
      letter.route = isMissing ? nil : ["\(number)"]
      letter.genre = number % 2 == 0 ? .science : .fiction
    }
    try context.save()
    let found = try bench.container.newContext().fetch(Letter.all)
    for (one, other) in zip(letters, found) {
      #expect(one.note == other.note)
      #expect(one.photo == other.photo)
      #expect(one.number == other.number)
      #expect(one.page == other.page)
      #expect(one.sent == other.sent)
      #expect(one.text == other.text)
      #expect(one.genre == other.genre)
      #expect(one.route == other.route)
    }
  }

  @Test func aValueAmongManyThatCannotBeWrittenIsNamedAndNothingIsWritten() throws {
    let bench = try Bench(Holder.self)
    let holders = (0..<40).map { _ in Holder(in: bench.context) }
    try bench.context.save()
    for (number, holder) in holders.enumerated() {
      try holder.setValue(Stubborn(refuses: number == 20), forKey: "optional")
    }
    #expect(
      failure { try bench.context.save() } == """
        the save has been refused:
          Holder-21: 'Holder.optional' holds a value that cannot be written as JSON \
        [validation.encoding]
        """)
    expectSound(bench.context)
    try holders[20].setValue(Stubborn(refuses: false), forKey: "optional")
    #expect(try bench.sql { try bench.context.save() }.count == 1)
    try save(bench.context, Holder.self)
  }

  @Test func entitiesOfOneTableAreChangedApart() throws {
    let bench = try Bench(Vehicle.self, Car.self, SportsCar.self, Garage.self)
    for number in 0..<60 {
      let vehicle = number % 2 == 0 ? Vehicle(in: bench.context) : Car(in: bench.context)
      vehicle.wheels = number
    }
    try bench.context.save()
    let context = bench.container.newContext()
    let vehicles = try context.fetch(Vehicle.all)
    for vehicle in vehicles { vehicle.wheels += 1 }
    let sql = try bench.sql { try context.save() }
    #expect(sql.count == 60 || sql.count == 2)
    #expect(
      try bench.container.newContext().fetch(Vehicle.all).map(\.wheels) == vehicles.map(\.wheels))
  }
}
