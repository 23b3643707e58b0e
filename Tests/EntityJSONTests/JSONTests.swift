import EntityJSON
import Foundation
import TestSupport
import Testing

@Suite struct JSONTests {
  private let book: JSON = [
    "title": "Niebla", "pages": 312, "price": 9.5, "isRead": true, "summary": .null,
    "author": ["name": "Unamuno"], "tags": ["novel", "nivola"],
  ]

  @Test func aLiteralIsWrittenInItsOrder() {
    #expect(
      book.text
        == #"{"title":"Niebla","pages":312,"price":9.5,"isRead":true,"summary":null,"#
        + #""author":{"name":"Unamuno"},"tags":["novel","nivola"]}"#)
  }

  @Test func withoutALabelTheInitialiserMakesJSONOfValues() {
    let (texts, numbers, truths) = (["a", "1"], [1, -2], [true, false])
    #expect(JSON(texts.map(JSON.init)) == ["a", "1"])
    #expect(JSON(numbers.map(JSON.init)) == [1, -2])
    #expect(JSON(truths.map(JSON.init)) == [true, false])
    #expect(JSON([0.5, .nan].compactMap(JSON.init)) == [0.5])
    #expect(JSON([[JSON(1)], []].map(JSON.init)) == [[1], []])
    #expect(JSON(["a"].map(JSON.init)) == ["a"])
  }

  @Test func membersAndElementsAreFoundByNameAndPosition() {
    #expect(book["author"]?["name"]?.string == "Unamuno")
    #expect(book["tags"]?[1]?.string == "nivola")
    #expect(book["tags"]?[2] == nil)
    #expect(book["tags"]?[-1] == nil)
    #expect(book["nothing"] == nil)
    #expect(book["title"]?["name"] == nil)
    #expect(book["title"]?[0] == nil)
    #expect(book["summary"]?.isNull == true)
    #expect(book.members?.map(\.name).last == "tags")
    #expect(book["tags"]?.elements?.compactMap(\.string) == ["novel", "nivola"])
    #expect((book.count, book["tags"]?.count, book["title"]?.count) == (7, 2, 0))
    #expect((book.elements == nil, book["tags"]?.members == nil) == (true, true))
  }

