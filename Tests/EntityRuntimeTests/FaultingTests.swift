import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct FaultingTests {
  @Test func anObjectReachedByAToOneIsAFaultUntilItIsRead() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    #expect(!book.isFault)
    let author = try #require(book.author)
    #expect(author.isFault)
    #expect("\(author)" == "Author(Author-1) fault")
    #expect(author.objectID == ObjectID(entityName: "Author", rowID: 1))
    #expect(author.isFault)
    #expect(author.name == "Ursula")
    #expect(!author.isFault)
  }

  @Test func aFaultIsFilledByAFetchThatFindsIt() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Book.all)?.author)
    #expect(author.isFault)
    let statements = try bench.sql {
      _ = try context.fetch(Author.all)
      #expect(!author.isFault)
      #expect(author.email == "u")
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
    #expect(author.isFault)
    #expect(!book.isFault)
    #expect(author.name == "elsewhere")
    #expect(book.title == "A")
    #expect(author.books == [book])
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

  @Test func refreshAllForgetsTheSetsThatFaultsHaveLoaded() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Book.all)?.author)
    #expect(author.books.count == 1)
    #expect(author.isFault)
    let theirs = try #require(try bench.context.first(Author.all))
    _ = Book(title: "B", author: theirs, in: bench.context)
    try bench.context.save()
    context.refreshAll()
    #expect(author.books.count == 2)
    expectSound(context)
  }

  @Test func refreshAllMakesFaultsOfWhatHasBeenGivenTheValuesThatItHad() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    #expect(author.books.count == 1)
    author.name = author.name
    #expect(!context.hasChanges)
    let theirs = try #require(try bench.context.first(Author.all))
    theirs.name = "elsewhere"
    _ = Book(title: "B", author: theirs, in: bench.context)
    try bench.context.save()
    context.refreshAll()
    #expect(author.isFault)
    let books = try context.fetch(Book.all)
    #expect(books.allSatisfy { $0.author === author })
    expectSound(context)
    #expect(author.books == Set(books))
    #expect(author.name == "elsewhere")
    expectSound(context)
  }

  @Test func whatHasBeenGivenTheValuesThatItHadGoesWithRefreshAllIfNobodyHoldsIt() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    weak let book = author.books.first
    book?.author = author
    try bench.context.fetch(Book.all).forEach(bench.context.delete)
    try bench.context.save()
    context.refreshAll()
    #expect(book == nil)
    #expect(author.books == [])
    context.delete(author)
    expectSound(context)
    try context.save()
  }

  @Test func refreshAllHasTheMembersOfChangedObjectsReadAgain() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    let book = try #require(author.books.first)
    #expect(book.subjects == [])
    author.name = "changed"
    book.pages = 7
    let theirs = try #require(try bench.context.first(Book.all))
    _ = Book(title: "B", author: theirs.author, in: bench.context)
    theirs.subjects = [Subject(name: "S", in: bench.context)]
    try bench.context.save()
    context.refreshAll()
    let found = try context.fetch(Book.all)
    let subjects = try context.fetch(Subject.all)
    #expect(found.count == 2 && subjects.count == 1)
    #expect(author.books == Set(found))
    #expect(book.subjects == Set(subjects))
    #expect(subjects.first?.books == [book])
    #expect((author.name, book.pages) == ("changed", 7))
    expectSound(context)
    context.rollback()
    #expect(author.books == Set(found))
    expectSound(context)
  }

  @Test func membersThatHaveNotBeenSavedOutliveRefreshAll() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    let subject = Subject(name: "S", in: context)
    try context.save()
    let book = try #require(author.books.first)
    let new = Book(title: "new", author: author, in: context)
    book.author = nil
    book.subjects = [subject]
    let theirs = try #require(try bench.context.first(Author.all))
    theirs.name = "elsewhere"
    let other = Book(title: "B", author: theirs, in: bench.context)
    try bench.context.save()
    #expect(!author.hasChanges)
    context.refreshAll()
    #expect(author.isFault)
    #expect(!book.isFault && !subject.isFault)
    expectSound(context)
    #expect(author.name == "elsewhere")
    let added = try #require(try context.object(Book.self, with: other.objectID))
    #expect(author.books == [new, added])
    #expect(book.subjects == [subject])
    #expect(subject.books == [book])
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
  }

  // MARK: What cannot be read

  @Test func aVanishedRowAnswersWithPlaceholdersAndIsThrownOnce() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Book.all)?.author)
    try bench.run("DELETE FROM Author")
    #expect(author.name == "")
    #expect(author.email == "")
    #expect(author.born == nil)
    #expect(author.isUnreadable)
    #expect(author.books.map(\.title) == ["A"])
    #expect(
      failure { try context.save() }
        == "Author-1 could not be read: its row does not exist any more")
    #expect(failure { try context.save() } == nil)
  }

  @Test func aFetchThrowsNothingThatOthersCouldNotRead() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    let author = try #require(book.author)
    context.refreshAll()
    try bench.run("DELETE FROM Author; DELETE FROM Book")
    #expect(book.title == "")
    #expect(try context.fetch(Book.all) == [])
    #expect(author.name == "")
    #expect(try context.count(Author.all) == 0)
    #expect(try context.first(Author.all) == nil)
    #expect(try context.object(Author.self, with: author.objectID) == nil)
    #expect(
      failure { try context.save() } == """
        Book-1 could not be read: its row does not exist any more
        Author-1 could not be read: its row does not exist any more
        """)
    #expect(failure { try context.save() } == nil)
  }

  @Test func aValueThatCannotBeReadIsReplacedMarkedAndThrownOnce() throws {
    let bench = try filled()
    try bench.run("UPDATE Book SET pages = 'many', tags = '{', title = x'00'")
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    #expect(book.pages == 0)
    #expect(book.tags == [])
    #expect(book.title == "")
    #expect(book.isUnreadable)
    #expect(
      book.unrecognizedValues == [
        "pages": .text("many"), "tags": .text("{"), "title": .blob(Data([0])),
      ])
    #expect(try context.count(Book.all) == 1)
    #expect(try context.fetch(Book.all) == [book])
    #expect(
      failure { try context.save() } == """
        Book-1.pages could not be read: its column holds what its type cannot
        Book-1.tags could not be read: its column holds what its type cannot
        Book-1.title could not be read: its column holds what its type cannot
        """)
    #expect(failure { try context.save() } == nil)
  }

  @Test func theOtherRowsAreFetchedBesideOneBadRow() throws {
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
    #expect(order.customer.name == "")
    #expect(order.customer.isUnreadable)
    #expect(
      failure { try context.save() }
        == "Customer-7 could not be read: its row does not exist any more")
  }

  @Test func aRequiredToOneThatIsTakenAwayIsAMatterOfSaving() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    let order = Order(customer: customer, in: bench.context)
    try bench.context.save()
    customer.orders = []
    #expect(order.customer.name == "")
    #expect(order.customer.managedObjectContext == nil)
    #expect(
      failure { try bench.context.save() } == """
        the save has been refused:
          Order-1: 'Order.customer' is required and refers to nothing [validation.required]
        """)
  }

  @Test func aStoreThatFailsWhileAFaultIsReadIsWhatTheProblemComesFrom() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Book.all)?.author)
    bench.container.close()
    #expect(author.name == "")
    #expect(author.isUnreadable)
    #expect(author.books == [])
    let error = #expect(throws: ReadError.self) { try context.save() }
    #expect(error?.problems.map(\.property) == [nil, "books"])
    #expect(error?.problems.map { ($0.underlying as? StoreError)?.code } == [.closed, .closed])
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
    try bench.text("SELECT \(column) FROM Book WHERE _id = 1")
  }
}
