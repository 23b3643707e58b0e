import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Forms that people write from habit.
@Suite struct HabitFormTests {
  static let forms: [Question] = [
    Question("in 1...", "ABC") { $0.minutes.in(117...) },
    Question("in ...5", "ADE") { $0.minutes.in(...117) },
    Question("in ..<5", "DE") { $0.minutes.in(..<117) },
    Question("optional in 1...", "AB") { $0.seats.in(50...) },
    Question("a range from contains", "ABC") { (117...).contains($0.minutes) },
    Question("a range through contains an optional", "BD") { (...50).contains($0.seats) },
    Question("a range up to contains an optional", "D") { (..<50).contains($0.seats) },
    Question("a closed range contains an optional", "BD") { (10...50).contains($0.seats) },
    Question("a range contains an optional", "D") { (10..<50).contains($0.seats) },
    Question("a collection contains an optional", "BD") { [10, 50].contains($0.seats) },
    Question("a literal before <", "C") { 137 < $0.minutes },
    Question("a literal before ==", "A") { 117 == $0.minutes },
    Question("a literal before >= of an optional", "BD") { 50 >= $0.seats },
    Question("Int and Int?", "") { $0.minutes == $0.seats },
    Question("Int < Int?", "") { $0.minutes < $0.seats },
    Question("Int? < Int", "ABD") { $0.seats < $0.minutes },
    Question("the lesser of an optional and what is none", "BD") {
      min($0.seats, $0.minutes) <= 50 && min($0.minutes, $0.seats) <= 50
    },
    Question("the greater of an optional and what is none", "ABC") {
      max($0.seats, $0.minutes) >= 117 && max($0.minutes, $0.seats) >= 117
    },
    Question("a value or nil", "BC") { ($0.minutes > 120).then($0.minutes, else: nil) > 0 },
    Question("an object that may be nil, and is", "") {
      let wanted: Film? = nil
      return $0 == wanted
    },
    Question("not an object that may be nil, and is", "ABCDE") {
      let wanted: Film? = nil
      return $0 != wanted
    },
    Question("an optional constant", "A") {
      let wanted: String? = "A"
      return $0.code == wanted
    },
    Question("an optional constant that is nil", "") {
      let wanted: String? = nil
      return $0.code == wanted
    },
    Question("isEmpty of a text", "") { $0.title.isEmpty },
    Question("not isEmpty of an optional text, which nil is", "ABCDE") { !$0.subtitle.isEmpty },
    Question("count of a text", "A") { $0.title.count == 5 && $0.code == "A" },
    Question("contains { }", "ABE") { $0.tags.contains { $0.name == "war" } },
    Question("allSatisfy { }", "BC") { $0.tags.allSatisfy { $0.name == "war" } },
    Question("filter { }.count", "AE") {
      $0.tags.filter { $0.name == "war" || $0.name == "sea" }.count == 2
    },
    Question("filter { }.isEmpty", "CD") { $0.tags.filter { $0.name == "war" }.isEmpty },
    Question("filter { }.any { }", "AE") {
      $0.tags.filter { $0.name != "war" }.any { $0.name == "sea" }
    },
    Question("filter { }.contains { }", "AE") {
      $0.tags.filter { $0.name != "war" }.contains { $0.name == "sea" }
    },
    Question("filter { }.allSatisfy { }, which nothing is", "ABC") {
      $0.tags.filter { $0.name != "war" }.allSatisfy { $0.name == "sea" }
    },
    Question("filter { }.none { }", "BCD") {
      $0.tags.filter { $0.name != "war" }.none { $0.name == "sea" }
    },
    Question("filter { }.contains { } of a boolean", "A") {
      $0.director.films.filter { $0.minutes < 120 }.contains { $0.isOpen } && $0.code == "A"
    },
    Question("filter { }.allSatisfy { } of a boolean", "ABC") {
      $0.director.films.filter { $0.minutes < 120 }.allSatisfy { $0.isOpen }
    },
    Question("filter { }.none { } of a boolean", "CDE") {
      $0.director.films.filter { $0.minutes < 120 }.none { $0.isOpen }
    },
    Question("filter { }.all { }, which nothing is", "ABC") {
      $0.tags.filter { $0.name != "war" }.all { $0.name == "sea" }
    },
    Question("filter { }.any { } of a boolean", "A") {
      $0.director.films.filter { $0.minutes < 120 }.any { $0.isOpen } && $0.code == "A"
    },
    Question("a required to-one and an optional object that is nil", "") {
      let wanted: Studio? = nil
      return $0.studio == wanted
    },
    Question("a required to-one that is no optional object that is nil", "ABCDE") {
      let wanted: Studio? = nil
      return $0.studio != wanted
    },
    Question("a boolean && a condition", "C") { $0.isOpen && $0.rating == .teen },
    Question("a condition || a boolean", "ACD") { $0.seats == 10 || $0.isOpen },
    Question("a boolean && a boolean", "AC") { $0.isOpen && $0.isOpen },
    Question("what a boolean decides", "AC") { $0.isOpen.then($0.minutes, else: 0) > 100 },
    Question("which constant a boolean decides", "BDE") { $0.isOpen.then("a", else: "b") == "b" },
    Question("! a boolean && a condition", "DE") { !$0.isOpen && $0.minutes == 60 },
    Question("a constant && a condition", "") {
      let flag = false
      return flag && $0.minutes == 60
    },
    Question("what nil leaves open", "ABCDE") {
      let wanted: Int? = nil
      return wanted == nil || $0.minutes == wanted!
    },
    Question("what a value that is not nil decides", "A") {
      let wanted: Int? = 117
      return wanted == nil || $0.minutes == wanted!
    },
    Question("an index that is out of range && a condition", "") {
      let list: [Int] = []
      return !list.isEmpty && $0.minutes > list[0]
    },
    Question("nil that leaves everything", "ABCDE") {
      let wanted: Int? = nil
      if let wanted { return $0.minutes == wanted }
      return .true
    },
    Question("nil that leaves nothing", "") {
      let wanted: Int? = nil
      return if let wanted { $0.minutes == wanted } else { .false }
    },
    Question("a constant && == nil of a to-one's", "ABC") {
      let flag = true
      return flag && $0.director.nickname == nil
    },
    Question("a constant && a boolean", "AC") {
      let flag = true
      return flag && $0.isOpen
    },
    Question("a boolean || a constant", "ABCDE") {
      let flag = true
      return $0.isOpen || flag
    },
    Question("any { } of a boolean", "AB") { $0.director.films.any { $0.isOpen } },
    Question("allSatisfy { } of a boolean, which nothing is", "C") {
      $0.director.films.allSatisfy { $0.isOpen }
    },
    Question("contains { } of a boolean", "AB") { $0.director.films.contains { $0.isOpen } },
    Question("none { } of a boolean", "CDE") { $0.director.films.none { $0.isOpen } },
    Question("filter { } of a boolean", "AB") { $0.director.films.filter { $0.isOpen }.count == 1 },
    Question("a constant || a condition", "DE") {
      let flag = false
      return flag || $0.minutes == 60
    },
    Question("* and >", "BC") { $0.minutes * 2 > 240 },
    Question("like", "AB") { $0.title.like("%lien%") },
    Question("like of a prefix", "A") { $0.title.like("A%") },
    Question("like of one character", "A") { $0.title.like("_lien") },
    Question("like of an optional", "B") { $0.subtitle.like("R_t%") },
    Question("like of wildcards themselves", "E") { $0.title.like(#"50\%\_\\"#) },
    Question("like, ignoring case", "AB") { $0.title.like("AL_EN%", ignoringCase: true) },
    Question("not like", "CDE") { !$0.title.like("%l_en%") },
    Question("a regular expression", "AC") { $0.title.matches(regex: "^[A-Z]") },
    Question("a regular expression inside", "BE") { $0.title.matches(regex: #"\d"#) },
    Question("a regular expression, ignoring case", "AB") {
      $0.title.matches(regex: "^aL", ignoringCase: true)
    },
    Question("a regular expression over nothing", "C") { $0.subtitle.matches(regex: "A.*n$") },
    Question("a constant before -", "DE") { 100 - $0.minutes > 0 },
    Question("a constant before *", "BC") { 2 * $0.minutes > 240 },
    Question("min of a value and a constant", "ABC") { min($0.minutes, 100) == 100 },
    Question("max of an optional and a constant", "BCDE") { max($0.seats, 60) == 60 },
    Question("then of a value, else a constant", "AC") {
      $0.isOpen.isTrue.then($0.minutes, else: 0) > 0
    },
    Question("then of a constant, else a value", "AC") {
      $0.isOpen.isTrue.then(0, else: $0.minutes) == 0
    },
    Question("?? of a to-one's", "C") { ($0.director.name ?? "none") == "none" },
    Question("?? of a to-one's and a property", "C") {
      ($0.director.name ?? $0.title) == "Brazil"
    },
    Question("in of one value", "AB") { $0.rating.in(.adult) },
    Question("in of one number", "DE") { $0.minutes.in(60) },
    Question("a text + a constant", "C") { $0.title + "!" == "Brazil!" },
    Question("a constant + a text", "A") { "x" + $0.code == "xA" },
    Question("a text + a text", "C") { $0.code + $0.title == "CBrazil" },
    Question("an optional text + a constant", "C") { $0.subtitle + "!" == "Alien!" },
    Question("a collection with nil", "ABDE") { ["Return", nil].contains($0.subtitle) },
    Question("a raw value", "AB") { $0.rating.rawValue == 18 },
    Question("a condition == true", "DE") { ($0.minutes == 60) == true },
    Question("a condition != true", "ABC") { ($0.minutes == 60) != true },
    Question("sum { } of members", "AB") { $0.director.films.sum { $0.minutes * 2 } > 300 },
    Question("max { } of filtered members", "AB") {
      $0.director.films.filter { $0.minutes > 60 }.max { $0.minutes + 1 } == 138
    },
    Question("hour of a date", "AC") { $0.premiere.hour == 0 },
    Question("+ of two", "A") { $0.minutes + ($0.seats ?? 0) > 200 },
    Question("+ of what may be nil", "ABD") { $0.minutes + $0.seats > 60 },
    Question("* of what may be nil", "D") { $0.seats * $0.minutes == 600 },
    Question("/ of what may be nil", "D") { $0.minutes / $0.seats == 6 },
    Question("% of what may be nil", "D") { $0.seats % $0.minutes == 10 },
    Question("- of what may be nil", "D") { $0.minutes - $0.seats == 50 },
    Question("a text + one that may be nil", "C") { $0.title + $0.subtitle == "BrazilAlien" },
    Question("a text that may be nil + one", "C") { $0.subtitle + $0.title == "AlienBrazil" },
    Question("what is computed of nil", "ADE") { ($0.title + $0.subtitle) == nil },
    Question("- and <", "DE") { $0.minutes - 100 < 0 },
    Question("/ toward zero", "BC") { $0.minutes / 10 >= 13 },
    Question("%", "DE") { $0.minutes % 2 == 0 },
    Question("a constant % a value", "DE") { 125 % $0.minutes == 5 },
    Question("how many members have a value that is true", "AB") {
      $0.director.films.count { $0.isOpen } == 1
    },
    Question("the sign", "DE") { -$0.minutes >= -60 },
    Question("isNil of a to-one", "C") { $0.director.isNil() },
    Question("nil coalescing", "ADE") { ($0.subtitle ?? "none") == "none" },
    Question("the greatest of several", "ABC") { max($0.minutes, $0.minutes) > 100 },
    Question("the least of several, of those that are present", "DE") {
      min($0.seats, $0.sold) <= 10
    },
    Question("one or another", "ABC") { ($0.minutes > 100).then("long", else: "short") == "long" },
    Question("lowercased", "AB") { $0.title.lowercased().hasPrefix("alien") },
    Question("without diacritics", "D") { $0.title.folded(.ignoringDiacritics) == "Eden" },
    Question("without case and diacritics", "E") {
      $0.director.name.folded([.ignoringCase, .ignoringDiacritics]) == "andre"
    },
    Question("without case and diacritics, as folded() says", "E") {
      $0.director.name.folded() == "andre"
    },
    Question("one of several values", "CDE") { $0.rating.in(.all, .teen) },
    Question("one of several values, of an optional", "BD") { $0.seats.in(10, 50) },
    Question("the size of a number", "DE") { abs(100 - $0.minutes) == 40 },
    Question("the id among those of a request", "AC") { $0.objectID.in(Film.where { $0.isOpen }) },
    Question("the id of a to-one among those of a request", "AB") {
      $0.director.objectID.in(Director.where { $0.name == "Ursula" })
    },
    Question("a condition chosen by a constant", "DE") {
      let isShort = "short".hasPrefix("s")
      return isShort ? $0.minutes < 100 : $0.minutes > 100
    },
    Question("true", "ABCDE") { _ in true },
    Question("false", "") { _ in false },
    Question("true of members", "ABDE") { $0.tags.any { _ in true } },
    Question("true where a constant is nil", "ABCDE") { film in
      let wanted = [Int]().first
      if let wanted { return film.minutes == wanted }
      return true
    },
    Question("true where a constant is none, in an expression", "ABCDE") { film in
      let wanted = [Int]().first
      return wanted.map { film.minutes == $0 } ?? true
    },
    Question("true or a condition", "DE") {
      let isShort = "short".hasPrefix("s")
      return isShort ? $0.minutes < 100 : true
    },
    Question("statements in the closure", "DE") { film in
      let isShort = "short".hasPrefix("s")
      if isShort { return film.minutes < 100 }
      return film.minutes > 100
    },
    Question("conditions of a loop", "AB") { film in
      ["Alien", "alien 2"].map { film.title == $0 }.reduce(.false) { $0 || $1 }
    },
    Question("conditions of a function", "DE") { shorter($0, than: 100) },
    Question("a text made of values", "B") { $0.title == "alien \(1 + 1)" },
    Question("a date before one that Swift computes", "AC") {
      $0.premiere < Date(timeIntervalSinceReferenceDate: 0).addingTimeInterval(86_400)
    },
    Question("isEmpty == false", "BC") { ($0.subtitle ?? "").isEmpty == false },
    Question("! isEmpty of a to-many", "ABDE") { !$0.tags.isEmpty },
    Question("! !", "DE") { !(!($0.minutes == 60)) },
    Question("where a key path", "AC", of: Film.where(\.isOpen)),
    Question("a year", "AC") { $0.premiere.year == 2001 },
    Question("a to-many's greatest", "AB") { $0.director.films.max(\.minutes) == 137 },
    Question("a to-many's sum", "DE") { $0.director.films.sum(\.minutes) == 60 },
    Question("a to-many's average", "AB") { $0.director.films.average(\.minutes) == 127 },
    Question("a to-many's least that satisfy a condition", "AB") {
      $0.director.films.filter { $0.isOpen == false }.min(\.minutes) == 137
    },
    Question("where a boolean", "AC", of: Film.where { $0.isOpen }),
    Question(
      "where a boolean after another", "A", of: Film.where { $0.seats > 0 }.where { $0.isOpen }),
  ]

  @Test(arguments: forms) func aFormMeansWhatItSays(question: Question) throws {
    let cinema = try Cinema()
    let context = cinema.bench.container.newContext()
    #expect(try context.codes(question.request) == question.answer)
    #expect(
      cinema.films.filter { question.request.condition.isSatisfied(by: $0) }.codes
        == question.answer)
  }

  private static func shorter(_ film: Fields<Film>, than minutes: Int) -> Condition<Film> {
    film.minutes < minutes
  }

  @Test func aCollectionOfObjectsContainsToOnes() throws {
    let cinema = try Cinema()
    let (ursula, a24) = (cinema.directors[0], cinema.studios[0])
    #expect(try cinema.context.codes(Film.where { [ursula].contains($0.director) }) == "AB")
    #expect(try cinema.context.codes(Film.where { [a24].contains($0.studio) }) == "ACE")
    #expect(try cinema.context.codes(Film.where { $0.studio == a24.objectID }) == "ACE")
  }

  @Test func aRequiredToOneIsComparedWithAnOptionalObject() throws {
    let cinema = try Cinema()
    let studio: Studio? = cinema.studios[0]
    for isChanged in [false, true] {
      if isChanged { for film in cinema.films { film.minutes += 1 } }
      #expect(try cinema.context.codes(Film.where { $0.studio == studio }) == "ACE")
      #expect(try cinema.context.codes(Film.where { $0.studio != studio }) == "BD")
    }
  }

  @Test func membersContainWhatAToOneRefersTo() throws {
    let bench = try Bench(Person.self)
    let context = bench.context
    let people = ["a", "b", "c", "d"].map { Person(name: $0, in: context) }
    people[0].friends = [people[1], people[2]]
    people[0].spouse = people[1]
    people[2].mentor = people[0]
    people[3].mentor = people[1]
    func names(_ request: FetchRequest<Person>) throws -> String {
      try context.fetch(request.sorted(by: \.name)).map(\.name).joined()
    }
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      #expect(try names(Person.where { $0.friends.contains($0.spouse) }) == "ab")
      #expect(try names(Person.where { $0.friends.contains($0.mentor) }) == "c")
      #expect(try names(Person.where { !$0.friends.contains($0.mentor) }) == "abd")
      #expect(
        try names(
          Person.where { person in
            Person.where { person.friends.contains($0.mentor) && $0.name > "b" }.exists()
          }) == "abc")
    }
  }

  @Test func objectsAreSortedByWhatIsComputed() throws {
    let context = try Cinema().context
    let requests: [(FetchRequest<Film>, String)] = [
      (Film.sorted(.descending) { $0.tags.count }.sorted(by: \.code), "EABDC"),
      (Film.sorted { $0.minutes % 100 }, "ABCDE"),
      (Film.sorted(by: \.seats, nils: .last).sorted(by: \.code), "DBACE"),
      (Film.sorted(by: \.seats, .descending, nils: .first).sorted(by: \.code), "CEABD"),
      (
        Film.sorted(.descending, nils: .last) { $0.director.films.sum(\.minutes) }.sorted(
          by: \.code), "ABDEC"
      ),
    ]
    for (request, codes) in requests {
      #expect(try context.codes(request) == codes, "\(request)")
      let changed = try Cinema()
      changed.films[0].subtitle = "unsaved"
      #expect(try changed.context.codes(request) == codes, "\(request)")
    }
  }

  @Test func idsAreSortedBy() throws {
    let cinema = try Cinema()
    let unsaved = Film(code: "F", studio: cinema.studios[0], in: cinema.context)
    #expect(unsaved.objectID.isTemporary)
    let requests: [(FetchRequest<Film>, String)] = [
      (Film.sorted(by: \.objectID), "ABCDEF"),
      (Film.sorted(by: \.objectID, .descending), "FEDCBA"),
      (Film.all.sorted { $0.objectID }.limit(2), "AB"),
      (Film.sorted { $0.director.objectID }.sorted(by: \.objectID, .descending), "FCBADE"),
      (
        Film.sorted(.descending, nils: .first) { $0.director.objectID }.sorted(by: \.code),
        "CFEDAB"
      ),
    ]
    for (request, codes) in requests {
      #expect(try cinema.context.codes(request) == codes, "\(request)")
      #expect(
        try cinema.context.codes(request.ignoringPendingChanges())
          == codes.filter { $0 != "F" }.prefix(request.limit ?? 9), "\(request)")
    }
    #expect(
      try cinema.bench.sql { _ = try cinema.context.count(Film.all) }.count == 1)
    let error = #expect(throws: StoreError.self) {
      try cinema.context.fetch(Film.sorted(by: \.otherID))
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test func pagesAreReadInTheOrderOfIds() throws {
    let context = try Cinema().context
    var codes = ""
    var cursor: PageCursor?
    repeat {
      let page = try context.fetch(
        Film.sorted(by: \.objectID, .descending).page(after: cursor, size: 2))
      codes += page.items.codes
      cursor = page.next
    } while cursor != nil
    #expect(codes == "EDCBA")
  }

