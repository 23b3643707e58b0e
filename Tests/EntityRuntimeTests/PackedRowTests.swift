import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// What may stay bytes, and beside it what may not.
@Entity final class Letter: ManagedObject {
  var text: String
  var note: String?
  var photo: Data?
  var route: [String]?
  var genre: Genre?
  var number: UUID
  var page: Int?
  @Attribute(column: "sent_at") var sent: Date?
}

/// An object keeps the texts and blobs of its row as bytes until they are wanted.
@Suite struct PackedRowTests {
  /// Returns a context with one book that has just been fetched, and the book.
  private func fetchedBook() throws -> (Bench, ManagedObjectContext, Book) {
    let bench = try bookshop()
    let ursula = Author(email: "ursula", in: bench.context)
    _ = Book(
      title: "The Left Hand of Darkness", genre: .science, pages: 304, tags: ["winter"],
      author: ursula, in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    return (bench, context, try #require(try context.first(Book.all)))
  }

  @Test func theFirstReadingsLeaveTheBytesAndTheyGoWithTheLastValueTakenOver() throws {
    let (_, _, book) = try fetchedBook()
    #expect(book.pages == 304 && book.author?.email == "ursula" && book.__state.row != nil)
    for _ in 0..<3 { #expect(book.title == "The Left Hand of Darkness") }
    for _ in 0..<2 { #expect(book.genre == .science && book.__state.row != nil) }
    for _ in 0..<2 { #expect(book.tags == ["winter"] && book.__state.row == nil) }
    #expect(book.title == "The Left Hand of Darkness" && book.genre == .science)
  }

  @Test func aFaultHasNoBytesUntilItIsFired() throws {
    let (_, context, book) = try fetchedBook()
    context.refreshAll()
    #expect(book.isFault && book.__state.row == nil)
    #expect(book.title == "The Left Hand of Darkness" && book.__state.row != nil)
  }

  @Test func aChangeLeavesTheBytesAndToTakeItBackMakesValuesBytesAgain() throws {
    let (_, context, book) = try fetchedBook()
    book.title = "Planet of Exile"
    book.author = nil
    #expect(book.genre == .science && book.tags == ["winter"])
    #expect(book.__state.row != nil)
    #expect(book.originalValues["title"] == .text("The Left Hand of Darkness"))
    #expect(book.originalValues["author"] == .integer(1))
    context.rollback()
    expectSound(context)
    #expect(book.__state.row != nil && !book.hasChanges)
    #expect(book.title == "The Left Hand of Darkness" && book.author?.email == "ursula")
    #expect(book.genre == .science && book.tags == ["winter"])
  }

  @Test func whatASaveHasWrittenIsNotTakenFromTheBytes() throws {
    let (_, context, book) = try fetchedBook()
    book.title = "Planet of Exile"
    try context.save()
    #expect(book.title == "Planet of Exile" && book.__state.row != nil)
    book.pages = 140
    context.rollback()
    #expect(book.title == "Planet of Exile" && book.pages == 304)
    #expect(book.tags == ["winter"] && book.genre == .science)
  }

  @Test func theSameValueAssignedIsNoChange() throws {
    let (bench, context, book) = try fetchedBook()
    book.title = "The Left Hand of Darkness"
    book.genre = .science
    book.tags = ["winter"]
    #expect(!book.hasChanges)
    #expect(try bench.sql { try context.save() } == [])
    book.pages = 305
    try context.save()
    #expect(book.__state.changes == nil && !book.hasChanges)
    #expect(try bench.container.newContext().first(Book.all)?.pages == 305)
  }

  @Test func whatMayBeMissingIsBytesToo() throws {
    let bench = try Bench(Letter.self)
    let number = UUID()
    _ = Letter(text: "", number: number, in: bench.context)
    _ = Letter(
      text: "Dear", note: "late", photo: Data([1, 0, 2]), route: ["Rome"], genre: .science,
      number: number, page: 3, sent: Date(timeIntervalSinceReferenceDate: 1), in: bench.context)
    try bench.context.save()
    let letters = try bench.container.newContext().fetch(Letter.all)
    #expect(letters.allSatisfy { $0.__state.row != nil })
    for _ in 0..<4 {
      #expect(letters[0].text == "" && letters[0].note == nil && letters[0].photo == nil)
      #expect(letters[0].route == nil && letters[0].genre == nil && letters[0].page == nil)
      #expect(letters[0].number == number && letters[0].sent == nil)
      #expect(letters[1].text == "Dear" && letters[1].note == "late" && letters[1].page == 3)
      #expect(letters[1].photo == Data([1, 0, 2]) && letters[1].route == ["Rome"])
      #expect(letters[1].genre == .science && letters[1].number == number)
      #expect(letters[1].sent == Date(timeIntervalSinceReferenceDate: 1))
    }
    #expect(letters.allSatisfy { $0.__state.row == nil })
  }

  @Test func whatIsNotReadIsNotTouchedByAChangeOfSomethingElse() throws {
    let bench = try Bench(Letter.self)
    _ = Letter(text: "Dear", note: "late", route: ["Rome"], number: UUID(), in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let letter = try #require(try context.first(Letter.all))
    letter.page = 4
    #expect(try bench.sql { try context.save() }.count == 1)
    letter.note = nil
    letter.text = "Dearest"
    #expect(letter.originalValues == ["note": .text("late"), "text": .text("Dear")])
    try context.save()
    #expect(letter.note == nil && letter.text == "Dearest" && letter.route == ["Rome"])
    let other = try #require(try bench.container.newContext().first(Letter.all))
    #expect(other.note == nil && other.text == "Dearest" && other.route == ["Rome"])
    #expect(other.page == 4)
  }

  @Test func aRowOfAnotherFormIsReadAtOnce() throws {
    let (bench, _, _) = try fetchedBook()
    try bench.run("UPDATE Book SET title = x'00'")
    let context = bench.container.newContext()
    var book: Book?
    #expect(throws: ReadError.self) {
      book = try context.first(Book.all)
      try context.save()
    }
    #expect(book?.__state.row == nil && book?.title == "" && book?.pages == 304)
  }

  @Test func aTextThatItsTypeDoesNotKnowIsToldWhenItIsRead() throws {
    let (bench, _, _) = try fetchedBook()
    try bench.run("UPDATE Book SET genre = 'opera', tags = 'none'")
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    #expect(book.genre == .fiction && book.unrecognizedValues["genre"] == .text("opera"))
    #expect(book.genre == .fiction && book.tags == [] && book.isUnreadable)
    #expect(throws: ReadError.self) { try context.save() }
    book.pages = 305
    try context.save()
    try bench.run("UPDATE Book SET title = 'kept' WHERE genre = 'opera' AND tags = 'none'")
    #expect(try bench.container.newContext().first(Book.all)?.title == "kept")
  }

  @Test func anObjectOutlivesItsContextAsBytes() throws {
    let (_, _, book) = try fetchedBook()
    #expect(book.managedObjectContext == nil && book.__state.row != nil)
    #expect(book.pages == 304 && book.title == "The Left Hand of Darkness" && book.pages == 304)
  }
}
