import EntityGraph
import Foundation
import Testing

/// What values are as JSON.
@Suite struct ValuesCodingTests {
  private typealias Values = ValuesShop.Book.Values

  private func decode<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(json.utf8))
  }

  private func full() throws -> Values {
    try Values(
      objectID: ObjectID("Book-42"), title: "T", genre: .science, pages: 7, rating: nil,
      price: Decimal(string: "12.50"), size: ValuesShop.Size(width: 1, height: 2),
      created: Date(timeIntervalSinceReferenceDate: 0), cover: Data([1, 2, 255]),
      code: UUID(uuidString: "12345678-1234-1234-1234-123456789ABC"),
      link: URL(string: "https://example.org/a"), stock: .max, tags: ["a"],
      author: ObjectID("Author-7"), translator: nil)
  }

  @Test func everyKindOfAttributeIsCodedAsItsType() throws {
    let encoder = JSONEncoder.sorted
    encoder.dateEncodingStrategy = .iso8601
    let json = String(decoding: try encoder.encode(full()), as: UTF8.self)
    #expect(
      json == """
        {"author":"Author-7","code":"12345678-1234-1234-1234-123456789ABC","cover":"AQL/",\
        "created":"2001-01-01T00:00:00Z","genre":"science","link":"https://example.org/a",\
        "objectID":"Book-42","pages":7,"price":12.5,"rating":null,"size":{"height":2,"width":1},\
        "stock":18446744073709551615,"tags":["a"],"title":"T"}
        """)
    #expect(try decode(Values.self, json) == full())
  }

  @Test func aMissingKeyIsTheDefaultOrNil() throws {
    let values = try decode(Values.self, #"{"title":"T","author":"Author-7","else":1}"#)
    #expect(try values == Values(title: "T", author: ObjectID("Author-7")))
    #expect(values.objectID == nil)
    #expect(values.rating == 3)
    #expect(values.price == nil)
  }

  @Test(arguments: [
    (
      #"{"author":"Author-7"}"#, "title",
      "'Book.title' is required and has no default, so that 'title' must be given"
    ),
    (
      #"{"title":"T"}"#, "author",
      "'Book.author' is required and has no default, so that 'author' must be given"
    ),
  ])
  func aMissingRequiredKeyIsNamed(_ json: String, _ name: String, _ message: String) {
    #expect {
      _ = try decode(Values.self, json)
    } throws: { error in
      guard case DecodingError.keyNotFound(let key, let context) = error else { return false }
      return key.stringValue == name && context.debugDescription == message
    }
  }

  @Test(arguments: [
    (#"{"title":1,"author":"Author-7"}"#, "title"),
    (#"{"title":"T","author":"Author-7","genre":"poetry"}"#, "genre"),
    (#"{"title":"T","author":"Author-7","pages":null}"#, "pages"),
    (#"{"title":"T","author":"Author-7","pages":1e99}"#, "pages"),
    (#"{"title":"T","author":"Author-7","created":"x"}"#, "created"),
    (#"{"title":"T","author":"Author"}"#, "author"),
    (#"{"title":"T","author":"Author-t7"}"#, "author"),
    (#"{"title":"T","author":{"entityName":"Author","rowID":-7}}"#, "author"),
    (#"{"title":"T","author":null}"#, "author"),
    (#"{"title":"T","author":"Author-7","translator":7}"#, "translator"),
    (#"{"title":"T","author":"Author-7","objectID":"7"}"#, "objectID"),
    (#"{"title":"T","author":"Author-7","size":{"width":1}}"#, "size"),
  ])
  func aValueOfAnotherTypeIsRefusedWithItsKey(_ json: String, _ name: String) {
    #expect {
      _ = try decode(Values.self, json)
    } throws: { error in
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
        context.codingPath.first?.stringValue == name
      case DecodingError.valueNotFound(_, let context):
        context.codingPath.first?.stringValue == name
      case DecodingError.keyNotFound(let key, let context):
        (context.codingPath + [key]).first?.stringValue == name
      default: false
      }
    }
  }

  @Test func nilIsWrittenWhereAMissingKeyWouldBeAnotherValue() throws {
    var values = try full()
    values.rating = nil
    values.price = nil
    let json = String(decoding: try JSONEncoder.sorted.encode(values), as: UTF8.self)
    #expect(json.contains(#""rating":null"#))
    #expect(!json.contains("price"))
  }

  @Test func aPatchChangesWhatItNames() throws {
    let shop = try ValuesShop()
    let patch = try decode(
      Values.Patch.self, #"{"title":"Changed","rating":null,"unknown":{}}"#)
    #expect(patch.propertyNames == ["title", "rating"])
    var values = Values(shop.book)
    values.apply(patch)
    try shop.book.apply(patch)
    #expect(shop.book.title == "Changed")
    #expect(shop.book.rating == nil)
    #expect(shop.book.pages == 387)
    #expect(shop.book.author === shop.author)
    #expect(values == Values(shop.book))
    #expect(Set(shop.book.changedValues.keys) == ["title", "rating"])
    try shop.context.save()
    #expect(throws: DecodingError.self) { try decode(Values.Patch.self, #"{"pages":"x"}"#) }
    #expect(throws: DecodingError.self) { try decode(Values.Patch.self, #"{"author":null}"#) }
    #expect(throws: PropertyError.self) {
      try shop.book.apply(try decode(Values.Patch.self, #"{"translator":"Author-99"}"#))
    }
    #expect(throws: PropertyError.self) {
      try shop.book.apply(try decode(Values.Patch.self, #"{"objectID":"Book-9","pages":1}"#))
    }
    #expect(!shop.context.hasChanges)
  }

  @Test func aPatchOfWhatIsInheritedNamesItToo() throws {
    let patch = try decode(ValuesTree.Opera.Values.Patch.self, #"{"title":"A","key":"C"}"#)
    var values = ValuesTree.Opera.Values(
      ValuesTree.Play.Values(ValuesTree.Work.Values(title: "B", year: 1), acts: 2), key: nil)
    values.apply(patch)
    #expect(values.title == "A")
    #expect(values.key == "C")
    #expect(values.year == 1)
    #expect(values.acts == 2)
  }
}
