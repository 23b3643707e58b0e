import EntityGraph
import EntityGraphFoundation
import EntityModel
import Foundation
import StoreConformance
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime

/// A task that ends at the first comparison.
private final class Ending: Sendable {
  private let state = Mutex<(task: Task<Int, any Error>?, comparisons: Int)>((nil, 0))

  /// How many comparisons there have been.
  var comparisons: Int { state.withLock { $0.comparisons } }

  func set(_ task: Task<Int, any Error>) { state.withLock { $0.task = task } }

  /// Counts a comparison, and ends the task.
  func compare() {
    let task = state.withLock { state in
      state.comparisons += 1
      return state.task
    }
    task?.cancel()
  }
}

/// Texts in the order that a language has of them, in the store and in memory alike.
@Suite struct LanguageOrderTests {
  static let swedish = Locale(identifier: "sv_SE")
  static let german = Locale(identifier: "de_DE")

  /// Returns a context over a store of `kind` with directors of `names`, saved or not.
  private func context(
    _ names: [String], nicknames: [String?] = [], _ kind: StoreKind, isSaved: Bool
  ) throws -> ManagedObjectContext {
    let container = try kind.container(Film.self, Director.self, Studio.self, Theme.self)
    let context = container.newContext()
    for (index, name) in names.enumerated() {
      let director = Director(name: name, in: context)
      if index < nicknames.count { director.nickname = nicknames[index] }
    }
    if isSaved { try context.save() }
    return context
  }

  /// Returns the names in the order of `request`, which all stores have, saved and not.
  private func names(
    _ request: FetchRequest<Director>, of names: [String], nicknames: [String?] = []
  ) throws -> [[String]] {
    var found: [[String]] = []
    for kind in StoreKind.allCases {
      for isSaved in [true, false] {
        let context = try context(names, nicknames: nicknames, kind, isSaved: isSaved)
        found.append(try context.fetch(request).map(\.name))
      }
    }
    return found
  }

  @Test func eachLanguageHasItsLettersInItsOwnOrder() throws {
    let letters = ["ö", "z", "Å", "a", "A", "é", "e", "f", "ä"]
    let orders: [(FetchRequest<Director>, [String])] = [
      (
        Director.sorted(by: \.name, locale: Self.swedish),
        ["a", "A", "e", "é", "f", "z", "Å", "ä", "ö"]
      ),
      (
        Director.sorted(by: \.name, locale: Self.german),
        ["a", "A", "Å", "ä", "e", "é", "f", "ö", "z"]
      ),
      (
        Director.sorted(by: \.name, .descending, locale: Self.swedish),
        ["ö", "ä", "Å", "z", "f", "é", "e", "A", "a"]
      ),
      (
        Director.sorted(by: \.name, locale: Locale(identifier: "")),
        ["a", "A", "Å", "ä", "e", "é", "f", "ö", "z"]
      ),
    ]
    for (request, expected) in orders {
      for found in try names(request, of: letters) { #expect(found == expected) }
    }
  }

  @Test func digitsCountAsNumbersWhereThatIsAskedFor() throws {
    let bands = ["Band 10", "Band 2", "band 1", "Band 1"]
    let plain = Director.sorted(by: \.name, locale: Self.german)
    for found in try names(plain, of: bands) {
      #expect(found == ["band 1", "Band 1", "Band 10", "Band 2"])
    }
    let numeric = Director.sorted(by: \.name, locale: Self.german, numeric: true)
    for found in try names(numeric, of: bands) {
      #expect(found == ["band 1", "Band 1", "Band 2", "Band 10"])
    }
  }

  @Test func textsThatMeanTheSameFollowByTheirIds() throws {
    let names = ["e\u{301}", "é", "E\u{301}", "\u{c9}", "é", "e"]
    let ascending = Director.sorted(by: \.name, locale: Self.german)
    for found in try self.names(ascending, of: names) {
      #expect(
        found.map { Array($0.unicodeScalars) }
          == [5, 0, 1, 4, 2, 3].map {
            Array(names[$0].unicodeScalars)
          })
    }
    let descending = Director.sorted(by: \.name, .descending, locale: Self.german)
    for found in try self.names(descending, of: names) {
      #expect(found.first == "É")
      #expect(found.last == "e")
    }
  }

