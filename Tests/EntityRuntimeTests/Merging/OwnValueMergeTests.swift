import EntityGraph
import Testing

@testable import EntityRuntime

/// What has only been given the values and members that it had follows the others in a merge.
@Suite struct OwnValueMergeTests {
  /// What is done to a book that leaves it as it was.
  enum Assignment: CaseIterable {
    case attribute, toOne, toMany, all

    func assign(_ book: Book, _ subject: Subject) {
      if self == .attribute || self == .all { book.title = String(book.title) }
      if self == .toOne || self == .all {
        let author = book.author
        book.author = author
        book.author = nil
        book.author = author
      }
      if self == .toMany || self == .all {
        book.subjects.insert(subject)
        book.subjects.remove(subject)
      }
    }
  }

  private struct Sides {
    let duel: MergeDuel
    let theirAuthor: Author
    let theirBook: Book
    let author: Author
    let book: Book
    let subject: Subject
  }

  /// A book and its author, which we have changed; the book will be given what it has.
  private func sides(_ kind: StoreKind) throws -> Sides {
    let duel = try MergeDuel.bookshop(kind)
    let author = Author(email: "a", name: "A", in: duel.theirs)
    let book = Book(title: "B", author: author, in: duel.theirs)
    let subject = Subject(name: "S", in: duel.theirs)
    try duel.theirs.save()
    let (own, ours) = (try duel.own(author), try duel.own(book))
    #expect(own.books == [ours])
    return Sides(
      duel: duel, theirAuthor: author, theirBook: book, author: own, book: ours,
      subject: try duel.own(subject))
  }

  @Test(arguments: StoreKind.allCases, Assignment.allCases)
  func whatOthersHaveDeletedIsGone(kind: StoreKind, assignment: Assignment) throws {
    for policy in [MergePolicy.ours, .theirs] {
      let sides = try sides(kind)
      sides.author.name = "ours"
      assignment.assign(sides.book, sides.subject)
      // The book goes with its author.
      sides.duel.theirs.delete(sides.theirAuthor)
      try sides.duel.theirs.save()
      try sides.duel.expectFailure(.custom { _ in }, ConflictError.self, Author.self, Book.self)
      try sides.duel.merge(policy)
      #expect(sides.book.managedObjectContext == nil)
      #expect(sides.book.isDeleted)
      #expect(try bookshop(sides.duel.ours) == bookshop(sides.duel.container.newContext()))
    }
  }

  @Test(arguments: StoreKind.allCases, Assignment.allCases)
  func whatOthersHaveChangedIsTaken(kind: StoreKind, assignment: Assignment) throws {
    for policy in [MergePolicy.ours, .theirs, .byProperty(preferring: .ours)] {
      let sides = try sides(kind)
      let (duel, book) = (sides.duel, sides.book)
      sides.author.name = "ours"
      assignment.assign(book, sides.subject)
      let other = Author(email: "b", in: duel.theirs)
      sides.theirBook.title = "theirs"
      sides.theirBook.author = other
      sides.theirBook.subjects = Set(try duel.theirs.fetch(Subject.all))
      duel.theirs.delete(sides.theirAuthor)
      try duel.theirs.save()
      try duel.merge(policy)
      #expect(book.title == "theirs")
      #expect(book.author?.email == "b")
      #expect(book.subjects == [sides.subject])
      #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
    }
  }

  @Test(arguments: StoreKind.allCases, Assignment.allCases)
  func whatIsInConflictItselfTakesTheOthersValue(kind: StoreKind, assignment: Assignment) throws {
    for policy in [MergePolicy.theirs, .byProperty(preferring: .ours)] {
      let sides = try sides(kind)
      let (duel, book) = (sides.duel, sides.book)
      assignment.assign(book, sides.subject)
      book.pages = 7
      sides.theirBook.title = "theirs"
      sides.theirBook.author = nil
      sides.theirBook.subjects = Set(try duel.theirs.fetch(Subject.all))
      try duel.theirs.save()
      try duel.merge(policy)
      #expect(book.title == "theirs")
      #expect(book.author == nil)
      #expect(book.subjects == [sides.subject])
      #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
    }
  }
}
