import EntityGraph
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Bookshop

/// Docs/Fetching.md shows requests beside their SQL.
///
/// `RECORD=1 swift test --filter FetchingTests` writes the SQL again.
@Suite struct FetchingTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let page = root.appending(path: "Docs/Fetching.md")

  @Test func everyRequestStandsBesideItsSQL() async throws {
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    let (forms, statements) = try await Self.statements()
    for (heading, forms) in forms {
      let table = Self.table(forms.map { ($0.text, statements[$0.text] ?? "") })
      let marker = "## \(heading)\n"
      let start = try #require(text.range(of: marker)?.upperBound, "\(heading)")
      let rest = text[start...]
      let begin = try #require(rest.range(of: "| Swift | SQL |\n")?.lowerBound, "\(heading)")
      let end = rest[begin...].range(of: "\n\n")?.lowerBound ?? rest.endIndex
      if ProcessInfo.processInfo.environment["RECORD"] != nil {
        text.replaceSubrange(begin..<end, with: table)
      } else {
        #expect(String(text[begin..<end]) == table, "\(heading)")
      }
    }
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
  }

  @Test func aRequestIsWrittenAsItIsRun() throws {
    let source = try String(
      contentsOf: Self.root.appending(path: "Tests/Bookshop/Fetching/FetchingForms.swift"),
      encoding: .utf8
    ).filter { !$0.isWhitespace }
    let id = ObjectID(entityName: "Book", rowID: 1)
    for form in fetchingForms(last: id, ursula: id, month: .now).flatMap(\.1) {
      let text = form.text.filter { !$0.isWhitespace }
      // One may be a part of another one, which is written twice too.
      let count = source.components(separatedBy: text).count - 1
      #expect(count >= 2 && count.isMultiple(of: 2), "\(form.text)")
    }
  }

  @Test func pagesFollowEachOther() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    try await container.write { context in
      for number in 10..<55 { _ = Book(title: "\(number)", pages: number, in: context) }
      _ = Author(email: "a", name: "A", in: context)
    }
    var found: [String] = []
    var cursor: String?
    repeat {
      let page = try await titles(after: cursor, container)
      found += page.items
      cursor = page.next?.description
    } while cursor != nil
    #expect(found == (10..<55).map { "\($0)" })
    let page = try await titles(onPage: 3, container)
    #expect(page.items == ["50", "51", "52", "53", "54"])
    #expect(page.count == 3)
    let (name, count) = try await container.write { context in
      (
        try tidied(email: "a", context).name,
        try context.count(condition(titles: ["10", "20"], pages: 15))
      )
    }
    #expect(name == "A")
    #expect(count == 1)
  }

  @Test func figuresAreThoseOfAllThatIsAskedFor() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    try await container.write { context in
      _ = Book(title: "Emma", genre: .fiction, pages: 400, in: context)
      _ = Book(title: "Momo", genre: .fiction, pages: 300, in: context)
      let (pages, mean, longest) = try figures(context)
      #expect(pages == 700)
      #expect(mean == 350)
      #expect(longest == 4)
    }
  }

  @Test func aSearchShowsWhatItHasFound() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    try await container.write { context in
      _ = Review(
        title: "Cold", text: "Darkness has no left hand in this winter", stars: 4, in: context)
      _ = Review(title: "A left hand", text: nil, stars: 5, in: context)
      _ = Review(title: "The left hand", text: nil, stars: 1, in: context)
    }
    let found = try await results(of: "\"left hand", container)
    #expect(found.map(\.title) == ["A left hand", "Cold"])
    #expect(found.map(\.part) == [nil, "Darkness has no **left** **hand** in this winter"])
    #expect(try await results(of: "summer", container).isEmpty)
  }

  @Test func manyAreChangedAndReadAFewAtATime() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let count = try await tidied(["Momo ", "", "Emma"], container)
    #expect(count == 1)
    try await container.write { context in
      for book in try context.fetch(Book.where { $0.title == "Momo" }) { book.tags = ["new"] }
    }
    try await lengthened("new", container)
    let lines = Mutex<[String]>([])
    try await exported(container) { line in lines.withLock { $0.append(line) } }
    #expect(lines.withLock { $0 } == ["Emma;100\n", "Momo;101\n"])

  }

  @Test func whatIsThereIsChanged() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let people = [Person(email: "a", name: "A"), Person(email: "ursula@example.org", name: "U")]
    #expect(try await listed(people, container) == 1)
    #expect(try await listed(people, container) == 0)
    let names = try await container.read {
      try $0.fetch(Author.sorted(by: \.email)).map(\.name)
    }
    #expect(names == ["A", "U"])
  }

  @Test func theExplanationIsTheOneThatIsPrinted() throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let request = Book.where { $0.genre == .fiction }.sorted(by: \.title).limit(10)
    var text = try request.explain(in: container.newContext()).description
    if let columns = text.firstRange(of: /SELECT .* FROM/) {
      text.replaceSubrange(columns, with: "SELECT … FROM")
    }
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(page.contains("```text\n\(text)\n```"), "\(text)")
  }

  @Test func whatThePageShowsOfDynamicRequestsRuns() async throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let context = container.newContext()
    let ursula = Author(email: "u", name: "Ursula", in: context)
    _ = Book(title: "A", pages: 200, author: ursula, in: context)
    _ = Book(title: "B", pages: 300, author: ursula, in: context)
    try context.save()
    #expect(
      String(decoding: try askedByNames(context), as: UTF8.self)
        .components(separatedBy: #""author.name":"Ursula""#).count == 3)
    #expect(try context.fetch(savedAndReadAgain()).map(\.title) == ["A", "B"])
    #expect(
      try await filtered(by: #"{"pages": {">": 250}}"#, sortedBy: "-title", container) == ["B"])
    let rows = try writtenByHand(pages: 100, genres: [.fiction], context)
    #expect(rows.map(\.0) == ["Ursula"])
    #expect(rows.map(\.1) == [2])
    try explained(context)
  }

  /// Runs the requests in a store that is traced; returns them, and the SQL of each by its text.
  private static func statements() async throws -> (
    forms: [(String, [FetchingForm])], statements: [String: String]
  ) {
    let log = Mutex<[String]>([])
    let container = try PersistentContainer(
      model: .bookshop, at: .memory,
      options: StoreOptions(trace: { sql in log.withLock { $0.append(sql) } }))
    let (last, ursula) = try await container.write { context in
      let author = Author(email: "u", name: "Ursula", in: context)
      return (Book(title: "A", author: author, in: context).objectID, author.objectID)
    }
    let forms = fetchingForms(
      last: last, ursula: ursula, month: Date(timeIntervalSinceReferenceDate: 0))
    var statements: [String: String] = [:]
    for form in forms.flatMap(\.1) {
      let context = container.newContext()
      // What a request names is in the context before it is traced.
      _ = try context.object(Author.self, with: ursula)
      log.withLock { $0 = [] }
      try withExtendedLifetime(context) { try form.run(context) }
      let all = log.withLock { $0 }
      statements[form.text] =
        all.last { $0.hasPrefix("UPDATE \"Book\"") } ?? all.last { $0.hasPrefix("SELECT") }
    }
    return (forms, statements)
  }

  /// Returns the table of requests and their SQL, whose columns are left out where they are all.
  private static func table(_ rows: [(String, String)]) -> String {
    let lines = rows.map { form, sql in
      var sql = sql
      if sql.hasPrefix("SELECT t0.\"_id\", t0.\"_version\""), let from = sql.range(of: " FROM ") {
        sql = "SELECT …" + sql[from.lowerBound...]
      }
      let text = form.replacing("|", with: "\\|")
      return "| `\(text)` | `\(sql.replacing("|", with: "\\|"))` |"
    }
    return (["| Swift | SQL |", "|---|---|"] + lines).joined(separator: "\n")
  }
}