  @Test func whoHasNoValueComesWhereThatIsAskedFor() throws {
    let nicknames: [String?] = ["ö", nil, "z"]
    func found(_ request: FetchRequest<Director>) throws -> Set<[String]> {
      Set(try names(request, of: ["ö", "-", "z"], nicknames: nicknames))
    }
    typealias Request = FetchRequest<Director>
    #expect(
      try found(Director.sorted(by: \.nickname, locale: Self.swedish)) == [["-", "z", "ö"]])
    #expect(
      try found(Director.sorted(by: \.nickname, locale: Self.swedish, nils: .last))
        == [["z", "ö", "-"]])
    #expect(
      try found(Director.sorted(by: \.nickname, .descending, locale: Self.swedish))
        == [["ö", "z", "-"]])
    #expect(
      try found(Director.sorted(by: \.nickname, .descending, locale: Self.swedish, nils: .first))
        == [["-", "ö", "z"]])
    #expect(
      try found(Director.sorted(locale: Self.german, nils: .last) { $0.nickname })
        == [["ö", "z", "-"]])
  }

  @Test(arguments: 0..<12) func theStoreSortsAsMemoryDoes(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let parts = [
      "a", "A", "å", "a\u{30a}", "ö", "o\u{308}", "z", "é", "-", " ", "ß", "ss", "1", "10", "2",
      "İ", "ı", "\u{0}", "字", "カ", "か", "ｶ", "ا", "😀", "\u{200d}", "",
    ]
    let names = (0..<50).map { _ in (0..<random.below(5)).map { _ in random.pick(parts) }.joined() }
    let nicknames = names.map { _ in random.oneIn(4) ? nil : random.pick(parts) }
    let locales = ["sv_SE", "de@collation=phonebook", "tr_TR", "ja_JP", "", "en_US"]
    let request = Director.sorted(
      by: \.nickname, random.pick([.ascending, .descending]),
      locale: Locale(identifier: random.pick(locales)), numeric: random.oneIn(2),
      nils: random.pick([nil, .first, .last])
    ).sorted(
      random.pick([.ascending, .descending]), locale: Locale(identifier: random.pick(locales)),
      numeric: random.oneIn(2)
    ) { $0.name }
    let found = try self.names(request, of: names, nicknames: nicknames)
    let bytes = found.map { $0.map { Array($0.utf8) } }
    #expect(Set(bytes).count == 1)
    #expect(found[0].count == names.count)
  }

  @Test func anOrderLeadsThroughToOnesAndIsOneOfSeveral() throws {
    let context = try Cinema().context
    #expect(
      try context.codes(
        Film.sorted(locale: Self.swedish) { $0.director.name }.sorted(by: \.code, .descending))
        == "CDBAE")
    #expect(
      try context.codes(
        Film.sorted(by: \.isOpen).sorted(.descending, locale: Self.german) { $0.title.lowercased() }
      ) == "DBECA")
  }

  @Test(arguments: [false, true]) func whatIsNoTextIsRefused(hasChanges: Bool) throws {
    let cinema = try Cinema()
    let context = cinema.context
    if hasChanges { cinema.films[0].title = "x" }
    func refusal(_ request: FetchRequest<Film>) -> String? {
      failure { _ = try context.fetch(request) }
    }
    let message = """
      a request for 'Film' sorts values of the type 'int64' as a language does, which has an order \
      of texts alone; leave out 'locale:' [invalidRequest]
      """
    #expect(refusal(Film.sorted(by: \.minutes, locale: Self.swedish)) == message)
    #expect(refusal(Film.sorted(locale: Self.swedish) { $0.title.count }) == message)
    #expect(refusal(Film.sorted(locale: Self.swedish) { $0.tags.count }) == message)
    #expect(refusal(Film.sorted(locale: Self.swedish) { $0.director.name }) == nil)
    #expect(
      failure {
        _ = try context.fetch(
          Film.group(by: \.title).sorted(locale: Self.swedish) { $0.count }.select { $0.title })
      } == message)
    #expect(
      failure {
        _ = try context.fetch(DynamicRequest("Film").sorted(by: "minutes", locale: Self.swedish))
      } == message)
    #expect(
      refusal(Film.sorted(by: \.shout, locale: Self.swedish))
        == "'Film' has no property '\\Film.<computed (String)>'; what Swift computes is not "
        + "stored, and requests name what is [invalidRequest]")
  }

  @Test(arguments: [
    "sv\"", "sv'", "sv\u{0}", "sv SE", "sv+numeric", "sv_SE+", "s\\v", "sv/", "å", "sv)--",
    String(repeating: "a", count: 101),
  ])
  func anIdentifierThatIsNoneOfALocaleIsRefused(identifier: String) throws {
    let cinema = try Cinema()
    let locale = Locale(identifier: identifier)
    // What Foundation makes another identifier of is no question of ours.
    guard locale.identifier == identifier else { return }
    let message = """
      'Film' cannot be asked by a predicate with a locale whose identifier has more than 100 \
      characters, or others than letters, digits and '_-@=;.' [invalidRequest]
      """
    let requests: [() throws -> Void] = [
      { _ = try cinema.context.fetch(Film.sorted(by: \.title, locale: locale)) },
      { _ = try cinema.context.fetch(Film.all.sorted(locale: locale) { $0.director.name }) },
      {
        _ = try cinema.context.fetch(
          Film.group(by: \.title).sorted(locale: locale) { $0.title }.select { $0.title })
      },
    ]
    let sql = cinema.bench.sql {
      for request in requests { #expect(failure(request) == message) }
    }
    #expect(Set(sql) == ["ROLLBACK"])
  }

  @Test func theStatementNamesACollationOfTheLocale() throws {
    let cinema = try Cinema()
    let sql = try cinema.bench.sql {
      _ = try cinema.context.fetch(
        Film.sorted(by: \.title, .descending, locale: Self.swedish, numeric: true)
          .sorted(by: \.subtitle, locale: Self.german, nils: .last).select { $0.code })
    }
    #expect(
      sql == [
        #"""
        SELECT t0."code" FROM "Film" AS t0 ORDER BY \#
        t0."title" COLLATE "entity_language_sv_SE+numeric" DESC, t0."subtitle" IS NULL, \#
        t0."subtitle" COLLATE "entity_language_de_DE", t0."_id"
        """#
      ])
  }

  @Test func groupsAndDifferentRowsAreInTheOrderOfALanguage() throws {
    for kind in StoreKind.allCases {
      for isSaved in [true, false] {
        let context = try context(
          ["ö", "z", "a", "z", "ö"], nicknames: ["é", "f", "e", nil, "f"], kind, isSaved: isSaved)
        #expect(
          try context.fetch(
            Director.group(by: \.name).sorted(locale: Self.swedish) { $0.name }
              .select { ($0.name, $0.count) }
          ).map { "\($0.0)\($0.1)" } == ["a1", "z2", "ö2"])
        #expect(
          try context.fetch(
            Director.group(by: \.name).sorted(.descending, locale: Self.german) {
              $0.nickname.minimum
            }
            .select { $0.name }) == ["z", "ö", "a"])
        #expect(
          try context.fetch(
            Director.sorted(by: \.name, .descending, locale: Self.swedish).select { $0.name }
              .distinct()) == ["ö", "z", "a"])
        #expect(
          try context.fetch(
            Director.sorted(by: \.name, locale: Self.german).select { $0.name })
            == ["a", "ö", "ö", "z", "z"])
      }
    }
  }

  @Test func theObjectsOfASectionAreInTheOrderOfALanguage() throws {
    let context = try context(
      ["ö", "z", "a"], nicknames: ["x", "x", "y"], .sqlite, isSaved: true)
    let sections = try context.fetch(
      Director.sorted(by: \.name, locale: Self.swedish).sections(by: \.nickname))
    #expect(sections.map { $0.objects.map(\.name) } == [["z", "ö"], ["a"]])
  }

  @Test func aCursorOfAnotherLanguageIsRefused() throws {
    let context = try Cinema().context
    let swedish = Film.sorted(by: \.title, locale: Self.swedish)
    let cursor = try #require(try context.fetch(swedish.page(size: 2)).next)
    for other in [
      Film.sorted(by: \.title, locale: Self.german), Film.sorted(by: \.title),
      Film.sorted(by: \.title, locale: Self.swedish, numeric: true),
    ] {
      #expect(
        failure { _ = try context.fetch(other.page(after: cursor, size: 2)) } == """
          the cursor of a page of 'Film' is of another request: its condition, a value in that, its \
          order or its entity differs; begin with the first page [invalidRequest]
          """)
    }
    #expect(try context.fetch(swedish.page(after: cursor, size: 9)).items.codes == "BCD")
  }

  @Test func anExplanationSaysThatNoIndexServesTheOrder() throws {
    let context = try Cinema().context
    let explanation = try Film.sorted(by: \.title, locale: Self.swedish).select { $0.code }
      .explain(in: context)
    #expect(
      "\(explanation)" == """
        Film.sorted(by: \\.title, locale: Locale(identifier: "sv_SE")).select { $0.code }

        SELECT t0."code" FROM "Film" AS t0 ORDER BY t0."title" COLLATE "entity_language_sv_SE", \
        t0."_id"

        reads all rows of Film
        sorts what is found as a language does, which no index does
        """)
    #expect(explanation.sorts)
  }

  @Test func textThatIsNoUTF8IsSortedAsItIsRead() throws {
    let cinema = try Cinema()
    try cinema.bench.run(
      """
      UPDATE "Film" SET "title" = CAST(x'C3' AS TEXT) WHERE "code" = 'A';
      UPDATE "Film" SET "title" = CAST(x'61FF00' AS TEXT) WHERE "code" = 'B'
      """)
    let context = cinema.bench.container.newContext()
    #expect(
      try Set(context.identifiers(Film.sorted(by: \.title, locale: Self.swedish))).count == 5)
    let request = Film.sorted(by: \.title, locale: Self.swedish).select { $0.code }
    #expect(try Set(context.fetch(request)).count == 5)
  }

  @Test func everyConnectionKnowsEveryLanguage() async throws {
    let store = try TemporaryBookshop(.file)
    try await store.container.write { context in
      for title in ["ö", "z", "a"] { _ = Book(title: title, in: context) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let (locale, expected) =
            number % 2 == 0 ? (Self.swedish, ["a", "z", "ö"]) : (Self.german, ["a", "ö", "z"])
          let titles = try await store.container.read { context in
            try context.fetch(Book.sorted(by: \.title, locale: locale)).map(\.title)
          }
          #expect(titles == expected)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func sortingEndsWithTheTaskThatAskedForIt() async throws {
    let store = try TemporaryBookshop(.file)
    try await store.container.write { context in
      for number in 0..<500 { _ = Book(title: "\(number * 7919 % 500)", in: context) }
    }
    let order = try #require(TextOrder(locale: "x-endless", isNumeric: false))
    let ending = Ending()
    order.register {
      { left, right in
        ending.compare()
        return left < right ? -1 : left == right ? 0 : 1
      }
    }
    let started = Gate()
    let task = Task {
      try await store.container.read { context in
        started.pass()
        let request = Book.all.sorted(by: \.title, .ascending, order, nils: nil)
        return try context.fetch(request).count
      }
    }
    await started.waitForArrival()
    ending.set(task)
    started.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ending.comparisons == 1)
    #expect(try await store.container.read { try $0.count(Book.all) } == 500)
  }

  /// Returns the names of all objects of a class that is known by its names alone, in order.
  private func ordered<Item: Part>(
    _ type: Item.Type, in context: ManagedObjectContext
  ) throws -> [String] {
    try context.fetch(Item.sorted(by: \.name, locale: Self.swedish)).map(\.name)
  }

  @Test func aClassOfATreeAndOneThatIsGenericAreSorted() throws {
    let bench = try machines()
    for (name, power) in [("ö", 1), ("z", 2), ("a", 3)] {
      let engine = bench.context.insert(Engine.self)
      (engine.name, engine.power) = (name, power)
    }
    for _ in 0..<2 {
      #expect(try ordered(Engine.self, in: bench.context) == ["a", "engine", "z", "ö"])
      #expect(try ordered(Part.self, in: bench.context) == ["a", "engine", "wheel", "z", "ö"])
      try bench.context.save()
    }
  }

  @Test func whatReadsUpdatesAndDeletesInAnOrderFollowsThatOfALanguage() async throws {
    let store = try TemporaryBookshop(.file)
    let titles = ["ö", "z", "a", "å"]
    try await store.container.write { context in
      for title in titles { _ = Book(title: title, in: context) }
    }
    let request = Book.sorted(by: \.title, locale: Self.swedish)
    let live = store.container.updates(of: request.select(\.title))
    var updates = live.makeAsyncIterator()
    #expect(try await updates.next() == ["a", "z", "å", "ö"])
    try await store.container.write { context in
      var walked: [String] = []
      try context.forEach(request, batch: 2) { walked.append($0.title) }
      #expect(walked == ["a", "z", "å", "ö"])
      let either = Book.where { $0.title == "ö" }.union(Book.where { $0.title == "å" })
      #expect(
        try context.fetch(either.sorted(by: \.title, .descending, locale: Self.swedish))
          .map(\.title) == ["ö", "å"])
      try context.update(request.limit(2)) { $0.pages = 7 }
      #expect(
        try context.fetch(Book.where { $0.pages == 7 }.sorted(by: \.title)).map(\.title)
          == ["a", "z"])
      try context.deleteAll(
        Book.sorted(by: \.title, .descending, locale: Self.swedish).limit(1))
    }
    #expect(try await updates.next() == ["a", "z", "å"])
  }
}
