import EntityGraph
import Foundation
import Observation
import Synchronization
import TestSupport
import Testing

@testable import Bookshop

/// Docs/Server.md, Docs/Fetching.md and the pages about objects show code that is compiled.
@Suite struct ServerTests {
  /// The pages whose code is compiled.
  private static let pages = [
    "Attributes",
    "Editing",
    "Exporting",
    "FetchedProperties",
    "Fetching",
    "Inheritance",
    "JSON",
    "LifeCycle",
    "Relationships",
    "Server",
    "Synchronizing",
    "Undo",
    "Validation",
    "Visibility",
  ]

  @Test func everySnippetIsCodeThatIsCompiled() throws {
    let sections =
      try Self.pages.flatMap { try Self.sections(of: "Docs/\($0).md") }
      + Self.sections(of: "README.md").filter { $0.title == "On a server" }
    let compiled = try Self.sources(under: "Tests/Bookshop", "Tests/DocumentationTests")
    let example = try Self.sources(under: "Docs/Examples/BookshopServer/Sources")
    #expect(sections.flatMap(\.snippets).count > 30)
    for section in sections {
      let sources = section.title == "A whole server" ? example : compiled
      // A manifest is compiled by whoever builds the example.
      for snippet in section.snippets where snippet.first != ".executableTarget(" {
        #expect(
          sources.contains { $0.contains(snippet) },
          "\(section.title):\n\(snippet.joined(separator: "\n"))")
      }
    }
  }

  @Test func aSnippetIsFoundOnlyWhereItsLinesFollowEachOther() {
    let source = ["a", "b", "c", "b", "d"]
    #expect(source.contains(["b", "d"]))
    #expect(!source.contains(["a", "c"]))
    #expect(!source.contains([] as [String]))
  }

  @Test func everyLinkWithinThePageLeadsToAHeading() throws {
    let page = try Self.text(of: "Docs/Server.md")
    let anchors = page.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" || $0 == " " }.lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        .replacing(" ", with: "-")
    }
    let links = page.matches(of: /\]\(#([^)]+)\)/).map { String($0.output.1) }
    #expect(links.count > 20)
    #expect(links.filter { !anchors.contains($0) } == [])
  }

  // What the page shows of tests.

  @Test func aBookIsFoundByItsTitle() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    try await container.write { _ = Book(title: "A", in: $0) }
    #expect(try await container.read { try $0.count(Book.where { $0.title == "A" }) } == 1)
  }

  @Test func aCommitIsDatedByTheClockOfTheTest() async throws {
    let container = try PersistentContainer.forTesting(
      model: .bookshop, now: { Date(timeIntervalSince1970: 0) })
    var commits = container.commits.makeAsyncIterator()
    try await container.write { _ = Book(title: "A", in: $0) }
    #expect(await commits.next()?.date == Date(timeIntervalSince1970: 0))
  }

  @Test func aDraftIsDatedByTheClockOfTheTest() throws {
    let date = Date(timeIntervalSince1970: 1)
    let context = try PersistentContainer.forTesting(model: .bookshop, now: { date }).newContext()
    let draft = Draft(text: "x", in: context)
    #expect(draft.createdAt == date && draft.updatedAt == date)
  }

  @Test func theListIsTwoQueries() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    try await container.write { context in
      let ursula = Author(email: "ursula@example.org", name: "Ursula", in: context)
      for number in 0..<100 { _ = Book(title: "\(number)", author: ursula, in: context) }
    }
    let names = try await container.expectQueries(2) {
      try await container.read { try $0.fetch(Book.all).map { $0.author?.name } }
    }
    #expect(names.count == 100)
  }

  // What the pages say of their code.

  @Test func aMeetingIsMeasuredAndRefusedBeforeItIsSaved() async throws {
    let context = try PersistentContainer.forTesting(model: .bookshop).newContext()
    let start = Date(timeIntervalSince1970: 3600)
    let meeting = Meeting(title: "", start: start, end: start - 60, in: context)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    let id = "\(meeting.objectID)"
    let shown = try Self.text(of: "Docs/LifeCycle.md").replacing("Meeting-t1", with: id)
    #expect(error.map { shown.contains("\($0)") } == true)
    (meeting.title, meeting.end) = ("A", start + 1800)
    try context.save()
    #expect(meeting.minutes == 30)
  }

  @Test func whatIsRenamedOrDeletedByMistakeIsGivenBack() throws {
    let context = try PersistentContainer.forTesting(model: .bookshop).newContext()
    let author = Author(email: "a", name: "A", in: context)
    let book = Book(title: "T", pages: 1, author: author, in: context)
    try context.save()
    credit(author, as: "B", in: context)
    #expect(book.title == "B: T")
    #expect(menu(of: context) == ["Undo Rename"])
    context.undo()
    #expect(book.title == "T" && author.name == "A")
    #expect(menu(of: context) == ["Redo Rename"])
    let id = author.objectID
    try deleteByMistake(author, in: context)
    #expect(try context.object(Author.self, with: id)?.books == [book])
    countReading(of: book, in: context)
    book.title = "dragged"
    pointerWasLifted(in: context)
    #expect(context.undoRecorder?.undoName == "Drag")
    context.undo()
    #expect(book.title == "T" && book.pages == 2)
  }

  @Test func whatIsTriedIsSavedOnlyIfItIsWanted() throws {
    let context = try PersistentContainer.forTesting(model: .bookshop).newContext()
    context.undoRecorder = UndoRecorder()
    let author = Author(email: "a", name: "A", in: context)
    try context.save()
    try collect(author, as: "B", in: context) { draft in
      #expect(!context.hasChanges && draft.hasChanges)
      return false
    }
    #expect(author.name == "A" && author.books.isEmpty && !context.hasChanges)
    try collect(author, as: "B", in: context) { (try? $0.count(Book.all)) == 1 }
    #expect(author.name == "B" && author.books.map(\.title) == ["Collected Works"])
    #expect(!context.hasChanges && context.undoRecorder?.undoName == "Collect")
  }

  @Test func aFormOfSeveralPagesIsSavedWithItsLastOne() throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let first = try enter("A", after: nil, isLast: false, in: container)
    let second = try enter("B", after: first, isLast: false, in: container)
    #expect(try container.newContext().count(Book.all) == 0)
    #expect(try enter("C", after: second, isLast: true, in: container) == nil)
    #expect(
      try container.newContext().fetch(Book.sorted(by: \.title)).map(\.title) == ["A", "B", "C"])
  }

  @Test func aVoucherIsRefusedForAllThatIsWrongWithIt() throws {
    let context = try PersistentContainer.forTesting(model: .bookshop).newContext()
    let start = Date(timeIntervalSince1970: 1)
    let voucher = Voucher(code: "x", percent: 0, starts: start, ends: start - 60, in: context)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    let shown = try Self.text(of: "Docs/Validation.md")
      .replacing("Voucher-t1", with: "\(voucher.objectID)")
    #expect(error.map { shown.contains("\($0)") } == true)
    #expect(try problems(in: context)["percent"] == ["'Voucher.percent' must be from 1 to 100"])
    (voucher.code, voucher.percent) = ("AB-1234", 100)
    (voucher.starts, voucher.ends) = (start - 1, start)
    #expect(try problems(in: context) == [:])
    _ = Voucher(code: "AB-1234", in: context)
    #expect(
      try problems(in: context)["code"]
        == ["'Voucher.code' has the value that \(voucher.objectID) has"])
  }

  @Test func aCommentComesBackWithItsAnswersOrGoesForGood() throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let context = container.newContext()
    let day = Date(timeIntervalSince1970: 86_400)
    let question = Comment(text: "?", tenant: 1, written: day, in: context)
    _ = Comment(text: "!", tenant: 1, written: day + 1, question: question, in: context)
    try context.save()
    #expect(try clear(before: day + 1, in: context).map(\.text) == ["!", "?"])
    #expect(try Bookshop.context(of: 1, container).count(Comment.all) == 0)
    try restore(question.objectID, in: context)
    #expect(try Bookshop.context(of: 1, container).count(Comment.all) == 2)
    #expect(try Bookshop.context(of: 2, container).count(Comment.all) == 0)
    #expect(try clear(before: day + 1, in: context).count == 2)
    #expect(try purge(before: .distantFuture, in: context) == 2)
    #expect(try context.count(Comment.includingDeleted()) == 0)
  }

  @Test func aFormIsMadeOfTheRules() {
    let texts = rules(of: "Voucher", in: .bookshop)
    #expect(texts["text"] == ["must have from 1 to 40 characters"])
    #expect(texts["least"] == ["must be at least 0.01 and less than 1000"])
    #expect(texts["ends"] == [])
  }

  @Test func aBookIsShelvedThroughTheHandleOfItsAuthor() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let context = container.newContext()
    let ursula = Author(email: "a", name: "Ursula", in: context)
    try context.save()
    #expect(try shelve(["A", "B", "C"], ursula, context) == 2)
    try context.save()
    #expect(ursula.books.map(\.title).sorted() == ["B", "C"])
    #expect(try longest(of: ursula, context).map(\.0) == ["C", "B"])
  }

  @Test func aTakenEmailIsSkippedAndTheOthersAreSaved() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    #expect(try await addAuthors(container, emails: ["a", "b", "a", "c"]) == ["a"])
    #expect(try await container.read { try $0.count(Author.all) } == 3)
    let id = try await container.read { try $0.identifiers(Author.all)[0] }
    let error = await #expect(throws: HTTPError.self) {
      try await changeEmail(of: id, to: "b", container)
    }
    #expect(error?.message == "taken: email")
  }

  @Test func whatSomebodyElseHasChangedIsNotRenamed() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let (id, first) = try await container.write { context in
      let book = Book(title: "A", in: context)
      try context.save()
      return (book.objectID, context.version(of: book))
    }
    let version = try #require(first)
    let next = try await rename(id, to: "B", ifStill: version, container)
    #expect(next != version)
    let error = await #expect(throws: HTTPError.self) {
      try await rename(id, to: "C", ifStill: version, container)
    }
    #expect(error?.status == 412)
    #expect(try await container.read { try $0.object(Book.self, with: id)?.title } == "B")
  }

  @Test func anActorAddsAndRenames() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let id = try await useLibrary(container)
    #expect(
      try await container.read { try $0.object(Book.self, with: id)?.title }
        == "The Lathe of Heaven")
  }

  @Test func whatTwoHaveSoldIsAddedUp() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let id = try await container.write { Product(name: "A", stock: 10, in: $0).objectID }
    let context = container.newContext()
    let product = try #require(try context.object(Product.self, with: id))
    product.stock -= 3
    try await container.write { try $0.object(Product.self, with: id)?.stock -= 2 }
    #expect(throws: ConflictError.self) { try context.save() }
    decide(in: context)
    try context.save()
    #expect(product.stock == 5)
  }

  @Test func whoReadsThePriceIsNotWokenByTheStock() throws {
    let context = try PersistentContainer.forTesting(model: .bookshop).newContext()
    let product = Product(name: "A", in: context)
    let isWoken = Flag()
    withObservationTracking {
      _ = product.price
    } onChange: {
      isWoken.set()
    }
    product.stock = 7
    #expect(!isWoken.isSet)
    product.price = 12
    #expect(isWoken.isSet)
  }

  @Test func aFeedThatGoesOnNeedsAHistory() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let error = await #expect(throws: StoreError.self) {
      for try await _ in container.commits(after: nil) {}
    }
    #expect(error?.code == .historyOff)
  }

  @Test func newsAreWhatHasBeenCommittedAfterTheToken() async throws {
    let container = try PersistentContainer.forTesting(
      model: .bookshop, options: StoreOptions(history: .days(30)))
    let book = try await container.write { Book(title: "A", in: $0).objectID }
    #expect(try await readNews(container).0 == ["A"])
    let token = try await container.read { try $0.currentToken }
    try await container.write(author: "x") { try $0.object(Book.self, with: book)?.pages = 272 }
    let news = try await container.read { try $0.history(after: token, of: Book.self) }
    #expect(news.map(\.author) == ["x"])
    #expect(news.first?.updated.first?.old(\Book.pages) == 0)
    #expect(news.first?.updated.first?.new(\Book.pages) == 272)
  }

  @Test func aBackupMadeInAnAsyncFunctionIsAStore() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    _ = try await readAndWrite(container, title: "A", by: "x")
    let folder = try TemporaryDirectory()
    let path = folder.url.appending(path: "copy.sqlite").path
    try await backUp(container, to: path)
    let copy = try PersistentContainer(model: .bookshop, at: .file(path))
    #expect(try await copy.read { try $0.count(Book.all) } == 1)
    copy.close()
  }

  @Test func aChangeInReadIsRefused() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let error = await #expect(throws: StoreError.self) {
      try await container.read { _ = Book(title: "A", in: $0) }
    }
    #expect(error?.code == .invalidRequest)
  }

  // MARK: Files

  /// What is below one heading of the second level.
  private struct Section {
    let title: String
    let snippets: [[String]]
  }

  /// Returns the sections of the page at `path`, in order.
  private static func sections(of path: String) throws -> [Section] {
    try ("\n" + text(of: path)).components(separatedBy: "\n## ").map { section in
      Section(
        title: section.components(separatedBy: "\n")[0],
        snippets: section.components(separatedBy: "```swift\n").dropFirst().map {
          lines(of: $0.components(separatedBy: "```")[0])
        })
    }
  }

  /// Returns the lines of each Swift file under the folders.
  private static func sources(under folders: String...) throws -> [[String]] {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        .filter { $0.hasSuffix(".swift") }.map { lines(of: try text(of: "\(folder)/\($0)")) }
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the text of the file `path` of the package.
  private static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the lines of `text` that hold anything, without their indentation.
  private static func lines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}

extension [String] {
  /// `true` if `lines`, at least one, follow each other here.
  fileprivate func contains(_ lines: [String]) -> Bool {
    guard let first = lines.first else { return false }
    return indices.contains { index in
      self[index] == first && self[index...].starts(with: lines)
    }
  }
}

/// Is set once.
private final class Flag: Sendable {
  private let state = Atomic<Bool>(false)

  var isSet: Bool { state.load(ordering: .acquiring) }

  func set() { state.store(true, ordering: .releasing) }
}
