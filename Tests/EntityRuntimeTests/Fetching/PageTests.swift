import EntityGraph
import EntityGraphFoundation
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct PageTests {
  /// The orders that pages are read in.
  static let orders: [FetchRequest<Film>] = [
    Film.all,
    Film.sorted(by: \.code),
    Film.sorted(by: \.code, .descending),
    Film.sorted(by: \.minutes),
    Film.sorted(by: \.minutes, .descending).sorted(by: \.title),
    Film.sorted(by: \.seats),
    Film.sorted(by: \.seats, .descending),
    Film.sorted(by: \.seats, nils: .last),
    Film.sorted(by: \.seats, .descending, nils: .first).sorted(by: \.minutes),
    Film.sorted(by: \.score),
    Film.sorted(by: \.score, .descending),
    Film.sorted(by: \.score, nils: .last).sorted(by: \.seats, .descending),
    Film.sorted(by: \.title, ignoringCase: true),
    Film.sorted(by: \.subtitle, .descending, ignoringCase: true),
    Film.sorted(by: \.rating).sorted(by: \.isOpen, .descending),
    Film.sorted(by: \.isOpen).sorted(by: \.seats, .descending, nils: .last).sorted(by: \.minutes),
    Film.sorted(by: \.minutes, .descending).sorted(by: \.score).sorted(by: \.seats, nils: .last),
    Film.sorted { $0.studio.name }.sorted { $0.director.name }.sorted(by: \.seats),
    Film.sorted { $0.director.name },
    Film.sorted(.descending, nils: .last) { $0.director.name }.sorted(by: \.seats),
    Film.sorted { $0.tags.count }.sorted(.descending) { $0.minutes % 7 },
    Film.where { $0.minutes > 50 }.sorted(by: \.premiere),
    Film.sorted(by: \.title, locale: LanguageOrderTests.swedish),
    Film.sorted(by: \.subtitle, .descending, locale: LanguageOrderTests.german)
      .sorted(by: \.title, locale: LanguageOrderTests.swedish, numeric: true),
    Film.sorted(by: \.subtitle, locale: LanguageOrderTests.swedish, nils: .last)
      .sorted(by: \.title, .descending, locale: LanguageOrderTests.german),
    Film.sorted(.descending, locale: LanguageOrderTests.german, nils: .first) {
      $0.director.name
    },
  ]

  /// Returns a store of films that are alike in much.
  private func crowd(_ random: inout SeededRandom) throws -> Bench {
    let bench = try Bench(Film.self, Director.self, Studio.self, Theme.self)
    let context = bench.context
    let studio = Studio(name: "A24", in: context)
    let directors = ["b", "A", "a"].map { Director(name: $0, in: context) }
    let themes = (0..<3).map { Theme(name: "\($0)", in: context) }
    for number in 0..<60 { film(number, studio, directors, themes, &random, context) }
    try context.save()
    return bench
  }

  private func film(
    _ number: Int, _ studio: Studio, _ directors: [Director], _ themes: [Theme],
    _ random: inout SeededRandom, _ context: ManagedObjectContext
  ) {
    let film = Film(code: "\(number)", studio: studio, in: context)
    film.title = random.pick(["a", "A", "b", "B", "é", "", "ö", "z", "e\u{301}", "v 2", "v 10"])
    film.subtitle = random.pick([nil, "x", "X", "y", "å", "z"])
    film.minutes = 40 + random.below(5) * 10
    film.seats = random.pick([nil, 1, 2])
    film.score = random.pick([nil, .nan, -.nan, -0.0, 0, 1.5, -.infinity, .infinity])
    film.premiere = random.pick([nil, Date(timeIntervalSinceReferenceDate: 1), .distantPast])
    film.isOpen = random.oneIn(2)
    film.rating = random.pick(Rating.allCases)
    film.director = random.pick([nil] + directors)
    film.tags = Set(themes.filter { _ in random.oneIn(2) })
  }

  @Test(arguments: orders.indices) func pagesAreTheWholeInParts(order: Int) throws {
    var random = SeededRandom(seed: UInt64(order))
    let bench = try crowd(&random)
    let request = Self.orders[order]
    let context = bench.container.newContext()
    let whole = try context.fetch(request).map(\.objectID)
    for size in [1, 7, 60, 100] {
      var found: [ObjectID] = []
      var cursor: PageCursor?
      repeat {
        let page = try context.fetch(request.page(after: cursor, size: size))
        #expect(page.items.count <= size)
        found += page.items.map(\.objectID)
        cursor = page.next
      } while cursor != nil && found.count <= whole.count
      #expect(found == whole, "in pages of \(size)")
    }
  }

  @Test(arguments: orders.indices) func pagesAreTurnedBack(order: Int) throws {
    var random = SeededRandom(seed: UInt64(300 + order))
    let bench = try crowd(&random)
    let request = Self.orders[order]
    let context = bench.container.newContext()
    for size in [1, 7, 60] {
      var pages: [[ObjectID]] = []
      var page = try context.fetch(request.page(size: size))
      #expect(page.previous == nil)
      while true {
        pages.append(page.map(\.objectID))
        guard let next = page.next else { break }
        page = try context.fetch(request.page(after: next, size: size))
      }
      for expected in pages.dropLast().reversed() {
        guard let previous = page.previous else {
          Issue.record("a page before is missing")
          break
        }
        page = try context.fetch(request.page(before: previous, size: size))
        #expect(page.items.map(\.objectID) == expected)
      }
      #expect(page.previous == nil)
      if let next = page.next {
        #expect(
          try context.fetch(request.page(after: next, size: size)).items.map(\.objectID) == pages[1]
        )
      }
    }
  }

  @Test(arguments: orders.indices)
  func whatIsInsertedAndDeletedMeanwhileNeitherRepeatsNorLeavesOutOthers(order: Int) throws {
    var random = SeededRandom(seed: UInt64(100 + order))
    let bench = try crowd(&random)
    let request = Self.orders[order]
    var cursor: PageCursor?
    var seen: [ObjectID] = []
    var next = 1000
    let before = Set(try bench.context.fetch(request).map(\.objectID))
    var deleted: Set<ObjectID> = []
    repeat {
      let context = bench.container.newContext()
      let page = try context.fetch(request.page(after: cursor, size: 4))
      seen += page.items.map(\.objectID)
      cursor = page.next
      let films = try context.fetch(Film.all)
      let studio = try context.only(Studio.all)
      for film in films where random.oneIn(12) {
        deleted.insert(film.objectID)
        context.delete(film)
      }
      for _ in 0..<random.below(4) {
        next += 1
        film(next, studio, try context.fetch(Director.self), [], &random, context)
      }
      try context.save()
    } while cursor != nil
    #expect(Set(seen).count == seen.count)
    #expect(before.subtracting(seen).isSubset(of: deleted))
  }

  @Test func aPageBeginsAtARangeOfAnIndex() throws {
    let cinema = try Cinema()
    func sql(_ request: FetchRequest<Film>) throws -> [String] {
      let first = try cinema.context.fetch(request.page(size: 1))
      let next = try #require(first.next)
      return try cinema.bench.sql {
        _ = try cinema.bench.container.newContext().fetch(request.page(after: next, size: 9))
      }.filter { $0.contains("LIMIT") }.map { $0.components(separatedBy: "AS t0 ").last ?? "" }
    }
    let byTitle = try sql(Film.sorted(by: \.title))
    #expect(
      byTitle == [
        #"WHERE t0."title" = ?1 AND t0."_id" > ?2 ORDER BY t0."title", t0."_id" LIMIT ?3"#,
        #"WHERE t0."title" > ?1 ORDER BY t0."title", t0."_id" LIMIT ?2"#,
      ])
    // What is equal by all terms but the last comes first, and many may be.
    let order = #"ORDER BY t0."isOpen", t0."minutes" DESC, t0."_id" DESC LIMIT"#
    let byBoth = try sql(Film.sorted(by: \.isOpen).sorted(by: \.minutes, .descending))
    #expect(
      byBoth == [
        #"WHERE t0."isOpen" = ?1 AND t0."minutes" = ?2 AND t0."_id" < ?3 \#(order) ?4"#,
        #"WHERE t0."isOpen" = ?1 AND t0."minutes" < ?2 \#(order) ?3"#,
        #"WHERE t0."isOpen" > ?1 \#(order) ?2"#,
      ])
    let byID = try sql(Film.all)
    #expect(byID == [#"WHERE t0."_id" > ?1 ORDER BY t0."_id" LIMIT ?2"#])
    let byDate = try sql(Film.sorted(by: \.premiere, .descending))
    #expect(
      byDate == [
        #"""
        WHERE t0."premiere" = ?1 AND t0."_id" < ?2 \#
        ORDER BY t0."premiere" DESC, t0."_id" DESC LIMIT ?3
        """#,
        #"WHERE t0."premiere" < ?1 ORDER BY t0."premiere" DESC, t0."_id" DESC LIMIT ?2"#,
        #"WHERE t0."premiere" IS NULL ORDER BY t0."premiere" DESC, t0."_id" DESC LIMIT ?1"#,
      ])
    let bySeats = try sql(Film.sorted(by: \.seats, nils: .last))
    #expect(
      bySeats == [
        #"WHERE t0."seats" = ?1 AND t0."_id" > ?2 ORDER BY t0."seats", t0."_id" LIMIT ?3"#,
        #"WHERE t0."seats" > ?1 ORDER BY t0."seats", t0."_id" LIMIT ?2"#,
        #"WHERE t0."seats" IS NULL ORDER BY t0."seats", t0."_id" LIMIT ?1"#,
      ])
  }

  @Test func aPageByNumberHasTheTotal() throws {
    let cinema = try Cinema()
    let request = Film.sorted(by: \.code)
    let pages = try (1...4).map { try cinema.context.fetch(request.page($0, size: 2)) }
    #expect(pages.map(\.items.codes) == ["AB", "CD", "E", ""])
    #expect(pages.map(\.total) == [5, 5, 5, 5])
    #expect(pages.map(\.count) == [3, 3, 3, 3])
    let all = try cinema.context.fetch(request.page(.max, size: .max))
    #expect(all.items.isEmpty)
    #expect(all.total == 5)
  }

  @Test(arguments: [(1, 0), (1, -1), (0, 1), (-1, 1), (.min, .min)] as [(Int, Int)])
  func aPageThatThereCannotBeIsRefused(number: Int, size: Int) throws {
    let context = try Cinema().context
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Film.all.page(number, size: size))
    }
    #expect(error?.code == .invalidRequest)
    #expect(
      error?.message == "a page of 'Film' has a number of at least 1 and at least one object; "
        + "\(number) and \(size) were asked for")
    guard size < 1 else { return }
    let other = #expect(throws: StoreError.self) { try context.fetch(Film.all.page(size: size)) }
    #expect(
      other?.message == "a page of 'Film' has at least one object; \(size) were asked for")
  }

  @Test func aPageMayBeAsLargeAsCanBe() throws {
    let context = try Cinema().context
    #expect(try context.fetch(Film.all.page(size: .max)).items.count == 5)
    #expect(try context.fetch(Film.all.page(1, size: .max)).count == 1)
  }

  @Test func ofTheRowAfterAPageNoObjectIsMade() throws {
    let context = try Cinema().bench.container.newContext()
    let page = try context.fetch(Film.sorted(by: \.code).page(size: 2))
    #expect(page.items.count == 2 && page.next != nil)
    #expect(context.unit.maps.map(\.count).reduce(0, +) == 2)
    let rest = try context.fetch(Film.sorted(by: \.code).page(after: page.next, size: 3))
    #expect(rest.items.count == 3 && rest.next == nil)
  }

  @Test func aPageIsOfWhatIsSaved() throws {
    let cinema = try Cinema()
    cinema.films[0].minutes = 1
    let page = try cinema.context.fetch(Film.sorted(by: \.minutes).page(size: 2))
    #expect(page.items.codes == "DE")
  }

  @Test func aCursorKeepsEachTextAsItIs() throws {
    let bench = try bookshop()
    let titles = ["a", "b", "z\u{FEFF}", "\u{FEFF}", "\u{FEFF}x", "\u{FEFF}y", "\u{0}\u{FFFE}", ""]
    for title in titles { _ = Book(title: title, in: bench.context) }
    try bench.context.save()
    let request = Book.sorted(by: \.title)
    var found: [String] = []
    var cursor: PageCursor?
    for _ in titles {
      let page = try bench.context.fetch(request.page(after: cursor, size: 1))
      found += page.items.map(\.title)
      cursor = page.next.map { PageCursor($0.description) }
    }
    #expect(cursor == nil)
    #expect(try found == bench.context.fetch(request).map(\.title))
  }

  @Test(arguments: [
    ("minutes", "'abc'", Film.sorted(by: \.minutes, .descending)),
    ("title", "CAST(x'FF35' AS TEXT)", Film.sorted(by: \.title, .descending)),
    ("minutes", "0.5", Film.sorted(by: \.minutes).sorted(by: \.code)),
  ])
  func noPageEndsAtWhatCannotBeRead(
    property: String, value: String, request: FetchRequest<Film>
  ) throws {
    let cinema = try Cinema()
    try cinema.bench.run("UPDATE Film SET \(property) = \(value) WHERE code = 'B'")
    let damaged = cinema.films[1].objectID
    let context = cinema.bench.container.newContext()
    #expect(try context.fetch(request).first?.code == "B")
    let error = try #require(
      throws: ReadError.self, performing: { try context.fetch(request.page(size: 1)) })
    #expect(
      "\(error)" == """
        \(damaged).\(property) could not be read: its column holds what its type cannot, so that \
        no page can begin after it
        """)
    let page = try context.fetch(request.page(size: 2))
    let rest = try context.fetch(request.page(after: page.next, size: 9))
    #expect(
      try (page.items + rest.items).codes
        == cinema.bench.container.newContext().fetch(request).codes)
  }

  @Test func aCursorOfAnotherRequestIsRefused() throws {
    let cinema = try Cinema()
    let request = Film.where { $0.minutes > 0 }.sorted(by: \.code)
    let cursor = try #require(try cinema.context.fetch(request.page(size: 1)).next)
    #expect(PageCursor(cursor.description) == cursor)
    let others: [FetchRequest<Film>] = [
      Film.sorted(by: \.code), request.sorted(by: \.title),
      Film.where { $0.minutes > 1 }.sorted(by: \.code),
      Film.where { $0.minutes > 0 }.sorted(by: \.code, .descending),
    ]
    for other in others {
      let error = #expect(throws: StoreError.self) {
        try cinema.context.fetch(other.page(after: cursor, size: 1))
      }
      #expect(error?.code == .invalidRequest)
      #expect(
        error?.message == "the cursor of a page of 'Film' is of another request: its condition, "
          + "a value in that, its order or its entity differs; begin with the first page")
    }
    let rest = try cinema.context.fetch(request.page(after: cursor, size: 9))
    #expect(rest.items.codes == "BCDE")
    #expect(rest.next == nil)
  }

  /// Expects that `text` is no cursor of `request`.
  private func expectRefusal(
    _ text: String, _ request: FetchRequest<Film>, _ context: ManagedObjectContext
  ) {
    let error = #expect(throws: StoreError.self, "\(text)") {
      try context.fetch(request.page(after: PageCursor(text), size: 2))
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test(arguments: orders.indices) func aCursorOfWhichOneCharacterIsAnotherIsRefused(
    order: Int
  ) throws {
    let cinema = try Cinema()
    let request = Self.orders[order]
    let cursor = try #require(try cinema.context.fetch(request.page(size: 2)).next)
    let text = Array(cursor.description)
    let other = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=")
    for index in text.indices {
      expectRefusal(String(text[..<index]), request, cinema.context)
      var shorter = text
      shorter.remove(at: index)
      if shorter != text { expectRefusal(String(shorter), request, cinema.context) }
      // Every character in the first cursor, some in the others.
      for (position, character) in other.enumerated()
      where character != text[index] && (order == 0 || (position + index) % 13 == 0) {
        var changed = text
        changed[index] = character
        expectRefusal(String(changed), request, cinema.context)
      }
    }
    for more in ["A", "AA", "AAAA", cursor.description] {
      expectRefusal(cursor.description + more, request, cinema.context)
    }
  }

  @Test(arguments: 0..<400) func aDamagedCursorIsRefused(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let cinema = try Cinema()
    let request = Film.sorted(by: \.seats)
    let whole = Array(
      try #require(try cinema.context.fetch(request.page(size: 2)).next).description)
    var text = whole
    for _ in 0...random.below(3) where !text.isEmpty {
      switch random.below(3) {
      case 0: text.remove(at: random.below(text.count))
      case 1: text[random.below(text.count)] = random.pick(Array("aZ09-_=+/ é\u{0}"))
      default: text = Array(text.prefix(random.below(text.count) + 1))
      }
    }
    if text != whole { expectRefusal(String(text), request, cinema.context) }
  }

  @Test func aCursorOfAnotherVersionAndOneThatIsDamagedAreRefusedWithWhatTheyAre() throws {
    let cinema = try Cinema()
    let request = Film.sorted(by: \.code)
    let cursor = try #require(try cinema.context.fetch(request.page(size: 2)).next).description
    func message(_ text: String) -> String? {
      failure { _ = try cinema.context.fetch(request.page(after: PageCursor(text), size: 2)) }
    }
    var bytes = Array(
      try #require(PageCursor.bytes(of: cursor)).dropLast(PageCursor.Checksum.size))
    bytes[0] = 2
    bytes.append(checksum: PageCursor.Checksum.of(bytes))
    #expect(
      message(PageCursor.text(of: bytes)) == """
        the cursor of a page of 'Film' was made by another version of this library; begin with the \
        first page [invalidRequest]
        """)
    #expect(
      message(cursor.dropLast(4) + "AAAA") == """
        the cursor of a page of 'Film' has been changed or cut off; begin with the first page \
        [invalidRequest]
        """)
    for garbage in ["!", "abc", "Ag" + cursor.dropFirst(2)] {
      #expect(
        message(garbage) == """
          the cursor of a page of 'Film' is no cursor, or has been changed or cut off; begin with \
          the first page [invalidRequest]
          """)
    }
  }

  @Test func aPageBeforeNoCursorIsTheLastOne() throws {
    let context = try Cinema().context
    let request = Film.sorted(by: \.code)
    let last = try context.fetch(request.page(before: nil, size: 2))
    #expect(last.items.map(\.code) == ["D", "E"] && last.next == nil)
    let middle = try context.fetch(request.page(before: last.previous, size: 2))
    #expect(middle.items.map(\.code) == ["B", "C"])
    #expect(try context.fetch(request.page(after: middle.next, size: 9)).items == last.items)
    let whole = try context.fetch(request.page(before: nil, size: 9))
    #expect(whole.items.count == 5 && whole.next == nil && whole.previous == nil)
  }

  @Test func aClassBeginsRequestsAsItsRequestForAllDoes() throws {
    let context = try Cinema().context
    #expect(try context.codes(Film.offset(3)) == "DE")
    #expect(try context.codes(Film.prefetching(\.director).limit(2)) == "AB")
    #expect(try context.fetch(Film.page(size: 2)).items.map(\.code) == ["A", "B"])
    #expect(try context.fetch(Film.page(before: nil, size: 2)).items.map(\.code) == ["D", "E"])
    #expect(try context.fetch(Film.page(2, size: 2)).items.map(\.code) == ["C", "D"])
    #expect(try context.fetch(Film.sections(by: \.minutes)).map(\.key) == [60, 117, 137, 143])
    #expect(try context.fetch(Film.sections { $0.director.name }).count == 4)
  }

  @Test func objectsArePagedByTheirIds() throws {
    let cinema = try Cinema()
    let last = cinema.films[2].objectID
    #expect(try cinema.context.codes(Film.where { $0.objectID > last }) == "DE")
    #expect(try cinema.context.codes(Film.where { $0.objectID <= last }.limit(2)) == "AB")
    #expect(try cinema.context.codes(Film.where { $0.director.objectID < last }) == "ABD")
    let new = Film(code: "F", studio: cinema.studios[0], in: cinema.context)
    #expect(try cinema.context.codes(Film.where { $0.objectID > last }) == "DEF")
    #expect(Film.where { $0.objectID > last }.condition.isSatisfied(by: new))
  }
}
