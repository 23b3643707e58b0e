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
}
