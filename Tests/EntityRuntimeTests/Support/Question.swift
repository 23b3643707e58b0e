import EntityGraph
import EntityGraphFoundation
import Foundation
import Testing

/// A request for films and the letters of the films that it finds.
struct Question: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let request: FetchRequest<Film>
  let answer: String

  init(
    _ description: String, _ answer: String,
    _ condition: (Fields<Film>) -> Condition<Film>
  ) {
    testDescription = description
    request = FetchRequest<Film>().where(condition)
    self.answer = answer
  }

  init(_ description: String, _ answer: String, of request: FetchRequest<Film>) {
    testDescription = description
    self.request = request
    self.answer = answer
  }

  /// Comparisons of an attribute with a value.
  static let comparisons: [Question] = [
    Question("==", "DE") { $0.minutes == 60 },
    Question("!=", "ABC") { $0.minutes != 60 },
    Question("<", "DE") { $0.minutes < 117 },
    Question("<=", "ADE") { $0.minutes <= 117 },
    Question(">", "C") { $0.minutes > 137 },
    Question(">=", "BC") { $0.minutes >= 137 },
    Question("optional ==", "C") { $0.subtitle == "Alien" },
    Question("optional !=, which nil is", "ABDE") { $0.subtitle != "Alien" },
    Question("optional <, which nil is not", "D") { $0.seats < 50 },
    Question("optional <=", "BD") { $0.seats <= 50 },
    Question("optional >", "A") { $0.seats > 50 },
    Question("optional >=", "AB") { $0.seats >= 50 },
    Question("not <, which nil is", "ABCE") { !($0.seats < 50) },
    Question("== nil", "ADE") { $0.subtitle == nil },
    Question("!= nil", "BC") { $0.subtitle != nil },
    Question("isNil", "ADE") { $0.subtitle.isNil() },
    Question("> of reals, which NaN is not", "A") { $0.score > 5 },
    Question("< of reals", "C") { $0.score < 0 },
    Question("not < of reals, which NaN is", "ABDE") { !($0.score < 0) },
    Question("date >=", "C") { $0.premiere >= Date(timeIntervalSinceReferenceDate: 150) },
    Question("enumeration ==", "AB") { $0.rating == .adult },
    Question("enumeration >", "ABC") { $0.rating > .all },
    Question("boolean == true", "AC") { $0.isOpen == true },
    Question("isTrue", "AC") { $0.isOpen.isTrue },
    Question("! of a boolean", "BDE") { !$0.isOpen },
    Question("string <, by UTF-8", "ACE") { $0.title < "a" },
  ]

  /// Conditions combined.
  static let connectives: [Question] = [
    Question("&&", "A") { $0.rating == .adult && $0.seats > 50 },
    Question("||", "ADE") { $0.minutes == 60 || $0.code == "A" },
    Question("!", "ABC") { !($0.minutes == 60) },
    Question("! of &&", "BCDE") { !($0.rating == .adult && $0.seats > 50) },
    Question("! of ||", "BC") { !($0.minutes == 60 || $0.code == "A") },
    Question("&& before ||", "ADE") {
      $0.minutes == 60 || $0.rating == .adult && $0.seats > 50
    },
    Question("true", "ABCDE") { _ in .true },
    Question("false", "") { _ in .false },
    Question(
      "where after where", "B",
      of: Film.where { $0.rating == .adult }.where { $0.seats < 60 }),
  ]

  /// Values that are among others.
  static let memberships: [Question] = [
    Question("in a collection", "CDE") { $0.rating.in([.all, .teen]) },
    Question("in nothing", "") { $0.minutes.in([]) },
    Question("not in nothing", "ABCDE") { !$0.minutes.in([]) },
    Question("nil in a collection", "CDE") { $0.seats.in([nil, 10]) },
    Question("optional in a collection, which nil is not", "BD") { $0.seats.in([10, 50]) },
    Question("optional not in a collection", "ACE") { !$0.seats.in([10, 50]) },
    Question("in a closed range", "ADE") { $0.minutes.in(60...117) },
    Question("in a range", "DE") { $0.minutes.in(60..<117) },
    Question("optional in a closed range", "BD") { $0.seats.in(10...50) },
    Question("optional in a range", "D") { $0.seats.in(10..<50) },
    Question("a collection contains", "CDE") { [60, 143].contains($0.minutes) },
    Question("a closed range contains", "ADE") { (60...117).contains($0.minutes) },
    Question("a range contains", "DE") { (60..<117).contains($0.minutes) },
    Question("a NaN in a collection, where nothing is", "A") { $0.score.in([.nan, 8.5]) },
  ]

  /// Strings that are part of others.
  static let texts: [Question] = [
    Question("hasPrefix", "A") { $0.title.hasPrefix("Alien") },
    Question("hasPrefix ignoring case", "AB") { $0.title.hasPrefix("ALIEN", ignoringCase: true) },
    Question("hasPrefix of nothing", "ABCDE") { $0.title.hasPrefix("") },
    Question("optional hasPrefix of nothing", "BC") { $0.subtitle.hasPrefix("") },
    Question("hasSuffix", "AD") { $0.title.hasSuffix("en") },
    Question("hasSuffix in another case", "") { $0.title.hasSuffix("EN") },
    Question("hasSuffix ignoring case", "AD") { $0.title.hasSuffix("EN", ignoringCase: true) },
    Question("contains", "AB") { $0.title.contains("li") },
    Question("contains in another case", "") { $0.title.contains("LI") },
    Question("contains ignoring case", "AB") { $0.title.contains("LI", ignoringCase: true) },
    Question("contains beyond ASCII ignoring case", "D") {
      $0.title.contains("é", ignoringCase: true)
    },
    Question("contains %", "E") { $0.title.contains("%") },
    Question("contains _", "E") { $0.title.contains("_") },
    Question("contains a backslash", "E") { $0.title.contains(#"\"#) },
    Question("equals ignoring case", "D") { $0.title.equals("éDEN", ignoringCase: true) },
    Question("equals", "") { $0.title.equals("éDEN", ignoringCase: false) },
    Question("not contains, which nil does", "ADE") { !$0.subtitle.contains("") },
  ]

  /// Properties of other objects.
  static let chains: [Question] = [
    Question("to-one", "AB") { $0.director.name == "Ursula" },
    Question("to-one !=, which none is", "CDE") { $0.director.name != "Ursula" },
    Question("to-one <, by UTF-8", "ABD") { $0.director.name < "V" },
    Question("to-one's optional == nil", "ABC") { $0.director.nickname == nil },
    Question("required to-one", "ACE") { $0.studio.name == "A24" },
    Question("required to-one hasPrefix", "BD") { $0.studio.name.hasPrefix("to") },
    Question("to-one == nil", "C") { $0.director == nil },
    Question("to-one != nil", "ABDE") { $0.director != nil },
    Question("any", "ABE") { $0.tags.any { $0.name == "war" } },
    Question("all, which nothing is", "BC") { $0.tags.all { $0.name == "war" } },
    Question("none", "CD") { $0.tags.none { $0.name == "war" } },
    Question("not any", "CD") { !$0.tags.any { $0.name == "war" } },
    Question("any of any", "ABDE") { $0.tags.any { $0.films.any { $0.isOpen == false } } },
    Question("count ==", "A") { $0.tags.count == 2 },
    Question("count !=", "ABDE") { $0.tags.count != 0 },
    Question("count <", "C") { $0.tags.count < 1 },
    Question("count <=", "BCD") { $0.tags.count <= 1 },
    Question("count >", "AE") { $0.tags.count > 1 },
    Question("count >=", "E") { $0.tags.count >= 3 },
    Question("isEmpty", "C") { $0.tags.isEmpty },
    Question("not isEmpty", "ABDE") { !$0.tags.isEmpty },
    Question("to-one's to-many count", "AB") { $0.director.films.count > 1 },
    Question("to-one's to-many any", "AB") { $0.director.films.any { $0.minutes > 130 } },
    Question("to-one's to-many isEmpty, which none is", "C") { $0.director.films.isEmpty },
  ]

  /// Comparisons of two attributes.
  static let pairs: [Question] = [
    Question("attribute ==", "") { $0.title == $0.code },
    Question("attribute !=", "ABCDE") { $0.title != $0.code },
    Question("attribute <", "CE") { $0.title < $0.code },
    Question("attribute <=", "CE") { $0.title <= $0.code },
    Question("attribute >", "ABD") { $0.title > $0.code },
    Question("attribute >=", "ABD") { $0.title >= $0.code },
    Question("optional attribute ==, nil and nil too", "AC") { $0.sold == $0.seats },
    Question("optional attribute !=", "BDE") { $0.sold != $0.seats },
    Question("optional attribute <", "") { $0.sold < $0.seats },
    Question("optional attribute <=", "A") { $0.sold <= $0.seats },
    Question("optional attribute >", "B") { $0.sold > $0.seats },
    Question("optional attribute >=", "AB") { $0.sold >= $0.seats },
    Question("attribute of a to-one, which none is", "ABCDE") {
      $0.studio.name != $0.director.name
    },
  ]

  /// Orders and parts.
  static let orders: [Question] = [
    Question("sorted, ties by id", "DEABC", of: Film.sorted(by: \.minutes)),
    Question(
      "sorted descending, ties by descending id", "CBAED",
      of: Film.sorted(by: \.minutes, .descending)),
    Question(
      "sorted by two", "EDABC", of: Film.sorted(by: \.minutes).sorted(by: \.code, .descending)),
    Question("sorted, nil first", "CEDBA", of: Film.sorted(by: \.seats)),
    Question("sorted descending, nil last", "ABDEC", of: Film.sorted(by: \.seats, .descending)),
    Question("sorted, NaN last", "BDCAE", of: Film.sorted(by: \.score)),
    Question("sorted by UTF-8", "EACBD", of: Film.sorted(by: \.title)),
    Question("sorted ignoring case", "EABCD", of: Film.sorted(by: \.title, ignoringCase: true)),
    Question("sorted by an enumeration", "DECAB", of: Film.sorted(by: \.rating)),
    Question("sorted by a boolean", "BDEAC", of: Film.sorted(by: \.isOpen)),
    Question("sorted by a date", "BDEAC", of: Film.sorted(by: \.premiere)),
    Question(
      "sorted through a to-one, none first", "CDABE",
      of: Film.all.sorted { $0.director.name }),
    Question(
      "sorted through a required to-one", "DBECA",
      of: Film.all.sorted(.descending) { $0.studio.name }),
    Question(
      "sorted through a to-one ignoring case", "CDABE",
      of: Film.all.sorted(ignoringCase: true) { $0.director.name }),
    Question(
      "sorted as a language does", "EABCD",
      of: Film.sorted(by: \.title, locale: Locale(identifier: "sv_SE"))),
    Question(
      "sorted as a language does through a to-one, none last", "BADEC",
      of: Film.sorted(.descending, locale: Locale(identifier: "de_DE"), nils: .last) {
        $0.director.name
      }),
    Question("limit", "DE", of: Film.sorted(by: \.minutes).limit(2)),
    Question("limit of nothing", "", of: Film.limit(0)),
    Question("limit beyond the end", "ABCDE", of: Film.limit(9)),
    Question("offset", "ABC", of: Film.sorted(by: \.minutes).offset(2)),
    Question("offset beyond the end", "", of: Film.all.offset(9)),
    Question("offset and limit", "EA", of: Film.sorted(by: \.minutes).offset(1).limit(2)),
    Question(
      "condition, order, part", "E",
      of: Film.where { $0.minutes == 60 }.sorted(by: \.code).offset(1).limit(5)),
  ]

  /// The questions that are conditions alone.
  static let conditions: [Question] = [
    comparisons, connectives, memberships, texts, chains, pairs,
  ].flatMap { $0 }

  /// Every question.
  static let all = conditions + orders
}
