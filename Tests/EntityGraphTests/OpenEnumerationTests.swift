import EntityGraph
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@OpenEnumeration enum LabelledKind {
  case book
  case unknown(value: String)
}

/// Open enumerations have a case for every text.
@Suite struct OpenEnumerationTests {
  @Test(arguments: [
    ("book", PaperKind.book), ("magazine", .magazine), ("default", .default),
    ("audio-book", .audioBook), ("audioBook", .unknown("audioBook")), ("x-map", .custom("map")),
    ("x-", .custom("")), ("x-old-map", .older(name: "map")), ("X-map", .unknown("X-map")),
    ("", .unknown("")), ("scroll", .unknown("scroll")),
  ])
  func everyTextIsACaseAndBack(_ text: String, _ kind: PaperKind) throws {
    #expect(PaperKind(rawValue: text) == kind)
    #expect(kind.rawValue == text)
    let encoded = try JSONEncoder().encode([kind])
    #expect(String(decoding: encoded, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([PaperKind].self, from: encoded) == [kind])
    #expect(PaperKind(json: JSON(text)) == kind && kind.json == JSON(text))
    switch (PaperKind(rawValue: text), kind) {
    case (.book, .book), (.magazine, .magazine), (.default, .default), (.audioBook, .audioBook),
      (.custom, .custom), (.older, .older), (.unknown, .unknown):
      break
    default: Issue.record("\(text) is another case")
    }
  }

  @Test func `texts decide what is equal`() {
    #expect(PaperKind.unknown("book") == .book)
    #expect(PaperKind.unknown("book").hashValue == PaperKind.book.hashValue)
    #expect(PaperKind.custom("old-a") == .older(name: "a"))
    #expect(PaperKind.book != .magazine)
  }

  @Test func `the text that is not known may have a label`() {
    #expect(LabelledKind(rawValue: "scroll") == .unknown(value: "scroll"))
    #expect(LabelledKind(rawValue: "book") == .book)
    #expect(LabelledKind.unknown(value: "scroll").rawValue == "scroll")
  }

  @Test func `what is no text is none`() throws {
    #expect(PaperKind(json: 5) == nil)
    let value = try Preferences(reading: #"{"kind": 5}"#)
    #expect(value.kind == .book && value.unreadable.map(\.description) == ["kind"])
    #expect(try Preferences(reading: #"{"kind": "scroll"}"#).kind == .unknown("scroll"))
  }
}