  @Test func aListOfValuesIsLookedUpAmongThoseThatMayBeNil() throws {
    let cinema = try Cinema()
    let seats = Set([10, 100])
    for isChanged in [false, true] {
      if isChanged { for film in cinema.films { film.minutes += 1 } }
      let context = cinema.context
      #expect(try context.codes(Film.where { $0.seats.in(seats) }) == "AD")
      #expect(try context.codes(Film.where { $0.seats.in(Array(9..<51)) }) == "BD")
      #expect(try context.codes(Film.where { $0.seats.in(seats.map { $0 / 2 }) }) == "B")
      #expect(try context.codes(Film.where { !$0.seats.in(Array(9..<51)) }) == "ACE")
      #expect(try context.codes(Film.where { $0.seats.in([10, nil]) }) == "CDE")
      #expect(try context.codes(Film.where { $0.subtitle.in(["x", "Return"].lazy) }) == "B")
    }
  }

  @Test func theLengthOfARequiredTextIsNoOptional() throws {
    let context = try Cinema().context
    let lengths: ResultRequest<Film, (Int, Int?)> = Film.select {
      ($0.value { $0.title.count }, $0.value { $0.subtitle.count })
    }
    #expect(try context.fetch(lengths).map(\.0) == [5, 7, 6, 4, 5])
    #expect(try context.fetch(lengths).map(\.1) == [nil, 6, 5, nil, nil])
    #expect(try context.codes(Film.where { $0.title.count + $0.minutes > 143 }) == "BC")
    #expect(try context.codes(Film.where { $0.subtitle.count == nil }) == "ADE")
    #expect(try context.codes(Film.where { $0.director.name.count > 4 }) == "ABE")
    #expect(try context.codes(Film.where { $0.title.lowercased().length == 4 }) == "D")
    #expect(try context.codes(Film.sorted { $0.title.count }.sorted(by: \.code)) == "DAECB")
  }

