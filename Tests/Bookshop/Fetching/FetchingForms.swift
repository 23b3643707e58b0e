import EntityGraph
import EntityGraphFoundation
import Foundation

/// A request that Docs/Fetching.md shows beside its SQL.
struct FetchingForm: Sendable {
  /// The request as it is written.
  let text: String

  /// Runs it.
  let run: @Sendable (ManagedObjectContext) throws -> Void

  init<Object: ManagedObject>(
    _ text: String, _ request: @escaping @Sendable (ManagedObjectContext) -> FetchRequest<Object>
  ) {
    self.text = text
    run = { _ = try $0.fetch(request($0)) }
  }

  init<Object: ManagedObject, Row>(
    _ text: String,
    rows request: @escaping @Sendable (ManagedObjectContext) -> ResultRequest<Object, Row>
  ) {
    self.text = text
    run = { _ = try $0.fetch(request($0)) }
  }

  init(_ text: String, writing change: @escaping @Sendable (ManagedObjectContext) throws -> Void) {
    self.text = text
    run = change
  }
}

/// The requests that the page shows, by the headings that they are shown under.
func fetchingForms(last: ObjectID, ursula: ObjectID, month: Date) -> [(
  String, [FetchingForm]
)] {
  @Sendable func author(_ context: ManagedObjectContext) -> Author {
    // The page's author is in the store.
    (try? context.object(Author.self, with: ursula)) ?? context.insert(Author.self)
  }
  return [
    (
      "Compare",
      [
        FetchingForm(
          #"Book.where { $0.title == "Momo" }"#,
          { _ in Book.where { $0.title == "Momo" } }),
        FetchingForm(
          #"Book.where { $0.pages > 100 && $0.genre != .history }"#,
          { _ in Book.where { $0.pages > 100 && $0.genre != .history } }),
        FetchingForm(
          #"Book.where { 100 < $0.pages || $0.pages == 42 }"#,
          { _ in Book.where { 100 < $0.pages || $0.pages == 42 } }),
        FetchingForm(
          #"Book.where { $0.author.name == "Ursula" }"#,
          { _ in Book.where { $0.author.name == "Ursula" } }),
        FetchingForm(
          #"Book.where { $0.author == nil }"#,
          { _ in Book.where { $0.author == nil } }),
        FetchingForm(
          #"Author.where { $0.born == nil }"#,
          { _ in Author.where { $0.born == nil } }),
        FetchingForm(
          #"Book.where { $0.objectID > last }"#,
          { _ in Book.where { $0.objectID > last } }),
      ]
    ),
    (
      "Look for values among others",
      [
        FetchingForm(
          #"Book.where { $0.pages.in(100...200) }"#,
          { _ in Book.where { $0.pages.in(100...200) } }),
        FetchingForm(
          #"Book.where { $0.pages.in(100...) }"#,
          { _ in Book.where { $0.pages.in(100...) } }),
        FetchingForm(
          #"Book.where { (..<100).contains($0.pages) }"#,
          { _ in Book.where { (..<100).contains($0.pages) } }),
        FetchingForm(
          #"Book.where { $0.genre.in([.fiction, .science]) }"#,
          { _ in Book.where { $0.genre.in([.fiction, .science]) } }),
        FetchingForm(
          #"Book.where { $0.genre.in(.fiction, .science) }"#,
          { _ in Book.where { $0.genre.in(.fiction, .science) } }),
        FetchingForm(
          #"Book.where { [ursula].contains($0.author) }"#,
          { context -> FetchRequest<Book> in
            let ursula = author(context)
            return Book.where { [ursula].contains($0.author) }
          }),
      ]
    ),
    (
      "Look into texts",
      [
        FetchingForm(
          #"Book.where { $0.title.hasPrefix("Always") }"#,
          { _ in Book.where { $0.title.hasPrefix("Always") } }),
        FetchingForm(
          #"Book.where { $0.title.contains("home", ignoringCase: true) }"#,
          { _ in Book.where { $0.title.contains("home", ignoringCase: true) } }),
        FetchingForm(
          #"Book.where { $0.title.isEmpty }"#,
          { _ in Book.where { $0.title.isEmpty } }),
        FetchingForm(
          #"Book.where { $0.title.count > 40 }"#,
          { _ in Book.where { $0.title.count > 40 } }),
        FetchingForm(
          #"Author.where { $0.name.folded(.ignoringDiacritics) == "Andre" }"#,
          { _ in Author.where { $0.name.folded(.ignoringDiacritics) == "Andre" } }),
        FetchingForm(
          #"Book.where { $0.title.like("%h_me%") }"#,
          { _ in Book.where { $0.title.like("%h_me%") } }),
        FetchingForm(
          #"Book.where { $0.title.matches(regex: "^The [A-M]") }"#,
          { _ in Book.where { $0.title.matches(regex: "^The [A-M]") } }),
      ]
    ),
    (
      "Search for words",
      [
        FetchingForm(
          #"Review.search("dispos* OR \"left hand\"")"#,
          { _ in Review.search("dispos* OR \"left hand\"") }),
        FetchingForm(
          #"Review.search("left").where { $0.stars > 3 }.sorted(by: \.stars).limit(10)"#,
          { _ in Review.search("left").where { $0.stars > 3 }.sorted(by: \.stars).limit(10) }),
        FetchingForm(
          #"Review.where { $0.title.matches("left -hand") || $0.stars == 5 }"#,
          { _ in Review.where { $0.title.matches("left -hand") || $0.stars == 5 } }),
        FetchingForm(
          #"Review.where { $0.search("left hand") && $0.stars == 5 }"#,
          { _ in Review.where { $0.search("left hand") && $0.stars == 5 } }),
        FetchingForm(
          #"Review.search("hand").where { $0.relevance > 1 }"#,
          { _ in Review.search("hand").where { $0.relevance > 1 } }),
        FetchingForm(
          #"Review.search("hand").select { ($0.title.highlighted(), $0.relevance) }"#,
          rows: { _ in Review.search("hand").select { ($0.title.highlighted(), $0.relevance) } }),
      ]
    ),
    (
      "Compute",
      [
        FetchingForm(
          #"Book.where { $0.pages * 2 > 1_000 }"#,
          { _ in Book.where { $0.pages * 2 > 1_000 } }),
        FetchingForm(
          #"Book.where { $0.pages % 16 == 0 }"#,
          { _ in Book.where { $0.pages % 16 == 0 } }),
        FetchingForm(
          #"Author.where { $0.name + "!" == "Momo!" }"#,
          { _ in Author.where { $0.name + "!" == "Momo!" } }),
        FetchingForm(
          #"Book.where { max($0.pages, $0.author.books.sum(\.pages)) > 500 }"#,
          { _ in Book.where { max($0.pages, $0.author.books.sum(\.pages)) > 500 } }),
        FetchingForm(
          #"Author.where { ($0.born ?? .distantPast) < .now }"#,
          { _ in Author.where { ($0.born ?? .distantPast) < .now } }),
        FetchingForm(
          #"Author.where { $0.born.year == 1929 }"#,
          { _ in Author.where { $0.born.year == 1929 } }),
        FetchingForm(
          #"Author.where { $0.born.start(of: .month) == month }"#,
          { _ in Author.where { $0.born.start(of: .month) == month } }),
        FetchingForm(
          #"Book.where { ($0.pages > 300).then("long", else: "short") == "long" }"#,
          { _ in Book.where { ($0.pages > 300).then("long", else: "short") == "long" } }),
      ]
    ),
    (
      "Ask for members",
      [
        FetchingForm(
          #"Author.where { $0.books.any { $0.genre == .fiction } }"#,
          { _ in Author.where { $0.books.any { $0.genre == .fiction } } }),
        FetchingForm(
          #"Author.where { $0.books.allSatisfy { $0.pages > 100 } }"#,
          { _ in Author.where { $0.books.allSatisfy { $0.pages > 100 } } }),
        FetchingForm(
          #"Author.where { $0.books.count > 3 }"#,
          { _ in Author.where { $0.books.count > 3 } }),
        FetchingForm(
          #"Author.where { $0.books.filter { $0.pages > 500 }.count == 1 }"#,
          { _ in Author.where { $0.books.filter { $0.pages > 500 }.count == 1 } }),
        FetchingForm(
          #"Author.where { $0.books.max(\.pages) > 1_000 }"#,
          { _ in Author.where { $0.books.max(\.pages) > 1_000 } }),
        FetchingForm(
          #"Author.where { $0.books.sum { $0.pages * 2 } > 1_000 }"#,
          { _ in Author.where { $0.books.sum { $0.pages * 2 } > 1_000 } }),
        FetchingForm(
          #"Author.where { $0.books.isEmpty }"#,
          { _ in Author.where { $0.books.isEmpty } }),
      ]
    ),
    (
      "Ask other requests",
      [
        FetchingForm(
          #"Book.where { $0.pages > Book.all.average(\.pages) }"#,
          { _ in Book.where { $0.pages > Book.all.average(\.pages) } }),
        FetchingForm(
          #"Book.where { $0.author.in(Author.where { $0.born == nil }) }"#,
          { _ in Book.where { $0.author.in(Author.where { $0.born == nil }) } }),
        FetchingForm(
          #"Book.where { $0.pages > Book.sorted(by: \.title).limit(9).average(\.pages) }"#,
          { _ in Book.where { $0.pages > Book.sorted(by: \.title).limit(9).average(\.pages) } }),
        FetchingForm(
          #"Book.where { $0.title.in(Author.select { $0.name }) }"#,
          { _ in Book.where { $0.title.in(Author.select { $0.name }) } }),
        FetchingForm(
          #"Author.where { $0.objectID.in(Book.select { $0.author }) }"#,
          { _ in Author.where { $0.objectID.in(Book.select { $0.author }) } }),
      ]
    ),
    (
      "Name the object outside",
      [
        FetchingForm(
          #"Author.where { a in a.books.any { b in b.title == a.name } }"#,
          { _ in Author.where { a in a.books.any { b in b.title == a.name } } }),
        FetchingForm(
          #"Author.where { a in a.books.any { $0.title.contains(a.name) && a.born == nil } }"#,
          { _ in
            Author.where { a in a.books.any { $0.title.contains(a.name) && a.born == nil } }
          }),
        FetchingForm(
          #"Author.where { a in a.books.all { $0.pages * a.books.count.outer() > 900 } }"#,
          { _ in Author.where { a in a.books.all { $0.pages * a.books.count.outer() > 900 } } }),
        FetchingForm(
          #"Book.where { b in b.pages > Book.where { $0.genre == b.genre }.average(\.pages) }"#,
          { _ in Book.where { b in b.pages > Book.where { $0.genre == b.genre }.average(\.pages) } }
        ),
        FetchingForm(
          #"Book.where { b in Book.where { $0.author == b.author && $0 != b }.exists() }"#,
          { _ in Book.where { b in Book.where { $0.author == b.author && $0 != b }.exists() } }),
        FetchingForm(
          #"Author.where { a in Book.where { $0.author == a && $0.title > a.name }.count() > 3 }"#,
          { _ in
            Author.where { a in Book.where { $0.author == a && $0.title > a.name }.count() > 3 }
          }),
        FetchingForm(
          #"Book.sorted { b in Book.where { $0.pages > b.pages }.count() }"#,
          { _ in Book.sorted { b in Book.where { $0.pages > b.pages }.count() } }),
      ]
    ),
    (
      "Ignore case",
      [
        FetchingForm(
          #"Subscriber.sorted(by: \.name, ignoringCase: true)"#,
          { _ in Subscriber.sorted(by: \.name, ignoringCase: true) }),
        FetchingForm(
          #"Subscriber.where { $0.email.equals("U@Example.org", ignoringCase: true) }"#,
          { _ in Subscriber.where { $0.email.equals("U@Example.org", ignoringCase: true) } }),
        FetchingForm(
          #"Subscriber.where { $0.name.hasPrefix("Le", ignoringCase: true) }"#,
          { _ in Subscriber.where { $0.name.hasPrefix("Le", ignoringCase: true) } }),
        FetchingForm(
          #"Subscriber.where { $0.name.lowercased().in(["ada", "émile"]) }"#,
          { _ in Subscriber.where { $0.name.lowercased().in(["ada", "émile"]) } }),
        FetchingForm(
          #"Subscriber.sorted(by: \.city, ignoringCase: true)"#,
          { _ in Subscriber.sorted(by: \.city, ignoringCase: true) }),
      ]
    ),
    (
      "Sort",
      [
        FetchingForm(
          #"Book.sorted(by: \.title)"#,
          { _ in Book.sorted(by: \.title) }),
        FetchingForm(
          #"Book.sorted(by: \.title, .descending, ignoringCase: true)"#,
          { _ in Book.sorted(by: \.title, .descending, ignoringCase: true) }),
        FetchingForm(
          #"Author.sorted(by: \.born, nils: .last)"#,
          { _ in Author.sorted(by: \.born, nils: .last) }),
        FetchingForm(
          #"Book.sorted { $0.author.name }.sorted(by: \.title)"#,
          { _ in Book.sorted { $0.author.name }.sorted(by: \.title) }),
        FetchingForm(
          #"Author.sorted(.descending) { $0.books.count }"#,
          { _ in Author.sorted(.descending) { $0.books.count } }),
        FetchingForm(
          #"Book.sorted(by: \.objectID, .descending)"#,
          { _ in Book.sorted(by: \.objectID, .descending) }),
        FetchingForm(
          #"Book.sorted(by: \.pages).offset(20).limit(10)"#,
          { _ in Book.sorted(by: \.pages).offset(20).limit(10) }),
        FetchingForm(
          #"Book.all.shuffled(seed: 42)"#,
          { _ in Book.all.shuffled(seed: 42) }),
        FetchingForm(
          #"Book.sorted(by: \.pages).limit(3).union(Book.sorted(by: \.title).limit(2))"#,
          { _ in Book.sorted(by: \.pages).limit(3).union(Book.sorted(by: \.title).limit(2)) }),
        FetchingForm(
          #"Book.where { $0.pages > 900 }.union(Book.where { $0.genre == .history })"#,
          { _ in Book.where { $0.pages > 900 }.union(Book.where { $0.genre == .history }) }),
      ]
    ),
    (
      "Sort as a language does",
      [
        FetchingForm(
          #"Book.sorted(by: \.title, locale: Locale(identifier: "sv_SE"))"#,
          { _ in Book.sorted(by: \.title, locale: Locale(identifier: "sv_SE")) }),
        FetchingForm(
          #"Book.sorted(by: \.title, locale: Locale(identifier: "de"), numeric: true)"#,
          { _ in Book.sorted(by: \.title, locale: Locale(identifier: "de"), numeric: true) }),
        FetchingForm(
          #"Book.sorted(locale: Locale(identifier: "sv_SE"), nils: .last) { $0.author.name }"#,
          { _ in
            Book.sorted(locale: Locale(identifier: "sv_SE"), nils: .last) { $0.author.name }
          }),
      ]
    ),
    (
      "Select columns",
      [
        FetchingForm(
          #"Book.select { ($0.objectID, $0.title, $0.author.name) }"#,
          rows: { _ in Book.select { ($0.objectID, $0.title, $0.author.name) } }),
        FetchingForm(
          #"Author.select { ($0.name, $0.books.count, $0.books.max(\.pages)) }"#,
          rows: { _ in Author.select { ($0.name, $0.books.count, $0.books.max(\.pages)) } }),
        FetchingForm(
          #"Book.select { ($0.count, $0.pages.sum, $0.pages.average) }"#,
          rows: { _ in Book.select { ($0.count, $0.pages.sum, $0.pages.average) } }),
        FetchingForm(
          #"Book.select { ($0.pages * 2).sum }"#,
          rows: { _ in Book.select { ($0.pages * 2).sum } }),
      ]
    ),
    (
      "Group",
      [
        FetchingForm(
          #"Book.group(by: \.genre).select { ($0.genre, $0.count) }"#,
          rows: { _ in Book.group(by: \.genre).select { ($0.genre, $0.count) } }),
        FetchingForm(
          #"Book.group(by: \.genre).having { $0.count > 10 }.select { $0.genre }"#,
          rows: { _ in Book.group(by: \.genre).having { $0.count > 10 }.select { $0.genre } }),
        FetchingForm(
          #"Book.group(by: \.genre).select { ($0.genre, $0.count { $0.pages > 300 }) }"#,
          rows: { _ in
            Book.group(by: \.genre).select { ($0.genre, $0.count { $0.pages > 300 }) }
          }),
        FetchingForm(
          #"Book.group(by: \.genre).select { $0.pages.filter { $0.title < "M" }.average }"#,
          rows: { _ in
            Book.group(by: \.genre).select { $0.pages.filter { $0.title < "M" }.average }
          }),
        FetchingForm(
          #"Book.group(by: \.author).having { $0.author != nil }.select { $0.author.name }"#,
          rows: { _ in
            Book.group(by: \.author).having { $0.author != nil }.select { $0.author.name }
          }),
        FetchingForm(
          #"Book.group(by: \.genre).having { $0.all { $0.pages > 99 } }.select { $0.genre }"#,
          rows: { _ in
            Book.group(by: \.genre).having { $0.all { $0.pages > 99 } }.select { $0.genre }
          }),
        FetchingForm(
          #"Author.all.group { $0.born.start(of: .month) }.select { $0.count }"#,
          rows: { _ in Author.all.group { $0.born.start(of: .month) }.select { $0.count } }),
        FetchingForm(
          #"Book.group(by: \.author).having { $0.count < $0.pages.sum }.select { $0.count }"#,
          rows: { _ in
            Book.group(by: \.author).having { $0.count < $0.pages.sum }.select { $0.count }
          }),
        FetchingForm(
          #"Book.select { $0.genre }.distinct()"#,
          rows: { _ in Book.select { $0.genre }.distinct() }),
      ]
    ),
    (
      "Change many at once",
      [
        FetchingForm(
          #"context.update(Book.where { $0.pages < 10 }) { $0.pages += 1 }"#,
          writing: { context in
            try context.update(Book.where { $0.pages < 10 }) { $0.pages += 1 }
          }),
        FetchingForm(
          #"context.update(Book.where { $0.author.email == "u" }) { $0.genre = .history }"#,
          writing: { context in
            try context.update(Book.where { $0.author.email == "u" }) { $0.genre = .history }
          }),
        FetchingForm(
          #"context.update(Book.sorted(by: \.pages).limit(10)) { $0.author = nil }"#,
          writing: { context in
            try context.update(Book.sorted(by: \.pages).limit(10)) { $0.author = nil }
          }),
      ]
    ),
    (
      "Add, or change what is there",
      [
        FetchingForm(
          #"context.upsert(Author.self, \.email, "u") { $0.name = "Ursula" }"#,
          writing: { context in
            try context.upsert(Author.self, \.email, "u") { $0.name = "Ursula" }
          }),
        FetchingForm(
          #"context.upsert(Copy.self, by: (\.branch, "Oslo"), (\.number, 7))"#,
          writing: { context in
            try context.upsert(Copy.self, by: (\.branch, "Oslo"), (\.number, 7))
          }),
      ]
    ),
  ]
}
