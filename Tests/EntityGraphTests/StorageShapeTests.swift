import EntityGraph
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shapes name properties of what is backed by JSON.
@Suite struct StorageShapeTests {
  private let context: ManagedObjectContext
  private let reader: Reader

  init() throws {
    context = try PersistentContainer.forTesting(Reader.self, Club.self).newContext()
    reader = Reader(
      name: "Ada",
      choices: try Choices(
        reading: #"""
          {"x": 1e400, "theme": "dark", "since": "2024-05-31T12:00:00Z", "price": 9.250,
           "kind": "scroll", "rank": 2, "level": "five", "font-size": 11.50,
           "window": {"title": "w", "z": 0.10}, "tags": ["a", 5], "seal": "AP8="}
          """#), in: context)
    try context.save()
  }

  private func text(
    _ format: JSONFormat = JSONFormat(),
    @JSONShapeBuilder _ members: (JSONFields<Reader>) -> [JSONShapeMember]
  ) throws -> String {
    try context.json(reader, as: JSONShape(members), format: format).text
  }

  @Test func `properties are members of an object inside, as the storage calls them`() throws {
    let written = try text {
      $0.name
      $0.choices.theme
      $0.choices.fontSize
      $0.choices.window.title
      $0.choices.window.width
      $0.choices.kind
      $0.choices.rank
      $0.choices.price
      $0.choices.seal
      $0.choices.key
      $0.choices.stage
    }
    #expect(
      written == #"{"name":"Ada","choices":{"theme":"dark","font-size":11.5,"#
        + #""window":{"title":"w","width":800},"kind":"scroll","rank":2,"price":9.25,"#
        + #""seal":"AP8=","key":"A5F4F3D2-0000-4000-8000-000000000001","stage":"early"}}"#)
  }

  @Test func `what is missing or cannot be read is what the property answers with`() throws {
    let written = try text {
      $0.choices.level
      $0.choices.tags
      $0.choices.nickname
      $0.choices.limit
      $0.choices.spare.width
      $0.choices.spare.named("other")
      $0.spare.theme
    }
    #expect(
      written == #"{"choices":{"level":3,"tags":["a"],"nickname":null,"limit":12,"spare":"#
        + #"{"width":null}},"other":null,"spare":{"theme":null}}"#)
  }

  @Test func `a storage within is its JSON, and names are given as to all members`() throws {
    let written = try text {
      $0.choices.window
      $0.choices.theme.named("looks.theme")
      $0.choices.window.named("frame").depth
    }
    #expect(
      written == #"{"choices":{"window":{"title": "w", "z": 0.10}},"looks":{"theme":"dark"},"#
        + #""frame":{"inner":{"depth":2}}}"#)
  }

  @Test func `dates are written as the format says, and nil is left out where it says so`() throws {
    #expect(
      try text(JSONFormat(dates: .unixSeconds, writesNulls: false)) {
        $0.choices.since
        $0.choices.until
        $0.choices.nickname
      } == #"{"choices":{"since":1717156800}}"#)
  }

  @Test func `a computed property is none`() throws {
    let error = #expect(throws: JSONWritingError.self) { try text { $0.choices.summary } }
    #expect(error?.message.hasPrefix("'Reader.choices' has no property ") == true)
  }

  @Test func `properties of related objects are named in their shapes`() throws {
    reader.club = Club(name: "c", choices: try Choices(reading: #"{"theme":"red"}"#), in: context)
    #expect(
      try text {
        $0.club {
          $0.choices.theme
          $0.choices.isDark
        }
      } == #"{"club":{"choices":{"theme":"red","isDark":false}}}"#)
  }
}
