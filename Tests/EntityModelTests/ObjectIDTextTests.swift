import EntityModel
import Foundation
import Testing

/// Ids as text and as JSON.
@Suite struct ObjectIDTextTests {
  private static let names = [
    "Book", "_", "a_1", "Bücher", "書籍", "📚", "two words", "a-b", "a~b", "100%", "Book-42",
    "e\u{301}", "t3",
  ]

  @Test(arguments: [
    ("Book", 42, "Book-42"), ("Book", -3, "Book-t3"), ("Büch", 1, "B~C3~BCch-1"),
    ("a-b~c", 7, "a~2Db~7Ec-7"), ("Book", Int64.max, "Book-9223372036854775807"),
    ("Book", Int64.min, "Book-t9223372036854775808"),
  ])
  func theTextIsTheEntityAndTheNumber(_ name: String, _ number: Int64, _ text: String) {
    let id = ObjectID(entityName: name, rowID: number)
    #expect(id.text == text)
    #expect("\(id)" == text)
  }

  @Test func everyIDComesBackFromItsTextWhichAURLHasUnescaped() throws {
    var seen: Set<String> = []
    for name in Self.names {
      for number in [1, 42, Int64.max] {
        let id = ObjectID(entityName: name, rowID: number)
        let back = try ObjectID(id.text)
        #expect(back.rowID == number)
        #expect(back.entityName.utf8.elementsEqual(name.utf8))
        #expect(seen.insert(id.text).inserted)
        #expect(
          id.text.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics.union(
              CharacterSet(charactersIn: "-._~")))?.contains("%") == false)
      }
    }
  }

  @Test(arguments: [
    "", "-", "42", "Book", "Book-", "-42", "Book-0", "Book-042", "Book-+42", "Book--42", "Book-4x",
    "Book-42 ", " Book-42", "Book-9223372036854775808", "Book/42", "Bo~ok-42", "Bo~6-42", "~-1",
    "~42ook-42", "B~c3~bcch-1", "B~FF-1", "Büch-1", "Book-٣", "Book-42\u{301}", "\u{600}-1",
    "Book-1e2", "Book-t", "Book-tt1", "Book-t0",
  ])
  func whatIsNotTheTextOfAnIDIsRefused(_ text: String) {
    let error = #expect(throws: ObjectIDError.self) { try ObjectID(text) }
    #expect(
      error?.description
        == "\(text.debugDescription) is not the id of an object; the text of one is its entity and "
        + "number, like \"Book-42\"")
  }

  @Test func aTemporaryIDIsRefused() {
    let error = #expect(throws: ObjectIDError.self) { try ObjectID("Book-t3") }
    #expect(
      error?.message
        == "\"Book-t3\" is the temporary id of an object that had not been saved, which nobody "
        + "else can find; use the id that the object has after its first save")
  }

  @Test func anErrorNamesTheBeginningOfALongText() {
    let error = #expect(throws: ObjectIDError.self) {
      try ObjectID(String(repeating: "x", count: 100_000))
    }
    #expect(error?.text.count == 64)
    #expect(throws: ObjectIDError.self) { try ObjectID(String(repeating: "~", count: 100_000)) }
  }

  @Test func idsAreCodedAsTheirTexts() throws {
    for number: Int64 in [42, -3] {
      let id = ObjectID(entityName: "Bücher", rowID: number)
      let json = try JSONEncoder().encode([id])
      #expect(String(decoding: json, as: UTF8.self) == "[\"\(id.text)\"]")
      #expect(try JSONDecoder().decode([ObjectID].self, from: json) == [id])
    }
  }

  @Test func theFormOfBeforeIsDecodedToo() throws {
    let json = Data(#"{"entityName":"Book","rowID":42}"#.utf8)
    #expect(
      try JSONDecoder().decode(ObjectID.self, from: json)
        == ObjectID(entityName: "Book", rowID: 42))
  }

  @Test(arguments: ["7", "null", "[1]", "{}", #""Book""#, #"{"entityName":"Book"}"#, "true"])
  func whatIsNoIDIsADecodingError(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ObjectID].self, from: Data("[\(json)]".utf8))
    }
  }
}
