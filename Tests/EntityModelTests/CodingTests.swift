import EntityModel
import Foundation
import TestSupport
import Testing

@Suite struct CodingTests {
  @Test(arguments: [
    (StoredValue.null, "{}"), (.integer(0), #"{"integer":0}"#),
    (.integer(.max), #"{"integer":9223372036854775807}"#),
    (.integer(.min), #"{"integer":-9223372036854775808}"#), (.real(1.5), #"{"real":1.5}"#),
    (.real(.leastNonzeroMagnitude), #"{"real":5e-324}"#),
    (.real(.greatestFiniteMagnitude), #"{"real":1.7976931348623157e+308}"#),
    (.real(0.0), #"{"bits":0}"#), (.real(-0.0), #"{"bits":9223372036854775808}"#),
    (.real(.infinity), #"{"bits":9218868437227405312}"#),
    (.real(-.infinity), #"{"bits":18442240474082181120}"#),
    (.real(.nan), #"{"bits":9221120237041090560}"#),
    (.real(Double(nan: 5, signaling: false)), #"{"bits":9221120237041090565}"#),
    (.real(Double(bitPattern: 0x7FF0_0000_0000_0001)), #"{"bits":9218868437227405313}"#),
    (.real(-.nan), #"{"bits":18444492273895866368}"#), (.text(""), #"{"text":""}"#),
    (.text("a\0b"), #"{"text":"a\u0000b"}"#),
    (.text("\u{10FFFF}/\"\\"), "{\"text\":\"\u{10FFFF}/\\\"\\\\\"}"),
    (.text("e\u{301}"), "{\"text\":\"e\u{301}\"}"), (.blob(Data()), #"{"blob":""}"#),
    (.blob(Data([0, 255, 254])), #"{"blob":"AP/+"}"#),
  ])
  func storedValueKeepsItsFormAndBits(value: StoredValue, json: String) throws {
    #expect(try self.json(value) == json)
    #expect(try decoded(StoredValue.self, json) == value)
  }

  @Test func realsKeepEveryBit() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      try expectRoundTrip(StoredValue.real(Double(bitPattern: random.next())))
    }
  }

  @Test func everyFormOfPredicateRoundTrips() throws {
    let name = PropertyPath(["author", "name"])
    let value = PredicateOperand.value(.text("a\0é"))
    for tree: PredicateTree in [
      .constant(true), .constant(false), .refused("x"), .not(.constant(true)), .all([]), .any([]),
      .all([.constant(true), .any([.constant(false)])]),
      .comparison(.attribute(name), .lessOrEqual, value), .comparison(.source, .equal, .source),
      .comparison(.object(PropertyPath()), .notEqual, .identifier(nil)),
      .comparison(
        .identifier(ObjectID(entityName: "Book", rowID: .min)), .equal,
        .count(PropertyPath(["books"]), .constant(true))),
      .membership(.attribute(name), []), .membership(value, [.null, .real(.nan), .integer(.max)]),
      .objects(name, []), .objects(name, [ObjectID(entityName: "Book", rowID: 7)]),
      .text(.attribute(name), .suffix, "\0", ignoringCase: true),
      .quantified(.none, PropertyPath(["books"]), .not(.constant(false))),
    ] {
      try expectRoundTrip(tree)
    }
  }

  @Test func predicateIsWrittenByTheNamesOfItsForms() throws {
    let tree = PredicateTree.any([
      .comparison(
        .attribute(PropertyPath(["author", "name"])), .equal, .value(.text("Ursula"))),
      .quantified(.any, PropertyPath(["tags"]), .text(.source, .prefix, "a", ignoringCase: true)),
    ])

    #expect(
      try json(tree) == #"""
        {"any":{"_0":[{"comparison":{"_0":{"attribute":{"_0":{"names":["author","name"]}}},\#
        "_1":"equal","_2":{"value":{"_0":{"text":"Ursula"}}}}},{"quantified":{"_0":"any",\#
        "_1":{"names":["tags"]},"_2":{"text":{"_0":{"source":{}},"_1":"prefix","_2":"a",\#
        "ignoringCase":true}}}}]}}
        """#)
  }

  @Test func everyDescriptionRoundTrips() throws {
    for type in StorageType.allCases {
      try expectRoundTrip(Attribute(name: "a", type: type))
    }
    try expectRoundTrip(Self.attribute)
    for rule in DeleteRule.allCases {
      try expectRoundTrip(Property.one("author", "Author", inverse: "books", rule, column: "by"))
      try expectRoundTrip(Property.many("books", "Book", inverse: "author", rule))
    }
    try expectRoundTrip(Property.many("a", "B", inverse: "c", minimum: 1, maximum: .max))
    for result: Fetched.Result in [.objects, .count, .identifiers, .dictionaries] {
      try expectRoundTrip(Fetched(name: "a", target: "B", result: result))
    }
    try expectRoundTrip(Self.fetched)
    try expectRoundTrip(Entity("Book", superentity: "Work", originalName: "Tome"))
    try expectRoundTrip(AttributeOption.unique)
    try expectRoundTrip(ObjectID(entityName: "Book", rowID: .max))
  }

  @Test func modelRoundTripsAndKeepsItsHash() throws {
    let text = try expectRoundTrip(Self.model)
    #expect(try decoded(ObjectModel.self, text).versionHash == Self.model.versionHash)
  }

  @Test func onlyASecretAttributeSaysThatItIsSecret() throws {
    var attribute = Attribute(name: "a", type: .string)
    #expect(try json(attribute) == #"{"attribute":"a","type":"string"}"#)
    attribute.isSecret = true
    #expect(
      try expectRoundTrip(attribute)
        == #"{"attribute":"a","secret":true,"type":"string"}"#)
  }

  @Test func onlyASearchableAttributeNamesItsTokenizer() throws {
    for tokenizer in SearchTokenizer.allCases {
      let attribute = Attribute(name: "a", type: .string, search: tokenizer)
      #expect(
        try expectRoundTrip(attribute)
          == #"{"attribute":"a","searchable":"\#(tokenizer.rawValue)","type":"string"}"#)
    }
    #expect(throws: DecodingError.self) {
      try decoded(Attribute.self, #"{"attribute":"a","searchable":"klingon","type":"string"}"#)
    }
  }

  @Test func whatIgnoresCaseIsSaidWhereItDoes() throws {
    let unique = Attribute(name: "a", type: .string, isUniqueIgnoringCase: true)
    #expect(
      try expectRoundTrip(unique)
        == #"{"attribute":"a","type":"string","uniqueIgnoringCase":true}"#)
    let indexed = Attribute(name: "a", type: .string, isIndexedIgnoringCase: true)
    #expect(
      try expectRoundTrip(indexed)
        == #"{"attribute":"a","indexedIgnoringCase":true,"type":"string"}"#)
  }

  @Test func textOfAModelDoesNotDependOnTheOrderOfItsEntities() throws {
    #expect(
      try json(ObjectModel(entities: Self.model.entities.reversed())) == json(Self.model))
  }

  @Test func modelIsWrittenWithAllItsFacts() throws {
    let text = try json(Self.model)

    #expect(
      text == #"""
        {"entities":[{"entity":"Author","originalName":"Writer","properties":[\#
        {"attribute":"born","column":"day of birth","default":{"bits":9223372036854775808},\#
        "indexed":true,"optional":true,"originalName":"birth","type":"date","unique":true},\#
        {"fetched":"rivals","request":{"predicate":{"comparison":{"_0":\#
        {"object":{"_0":{"names":[]}}},"_1":"notEqual","_2":{"source":{}}}},\#
        "result":"identifiers","sorting":[{"ignoresCase":true,"order":"descending",\#
        "path":{"names":["rival","name"]}},{"ignoresCase":false,"order":"ascending",\#
        "path":{"names":["born"]}}]},"target":"Author"},\#
        {"deleteRule":"nullify","inverse":"author","maximum":9,"minimum":2,\#
        "originalName":"works","target":"Book","toMany":"books"}]},{"entity":"Book",\#
        "properties":[{"column":"by","deleteRule":"noAction","inverse":"books","optional":true,\#
        "originalName":"writer","target":"Author","toOne":"author"},\#
        {"attribute":"pages","default":100,"type":"int64"},\#
        {"attribute":"title","default":"Untitled","hasDefault":false,"type":"string"},\#
        {"attribute":"added","hasDefault":true,"type":"date"},\#
        {"attribute":"cover","default":{"blob":"AP8="},"type":"data"},\#
        {"fetched":"all","target":"Book"}]},\#
        {"entity":"Poet","extends":"Author","properties":[]}],"format":2}
        """#)
  }

  /// An attribute with everything that one can have.
  private static let attribute = Attribute(
    name: "born", column: "day of birth", originalName: "birth", type: .date, isOptional: true,
    isUnique: true, isIndexed: true, defaultValue: .real(-0.0))

  /// A fetched property with everything that one can have.
  private static let fetched = Fetched(
    name: "rivals", target: "Author", result: .identifiers,
    predicate: .comparison(.object(PropertyPath()), .notEqual, .source),
    sorting: [
      SortTerm(path: PropertyPath(["rival", "name"]), order: .descending, ignoresCase: true),
      SortTerm(path: PropertyPath(["born"])),
    ])

  private static let model: ObjectModel = {
    var title = Attribute(name: "title", type: .string, defaultValue: .text("Untitled"))
    title.hasDefault = false
    return ObjectModel(entities: [
      Entity(
        "Author", originalName: "Writer",
        properties: [
          .attribute(attribute), .fetched(fetched),
          .relationship(
            .toMany(
              "books", "Book", inverse: "author", deleteRule: .nullify, minimumCount: 2,
              maximumCount: 9, originalName: "works")),
        ]),
      Entity(
        "Book",
        properties: [
          .relationship(
            .toOne(
              "author", "Author", isOptional: true, inverse: "books", deleteRule: .noAction,
              column: "by", originalName: "writer")),
          .attribute(Attribute(name: "pages", type: .int64, defaultValue: .integer(100))),
          .attribute(title),
          .attribute(Attribute(name: "added", type: .date, hasDefault: true)),
          .attribute(
            Attribute(name: "cover", type: .data, defaultValue: .blob(Data([0, 255])))),
          .fetched(Fetched(name: "all", target: "Book")),
        ]),
      Entity("Poet", superentity: "Author"),
    ])
  }()

  /// Expects `value` to be read from its JSON as it was and to be written the same; returns that.
  @discardableResult private func expectRoundTrip<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let text = try json(value)
    let read = try decoded(Value.self, text)
    #expect(read == value, sourceLocation: sourceLocation)
    #expect(Array(try json(read).utf8) == Array(text.utf8), sourceLocation: sourceLocation)
    return text
  }

  /// Returns `value` as JSON with sorted keys.
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns the value that `json` stands for.
  private func decoded<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }
}
