import EntityModel
import Testing

/// A condition made in one list is the one that its parts make.
@Suite struct PredicateBuilderTests {
  private func isEqual(_ name: String, _ number: Int64) -> PredicateTree {
    .comparison(.attribute(PropertyPath([name])), .equal, .value(.integer(number)))
  }

  @Test func partsWithinPartsAreThoseOfTheirConnectives() {
    var builder = PredicateBuilder()
    builder.all { builder in
      builder.add(isEqual("a", 1))
      builder.any { builder in
        builder.add(isEqual("b", 2))
        builder.all { builder in
          builder.add(isEqual("c", 3))
          builder.rowNumber(.less, 4)
        }
      }
    }
    let isEarlier = PredicateTree.comparison(.rowNumber(), .less, .value(.integer(4)))
    let parts = PredicateTree.any([isEqual("b", 2), .all([isEqual("c", 3), isEarlier])])
    #expect(builder.tree == .all([isEqual("a", 1), parts]))
  }

  @Test func onePartIsItself() {
    var builder = PredicateBuilder()
    builder.all { $0.any { $0.add(isEqual("a", 1)) } }
    #expect(builder.tree == isEqual("a", 1))
  }

  @Test func noneOfNothingHolds() {
    var builder = PredicateBuilder()
    #expect(builder.tree == .constant(true))
    builder.any { _ in }
    #expect(builder.tree == .any([]))
  }

  @Test func anAttributeComparesAsItsOperandDoes() {
    let path = PropertyPath(["a"])
    #expect(
      PredicateTree.comparison(path, .less, .integer(1))
        == .comparison(.attribute(path), .less, .value(.integer(1))))
  }
}
