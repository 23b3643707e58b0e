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
}