  @Test func aNameIsFoundHoweverItIsWritten() throws {
    let json = try JSON(reading: #"{"\u0074itle": 1, "caf\u00e9": 2, "x": {"y": 0}, "z": 3}"#)
    #expect(json["title"]?.int == 1)
    #expect(json["café"]?.int == 2)
    #expect(json["z"]?.int == 3)
    #expect(json["y"] == nil)
  }

  @Test func namesStayAsTheyAreWhereThoseOfPropertiesAreConverted() throws {
    struct Reply: Codable, Equatable {
      var firstName: String
      var extraValues: JSON
    }
    let inner: JSON = ["first_name": "x", "firstName": [["last_name": 2]], "a b": .null]
    let reply = Reply(firstName: "Ada", extraValues: inner)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let data = try encoder.encode(reply)
    #expect(try JSON(reading: data) == ["first_name": "Ada", "extra_values": inner])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Reply.self, from: data) == reply)
  }

  @Test func ofMembersOfOneNameTheFirstIsFoundAndAllAreListed() throws {
    let json = try JSON(reading: #"{"a": 1, "a": 2}"#)
    #expect(json["a"] == 1)
    #expect(json.members?.map(\.value) == [1, 2])
    #expect(json == ["a": 1])
  }

  @Test(
    arguments: [
      ("1", 1), ("-7", -7), ("1.0", 1), ("12e2", 1200), ("1200E-2", 12), ("0", 0), ("-0.0", 0),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775808", nil),
      ("1.5", nil), ("1e99", nil), ("1e999999999999999999999", nil), ("0e999999999999999999999", 0),
      ("\"1\"", nil), ("true", nil), ("null", nil),
    ] as [(String, Int?)])
  func aWholeNumberIsReadExactlyOrNotAtAll(_ text: String, _ value: Int?) throws {
    #expect(try JSON(reading: text).int == value)
  }

  @Test func numbersAreReadAsWhatHoldsThem() throws {
    let json = try JSON(reading: "[255, 256, -1, 18446744073709551615, 0.1, 1e400, 1e-400]")
    #expect(json[0]?.integer(as: UInt8.self) == 255)
    #expect(json[1]?.integer(as: UInt8.self) == nil)
    #expect(json[2]?.integer(as: UInt64.self) == nil)
    #expect(json[3]?.integer(as: UInt64.self) == .max)
    #expect(json[4]?.double == 0.1)
    #expect(json[4]?.decimal == Decimal(string: "0.1"))
    #expect(json[5]?.double == nil)
    #expect(json[5]?.digits == "1e400")
    let long = "0.12345678901234567890123456789012345678"
    #expect(try JSON(reading: long).decimal?.description == long)
    #expect(try JSON(reading: long + "999").decimal == nil)
  }

  @Test(arguments: [
    "0", "-0", "0.0", "-0.0", "0.1", "-12.125", "4999.25", "9007199254740992", "9007199254740993",
    "-9007199254740993", "900719925474099.3", "0.1234567890123456", "123456789012345678",
    "0.00000000000000001", "1e5", "1.5E-3", "17.000", "0.30000000000000004",
  ])
  func aFloatingPointNumberIsTheNearestToWhatIsWritten(_ text: String) throws {
    let json = try JSON(reading: text)
    #expect(json.double?.bitPattern == Double(text)?.bitPattern)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func soIsOneOfWhateverDigits(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let limit = UInt64.max >> UInt64.random(in: 0...63, using: &random)
      let digits = String(UInt64.random(in: 0...limit, using: &random))
      let places = Int.random(in: 0...digits.count, using: &random)
      let fraction = places == 0 ? "" : ".\(digits.suffix(places))"
      let whole = places == digits.count ? "0" : String(digits.dropLast(places))
      let text = "\(Bool.random(using: &random) ? "-" : "")\(whole)\(fraction)"
      #expect(try JSON(reading: text).double?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test(arguments: [
    ("1", "1.0"), ("100", "1e2"), ("0.10", "1e-1"), ("-0", "0"), ("[1, 2]", "[1,2]"),
    (#"{"a": 1, "b": 2}"#, #"{"b":2.0,"a":1}"#), (#""\u0041""#, "\"A\""),
  ])
  func valuesThatSayTheSameAreEqual(_ first: String, _ second: String) throws {
    let (first, second) = (try JSON(reading: first), try JSON(reading: second))
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
  }

  @Test(arguments: [
    ("1", "1.0000000000000000000000000000001"), ("1", "\"1\""), ("0", "false"), ("null", "false"),
    ("[1, 2]", "[2, 1]"), (#"{"a": null}"#, "{}"), ("[]", "{}"), ("\"é\"", "\"e\u{301}\""),
    ("1e400", "1e401"),
  ])
  func valuesThatSaySomethingElseAreNot(_ first: String, _ second: String) throws {
    #expect(try JSON(reading: first) != JSON(reading: second))
  }

  @Test func aPartIsAsItWasWritten() throws {
    let json = try JSON(reading: "{ \"a\" : [ 1.50 , \"\\u0041\" ] }")
    #expect(json["a"]?.text == "[ 1.50 , \"\\u0041\" ]")
    #expect(json["a"]?[0]?.text == "1.50")
    #expect(json["a"]?[1]?.text == "\"\\u0041\"")
    #expect(JSON([try #require(json["a"]?[0])]).text == "[1.50]")
  }

  @Test func numbersOfSwiftAreWrittenWithAllTheirDigits() throws {
    #expect(JSON(0.1).text == "0.1")
    #expect(JSON(2.0).text == "2")
    #expect(JSON(1e300).double == 1e300)
    #expect(JSON(Double.nan) == nil)
    #expect(JSON(-Double.infinity) == nil)
    #expect(JSON(UInt64.max).text == "18446744073709551615")
    #expect(JSON(try #require(Decimal(string: "1.10")))?.text == "1.1")
    #expect(JSON(Decimal.nan) == nil)
  }

  @Test func objectsAreMadeOfPairsInTheirOrderAndOfDictionariesByName() {
    let key = "lang"
    #expect(
      JSON(members: [("isbn", "1"), (key, "a"), ("pages", 3)]).text
        == #"{"isbn":"1","lang":"a","pages":3}"#)
    let pages: [String: JSON] = ["b": 2, "a": 1, "c": .null]
    #expect(JSON(members: pages).text == #"{"a":1,"b":2,"c":null}"#)
    #expect(JSON(members: ["x": 1, "y": 2].map { ($0.key, JSON($0.value)) }).count == 2)
    #expect(JSON(members: zip(["b", "a"], [1, 2] as [JSON])).text == #"{"b":1,"a":2}"#)
    let title: String? = nil
    #expect((title.map { JSON($0) } ?? .null).isNull)
  }

  @Test func whatIsEncodableIsMadeJSON() throws {
    struct Reply: Encodable {
      var status = "a/b"
      var at = Date(timeIntervalSince1970: 0)
      var count: Int?
    }
    #expect(
      try JSON(encoding: Reply()).text == #"{"at":-978307200,"status":"a/b"}"#)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys]
    #expect(try JSON(encoding: Reply(), with: encoder)["at"] == "1970-01-01T00:00:00Z")
    #expect(throws: EncodingError.self) { try JSON(encoding: [Double.nan]) }
  }

  @Test func aValueOrAPartOfItIsDecoded() throws {
    struct Author: Decodable, Equatable {
      var name: String
      var born: Date?
    }
    let json: JSON = [
      "author": ["name": "Unamuno", "born": "1970-01-01T00:00:00Z"], "tags": ["a"],
    ]
    let tags: [String] = try #require(json["tags"]).decode()
    #expect(tags == ["a"])
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let author = try #require(json["author"]).decode(Author.self, with: decoder)
    #expect(author == Author(name: "Unamuno", born: Date(timeIntervalSince1970: 0)))
    #expect(throws: DecodingError.self) { try json["author"]?.decode(Author.self) }
    #expect(throws: DecodingError.self) { try json.decode(Author.self) }
  }

  @Test func ofMembersOfOneNameTheFirstPassesThroughOtherCoders() throws {
    let json = try JSON(reading: #"{"a":1,"b":{"c":"x","c":"y"},"a":2}"#)
    #expect(try JSON(encoding: json).text == #"{"a":1,"b":{"c":"x"}}"#)
  }

  @Test func itPassesThroughOtherCodersByValue() throws {
    let data = try JSONEncoder().encode(book)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == book)
    #expect(try JSON(reading: data) == book)
    let list = try PropertyListEncoder().encode(["a": JSON(["x", 1, true, 2.5])])
    #expect(
      try PropertyListDecoder().decode([String: JSON].self, from: list)["a"] == ["x", 1, true, 2.5])
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(try JSON(reading: "[1e400]"))
    }
    let digits = "[12345678901234567890123,12345678901234567890.25,0.1,1e-200]"
    #expect(
      try JSONDecoder().decode(JSON.self, from: Data(digits.utf8)) == JSON(reading: digits))
  }

  @Test func aPathIsWrittenAsAProgramWouldNameIt() {
    let path = JSONPath([.name("rows"), .index(2), .name("two words"), .name("a_1")])
    #expect(path.description == #"rows[2]["two words"].a_1"#)
    #expect(JSONPath().description == "$")
    #expect(JSONPath([.index(0)]).member("1a").description == #"$[0]["1a"]"#)
  }
}
