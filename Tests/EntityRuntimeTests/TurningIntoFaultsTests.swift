import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct TurningIntoFaultsTests {
  @Test func anObjectIsReadAgainWhenItIsNeeded() throws {
    let bench = try filled()
    let author = try #require(try bench.context.first(Author.all))
    bench.context.turnIntoFault(author)
    #expect(author.isFault)
    try bench.run("UPDATE Author SET name = 'elsewhere'")
    let count = bench.queries { #expect(author.name == "elsewhere") }
    #expect(count == 1)
    #expect(!bench.context.hasChanges)
    expectSound(bench.context)
  }

  @Test(arguments: [false, true])
  func anObjectWhoseRowIsGoneIsNotFoundByItsID(_ isRead: Bool) throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    let id = book.objectID
    bench.context.delete(try bench.context.only(Book.where { $0.objectID == id }))
    try bench.context.save()
    context.turnIntoFault(book)
    if isRead {
      #expect(book.title == "")
      #expect(throws: ReadError.self) { try context.save() }
      #expect(book.isUnreadable)
    }
    #expect(try context.object(Book.self, with: id) == nil)
    #expect(try context.objects(Book.self, with: [id]).isEmpty)
    expectSound(context)
  }

  @Test func anObjectThatCannotBeReadIsFoundByItsID() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    try bench.run("UPDATE Book SET pages = 'many'")
    let book = try #require(try context.first(Book.all))
    _ = book.pages
    #expect(throws: ReadError.self) { try context.save() }
    #expect(book.isUnreadable)
    #expect(try context.object(Book.self, with: book.objectID) === book)
  }

  @Test func objectsAreReadAgainTogether() throws {
    let bench = try filled()
    let books = try bench.context.fetch(Book.sorted(by: \.title))
    bench.context.turnIntoFaults(books)
    #expect(books.allSatisfy { $0.isFault })
    let count = bench.queries { #expect(books.map(\.title) == ["A", "B"]) }
    #expect(count == 1)
  }

  @Test func whatOnlyTheObjectRefersToLeavesMemory() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    weak let book = author.books.first
    #expect(book != nil)
    context.turnIntoFault(author)
    #expect(book == nil)
    #expect(author.books.count == 2)
  }

  @Test func whatHasChangesStaysAsItIs() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    let books = try context.fetch(Book.sorted(by: \.title))
    let profile = try #require(author.profile)
    let added = Book(title: "new", in: context)
    books[0].subjects = [Subject(name: "S", in: context)]
    author.name = "changed"
    context.delete(profile)
    context.turnIntoFaults([author, books[0], added, profile])
    #expect(![author, books[0], added, profile].contains { $0.isFault })
    #expect(author.name == "changed")
    #expect(books[0].subjects.count == 1)
    #expect(profile.isDeleted)
    expectSound(context)
    try context.save()
    context.turnIntoFaults([author, books[0], added])
    #expect([author, books[0], added].allSatisfy { $0.isFault })
    #expect(added.title == "new")
    #expect(author.profile == nil)
    expectSound(context)
  }

  @Test func objectsOfOtherContextsStayAsTheyAre() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let theirs = try #require(try bench.context.first(Author.all))
    context.turnIntoFault(theirs)
    #expect(!theirs.isFault)
  }

  @Test func setsAndPartnersAgreeWithWhatIsReadThen() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    let book = try #require(author.books.first { $0.title == "A" })
    let profile = try #require(author.profile)
    let subject = try #require(book.subjects.first)
    #expect(profile.text == "P")
    #expect(subject.books == [book])
    try change(book: "A", in: bench)
    context.turnIntoFaults([book, author])
    #expect(profile.isFault)
    #expect(author.books.map(\.title) == ["B"])
    #expect(book.author == nil)
    #expect(book.subjects == [])
    #expect(subject.books == [])
    #expect(author.profile == nil)
    #expect(profile.author == nil)
    expectSound(context)
  }

  @Test func unsavedMembersStayMembers() throws {
    let bench = try filled()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.all))
    #expect(author.books.count == 2)
    let added = Book(title: "C", author: author, in: context)
    context.turnIntoFault(author)
    #expect(author.books.count == 3)
    #expect(author.books.contains(added))
    expectSound(context)
  }

  @Test func undoingGoesOn() throws {
    let bench = try filled()
    let author = try #require(try bench.context.first(Author.all))
    bench.context.undoRecorder = UndoRecorder()
    author.name = "renamed"
    try bench.context.save()
    bench.context.turnIntoFault(author)
    #expect(bench.context.undo())
    #expect(author.name == "Ursula")
    expectSound(bench.context)
  }

  /// Has another context take the author, the subjects and the profile of the book `title` away.
  private func change(book title: String, in bench: Bench) throws {
    let context = bench.container.newContext()
    let book = try context.only(Book.where { $0.title == title })
    book.author?.profile = nil
    book.author = nil
    book.subjects = []
    try context.save()
  }

  private func filled() throws -> Bench {
    let bench = try bookshop()
    let author = Author(email: "u", name: "Ursula", in: bench.context)
    author.profile = Profile(text: "P", in: bench.context)
    let subject = Subject(name: "S", in: bench.context)
    _ = Book(title: "A", author: author, subjects: [subject], in: bench.context)
    _ = Book(title: "B", author: author, in: bench.context)
    try bench.context.save()
    return bench
  }
}
