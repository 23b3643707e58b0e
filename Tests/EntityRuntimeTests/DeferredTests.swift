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

/// The texts and blobs of a row stay bytes until they are wanted, which nobody notices.
@Suite struct DeferredTests {
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

  // MARK: The policy

  @Test func aTextStaysBytesUntilItHasBeenReadTwice() {
    withBytes("winter") { cell, base in
      var deferred = __Deferred<String>(bytes: cell, base: base)
      #expect(deferred.value == nil)
      deferred.didRead("winter")
      #expect(deferred.value == nil)
      deferred.didRead("winter")
      #expect(deferred.value == "winter")
    }
  }

  @Test func whatIsCostlyToDecodeIsStoredAtItsFirstReading() {
    withBytes("[]") { cell, base in
      var deferred = __Deferred<[String]>(bytes: cell, base: base)
      #expect(deferred.value == nil)
      deferred.didRead([])
      #expect(deferred.value == [])
    }
  }

  @Test func theBytesAreFoundWhereverTheSlabIs() {
    withBytes("winter") { cell, base in
      let deferred = __Deferred<String?>(bytes: cell, base: base)
      #expect(deferred.cell(base: base).text == "winter")
      #expect(deferred.cell(base: nil).isNull)
    }
  }

  @Test func readingLeavesTheBytesAsTheyAre() {
    withBytes("winter") { cell, base in
      var deferred = __Deferred<String>(bytes: cell, base: base)
      deferred.didRead("winter")
      #expect(deferred.cell(base: base).text == "winter")
    }
  }

  /// Calls `body` with a cell of `text`, which is among bytes that begin at another address.
  private func withBytes(_ text: String, _ body: (__Cell, UnsafeRawPointer) -> Void) {
    Array("before \(text)".utf8).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      body(__Cell(isText: true, address: base + 7, count: text.utf8.count), base)
    }
  }

  // MARK: Objects

  @Test func allReadingsAnswerTheSame() throws {
    let (_, _, book) = try fetchedBook()
    #expect(book.author?.email == "ursula")
    for _ in 0..<3 {
      #expect(book.pages == 304)
      #expect(book.title == "The Left Hand of Darkness")
      #expect(book.genre == .science)
      #expect(book.tags == ["winter"])
    }
  }

  @Test func aFaultReadsTheBytesOfItsRowAgain() throws {
    let (bench, context, book) = try fetchedBook()
    #expect(book.title == "The Left Hand of Darkness")
    try bench.run("UPDATE Book SET title = 'Rocannon''s World'")
    context.refreshAll()
    #expect(book.isFault)
    #expect(book.title == "Rocannon's World")
  }

  @Test func aChangeLeavesTheOtherBytesAndARollbackRestoresItsOwn() throws {
    let (_, context, book) = try fetchedBook()
    book.title = "Planet of Exile"
    book.author = nil
    #expect(book.genre == .science)
    #expect(book.tags == ["winter"])
    #expect(book.originalValues["title"] == .text("The Left Hand of Darkness"))
    #expect(book.originalValues["author"] == .integer(1))
    context.rollback()
    expectSound(context)
    #expect(!book.hasChanges)
    #expect(book.title == "The Left Hand of Darkness")
    #expect(book.author?.email == "ursula")
    #expect(book.genre == .science)
    #expect(book.tags == ["winter"])
  }

  @Test func whatASaveHasWrittenIsNotTakenFromTheBytes() throws {
    let (_, context, book) = try fetchedBook()
    book.title = "Planet of Exile"
    try context.save()
    #expect(book.title == "Planet of Exile")
    book.pages = 140
    context.rollback()
    #expect(book.title == "Planet of Exile")
    #expect(book.pages == 304)
    #expect(book.tags == ["winter"])
    #expect(book.genre == .science)
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
    #expect(!book.hasChanges)
    #expect(try bench.container.newContext().first(Book.all)?.pages == 305)
  }

  @Test func whatMayBeMissingAnswersTheSame() throws {
    let bench = try Bench(Letter.self)
    let number = UUID()
    _ = Letter(text: "", number: number, in: bench.context)
    _ = Letter(
      text: "Dear", note: "late", photo: Data([1, 0, 2]), route: ["Rome"], genre: .science,
      number: number, page: 3, sent: Date(timeIntervalSinceReferenceDate: 1), in: bench.context)
    try bench.context.save()
    let letters = try bench.container.newContext().fetch(Letter.all)
    for _ in 0..<4 {
      #expect(letters[0].text == "")
      #expect(letters[0].note == nil)
      #expect(letters[0].photo == nil)
      #expect(letters[0].route == nil)
      #expect(letters[0].genre == nil)
      #expect(letters[0].page == nil)
      #expect(letters[0].number == number)
      #expect(letters[0].sent == nil)
      #expect(letters[1].text == "Dear")
      #expect(letters[1].note == "late")
      #expect(letters[1].page == 3)
      #expect(letters[1].photo == Data([1, 0, 2]))
      #expect(letters[1].route == ["Rome"])
      #expect(letters[1].genre == .science)
      #expect(letters[1].number == number)
      #expect(letters[1].sent == Date(timeIntervalSinceReferenceDate: 1))
    }
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
    #expect(letter.note == nil)
    #expect(letter.text == "Dearest")
    #expect(letter.route == ["Rome"])
    let other = try #require(try bench.container.newContext().first(Letter.all))
    #expect(other.note == nil)
    #expect(other.text == "Dearest")
    #expect(other.route == ["Rome"])
    #expect(other.page == 4)
  }

  @Test func bytesThatAreNoValueAreReportedOnceTheyAreRead() throws {
    let (bench, _, _) = try fetchedBook()
    try bench.run("UPDATE Book SET title = x'00'")
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    #expect(book.pages == 304)
    #expect(context.pendingErrors.isEmpty)
    #expect(book.title == "")
    #expect(context.pendingErrors.map(\.property) == ["title"])
    #expect(throws: ReadError.self) { try context.save() }
  }

  @Test func anUnknownCaseAmongBytesStaysAsItIs() throws {
    let (bench, _, _) = try fetchedBook()
    try bench.run("UPDATE Book SET genre = 'opera', tags = 'none'")
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    #expect(book.genre == .fiction)
    #expect(book.unrecognizedValues["genre"] == .text("opera"))
    #expect(book.tags == [])
    #expect(book.isUnreadable)
    #expect(throws: ReadError.self) { try context.save() }
    book.pages = 305
    try context.save()
    try bench.run("UPDATE Book SET title = 'same' WHERE genre = 'opera' AND tags = 'none'")
    #expect(try bench.container.newContext().first(Book.all)?.title == "same")
  }

  @Test func bytesOutliveTheirContext() throws {
    let (_, _, book) = try fetchedBook()
    #expect(book.managedObjectContext == nil)
    #expect(book.pages == 304)
    for _ in 0..<3 { #expect(book.title == "The Left Hand of Darkness") }
  }
}