  @Test func anIdIsNotAmongThoseOfAnotherTree() throws {
    let context = try Cinema().context
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Film.where { $0.director.objectID.in(Film.all) })
    }
    #expect(
      error?.message
        == "'Film' cannot be asked by a predicate with 'in' of objects of 'Film', since one of "
        + "'Director' is never among them; write 'in' of a request for 'Director', or for a class "
        + "that extends it or that it extends")
  }

  @Test func groupsCompareWholeNumbersWithReals() throws {
    let context = try Cinema().context
    let groups = Film.all.group { $0.director.name }
    let below = groups.having { $0.minutes.average < $0.minutes.maximum }
    #expect(try context.fetch(below.select { $0.director.name }) == ["Ursula"])
    let same = groups.having { $0.minutes.maximum <= $0.minutes.average }
    #expect(try context.fetch(same.select { $0.director.name }) == [nil, "Bong", "Ändré"])
    #expect(
      try context.fetch(groups.having { $0.count > $0.minutes.average }.select { $0.count }) == [])
    #expect(
      try context.fetch(
        groups.having {
          $0.minutes.average >= $0.minutes.minimum && $0.minutes.sum > $0.minutes.average
        }
        .select { $0.count }) == [2])
  }

  @Test func theCountOfATextIsThatOfItsCharactersInColumnsToo() throws {
    let context = try Cinema().context
    let films = Film.sorted(by: \.code)
    #expect(try context.fetch(films.select { $0.title.count }) == [5, 7, 6, 4, 5])
    #expect(try context.fetch(films.select { $0.subtitle.count }) == [nil, 6, 5, nil, nil])
    let groups = films.group { $0.title.count }.select { ($0.title.count, $0.count) }
    #expect(try context.fetch(groups).map { "\($0): \($1)" } == ["4: 1", "5: 2", "6: 1", "7: 1"])
    let counts = try context.fetch(
      films.select { ($0.count, $0.title.valueCount, $0.subtitle.valueCount, $0.seats.count) })
    #expect(counts.map { [$0.0, $0.1, $0.2, $0.3] } == [[5, 5, 2, 3]])
  }

  @Test func textsAreFoldedAndTrimmedInColumnsToo() throws {
    let context = try Cinema().context
    let films = Film.where { $0.code.in("A", "D") }.sorted(by: \.code)
    #expect(try context.fetch(films.select { $0.title.folded() }) == ["alien", "eden"])
    #expect(
      try context.fetch(films.select { $0.title.folded(.ignoringDiacritics) }) == ["Alien", "Eden"])
    #expect(
      try context.fetch(Film.sorted { $0.title.folded() }.select { $0.code }).joined() == "EABCD")
    #expect(try context.fetch(films.select { $0.subtitle.trimmed() }) == [nil, nil])
  }

  @Test func resultsHaveIdsAndWhatIsComputedOfMembers() throws {
    let cinema = try Cinema()
    let ids = try cinema.context.fetch(Film.sorted(by: \.code).select { ($0.objectID, $0.code) })
    #expect(ids.map(\.0) == cinema.films.map(\.objectID))
    let directors = try cinema.context.fetch(
      Film.sorted(by: \.code).select { ($0.code, $0.director.objectID, $0.studio.objectID) })
    #expect(directors.map(\.1) == cinema.films.map { $0.director?.objectID })
    #expect(directors.map(\.2) == cinema.films.map(\.studio.objectID))
    let rows = try cinema.context.fetch(
      Director.sorted(by: \.name).select { ($0.name, $0.films.count, $0.films.max(\.minutes)) })
    #expect(rows.map(\.0) == ["Bong", "Ursula", "Ändré"])
    #expect(rows.map(\.1) == [1, 2, 1])
    #expect(rows.map(\.2) == [60, 137, 60])
    let open = try cinema.context.fetch(
      Director.sorted(by: \.name).select { $0.films.filter { $0.isOpen }.count })
    #expect(open == [0, 1, 0])
  }

  @Test func groupsAreMadeByWhatIsComputed() throws {
    let context = try Cinema().context
    let rows = try context.fetch(
      Film.all.group { $0.value { $0.minutes / 100 } }
        .select { ($0.value { $0.minutes / 100 }, $0.count) })
    #expect(rows.map(\.0) == [0, 1])
    #expect(rows.map(\.1) == [2, 3])
    let years = try context.fetch(
      Film.all.group { $0.premiere.part(.year) }.select { ($0.premiere.part(.year), $0.count) })
    #expect(years.map(\.0) == [nil, 2001])
    #expect(years.map(\.1) == [3, 2])
    #expect(try context.fetch(Film.all.select { $0.value { $0.minutes * 2 }.sum }) == [1034])
    let kinds = try context.fetch(
      Film.sorted(by: \.code).select { $0.value { ($0.minutes > 100).then("long", else: "short") } }
    )
    #expect(kinds == ["long", "long", "long", "short", "short"])
  }

  @Test func whatCannotBeComputedIsAnErrorOfAColumnThatAlwaysHasAValue() throws {
    let context = try Cinema().context
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Film.all.select { $0.value { $0.minutes / 0 } })
    }
    #expect(error?.code == .unreadableValue)
    #expect(try context.codes(Film.where { $0.minutes / 0 == 1 }) == "")
    #expect(try context.codes(Film.where { $0.minutes * Int.max > 0 }) == "")
  }

  @Test func theMessagesOfWhatCannotBeComputedSayWhatToDo() throws {
    let cinema = try Cinema()
    let divided = #expect(throws: StoreError.self) {
      try cinema.context.fetch(Film.all.select { $0.value { $0.minutes / 0 } })
    }
    #expect(
      divided?.message
        == "a computed column of 'Film' has no value where its type needs one, as of "
        + "a number that 64 bits cannot hold or that is divided by zero; give it one with '??'")
    cinema.films[0].minutes = .max
    try cinema.context.save()
    let summed = #expect(throws: StoreError.self) {
      try cinema.context.fetch(Film.where { $0.director.films.sum(\.minutes) > 0 })
    }
    #expect(summed?.code == .overflow)
    #expect(summed?.message == "a sum is more than an Int can hold; add it up in parts")
  }

  /// In 2024 clocks in Berlin were set back from 3:00 to 2:00 on October 27, at 1:00 in GMT.
  @Test func anHourThatComesTwiceBeginsTwice() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let cinema = try Cinema()
    let midnight = try Date("2024-10-27T00:00:00Z", strategy: .iso8601)
    for (minutes, start) in [(30.0, 0.0), (59, 0), (60, 60), (90, 60), (150, 120)] {
      cinema.films[0].premiere = midnight + minutes * 60
      try cinema.context.save()
      let expected = midnight + start * 60
      let request = Film.where { $0.premiere.start(of: .hour, in: zone) == expected }
      #expect(try cinema.context.codes(request) == "A", "\(minutes)")
      #expect(request.condition.isSatisfied(by: cinema.films[0]), "\(minutes)")
    }
    let day = Film.where { $0.premiere.start(of: .day, in: zone) == midnight - 2 * 3600 }
    #expect(try cinema.context.codes(day) == "A")
    let parts = try cinema.context.fetch(
      Film.where { $0.code == "A" }.select {
        (
          $0.premiere.part(.hour, in: zone), $0.premiere.part(.weekday, in: zone),
          $0.premiere.part(.week, in: zone), $0.premiere.part(.day, in: zone)
        )
      })
    #expect(parts.first.map { [$0.0, $0.1, $0.2, $0.3] } == [3, 7, 43, 27])
  }

  @Test func aLimitOfNilIsNoLimit() throws {
    let context = try Cinema().context
    for limit in [nil, 2] as [Int?] {
      let count = limit ?? 5
      #expect(try context.fetch(Film.limit(limit)).count == count)
      #expect(try context.fetch(Film.where { $0.minutes > 0 }.limit(1).limit(limit)).count == count)
      #expect(try context.fetch(Film.select { $0.code }.limit(limit)).count == count)
      #expect(try context.fetch(DynamicRequest("Film").limit(limit)).count == count)
      let groups = Film.group(by: \.code).limit(limit)
      #expect(try context.fetch(groups.select { $0.code }).count == count)
    }
    #expect("\(Film.limit(nil))" == "\(Film.all)")
  }

  @Test func anObjectMayStandBeforeTheToOne() throws {
    let cinema = try Cinema()
    let director = try #require(cinema.films.lazy.compactMap(\.director).first)
    let none: Director? = nil
    let context = cinema.context
    for isChanged in [false, true] {
      if isChanged { cinema.films[0].subtitle = "changed" }
      #expect(
        try context.codes(Film.where { director == $0.director })
          == context.codes(Film.where { $0.director == director }))
      #expect(
        try context.codes(Film.where { director != $0.director })
          == context.codes(Film.where { $0.director != director }))
      #expect(
        try context.codes(Film.where { none == $0.director })
          == context.codes(Film.where { $0.director == nil }))
      #expect(try context.codes(Film.where { $0.director.in([]) }) == "")
      #expect(
        try context.codes(Film.where { $0.director.name.isNil() })
          == context.codes(Film.where { $0.director == nil }))
      #expect(
        try context.codes(Film.where { $0.director.in([director.objectID]) })
          == context.codes(Film.where { $0.director == director }))
    }
  }
}
