import EntityGraph
import TestSupport
import Testing

/// Random edits of values that are backed by JSON, compared with a list of members.
@Suite struct DictionaryStorageRandomTests {
  /// An object as a list of members, whose values are texts of JSON; one that has been taken away
  /// has none, and its place until the object is read again.
  private struct NaiveObject {
    var members: [(name: String, text: String?)] = []

    subscript(_ name: String) -> String? {
      get { members.first { $0.name == name }?.text }
      set {
        if let index = members.firstIndex(where: { $0.name == name }) {
          members[index].text = newValue
        } else if newValue != nil {
          members.append((name, newValue))
        }
      }
    }

    var text: String {
      let texts = members.compactMap { member in member.text.map { "\"\(member.name)\":\($0)" } }
      return "{" + texts.joined(separator: ",") + "}"
    }
  }

  private static let unknown = [
    "1.000", "12345678901234567890123.0", "[1,{\"y\":1e400}]", "{\"\\u0061\":null}", "\"\\/\"",
  ]

  /// An object with some known and some unknown members, in a random order.
  private static func object(_ random: inout SeededRandom) -> NaiveObject {
    var object = NaiveObject()
    let known = ["theme": "\"t\"", "size": "7", "x-a": unknown[0], "tags": "[\"a\"]"]
    for (name, text) in known.sorted(by: { $0.key < $1.key }) where Bool.random(using: &random) {
      object[name] = text
    }
    for number in 0..<Int.random(in: 0...6, using: &random) {
      object["unknown\(number)"] = unknown.randomElement(using: &random)
    }
    object.members.shuffle(using: &random)
    return object
  }

  @Test(arguments: 1...20) func `a hundred edits keep everything else byte for byte`(
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    var expected = Self.object(&random)
    var writer = NaiveObject()
    writer.members = Self.object(&random).members.filter { $0.name.hasPrefix("unknown") }
    expected["author"] = writer.text
    var value = try Preferences(reading: expected.text)
    for step in 1...100 {
      let number = Int.random(in: -3...3, using: &random)
      switch Int.random(in: 0...6, using: &random) {
      case 0:
        value.theme = "t\(number)"
        expected["theme"] = "\"t\(number)\""
      case 1:
        value.size = number
        expected["size"] = "\(number)"
      case 2:
        value.size = nil
        expected["size"] = nil
      case 3:
        value.tags = Array(repeating: "a", count: abs(number))
        expected["tags"] =
          "["
          + Array(repeating: "\"a\"", count: abs(number))
          .joined(separator: ",") + "]"
      case 4:
        value.author.name = "n\(number)"
        writer["name"] = "\"n\(number)\""
        expected["author"] = writer.text
      case 5:
        value = try Preferences(reading: value.json.source)
        expected.members.removeAll { $0.text == nil }
      default:
        let copy = value
        value.theme = "other"
        value = copy
      }
      #expect(value.json.text == expected.text, "step \(step)")
    }
    #expect(value.unreadable == [])
    #expect(try Preferences(reading: expected.text) == value)
  }
}
