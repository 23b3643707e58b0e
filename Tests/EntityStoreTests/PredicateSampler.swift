import EntityModel
import Foundation
import TestSupport

/// Makes up predicates of every form over the properties of `Node`.
struct PredicateSampler {
  /// Where chance comes from.
  var random: SeededRandom

  /// Returns a condition, nested at most `depth` deep.
  mutating func tree(depth: Int) -> PredicateTree {
    switch random.below(depth > 0 ? 9 : 5) {
    case 0: .constant(random.oneIn(2))
    case 1: .membership(operand(depth: depth), values())
    case 2: .objects(PropertyPath(random.pick([[], ["parent"], ["none"]])), [Node.id(1)])
    case 3:
      .text(
        operand(depth: depth), random.pick([.prefix, .suffix, .contains, .equal]),
        random.pick(["", "a", "A", "é", "a\0"]), ignoringCase: random.oneIn(2))
    case 4:
      .comparison(
        operand(depth: depth),
        random.pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]),
        operand(depth: depth))
    case 5: .not(tree(depth: depth - 1))
    case 6: .all(trees(depth: depth - 1))
    case 7: .any(trees(depth: depth - 1))
    default:
      .quantified(
        random.pick([.any, .all, .none]), PropertyPath(random.pick([["children"], ["empty"]])),
        tree(depth: depth - 1))
    }
  }

  /// Returns up to three conditions.
  mutating func trees(depth: Int) -> [PredicateTree] {
    (0..<random.below(4)).map { _ in tree(depth: depth) }
  }

  /// Returns one side of a comparison.
  private mutating func operand(depth: Int) -> PredicateOperand {
    switch random.below(depth > 0 ? 6 : 5) {
    case 0: .attribute(PropertyPath(random.pick([["name"], ["size"], ["parent", "name"]])))
    case 1: .value(random.pick(values() + [.null]))
    case 2: .object(PropertyPath(random.pick([[], ["parent"]])))
    case 3: .identifier(random.oneIn(2) ? nil : Node.id(2))
    case 4: .source
    default: .count(PropertyPath(["children"]), tree(depth: depth - 1))
    }
  }

  /// Returns up to four values.
  private mutating func values() -> [StoredValue] {
    let choices: [StoredValue] = [
      .null, .integer(0), .integer(.min), .real(.nan), .real(-0.0), .text("a"), .text("é\0"),
      .blob(Data([1])),
    ]
    return (0..<random.below(5)).map { _ in random.pick(choices) }
  }
}
