import EntityGraph
import EntityGraphFoundation
import Foundation
import Testing

@testable import EntityRuntime

/// Requests that print as they are written, values included.
@Suite struct PrintedFormTests {
  /// A request, which stands beside its text in this file.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let printed: String

    init(_ text: String, _ request: some CustomDebugStringConvertible) {
      testDescription = text
      printed = request.debugDescription
    }
  }

  // swift-format-ignore
  static let forms: [Form] = [
    // MARK: Conditions
    Form(#"Book.all"#,
          Book.all),
    Form(#"Book.where { _ in .false }"#,
          Book.where { _ in .false }),
    Form(#"Book.where { $0.pages > 1 && $0.author.name == "Ur\"s" }.sorted(by: \.title).limit(10)"#,
          Book.where { $0.pages > 1 && $0.author.name == "Ur\"s" }.sorted(by: \.title).limit(10)),
    Form(#"Book.where { !($0.pages < 3 || $0.pages >= 5) }"#,
          Book.where { !($0.pages < 3 || $0.pages >= 5) }),
    Form(#"Book.where { ($0.pages < 3 || $0.pages > 5) && $0.title != "x" }"#,
          Book.where { ($0.pages < 3 || $0.pages > 5) && $0.title != "x" }),
    Form(#"Book.where { $0.genre == .fiction || $0.genre.in([.science, .history]) }"#,
          Book.where { $0.genre == .fiction || $0.genre.in([.science, .history]) }),
    Form(#"Film.where { $0.rating > .teen && $0.isOpen == true }"#,
          Film.where { $0.rating > .teen && $0.isOpen == true }),
    Form(#"Film.where { $0.seats == nil || $0.seats.in([10, 20]) }"#,
          Film.where { $0.seats == nil || $0.seats.in([10, 20]) }),
    Form(#"Film.where { $0.subtitle ?? "x" == "y" && $0.score < 0.5 }"#,
          Film.where { $0.subtitle ?? "x" == "y" && $0.score < 0.5 }),
    Form(#"Film.where { $0.score < .infinity && $0.score > -.infinity }"#,
          Film.where { $0.score < .infinity && $0.score > -.infinity }),
    Form(#"Author.where { $0.born < Date(timeIntervalSinceReferenceDate: 86400.0) }"#,
          Author.where { $0.born < Date(timeIntervalSinceReferenceDate: 86400.0) }),
    Form(#"Author.where { $0.born.part(.hour, in: TimeZone(identifier: "Europe/Berlin")!) == 12 }"#,
          Author.where { $0.born.part(.hour, in: TimeZone(identifier: "Europe/Berlin")!) == 12 }),
    Form(#"Book.where { $0.author == nil }"#,
          Book.where { $0.author == nil }),
    Form(#"Book.where { $0.title.like("x%") && $0.title.like("a_%b%c", ignoringCase: true) }"#,
          Book.where { $0.title.like("x%") && $0.title.like("a_%b%c", ignoringCase: true) }),
    Form(#"Book.where { $0.title.contains("a", ignoringCase: true) && $0.title.hasSuffix("b") }"#,
          Book.where { $0.title.contains("a", ignoringCase: true) && $0.title.hasSuffix("b") }),
    Form(#"Book.where { $0.title.matches(regex: "^[a-m]") && $0.title.hasPrefix("b") }"#,
          Book.where { $0.title.matches(regex: "^[a-m]") && $0.title.hasPrefix("b") }),
    Form(#"Book.where { $0.title.lowercased().trimmed().count > 3 }"#,
          Book.where { $0.title.lowercased().trimmed().count > 3 }),
    Form(#"Book.where { ($0.pages + 2) * 3 - 1 <= 5 && -$0.pages < $0.pages % 2 }"#,
          Book.where { ($0.pages + 2) * 3 - 1 <= 5 && -$0.pages < $0.pages % 2 }),
    Form(#"Book.where { max($0.pages, $0.author.books.sum(\.pages)) > 500 }"#,
          Book.where { max($0.pages, $0.author.books.sum(\.pages)) > 500 }),
    Form(#"Book.where { ($0.pages > 300).then("long", else: "short") == "long" }"#,
          Book.where { ($0.pages > 300).then("long", else: "short") == "long" }),
    Form(#"Book.where { ($0.pages > 300).then($0.genre, else: .history) == .science }"#,
          Book.where { ($0.pages > 300).then($0.genre, else: .history) == .science }),
    // MARK: Members and other requests
    Form(#"Author.where { $0.books.any { $0.genre == .fiction } && !$0.books.isEmpty }"#,
          Author.where { $0.books.any { $0.genre == .fiction } && !$0.books.isEmpty }),
    Form(#"Author.where { $0.books.all { $0.pages > 1 } || $0.books.none { $0.pages > 9 } }"#,
          Author.where { $0.books.all { $0.pages > 1 } || $0.books.none { $0.pages > 9 } }),
    Form(#"Author.where { $0.books.filter { $0.pages > 3 }.max(\.pages) > 5 }"#,
          Author.where { $0.books.filter { $0.pages > 3 }.max(\.pages) > 5 }),
    Form(#"Author.where { $0.books.sum { $0.pages * 2 } > 10 }"#,
          Author.where { $0.books.sum { $0.pages * 2 } > 10 }),
    Form(#"Author.where { $0.books.any { _ in Subject.all.count() > 3 } }"#,
          Author.where { $0.books.any { _ in Subject.all.count() > 3 } }),
    Form(#"Book.where { _ in Author.where { $0.name == "x" }.count() > 0 }"#,
          Book.where { _ in Author.where { $0.name == "x" }.count() > 0 }),
    Form(#"Book.where { $0.pages > Book.where { $0.pages > 3 }.average(\.pages) }"#,
          Book.where { $0.pages > Book.where { $0.pages > 3 }.average(\.pages) }),
    Form(#"Book.where { $0.author.in(Author.where { $0.born == nil }) }"#,
          Book.where { $0.author.in(Author.where { $0.born == nil }) }),
    Form(#"Book.where { $0.title.in(Subject.all.select { $0.name }) }"#,
          Book.where { $0.title.in(Subject.all.select { $0.name }) }),
    // MARK: Searches
    Form(#"Paper.search("left \"hand\"")"#,
          Paper.search("left \"hand\"")),
    Form(#"Paper.search("left", weights: [\.abstract: 0.5, \.title: 5.0]).where { $0.pages > 3 }"#,
          Paper.search("left", weights: [\.abstract: 0.5, \.title: 5.0]).where { $0.pages > 3 }),
    Form(#"Paper.where { $0.pages > 3 }.search("left").where { $0.relevance > 1.5 }"#,
          Paper.where { $0.pages > 3 }.search("left").where { $0.relevance > 1.5 }),
    Form(#"Paper.search("left").sorted(by: \.pages).sortedByRelevance()"#,
          Paper.search("left").sorted(by: \.pages).sortedByRelevance()),
    Form(#"Paper.search("left").sorted(.descending) { $0.relevance }"#,
          Paper.search("left").sorted(.descending) { $0.relevance }),
    Form(#"Paper.where { $0.search("left") || $0.pages == 40 }"#,
          Paper.where { $0.search("left") || $0.pages == 40 }),
    Form(#"Paper.where { $0.search("left") }"#,
          Paper.where { $0.search("left") }),
    Form(#"Paper.where { $0.title.matches("left") && $0.pages > 3 }.sortedByRelevance()"#,
          Paper.where { $0.title.matches("left") && $0.pages > 3 }.sortedByRelevance()),
    Form(#"Paper.where { $0.title.matches("left") }.search("hand")"#,
          Paper.where { $0.title.matches("left") }.search("hand")),
    Form(#"Writer.where { $0.papers.any { $0.search("moon") } }"#,
          Writer.where { $0.papers.any { $0.search("moon") } }),
    Form(#"Paper.search("left").select { ($0.abstract.snippet(words: 9), $0.relevance) }"#,
          Paper.search("left").select { ($0.abstract.snippet(words: 9), $0.relevance) }),
    // MARK: Orders, ranges, pages, sections
    Form(#"Book.sorted(by: \.title, .descending, locale: Locale(identifier: "sv"), nils: .last)"#,
          Book.sorted(by: \.title, .descending, locale: Locale(identifier: "sv"), nils: .last)),
    Form(#"Book.sorted(locale: Locale(identifier: "de"), numeric: true) { $0.author.name }"#,
          Book.sorted(locale: Locale(identifier: "de"), numeric: true) { $0.author.name }),
    Form(#"Book.sorted(by: \.title, .descending, ignoringCase: true).sorted { $0.author.name }"#,
          Book.sorted(by: \.title, .descending, ignoringCase: true).sorted { $0.author.name }),
    Form(#"Author.sorted(.descending) { $0.books.count }"#,
          Author.sorted(.descending) { $0.books.count }),
    Form(#"Book.sorted(by: \.objectID, .descending)"#,
          Book.sorted(by: \.objectID, .descending)),
    Form(#"Book.sorted { $0.author.objectID }"#,
          Book.sorted { $0.author.objectID }),
    Form(#"Book.all.shuffled(seed: -7).limit(3)"#,
          Book.all.shuffled(seed: -7).limit(3)),
    Form(#"Book.limit(3)"#,
          Book.limit(3)),
    Form(#"Book.all.offset(2).limit(3)"#,
          Book.all.offset(2).limit(3)),
    Form(#"Book.all.excludingSubentities().ignoringPendingChanges()"#,
          Book.all.excludingSubentities().ignoringPendingChanges()),
    Form(#"Book.sorted(by: \.title).page(after: PageCursor("abc"), size: 20)"#,
          Book.sorted(by: \.title).page(after: PageCursor("abc"), size: 20)),
    Form(#"Book.all.page(before: nil, size: 20)"#,
          Book.all.page(before: nil, size: 20)),
    Form(#"Book.all.page(before: PageCursor("abc"), size: 20)"#,
          Book.all.page(before: PageCursor("abc"), size: 20)),
    Form(#"Book.all.page(3, size: 20)"#,
          Book.all.page(3, size: 20)),
    Form(#"Book.all.sections(by: \.genre, .descending)"#,
          Book.all.sections(by: \.genre, .descending)),
    Form(#"Book.sorted(by: \.title).sections { $0.author.name }"#,
          Book.sorted(by: \.title).sections { $0.author.name }),
    // MARK: Columns and groups
    Form(#"Book.select { ($0.objectID, $0.author.objectID, $0.title, $0.author.name) }"#,
          Book.select { ($0.objectID, $0.author.objectID, $0.title, $0.author.name) }),
    Form(#"Book.select { ($0.pages.sum, $0.title.valueCount, $0.value { $0.pages * 2 }.average) }"#,
          Book.select { ($0.pages.sum, $0.title.valueCount, $0.value { $0.pages * 2 }.average) }),
    Form(#"Author.select { ($0.name, $0.books.count, $0.books.max(\.pages)) }"#,
          Author.select { ($0.name, $0.books.count, $0.books.max(\.pages)) }),
    Form(#"Book.group(by: \.genre).having { $0.genre != .history }.limit(3).select { $0.genre }"#,
          Book.group(by: \.genre).having { $0.genre != .history }.limit(3).select { $0.genre }),
    Form(#"Book.group(by: \.genre).sorted(.descending) { $0.count }.select { $0.count }"#,
          Book.group(by: \.genre).sorted(.descending) { $0.count }.select { $0.count }),
    Form(#"Author.sorted(by: \.born, nils: .last).sorted(nils: .last) { $0.profile.text }"#,
          Author.sorted(by: \.born, nils: .last).sorted(nils: .last) { $0.profile.text }),
    Form(#"Paper.search("left").select { $0.title.highlighted("<b>", "</b>") }"#,
          Paper.search("left").select { $0.title.highlighted("<b>", "</b>") }),
    Form(#"Book.where { $0.pages > 1 }.limit(9).group { ($0.genre, $0.author.name) }"#,
          Book.where { $0.pages > 1 }.limit(9).group { ($0.genre, $0.author.name) }),
    Form(#"Book.group(by: \.genre).having { $0.pages.average < $0.pages.maximum }"#,
          Book.group(by: \.genre).having { $0.pages.average < $0.pages.maximum }),
    Form(#"Book.select { ($0.genre, $0.pages) }.distinct().limit(3)"#,
          Book.select { ($0.genre, $0.pages) }.distinct().limit(3)),
  ]

  @Test(arguments: forms) func aRequestPrintsAsItIsWritten(form: Form) {
    #expect(form.printed == form.testDescription)
  }

  /// What is printed is Swift, since this file is compiled.
  @Test func theTextOfEachFormIsThatOfTheSourceBesideIt() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let starts = lines.indices.filter { lines[$0].hasPrefix("Form(#\"") }
    #expect(starts.count == Self.forms.count)
    for (start, form) in zip(starts, Self.forms) {
      #expect(lines[start] == "Form(#\"\(form.testDescription)\"#,")
      #expect(lines[start + 1] == "\(form.testDescription)),")
    }
  }
}
