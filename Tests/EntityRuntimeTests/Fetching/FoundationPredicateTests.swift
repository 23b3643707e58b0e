import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Foundation's predicates as conditions.
@Suite struct FoundationPredicateTests {
  /// A predicate and the letters of the films that satisfy it.
  struct Question: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: String
    let predicate: Predicate<Film>

    /// `false` where Swift's own evaluation throws or answers in another way.
    let isSwifts: Bool

    init(
      _ description: String, _ answer: String, isSwifts: Bool = true, _ predicate: Predicate<Film>
    ) {
      testDescription = description
      self.answer = answer
      self.predicate = predicate
      self.isSwifts = isSwifts
    }
  }

  @Test(
    arguments: [comparisons, connectives, optionals, numbers, texts, ranges, members].flatMap { $0 }
  )
  func aPredicateMeansTheSameToTheStoreInMemoryAndToSwift(question: Question) throws {
    let cinema = try Cinema()
    let request = Film.where(question.predicate)
    let context = cinema.bench.container.newContext()
    #expect(try context.codes(request.sorted(by: \.code)) == question.answer)
    #expect(
      cinema.films.filter { request.condition.isSatisfied(by: $0) }.codes == question.answer)
    if question.isSwifts {
      #expect(try cinema.films.filter(question.predicate).codes == question.answer)
    }
  }

  static var comparisons: [Question] {
    let adult = Rating.adult
    let date = Date(timeIntervalSinceReferenceDate: 150)
    let past = Date.distantPast
    let wanted: Int? = 50
    let nothing: Int? = nil
    return [
      Question("==", "DE", #Predicate { $0.minutes == 60 }),
      Question("!=", "ABC", #Predicate { $0.minutes != 60 }),
      Question("<", "DE", #Predicate { $0.minutes < 117 }),
      Question("<=", "ADE", #Predicate { $0.minutes <= 117 }),
      Question(">", "C", #Predicate { $0.minutes > 137 }),
      Question(">=", "BC", #Predicate { $0.minutes >= 137 }),
      Question("a constant before", "C", #Predicate { 137 < $0.minutes }),
      Question("a text", "A", #Predicate { $0.title == "Alien" }),
      Question("a text by order", "ACE", #Predicate { $0.title < "a" }),
      Question("two attributes", "CE", #Predicate { $0.title < $0.code }),
      Question("an optional ==", "C", #Predicate { $0.subtitle == "Alien" }),
      Question("an optional !=, which nil is", "ABDE", #Predicate { $0.subtitle != "Alien" }),
      Question("== nil", "ADE", #Predicate { $0.subtitle == nil }),
      Question("!= nil", "BC", #Predicate { $0.subtitle != nil }),
      Question("two optionals, both nil too", "AC", #Predicate { $0.sold == $0.seats }),
      Question("an optional constant", "B", #Predicate { $0.seats == wanted }),
      Question("an optional constant that is nil", "CE", #Predicate { $0.seats == nothing }),
      Question("an enumeration", "AB", #Predicate { $0.rating == adult }),
      Question("a real, which NaN is not", "A", #Predicate { ($0.score ?? 0) > 5 }),
      Question("!= of a real, which NaN is", "BCDE", #Predicate { $0.score != 8.5 }),
      Question("a date", "C", #Predicate { ($0.premiere ?? past) >= date }),
      Question("a required to-one's", "ACE", #Predicate { $0.studio.name == "A24" }),
      Question("a to-one == nil", "C", #Predicate { $0.director == nil }),
      Question("a to-one and a to-one", "ABCDE", #Predicate { $0.director == $0.director }),
      Question("a to-one != nil", "ABDE", #Predicate { $0.director != nil }),
    ]
  }

  static var connectives: [Question] {
    let flag = false
    return [
      Question("&&", "A", #Predicate { $0.isOpen && $0.minutes == 117 }),
      Question("||", "ADE", #Predicate { $0.minutes == 60 || $0.code == "A" }),
      Question("!", "ABC", #Predicate { !($0.minutes == 60) }),
      Question("a boolean", "AC", #Predicate { $0.isOpen }),
      Question("! of a boolean", "BDE", #Predicate { !$0.isOpen }),
      Question("a boolean == false", "BDE", #Predicate { $0.isOpen == false }),
      Question("a condition == false", "DE", #Predicate { ($0.minutes > 60) == false }),
      Question("a condition == another", "BCDE", #Predicate { ($0.minutes > 140) == $0.isOpen }),
      Question("a constant ||", "DE", #Predicate { flag || $0.minutes == 60 }),
      Question("a constant &&", "", #Predicate { flag && $0.minutes == 60 }),
      Question("true", "ABCDE", .true),
      Question("false", "", .false),
      Question(
        "one text or another", "ABC", #Predicate { ($0.minutes > 100 ? "long" : "short") == "long" }
      ),
      Question(
        "one condition or another", "ADE",
        #Predicate { $0.isOpen ? $0.minutes == 117 : $0.minutes == 60 }),
      Question(
        "a constant decides", "DE", #Predicate { flag ? $0.minutes == 117 : $0.minutes == 60 }),
    ]
  }

  static var optionals: [Question] {
    let fallback: String? = nil
    return [
      Question("a to-one's", "AB", #Predicate { $0.director?.name == "Ursula" }),
      Question(
        "a to-one's !=, which none is", "CDE", #Predicate { $0.director?.name != "Ursula" }),
      Question("a to-one's == nil", "C", #Predicate { $0.director?.name == nil }),
      Question(
        "a to-one's optional == nil", "ABC", #Predicate { $0.director?.nickname == nil }),
      Question(
        "a to-one's condition", "AB", #Predicate { $0.director?.name.contains("rsu") == true }),
      Question(
        "a to-one's condition that is false", "DE",
        #Predicate { $0.director?.name.contains("rsu") == false }),
      Question(
        "a to-one's condition != true", "CDE",
        #Predicate { $0.director?.name.contains("rsu") != true }),
      Question(
        "a to-one's condition == nil", "C",
        #Predicate { $0.director?.name.contains("rsu") == nil }),
      Question(
        "a condition of a to-one's optional", "D",
        #Predicate { $0.director?.nickname?.starts(with: "B") == true }),
      Question(
        "a condition or its value for nil", "ABC",
        #Predicate { $0.director?.name.contains("rsu") ?? true }),
      Question(
        "a to-one's to-many", "AB", #Predicate { $0.director?.films.count == 2 }),
      Question(
        "a to-one's empty to-many, which none is not", "ABDE",
        #Predicate { $0.director?.films.isEmpty == false }),
      Question(
        "a to-one's member", "AB",
        #Predicate { $0.director?.films.contains { $0.minutes == 137 } == true }),
      Question("??", "ADE", #Predicate { ($0.subtitle ?? "none") == "none" }),
      Question("?? of a to-one's", "C", #Predicate { ($0.director?.name ?? "none") == "none" }),
      Question("?? a property", "E", #Predicate { ($0.seats ?? $0.minutes) == 60 }),
      Question("if let", "A", #Predicate { if let seats = $0.seats { seats > 50 } else { false } }),
      Question(
        "if let else", "ACE", #Predicate { if let seats = $0.seats { seats > 50 } else { true } }),
      Question("flatMap", "A", #Predicate { $0.seats.flatMap { $0 > 50 } == true }),
      Question("flatMap to a value", "B", #Predicate { $0.seats.flatMap { $0 + 1 } == 51 }),
      Question("flatMap to a constant", "CE", #Predicate { $0.seats.flatMap { _ in 1 } == nil }),
      Question("an optional constant's", "", #Predicate { fallback?.isEmpty == true && $0.isOpen }),
      Question("a forced value", "A", isSwifts: false, #Predicate { $0.seats! > 50 }),
      Question(
        "a forced to-one's", "AB", isSwifts: false, #Predicate { $0.director!.name == "Ursula" }),
    ]
  }

  static var numbers: [Question] {
    let two = 2
    return [
      Question("+", "B", #Predicate { $0.minutes + 3 == 140 }),
      Question("-", "DE", #Predicate { $0.minutes - 100 < 0 }),
      Question("*", "BC", #Predicate { $0.minutes * two > 240 }),
      Question("/ toward zero", "BC", #Predicate { $0.minutes / 10 >= 13 }),
      Question("%", "DE", #Predicate { $0.minutes % 2 == 0 }),
      Question("the sign", "DE", #Predicate { -$0.minutes >= -60 }),
      Question("/ of reals", "A", #Predicate { ($0.score ?? 0) / 2 == 4.25 }),
      Question("of two attributes", "AB", #Predicate { $0.minutes + ($0.seats ?? 0) > 180 }),
      Question("of constants", "DE", #Predicate { $0.minutes == 30 * two }),
      Question("divided by zero", "", isSwifts: false, #Predicate { $0.minutes / 0 == 1 }),
      Question(
        "beyond 64 bits", "", isSwifts: false,
        #Predicate { $0.minutes * 9_223_372_036_854_775_807 > 0 }
      ),
    ]
  }

  static var texts: [Question] {
    let part = "li"
    return [
      Question("contains", "AB", #Predicate { $0.title.contains("li") }),
      Question("contains a constant", "AB", #Predicate { $0.title.contains(part) }),
      Question("contains in another case", "", #Predicate { $0.title.contains("LI") }),
      Question("contains nothing", "ABCDE", #Predicate { $0.title.contains("") }),
      Question("contains %", "E", #Predicate { $0.title.contains("%") }),
      Question("starts(with:)", "A", #Predicate { $0.title.starts(with: "Alien") }),
      Question("starts with nothing", "ABCDE", #Predicate { $0.title.starts(with: "") }),
      Question("contains another text", "A", #Predicate { $0.title.contains($0.code) }),
      Question(
        "contains another text or a constant", "AD",
        #Predicate { $0.title.contains($0.subtitle ?? "e") }),
      Question(
        "an optional's start with another text", "BC",
        #Predicate { film in film.subtitle.flatMap { $0.starts(with: film.code) } == false }),
      Question(
        "an absent text's start with another one", "ADE",
        #Predicate { film in film.subtitle.flatMap { $0.starts(with: film.code) } == nil }),
      Question("isEmpty", "", #Predicate { $0.title.isEmpty }),
      Question("count", "AE", #Predicate { $0.title.count == 5 }),
      Question("count beyond ASCII", "D", #Predicate { $0.title.count == 4 }),
      Question(
        "an optional's", "C", #Predicate { $0.subtitle?.starts(with: "Al") == true }),
      Question(
        "by UTF-8, not as Unicode has it", "", isSwifts: false,
        #Predicate { $0.title == "E\u{301}den" }),
    ]
  }

  static var ranges: [Question] {
    let closed = 60...117
    let open = 60..<117
    let (from, through, upTo) = (117..., ...60, ..<117)
    let codes: Set<String> = ["A", "D", "Z"]
    let seats: [Int?] = [nil, 10]
    let ratings: [Rating] = [.teen, .adult]
    let words = ["Al", "Br"]
    return [
      Question("a closed range", "ADE", #Predicate { (60...117).contains($0.minutes) }),
      Question("a range", "DE", #Predicate { (60..<117).contains($0.minutes) }),
      Question("a constant closed range", "ADE", #Predicate { closed.contains($0.minutes) }),
      Question("a constant range", "DE", #Predicate { open.contains($0.minutes) }),
      Question("a range from", "ABC", #Predicate { from.contains($0.minutes) }),
      Question("a range through", "DE", #Predicate { through.contains($0.minutes) }),
      Question("a range up to", "DE", #Predicate { upTo.contains($0.minutes) }),
      Question(
        "a range of attributes", "BDE",
        #Predicate { (50...($0.minutes)).contains(60) && !$0.isOpen }),
      Question("a collection", "CDE", #Predicate { [60, 143].contains($0.minutes) }),
      Question("a constant collection", "AD", #Predicate { codes.contains($0.code) }),
      Question("nil in a collection", "CDE", #Predicate { seats.contains($0.seats) }),
      Question("enumerations", "ABC", #Predicate { ratings.contains($0.rating) }),
      Question("nothing", "", #Predicate { [].contains($0.minutes) }),
      Question(
        "a constant that satisfies", "AC",
        #Predicate { film in words.contains { $0 == "Al" && film.isOpen } }),
      Question(
        "constants that all satisfy", "DE",
        #Predicate { film in [61, 62].allSatisfy { $0 > film.minutes } }),
    ]
  }

  static var members: [Question] {
    [
      Question("count", "AE", #Predicate { $0.tags.count > 1 }),
      Question("isEmpty", "C", #Predicate { $0.tags.isEmpty }),
      Question("contains { }", "ABE", #Predicate { $0.tags.contains { $0.name == "war" } }),
      Question(
        "allSatisfy { }, which nothing is", "BC",
        #Predicate { $0.tags.allSatisfy { $0.name == "war" } }
      ),
      Question(
        "filter { }.count", "AE",
        #Predicate { $0.tags.filter { $0.name != "Art" }.count == 2 }),
      Question(
        "filter { }.isEmpty", "CD", #Predicate { $0.tags.filter { $0.name == "war" }.isEmpty }),
      Question(
        "filter { }.contains { }", "DE",
        #Predicate { $0.tags.filter { $0.name != "war" }.contains { $0.name == "Art" } }),
      Question(
        "filter { }.allSatisfy { }", "ABC",
        #Predicate { $0.tags.filter { $0.name != "war" }.allSatisfy { $0.name == "sea" } }),
      Question(
        "filter { }.filter { }", "AE",
        #Predicate { $0.tags.filter { $0.name != "war" }.filter { $0.name != "Art" }.count == 1 }),
      Question(
        "members' members", "ABDE",
        #Predicate { $0.tags.contains { $0.films.contains { $0.isOpen == false } } }),
      Question(
        "a member's to-one", "ABDE",
        #Predicate { $0.tags.contains { $0.films.contains { $0.studio.name == "toho" } } }),
      Question("a required to-one's", "BD", #Predicate { $0.studio.films.count == 2 }),
    ]
  }

  @Test func objectsAreNamedByTheirIds() throws {
    let cinema = try Cinema()
    let (film, ursula) = (cinema.films[0].objectID, cinema.directors[0].objectID)
    let (toho, sea) = (cinema.studios[1].objectID, cinema.tags[1].objectID)
    let ids = [film, cinema.films[3].objectID]
    let directors: [ObjectID?] = [nil, ursula]
    let questions: [(Predicate<Film>, String)] = [
      (#Predicate { $0.objectID == film }, "A"),
      (#Predicate { $0.objectID != film }, "BCDE"),
      (#Predicate { ids.contains($0.objectID) }, "AD"),
      (#Predicate { $0.studio.objectID == toho }, "BD"),
      (#Predicate { $0.director?.objectID == ursula }, "AB"),
      (#Predicate { $0.director?.objectID != ursula }, "CDE"),
      (#Predicate { directors.contains($0.director.flatMap { $0.objectID }) }, "ABC"),
      (#Predicate { $0.tags.contains { $0.objectID == sea } }, "AE"),
    ]
    for (predicate, answer) in questions {
      let request = Film.where(predicate)
      #expect(try cinema.context.codes(request.sorted(by: \.code)) == answer, "\(predicate)")
      #expect(cinema.films.filter { request.condition.isSatisfied(by: $0) }.codes == answer)
      #expect(try cinema.films.filter(predicate).codes == answer)
    }
  }

  @Test func valuesOfEveryTypeAreCompared() throws {
    let bench = try Bench(Specimen.self)
    let context = bench.context
    let (date, uuid) = (Date(timeIntervalSinceReferenceDate: 9), UUID())
    let (url, data) = (URL(filePath: "/a"), Data([1, 2]))
    let (decimal, grade, limit) = (Decimal(5) / 2, Grade.high, UInt32(7))
    let half: Float = 0.5
    let whole = Specimen(
      maybeBool: false, maybeInt: 3, int8: 3, uint32: 9, maybeFloat: 0.5, date: date,
      maybeData: data, uuid: uuid, maybeURL: url, decimal: decimal, maybeGrade: .high,
      maybeAddress: Address(), in: context)
    let blank = Specimen(maybeBool: true, in: context)
    try context.save()
    let predicates: [(Predicate<Specimen>, [Specimen])] = [
      (#Predicate { $0.maybeBool == false }, [whole]),
      (#Predicate { $0.maybeBool ?? false }, [blank]),
      (#Predicate { $0.maybeBool != nil }, [whole, blank]),
      (#Predicate { $0.bool == ($0.maybeInt == 3) }, [blank]),
      (#Predicate { $0.int8 + 1 > 3 }, [whole]),
      (#Predicate { $0.uint32 > limit }, [whole]),
      (#Predicate { $0.maybeFloat == half }, [whole]),
      (#Predicate { $0.date >= date }, [whole]),
      (#Predicate { $0.maybeData == data }, [whole]),
      (#Predicate { $0.uuid == uuid }, [whole]),
      (#Predicate { $0.maybeURL == url }, [whole]),
      (#Predicate { $0.decimal * 2 == 5 }, [whole]),
      (#Predicate { $0.decimal < decimal }, [blank]),
      (#Predicate { $0.maybeGrade == grade }, [whole]),
      (#Predicate { $0.maybeAddress == nil }, [blank]),
      (#Predicate { $0.maybeAddress != nil }, [whole]),
    ]
    for (predicate, answer) in predicates {
      let request = Specimen.where(predicate)
      #expect(Set(try context.fetch(request)) == Set(answer), "\(predicate)")
      let satisfying = [whole, blank].filter { request.condition.isSatisfied(by: $0) }
      #expect(satisfying == answer, "\(predicate)")
      #expect(try [whole, blank].filter(predicate) == answer, "\(predicate)")
    }
  }

  @Test func aValueThatIsStoredAsJSONIsComparedWithNilOnly() throws {
    let context = try Bench(Specimen.self).context
    let address = Address()
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Specimen.where(#Predicate { $0.address == address }))
    }
    #expect(error?.code == .invalidRequest)
    #expect(
      error?.message
        == "'Specimen' cannot be asked by a predicate with 'KeyPath': 'Address' is not stored as a "
        + "single value")
  }

  @Test func inheritedPropertiesAreNamed() throws {
    let bench = try Bench(Vehicle.self, Car.self, SportsCar.self, Garage.self)
    let garage = Garage(name: "Home", in: bench.context)
    let car = Car(doors: 3, in: bench.context)
    let fast = SportsCar(in: bench.context)
    (fast.doors, car.name, fast.name) = (2, "Mini", "GT")
    (car.wheels, fast.wheels) = (4, 4)
    (car.garage, fast.garage) = (garage, garage)
    try bench.context.save()
    let id = fast.objectID
    let predicates: [(Predicate<Car>, [Car])] = [
      (#Predicate { $0.wheels == 4 && $0.doors < 4 }, [car, fast]),
      (#Predicate { $0.name == "Mini" && $0.garage?.name == "Home" }, [car]),
      (#Predicate { $0.objectID == id }, [fast]),
    ]
    for (predicate, answer) in predicates {
      #expect(
        try bench.context.fetch(Car.where(predicate).sorted(by: \.doors, .descending)) == answer)
      #expect(try [car, fast].filter(predicate) == answer)
    }
  }

  @Test func aPredicateJoinsOtherConditionsAndSeesWhatIsUnsaved() throws {
    let cinema = try Cinema()
    let request = Film.where { $0.isOpen }.where(#Predicate { $0.minutes > 120 })
    #expect(try cinema.context.codes(request) == "C")
    cinema.films[0].minutes = 121
    #expect(try cinema.context.codes(request) == "AC")
    #expect(try cinema.context.count(request) == 2)
    #expect(try cinema.context.codes(request.ignoringPendingChanges()) == "C")
  }

  static let refusals: [(Predicate<Film>, String)] = [
    (
      #Predicate { $0.title.first == $0.code.first },
      #"'KeyPath': \String.<computed (Optional<Character>)>"#
    ),
    (#Predicate { ($0.title as Any) is String }, "'TypeCheck'"),
    (#Predicate { film in film.title.contains { $0 == $0 } }, "'SequenceContainsWhere'"),
    (#Predicate { $0.title.max() == $0.code.max() }, "'SequenceMaximum'"),
  ]

  @Test(arguments: refusals)
  func anExpressionWithoutAMeaningIsRefusedByItsName(
    predicate: Predicate<Film>, refused: String
  ) throws {
    let cinema = try Cinema()
    let message = "'Film' cannot be asked by a predicate with \(refused)"
    let requests = [
      Film.where(predicate), Film.where(predicate).where { $0.isOpen },
      Film.where { _ in .true }.where(predicate).sorted(by: \.code),
    ]
    for request in requests {
      let error = #expect(throws: StoreError.self) { try cinema.context.fetch(request) }
      #expect(error?.code == .invalidRequest)
      #expect(error?.message == message)
      #expect(throws: StoreError.self) { try cinema.context.count(request) }
      #expect(cinema.films.filter { request.condition.isSatisfied(by: $0) }.codes == "")
    }
    cinema.films[0].minutes = 1
    let error = #expect(throws: StoreError.self) { try cinema.context.fetch(requests[0]) }
    #expect(error?.message == message)
  }

  @Test func whatIsNoPropertyIsReportedAsInAnyCondition() throws {
    let context = try Cinema().context
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Film.where(#Predicate { $0.shout == "ALIEN" }))
    }
    #expect(error?.code == .invalidRequest)
    #expect(
      error?.message == "'Film' has no property '\\Film.<computed (String)>'; what Swift computes "
        + "is not stored, and requests name what is")
  }

  @Test func aDerivedAttributeIsAskedForAsAnyOther() throws {
    let context = try StoreKind.sqlite.container(paletteClasses).newContext()
    for (name, colours) in [("none", ""), ("two", "ab"), ("three", "cde")] {
      _ = Palette(name: name, pigments: Set(pigments(colours, context)), in: context)
    }
    for _ in 1...2 {
      let found = try context.fetch(Palette.where(#Predicate<Palette> { $0.size > 1 }))
      #expect(found.map(\.name) == ["two", "three"])
      let similar = #Predicate<Palette> { palette in palette.similar.contains { $0.size == 0 } }
      #expect(try context.fetch(Palette.where(similar)) == [])
      try context.save()
    }
  }
}
