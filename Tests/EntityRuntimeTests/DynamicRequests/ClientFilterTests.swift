import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// A filter of a client's is a condition on what the client may use, or an error for the client.
@Suite struct ClientFilterTests {
  private static let policy = FilterPolicy(Film.self) {
    (
      $0.code, $0.title, $0.subtitle, $0.minutes, $0.seats, $0.isOpen, $0.rating, $0.director,
      $0.director.name, $0.tags
    )
  }

  /// A filter, and the condition that it is.
  struct Pair: Sendable {
    let json: String
    let request: FetchRequest<Film>

    init(_ json: String, _ request: FetchRequest<Film>) {
      self.json = json
      self.request = request
    }
  }

  @Test(arguments: [
    Pair("{}", Film.all),
    Pair(#"{"minutes": 60}"#, Film.where { $0.minutes == 60 }),
    Pair(#"{"minutes": {">": 100}}"#, Film.where { $0.minutes > 100 }),
    Pair(
      #"{"minutes": {">=": 60, "<": 140}}"#, Film.where { $0.minutes < 140 && $0.minutes >= 60 }),
    Pair(#"{"minutes": {"!=": 60}}"#, Film.where { $0.minutes != 60 }),
    Pair(#"{"minutes": {"in": [60, 117]}}"#, Film.where { $0.minutes.in([60, 117]) }),
    Pair(
      #"{"and": [{"minutes": {">": 60}}, {"title": {"contains": "a"}}]}"#,
      Film.where { $0.minutes > 60 && $0.title.contains("a") }),
    Pair(
      #"{"or": [{"code": "A"}, {"not": {"minutes": {"<": 140}}}]}"#,
      Film.where { $0.code == "A" || !($0.minutes < 140) }),
    Pair(
      #"{"minutes": 60, "code": "D"}"#, Film.where { $0.code == "D" && $0.minutes == 60 }),
    Pair(#"{"subtitle": null}"#, Film.where { $0.subtitle == nil }),
    Pair(#"{"subtitle": {"!=": null}}"#, Film.where { $0.subtitle != nil }),
    Pair(
      #"{"title": {"startsWith": "A", "endsWith": "n"}}"#,
      Film.where { $0.title.hasSuffix("n") && $0.title.hasPrefix("A") }),
    Pair(
      #"{"title": {"=": "ALIEN", "ignoringCase": true}}"#,
      Film.where { $0.title.equals("ALIEN", ignoringCase: true) }),
    Pair(
      #"{"title": {"!=": "ALIEN", "ignoringCase": true}}"#,
      Film.where { !$0.title.equals("ALIEN", ignoringCase: true) }),
    Pair(#"{"isOpen": true}"#, Film.where { $0.isOpen }),
    Pair(#"{"rating": {"in": [12, 18]}}"#, Film.where { $0.rating.in([.teen, .adult]) }),
    Pair(#"{"director": null}"#, Film.where { $0.director == nil }),
    Pair(
      #"{"director": {"in": ["Director-1", "Director-2"]}}"#,
      Film.where {
        $0.director.in([
          ObjectID(entityName: "Director", rowID: 1), ObjectID(entityName: "Director", rowID: 2),
        ])
      }),
    Pair(#"{"director.name": "Ursula"}"#, Film.where { $0.director.name == "Ursula" }),
    Pair(#"{"tags": {"count": {">": 1}}}"#, Film.where { $0.tags.count > 1 }),
    Pair(#"{"tags": {"count": 0}}"#, Film.where { $0.tags.count == 0 }),
  ])
  func aFilterIsTheConditionThatItSays(pair: Pair) throws {
    let cinema = try Cinema()
    let filter = try ClientFilter(json: pair.json)
    let request = try Film.all.filtered(by: filter, allowing: Self.policy)
    var (found, wanted) = ("", "")
    let sql = try cinema.bench.sql { found = try cinema.context.codes(request) }
    let typed = try cinema.bench.sql { wanted = try cinema.context.codes(pair.request) }
    #expect(sql == typed)
    #expect(found == wanted)
    let dynamic = try DynamicRequest("Film").filtered(
      by: filter, allowing: Self.policy, in: cinema.bench.container.model)
    #expect(try cinema.context.fetch(dynamic) == cinema.context.fetch(pair.request))
    let decoded = try JSONDecoder().decode(ClientFilter.self, from: Data(pair.json.utf8))
    #expect(decoded == filter)
    let body = try JSON(reading: #"{"filter": \#(pair.json)}"#)
    #expect(try ClientFilter(json: #require(body["filter"])) == filter)
  }

  @Test func membersAreAskedWhereAPropertyOfTheirsIsAllowed() throws {
    let context = try Cinema().context
    let policy = FilterPolicy(allowing: ["tags.name", "studio.films.code"])
    func codes(_ json: String) throws -> String {
      try context.codes(Film.all.filtered(by: ClientFilter(json: json), allowing: policy))
    }
    #expect(try codes(#"{"tags": {"any": {"name": "war"}}}"#) == "ABE")
    #expect(try codes(#"{"tags": {"none": {"name": "war"}}}"#) == "CD")
    #expect(try codes(#"{"tags": {"all": {"name": {"in": ["war", "sea"]}}}}"#) == "ABC")
    #expect(try codes(#"{"studio.films": {"any": {"code": "D"}}}"#) == "BD")
    #expect(throws: FilterError.self) { try codes(#"{"tags": {"count": 1}}"#) }
    #expect(throws: FilterError.self) { try codes(#"{"tags": {"any": {"films": {"count": 1}}}}"#) }
    #expect(throws: FilterError.self) { try codes(#"{"studio.name": "x"}"#) }
  }

  @Test func eachTypeIsReadFromItsFormInJSON() throws {
    let vaults = try Vaults()
    func logins(_ json: String) throws -> String {
      try vaults.context.fetch(
        Deposit.all.filtered(
          by: ClientFilter(json: json), allowing: FilterPolicy.everythingButSecrets)
      ).map(\.login).joined()
    }
    for json in [
      #"{"small": 5}"#, #"{"great": 18446744073709551615}"#, #"{"share": 0.1}"#, #"{"ratio": 2}"#,
      #"{"ratio": {">": 1.5}}"#, #"{"balance": 10.5}"#, #"{"balance": {">": "10.4999999"}}"#,
      #"{"opened": "2001-01-01T00:00:00Z"}"#, #"{"opened": "2001-01-01"}"#,
      #"{"opened": "2001-01-01T00:00:00.000Z"}"#, #"{"opened": "2001-01-01T02:00:00+02:00"}"#,
      #"{"opened": "20010101T000000Z"}"#, #"{"opened": "2001-01-01 00:00"}"#,
      #"{"key": "123e4567-e89b-12d3-a456-426614174000"}"#, #"{"picture": "AQID"}"#,
      #"{"home": "https://example.org/a"}"#, #"{"isActive": true}"#,
      #"{"vault.accounts": {"any": {"login": "a"}}, "login": "a"}"#,
    ] {
      #expect(try logins(json) == "a", "\(json)")
    }
    for date in [#""2001-02-30""#, #""2001""#, #""yesterday""#, "0", #""2001-01-01T00:00:00Zx""#] {
      #expect(throws: FilterError.self) { try logins(#"{"opened": \#(date)}"#) }
    }
    #expect(try logins(#"{"vault": "Vault-1"}"#) == "ab")
    #expect(try logins(#"{"labels": {"!=": null}}"#) == "abC")
  }

  @Test(arguments: [
    "0.123456789012345678901234567891", "123456789012345678901234567890.25",
    "-123456789012345678901234567891", "12345678901234567890123456789012345678e-30",
    "9007199254740993.0", "0.1", "1E3", "-0.0",
  ])
  func numbersOfAClientsKeepEveryDigit(_ number: String) throws {
    let vaults = try Vaults()
    let context = vaults.context
    let exact = try #require(Decimal(string: number))
    vaults.accounts[0].balance = exact
    vaults.accounts[1].balance = exact + 5
    vaults.accounts[2].balance = exact + Decimal(sign: .plus, exponent: -29, significand: 2)
    try context.save()
    for json in ["{\"balance\": \(number)}", "{\"balance\": {\"in\": [\"\(number)\", 3]}}"] {
      for filter in [
        try ClientFilter(json: json),
        try JSONDecoder().decode(ClientFilter.self, from: Data(json.utf8)),
      ] {
        let request = try Deposit.all.filtered(
          by: filter, allowing: FilterPolicy.everythingButSecrets)
        #expect(try context.fetch(request).first === vaults.accounts[0], "\(json)")
        #expect(try context.fetch(request).allSatisfy { $0.balance == exact }, "\(json)")
        // What is stored of a request keeps them too.
        let again = try JSONDecoder().decode(
          FetchRequest<Deposit>.self, from: JSONEncoder().encode(request))
        #expect(again.debugDescription == request.debugDescription)
        #expect(try context.fetch(again) == context.fetch(request))
      }
    }
  }

  @Test(arguments: [
    ("", "the filter is no JSON: line 1, column 1: expected a value"),
    ("[]", "a filter is an object, and this is a list"),
    (#"{"code": "A", "code": "B"}"#, "code: the object has this member twice"),
    (#"{"and": [{"code": "A", "code": "A"}]}"#, "and[0].code: the object has this member twice"),
    (
      #"{"minutes": {">": 1, ">": 2}}"#, "minutes.>: the object has this member twice"
    ),
    (#"{"and": {}}"#, "and: a list of filters is needed, and not an object"),
    (#"{"and": [{}, 3]}"#, "and[1]: a filter is an object, and this is a number"),
    (#"{"not": []}"#, "not: a filter is an object, and this is a list"),
    (#"{"lenght": 3}"#, "lenght: there is no property of this name to filter or sort by"),
    (#"{"score": 3}"#, "score: there is no property of this name to filter or sort by"),
    (#"{"studio": null}"#, "studio: there is no property of this name to filter or sort by"),
    (
      #"{"director.nickname": "x"}"#,
      "director.nickname: there is no property of this name to filter or sort by"
    ),
    (
      #"{"tags": {"any": {"name": "x"}}}"#,
      "tags.any.name: there is no property of this name to filter or sort by"
    ),
    (#"{"": 3}"#, #""": there is no property of this name to filter or sort by"#),
    (
      #"{"a\u0000b": 3}"#, #""a\0b": there is no property of this name to filter or sort by"#
    ),
    (
      #"{"minutes": "60"}"#,
      "minutes: a whole number within the range of the property is needed, and not a string"
    ),
    (
      #"{"or": [{"minutes": {">": 1.5}}]}"#,
      "or[0].minutes.>: a whole number within the range of the property is needed, which this number "
        + "is not"
    ),
    (
      #"{"minutes": 9223372036854775808}"#,
      "minutes: a whole number within the range of the property is needed, which this number is not"
    ),
    (#"{"isOpen": 1}"#, "isOpen: true or false is needed, and not a number"),
    (#"{"minutes": {}}"#, "minutes: an object of comparisons has at least one"),
    (
      #"{"minutes": {"like": 3}}"#,
      "minutes.like: there is no comparison of this name; there are =, !=, <, <=, >, >=, in, "
        + "contains, startsWith, endsWith"
    ),
    (#"{"minutes": {"<": null}}"#, "minutes.<: null has no order; compare it by '=' or '!='"),
    (#"{"minutes": {"contains": "1"}}"#, "minutes.contains: the property is no text"),
    (#"{"title": {"contains": null}}"#, "title.contains: a text is needed, and not null"),
    (#"{"title": {"in": "x"}}"#, "title.in: a list is needed, and not a string"),
    (#"{"title": {"in": ["x", 1]}}"#, "title.in[1]: a text is needed, and not a number"),
    (
      #"{"title": {">": "x", "ignoringCase": true}}"#,
      "title.>: 'ignoringCase' goes with =, !=, contains, startsWith and endsWith alone"
    ),
    (
      #"{"minutes": {"=": 3, "ignoringCase": true}}"#,
      "minutes.ignoringCase: 'ignoringCase' is true or false, beside a comparison of texts"
    ),
    (#"{"title": {"ignoringCase": true}}"#, "title: an object of comparisons has at least one"),
    (
      #"{"director": "Film-1"}"#, #"director: an id is needed, such as "Director-42", or null"#
    ),
    (
      #"{"director": {">": "Director-1"}}"#,
      "director.>: a relationship is compared with ids by =, != and in; name its properties with a "
        + "dot"
    ),
    (
      #"{"tags": ["x"]}"#,
      "tags: the members of a relationship are asked by any, all, none and count"
    ),
  ])
  func whatIsWrongIsSaidForTheClient(json: String, message: String) throws {
    let error = #expect(throws: FilterError.self) {
      try Film.all.filtered(by: ClientFilter(json: json), allowing: Self.policy)
    }
    #expect(error?.description == message)
  }

  @Test func aFilterIsAsLongAndAsDeepAsThePolicySays() throws {
    var policy = Self.policy
    policy.depth = 2
    policy.terms = 5
    policy.listLength = 2
    policy.textLength = 3
    func refusal(_ json: String) -> String? {
      do {
        _ = try Film.all.filtered(by: ClientFilter(json: json), allowing: policy)
        return nil
      } catch { return "\(error)" }
    }
    #expect(refusal(#"{"not": {"not": {"code": "A"}}}"#) == nil)
    #expect(
      refusal(#"{"not": {"not": {"not": {"code": "A"}}}}"#)
        == "not.not.not: a filter is nested at most 2 deep")
    #expect(refusal(#"{"or": [{"code": "A"}, {"code": "B"}]}"#) == nil)
    #expect(
      refusal(#"{"or": [{"code": "A"}, {"code": "B"}, {"code": "C"}]}"#)
        == "or[2]: a filter has at most 5 terms")
    #expect(
      refusal(#"{"code": {"in": ["A", "B", "C"]}}"#) == "code.in: a list has at most 2 values")
    #expect(refusal(#"{"code": "ABCD"}"#) == "code: a text has at most 3 bytes")
    #expect(refusal(#"{"title": {"contains": "ABCD"}}"#)?.contains("at most 3 bytes") == true)
    let deep =
      String(repeating: #"{"not":"#, count: 5_000) + "{}" + String(repeating: "}", count: 5_000)
    policy.depth = .max
    policy.terms = .max
    #expect(refusal(deep)?.hasPrefix("the filter is no JSON") == true)
    let shallow =
      String(repeating: #"{"not":"#, count: 40) + "{}" + String(repeating: "}", count: 40)
    #expect(refusal(shallow)?.contains("deep") == true)
    #expect(refusal(String(repeating: " ", count: 2 << 20))?.contains("bytes") == true)
    #expect(throws: DecodingError.self) {
      let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
      return try JSONDecoder().decode(ClientFilter.self, from: Data(deep.utf8))
    }
  }

  @Test func secretsAreFilteredByOnlyWhereTheyAreNamed() throws {
    let vaults = try Vaults()
    let filter = try ClientFilter(json: #"{"passwordHash": "x1"}"#)
    #expect(throws: FilterError.self) {
      try Deposit.all.filtered(by: filter, allowing: .everythingButSecrets)
    }
    #expect(throws: FilterError.self) {
      try Deposit.all.filtered(
        by: ClientFilter(json: #"{"vault.code": "x"}"#), allowing: .everythingButSecrets)
    }
    #expect(throws: FilterError.self) {
      try Vault.all.filtered(
        by: ClientFilter(json: #"{"accounts": {"any": {"passwordHash": "x"}}}"#),
        allowing: .everythingButSecrets)
    }
    #expect(throws: FilterError.self) {
      try Deposit.all.sorted(byNames: "-passwordHash", allowing: .everythingButSecrets)
    }
    let policy = FilterPolicy(allowing: ["passwordHash"])
    let model = vaults.bench.container.model
    let allowed = try DynamicRequest("Deposit").filtered(by: filter, allowing: policy, in: model)
      .sorted(byNames: "passwordHash", allowing: policy, in: model)
    #expect(try vaults.context.fetch(allowed) == [vaults.accounts[0]])
    // That a client may filter by a secret does not show it.
    #expect(throws: StoreError.self) { try vaults.context.fetch(allowed.select("passwordHash")) }
  }

  @Test func anOrderOfAClientsIsReadByNames() throws {
    let context = try Cinema().context
    let request = try Film.all.sorted(byNames: "-minutes,director.name,code", allowing: Self.policy)
    #expect(
      "\(request)" == #"Film.sorted(by: \.minutes, .descending)"#
        + #".sorted { $0.director.name }.sorted(by: \.code)"#)
    #expect(try context.codes(request) == "CBADE" || context.codes(request).count == 5)
    for (text, message) in [
      ("score", "sort[0]: there is no property of this name to filter or sort by"),
      ("code,", "sort[1]: there is no property of this name to filter or sort by"),
      ("--code", "sort[0]: there is no property of this name to filter or sort by"),
      ("director", "sort[0]: there is no property of this name to filter or sort by"),
      (
        Array(repeating: "code", count: 9).joined(separator: ","),
        "sort: an order has at most 8 properties"
      ),
    ] {
      let error = #expect(throws: FilterError.self) {
        try Film.all.sorted(byNames: text, allowing: Self.policy)
      }
      #expect(error?.description == message)
    }
  }

  @Test func objectsAreAskedForAndSortedByTheirIds() throws {
    let context = try Cinema().context
    let policies = [
      FilterPolicy.everythingButSecrets,
      FilterPolicy(allowing: ["objectID", "director.objectID"]),
      FilterPolicy(Film.self) {
        $0.objectID
        $0.director.objectID
      },
    ]
    for policy in policies {
      for (json, codes) in [
        (#"{"objectID": "Film-2"}"#, "B"), (#"{"objectID": {"!=": "Film-2"}}"#, "ACDE"),
        (#"{"objectID": {"in": ["Film-3", "Film-1"]}}"#, "AC"), (#"{"objectID": null}"#, ""),
      ] {
        let request = try Film.all.filtered(by: ClientFilter(json: json), allowing: policy)
        #expect(try context.codes(request) == codes)
      }
      #expect(
        try context.codes(Film.all.sorted(byNames: "-objectID", allowing: policy)) == "EDCBA")
      let directed = try Film.all.filtered(
        by: ClientFilter(json: #"{"director.objectID": {"in": ["Director-1"]}}"#), allowing: policy)
      let wanted = Film.where {
        $0.director.objectID.in([ObjectID(entityName: "Director", rowID: 1)])
      }
      #expect(try context.codes(directed) == context.codes(wanted))
      #expect(
        try "\(directed.sorted(byNames: "director.objectID", allowing: policy))"
          == "\(wanted.sorted { $0.director.objectID })")
    }
    for (json, message) in [
      (
        #"{"objectID": "Film-2"}"#,
        "objectID: there is no property of this name to filter or sort by"
      ),
      (
        #"{"title.objectID": "Film-2"}"#,
        "title.objectID: there is no property of this name to filter or sort by"
      ),
    ] {
      let error = #expect(throws: FilterError.self) {
        try Film.all.filtered(by: ClientFilter(json: json), allowing: Self.policy)
      }
      #expect(error?.description == message)
    }
    let error = #expect(throws: FilterError.self) {
      try Film.all.filtered(
        by: ClientFilter(json: #"{"objectID": {"in": ["Director-1"]}}"#), allowing: policies[0])
    }
    #expect(error?.description == #"objectID.in[0]: an id is needed, such as "Film-42", or null"#)
  }

  @Test func aPolicyThatNamesWhatThereIsNotIsAMistakeOfTheProgram() throws {
    let error = #expect(throws: StoreError.self) {
      try Film.all.filtered(by: ClientFilter(json: "{}"), allowing: FilterPolicy(allowing: ["x"]))
    }
    #expect(error?.message == "the policy of a filter allows 'x', which 'Film' does not have")
  }

  /// Whatever a client sends is answered or refused with an error for the client.
  @Test(arguments: 0..<10)
  func hostileFiltersAreRefusedOrAnswered(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let context = try Cinema().context
    let texts = [
      #"{"and":[{"minutes":{">":100}},{"title":{"contains":"x","ignoringCase":true}}]}"#,
      #"{"or":[{"tags":{"any":{"name":"war"},"count":{">=":1}}},{"director.name":null}]}"#,
      #"{"rating":{"in":[12,18]},"not":{"seats":{"<=":5}},"director":"Director-1"}"#,
    ]
    let pieces = [
      "'; DROP TABLE \"Film\"; --", "\\u0000", "💥", "null", "1e999", "-0.0", "[]", "{}", "\"",
      "objectID", "_id", "_version", "studio.films.studio.films.studio", "title\\\" = \\\"",
    ]
    for _ in 0..<200 {
      var text = random.pick(texts)
      for _ in 0...random.below(3) {
        let start = text.index(text.startIndex, offsetBy: random.below(text.count))
        let length = random.below(8)
        let end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        text.replaceSubrange(start..<end, with: random.oneIn(3) ? "" : random.pick(pieces))
      }
      do {
        let request = try Film.all.filtered(
          by: ClientFilter(json: text), allowing: .everythingButSecrets)
        _ = try context.fetch(request)
      } catch is FilterError {
        continue
      }
    }
    #expect(try context.count(Film.all) == 5)
  }
}
