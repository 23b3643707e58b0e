import EntityModel
import Foundation
import TestSupport
import Testing

@Suite struct PredicateCodingTests {
  @Test(arguments: 0..<20)
  func everyPredicateIsReadAsItWasWritten(seed: Int) throws {
    var sampler = PredicateSampler(random: SeededRandom(seed: UInt64(seed)))
    for _ in 0..<20 {
      let tree = sampler.tree(depth: 4)
      let json = try JSONEncoder().encode(tree)
      #expect(try JSONDecoder().decode(PredicateTree.self, from: json) == tree)
    }
  }

  @Test func aPathFromAnObjectFurtherOutIsReadAsItWasWritten() throws {
    let path = PropertyPath(["parent", "name"], from: .outer(1))
    let tree = PredicateTree.quantified(
      .any, PropertyPath(["children"]),
      .comparison(.attribute(PropertyPath(["name"])), .equal, .attribute(path)))
    let json = try JSONEncoder().encode(tree)
    #expect(try JSONDecoder().decode(PredicateTree.self, from: json) == tree)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(path), as: UTF8.self)
        == #"{"names":["parent","name"],"outer":1}"#)
    #expect(
      String(decoding: try encoder.encode(PropertyPath(["name"])), as: UTF8.self)
        == #"{"names":["name"]}"#)
  }

  @Test func aPathFromNowhereIsNeitherWrittenNorRead() throws {
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(PropertyPath(["name"], from: .variable(1)))
    }
    for levels in [0, -1, Int.min] {
      let json = Data(#"{"names":["name"],"outer":\#(levels)}"#.utf8)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(PropertyPath.self, from: json)
      }
    }
  }

  @Test func aPartIsWrittenAsAnObjectThatIsNamedForItsCase() throws {
    let pages = PredicateOperand.attribute(PropertyPath(["pages"]))
    #expect(
      try json(.text(pages, .prefix, "A", ignoringCase: true))
        == #"{"text":{"_0":{"attribute":{"_0":{"names":["pages"]}}},"_1":"prefix","_2":"A","#
        + #""ignoringCase":true}}"#)
    #expect(
      try json(.comparison(.object(PropertyPath()), .equal, .identifier(nil)))
        == #"{"comparison":{"_0":{"object":{"_0":{"names":[]}}},"_1":"equal","#
        + #""_2":{"identifier":{}}}}"#)
  }

  @Test(arguments: [
    #"{}"#, #"{"constant":{"_0":true},"not":{}}"#, #"{"sometimes":{}}"#, #"{"constant":{}}"#,
    #"{"not":{"_0":{"attribute":{"_0":{"names":["pages"]}}}}}"#, #"[]"#,
  ])
  func whatIsNoConditionIsNotRead(text: String) throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PredicateTree.self, from: Data(text.utf8))
    }
  }

  /// Returns the JSON of `tree`, its members in the order of their names.
  private func json(_ tree: PredicateTree) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(tree), as: UTF8.self)
  }
}
