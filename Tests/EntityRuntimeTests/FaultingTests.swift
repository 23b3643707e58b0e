import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime
@testable import EntityStore

@Suite struct FaultingTests {
  @Test func anObjectReachedByAToOneIsAFaultUntilItIsRead() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    #expect(!book.isFault)
    let author = try #require(book.author)
    #expect(author.isFault && "\(author)" == "Author(Author/1) fault")
    #expect(author.objectID == ObjectID(entityName: "Author", number: 1))
    #expect(author.isFault)
    #expect(author.name == "Ursula" && !author.isFault)
  }

  @Test func aFaultIsFilledByAFetchThatFindsIt() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Book.all)?.author)
    #expect(author.isFault)
    let statements = try bench.sql {
      _ = try context.fetch(Author.all)
      #expect(!author.isFault && author.email == "u")
    }
    #expect(statements.count == 1)
  }

  @Test func refreshAllMakesFaultsOfWhatHasNotChanged() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    let book = try #require(author.books.first)
    book.pages = 7
    try bench.run("UPDATE Author SET name = 'elsewhere'; UPDATE Book SET title = 'elsewhere'")
    context.refreshAll()
    expectSound(context)
    #expect(author.isFault && !book.isFault)
    #expect(author.name == "elsewhere" && book.title == "A" && author.books == [book])
    expectSound(context)
  }

  @Test func objectsThatNobodyHoldsGoWithRefreshAll() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    weak let book = author.books.first
    #expect(book != nil)
    context.refreshAll()
    #expect(book == nil)
  }

  // MARK: What cannot be read

  @Test func aVanishedRowAnswersWithPlaceholdersAndIsThrownOnce() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Book.all)?.author)
    try bench.run("DELETE FROM Author")
    #expect(author.name == "" && author.email == "" && author.born == nil)
    #expect(author.isUnreadable)
    #expect(author.books.map(\.title) == ["A"])
    #expect(
      failure { try context.save() }
        == "Author/1 could not be read: its row does not exist any more")
    #expect(failure { try context.save() } == nil)
  }

  @Test func everyVanishedRowIsThrown() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    let author = try #require(book.author)
    context.refreshAll()
    try bench.run("DELETE FROM Author; DELETE FROM Book")
    #expect(book.title == "")
    #expect(failure { _ = try context.fetch(Book.all) } != nil)
    #expect(author.name == "")
    #expect(failure { _ = try context.fetch(Book.all) } != nil)
    #expect(failure { _ = try context.fetch(Book.all) } == nil)
  }

  @Test func aValueThatCannotBeReadIsReplacedMarkedAndThrownOnce() throws {
    let bench = try filled()
    try bench.run("UPDATE Book SET pages = 'many', tags = '{', title = x'00'")
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    #expect(book.pages == 0 && book.tags == [] && book.title == "")
    #expect(book.isUnreadable)
    #expect(
      book.unrecognizedValues == [
        "pages": .text("many"), "tags": .text("{"), "title": .blob(Data([0])),
      ])
    #expect(
      failure { _ = try context.count(Book.all) }
        == "Book/1.pages could not be read: its column holds what its type cannot")
    #expect(failure { _ = try context.count(Book.all) } == nil)
    #expect(try context.fetch(Book.all) == [book])
    #expect(failure { try context.save() } == nil)
  }

  @Test func oneBadRowDoesNotKeepTheOthersFromBeingFetched() throws {
    let bench = try filled()
    _ = Book(title: "B", in: bench.context)
    try bench.context.save()
    try bench.run("UPDATE Book SET pages = 'many' WHERE title = 'A'")
    let context = bench.container.newContext()
    #expect(try context.fetch(Book.all).map(\.title) == ["A", "B"])
  }

  @Test func aValueThatCannotBeReadStaysUntilItIsReplaced() throws {
    let bench = try filled()
    try bench.run("UPDATE Book SET pages = 'many'")
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    #expect(throws: ReadError.self) { try context.save() }
    book.title = "B"
    try context.save()
    #expect(try text(of: "pages", in: bench) == "many")
    book.pages = 0
    #expect(book.unrecognizedValues == [:])
    try context.save()
    #expect(try text(of: "pages", in: bench) == nil)
    #expect(try bench.container.newContext().first(Book.all)?.isUnreadable == false)
  }

  @Test func aRequiredToOneThatHoldsNothingAnswersWithAnObjectOfNoRow() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    _ = Order(customer: customer, in: bench.context)
    try bench.context.save()
    try bench.run("UPDATE \"Order\" SET customer = 7")
    let context = bench.container.newContext()
    let order = try #require(try context.first(Order.all))
    #expect(order.customer.name == "" && order.customer.isUnreadable)
    #expect(
      failure { try context.save() }
        == "Customer/7 could not be read: its row does not exist any more")
  }

  @Test func aRequiredToOneThatIsTakenAwayIsAMatterOfSaving() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    let order = Order(customer: customer, in: bench.context)
    try bench.context.save()
    customer.orders = []
    #expect(order.customer.name == "" && order.customer.managedObjectContext == nil)
    #expect(
      failure { try bench.context.save() } == """
        the save has been refused:
          Order/1: 'Order.customer' is required and refers to nothing [validation.required]
        """)
  }

  @Test func aClosedStoreIsThrownByTheNextCall() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Book.all)?.author)
    bench.container.close()
    #expect(author.name == "" && author.isUnreadable && author.books == [])
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == .closed)
  }

  /// A saved author with a book.
  private func filled() throws -> Bench {
    let bench = try bookshop()
    let author = Author(email: "u", name: "Ursula", in: bench.context)
    _ = Book(title: "A", author: author, in: bench.context)
    try bench.context.save()
    return bench
  }

  /// Returns what the first book's column holds, if it is text.
  private func text(of column: String, in bench: Bench) throws -> String? {
    let value = try bench.container.store.read { reader in
      var value = StoredValue.null
      _ = try reader.row("Book", id: 1) { row in
        let position = reader.layout.entity("Book")?.table.columns
          .first { $0.name == column }?.position
        value = row.storedValue(at: position ?? 0)
      }
      return value
    }
    if case .text(let text) = value { return text }
    return nil
  }
}
