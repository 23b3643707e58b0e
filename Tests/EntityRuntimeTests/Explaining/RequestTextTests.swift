import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct RequestTextTests {
  @Test func aRequestPrintsAsTheSwiftThatMakesItWithoutValues() {
    let request = Book.where { $0.pages > 100 && $0.author.name == "Ursula" }
      .sorted(by: \.title).limit(10)
    #expect(
      "\(request)"
        == #"Book.where { $0.pages > ? && $0.author.name == ? }.sorted(by: \.title).limit(10)"#)
  }

  @Test func theDebugDescriptionHasTheValues() {
    let request = Book.where { $0.pages > 100 && $0.author.name == "Ur\"sula" }
      .sorted(by: \.title).limit(10)
    #expect(
      request.debugDescription
        == #"Book.where { $0.pages > 100 && $0.author.name == "Ur\"sula" }"#
        + #".sorted(by: \.title).limit(10)"#)
  }

  @Test func noTextOfAValueIsInADescription() {
    let secret = "9f3a"
    let id = ObjectID(entityName: "Author", rowID: 9_317)
    let texts: [any CustomStringConvertible] = [
      Book.where { $0.title.contains(secret) || $0.title.in([secret]) || $0.title == secret },
      Book.where { ($0.title.isEmpty).then(secret, else: secret) == secret },
      Book.where { $0.author.objectID == id || $0.author.in([id]) || $0.objectID > id },
      Author.where { $0.books.any { $0.title.hasPrefix(secret) } },
      Author.select { $0.books.filter { $0.title == secret }.count },
      Author.all.group(by: \.name).having { $0.name.minimum > secret }.select { $0.count },
      Condition<Book>.true && Fields<Book>().title.equals(secret, ignoringCase: true),
      Book.sorted(by: \.title).page(after: PageCursor(secret), size: 3),
      Book.where { $0.title < secret }.page(2, size: 3),
    ]
    for text in texts.map(\.description) {
      #expect(!text.contains(secret) && !text.contains("9317") && text.contains("?"), "\(text)")
    }
  }

  @Test func simpleFormsPrintAsTheyAreWritten() {
    expect(Book.all, "Book.all")
    expect(
      Book.where { $0.objectID > ObjectID(entityName: "Book", rowID: 7) },
      #"Book.where { $0.objectID > (try! ObjectID("Book-7")) }"#)
    expect(
      Specimen.where {
        $0.decimal > 1.5 || $0.data == Data([1, 2]) || $0.url == URL(filePath: "/")
      },
      #"Specimen.where { $0.decimal > Decimal(string: "1.5")! || $0.data == Data([1, 2]) "#
        + #"|| $0.url == URL(string: "file:///")! }"#)
    expect(
      Specimen.where { $0.grade == .low && $0.maybeGrade.in([nil, .low]) && $0.float < 0.5 },
      "Specimen.where { $0.grade == .low && $0.maybeGrade.in([nil, .low]) && $0.float < 0.5 }")
    expect(
      Specimen.where {
        $0.uuid == UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      },
      #"Specimen.where { $0.uuid == UUID(uuidString: "01020304-0506-0708-090A-0B0C0D0E0F10")! }"#)
    expect(Book.where { _ in .false }, "Book.where { _ in .false }")
    expect(
      Book.where { !($0.pages < 3 || $0.pages >= 5) },
      "Book.where { !($0.pages < 3 || $0.pages >= 5) }")
    expect(
      Book.where { ($0.pages < 3 || $0.pages > 5) && $0.title != "x" },
      #"Book.where { ($0.pages < 3 || $0.pages > 5) && $0.title != "x" }"#)
    expect(Book.where { ($0.pages + 2) * 3 - 1 <= 5 }, "Book.where { ($0.pages + 2) * 3 - 1 <= 5 }")
    expect(
      Book.where { $0.pages - ($0.pages - 1) == -$0.pages },
      "Book.where { $0.pages - ($0.pages - 1) == -$0.pages }")
    expect(
      Book.where { $0.author == nil || $0.genre.in([.fiction, .history]) },
      "Book.where { $0.author == nil || $0.genre.in([.fiction, .history]) }")
    expect(
      Book.where { $0.title.contains("a", ignoringCase: true) && $0.title.hasSuffix("b") },
      #"Book.where { $0.title.contains("a", ignoringCase: true) && $0.title.hasSuffix("b") }"#)
    expect(
      Book.where { $0.title.equals("a", ignoringCase: true) },
      #"Book.where { $0.title.equals("a", ignoringCase: true) }"#)
    expect(
      Book.where { $0.title.lowercased().trimmed().count > 3 },
      "Book.where { $0.title.lowercased().trimmed().count > 3 }")
    expect(
      Author.where { $0.name.folded([.ignoringCase, .ignoringDiacritics]) == "x" },
      #"Author.where { $0.name.folded([.ignoringCase, .ignoringDiacritics]) == "x" }"#)
    expect(Author.where { $0.born.year == 1929 }, "Author.where { $0.born.part(.year) == 1929 }")
    expect(
      Author.where { ($0.born ?? Date(timeIntervalSinceReferenceDate: 0)).part(.day) == 1 },
      "Author.where { ($0.born ?? Date(timeIntervalSinceReferenceDate: 0.0)).part(.day) == 1 }")
    expect(
      Book.where { max($0.pages, $0.author.books.sum(\.pages)) > 500 },
      #"Book.where { max($0.pages, $0.author.books.sum(\.pages)) > 500 }"#)
    expect(
      Book.where { ($0.pages > 300).then("long", else: "short") == "long" },
      #"Book.where { ($0.pages > 300).then("long", else: "short") == "long" }"#)
    expect(
      Author.where { $0.books.all { $0.pages > 1 } && $0.books.none { $0.pages > 9 } },
      "Author.where { $0.books.all { $0.pages > 1 } && $0.books.none { $0.pages > 9 } }")
    expect(
      Author.where { $0.books.isEmpty || !$0.books.isEmpty },
      "Author.where { $0.books.isEmpty || !$0.books.isEmpty }")
    expect(
      Author.where { $0.books.filter { $0.genre == .fiction }.count == 1 },
      "Author.where { $0.books.filter { $0.genre == .fiction }.count == 1 }")
    expect(
      Author.where { $0.books.filter { $0.pages > 3 }.max(\.pages) > 5 },
      #"Author.where { $0.books.filter { $0.pages > 3 }.max(\.pages) > 5 }"#)
    expect(
      Author.where { $0.books.contains(ObjectID(entityName: "Book", rowID: 7)) },
      #"Author.where { $0.books.contains((try! ObjectID("Book-7"))) }"#)
    expect(Book.where { $0.pages.in(Array(1...30)) }, "Book.where { $0.pages.in([30 values]) }")
    expect(
      Film.where { $0.isOpen && !$0.isOpen },
      "Film.where { $0.isOpen == true && $0.isOpen == false }")
    expect(
      Book.sorted(by: \.title, .descending, ignoringCase: true).sorted(nils: .last) {
        $0.author.name
      }.offset(2),
      #"Book.sorted(by: \.title, .descending, ignoringCase: true)"#
        + ".sorted(nils: .last) { $0.author.name }.offset(2)")
    expect(
      Author.sorted(.descending) { $0.books.count }, "Author.sorted(.descending) { $0.books.count }"
    )
    expect(
      Book.all.ignoringPendingChanges().excludingSubentities(),
      "Book.all.excludingSubentities().ignoringPendingChanges()")
    expect(
      Book.select { ($0.objectID, $0.title, $0.author.name) },
      "Book.select { ($0.objectID, $0.title, $0.author.name) }")
    expect(
      Book.select { ($0.count, $0.pages.sum, $0.value { $0.pages * 2 }.average) },
      "Book.select { ($0.count, $0.pages.sum, $0.value { $0.pages * 2 }.average) }")
    expect(
      Book.group(by: \.genre).having { $0.count > 10 && $0.pages.sum < 3 }.sorted(.descending) {
        $0.count
      }.limit(3).select { ($0.genre, $0.count) },
      #"Book.group(by: \.genre).having { $0.count > 10 && $0.pages.sum < 3 }"#
        + ".sorted(.descending) { $0.count }.limit(3).select { ($0.genre, $0.count) }")
    expect(
      Book.where { $0.pages > 1 }.limit(9).group { ($0.genre, $0.author.name) },
      "Book.where { $0.pages > 1 }.limit(9).group { ($0.genre, $0.author.name) }")
    expect(
      Book.sorted(by: \.title).page(after: PageCursor("abc"), size: 20),
      #"Book.sorted(by: \.title).page(after: PageCursor("abc"), size: 20)"#)
    expect(Book.all.page(size: 20), "Book.all.page(size: 20)")
    expect(Book.all.page(3, size: 20), "Book.all.page(3, size: 20)")
    expect((Fields<Book>().pages > 3 || Fields<Book>().pages == 1), "$0.pages > 3 || $0.pages == 1")
    expect(
      Book.where { $0.title.like("a_%b%c") || $0.title.matches(regex: "^[a-m]") },
      #"Book.where { $0.title.like("a_%b%c") || $0.title.matches(regex: "^[a-m]") }"#)
    expect(
      Book.where { "x" + $0.title == "xy" && 3 - $0.pages < 4 },
      #"Book.where { "x" + $0.title == "xy" && 3 - $0.pages < 4 }"#)
    expect(
      Book.where { $0.pages > Book.where { $0.pages > 3 }.average(\.pages) },
      #"Book.where { $0.pages > Book.where { $0.pages > 3 }.average(\.pages) }"#)
    expect(
      Book.where { $0.author.in(Author.where { $0.name == "x" }) },
      #"Book.where { $0.author.in(Author.where { $0.name == "x" }) }"#)
    expect(
      Book.where { $0.title.in(Subject.select { $0.name }) && Author.all.exists() },
      "Book.where { $0.title.in(Subject.all.select { $0.name }) && Author.all.count() > 0 }")
    expect(Book.all.shuffled(seed: 7).limit(3), "Book.all.shuffled(seed: 7).limit(3)")
    expect(
      Author.where { $0.books.sum { $0.pages * 2 } > 10 },
      "Author.where { $0.books.sum { $0.pages * 2 } > 10 }")
    expect(
      Book.sorted(by: \.genre, .descending).select { ($0.genre, $0.pages) }.distinct().limit(3),
      "Book.sorted(.descending) { $0.genre }.select { ($0.genre, $0.pages) }.distinct().limit(3)")
    expect(
      Book.sorted(by: \.title).sections(by: \.genre, .descending),
      #"Book.sorted(by: \.title).sections(by: \.genre, .descending)"#)
    expect(
      Book.all.page(before: PageCursor("abc"), size: 2),
      #"Book.all.page(before: PageCursor("abc"), size: 2)"#)
    expect(
      Book.group(by: \.genre).having { $0.pages.sum > $0.pages.maximum }.select { $0.count },
      "Book.group(by: \\.genre).having { $0.pages.sum > $0.pages.maximum }.select { $0.count }")
  }

  private func expect(
    _ request: some CustomDebugStringConvertible, _ text: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(request.debugDescription == text, sourceLocation: location)
  }

  @Test func aConditionOfAnyDepthPrintsWithoutRecursion() throws {
    var condition = Fields<Book>().pages > 1
    for number in 0..<50 {
      condition = !(condition && Fields<Book>().pages != number) || Fields<Book>().pages == number
    }
    let deep = condition
    try onASmallStack {
      #expect(deep.description.utf8.count > 1_500)
      #expect(deep.debugDescription.utf8.count > 1_500)
    }
  }
}
