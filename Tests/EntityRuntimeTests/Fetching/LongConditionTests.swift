import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct LongConditionTests {
  /// The number of terms of conditions that people build in loops.
  static let lengths = [1, 2, 129, 2_500, 20_000]

  @Test(arguments: lengths) func aDisjunctionOfAnyLengthIsFetched(length: Int) throws {
    let cinema = try Cinema()
    var condition = Film.where { $0.code == "B" }.condition
    for number in 0..<length {
      condition = condition || Film.where { $0.code == "none \(number)" }.condition
    }
    let request = Film.where { _ in condition }
    #expect(try cinema.context.codes(request) == "B")
    #expect(cinema.films.filter { condition.isSatisfied(by: $0) }.codes == "B")
  }

  @Test(arguments: lengths) func aConjunctionOfAnyLengthIsFetched(length: Int) throws {
    let cinema = try Cinema()
    var condition = Film.where { $0.code != "B" }.condition
    for number in 0..<length {
      condition = condition && Film.where { $0.code != "none \(number)" }.condition
    }
    #expect(try cinema.context.codes(Film.where { _ in condition }) == "ACDE")
    #expect(cinema.films.filter { condition.isSatisfied(by: $0) }.codes == "ACDE")
  }

  @Test func aConditionNestedAsDeepAsIsPossibleIsFetchedOnASmallStack() throws {
    try onASmallStack {
      let cinema = try Cinema()
      let condition = Self.alternating(PredicateTree.deepest - 2)
      #expect(try cinema.context.codes(Film.where { _ in condition }) == "ACDE")
      #expect(cinema.films.filter { condition.isSatisfied(by: $0) }.codes == "ACDE")
      #expect(condition == Self.alternating(PredicateTree.deepest - 2))
      #expect(Set([condition, condition]).count == 1)
    }
  }

  @Test func aConditionNestedDeeperIsRefused() throws {
    try onASmallStack {
      let cinema = try Cinema()
      let condition = Self.alternating(1_000)
      #expect(cinema.films.filter { condition.isSatisfied(by: $0) }.codes == "ACDE")
      let error = #expect(throws: StoreError.self) {
        try cinema.context.fetch(Film.where { _ in condition })
      }
      #expect(error?.code == .invalidRequest)
      #expect(
        error?.message == "a condition on 'Film' is nested 1001 deep; at most 160 is possible: "
          + "join conditions by '&&' and '||' without alternating between the two, and compute in "
          + "fewer steps")
    }
  }

  @Test func whatIsNestedDeeperThanJSONIsNotWritten() throws {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Self.alternating(200).tree) }
    let condition = Self.alternating(PredicateTree.deepestCoded - 2)
    let json = try JSONEncoder().encode(condition.tree)
    #expect(try JSONDecoder().decode(PredicateTree.self, from: json) == condition.tree)
  }

  /// Returns a condition that alternates between `&&` and `||`, and holds for all films but B.
  private static func alternating(_ depth: Int) -> Condition<Film> {
    let (isB, isNotB) = (Film.where { $0.code == "B" }, Film.where { $0.code != "B" })
    var condition = isNotB.condition
    for level in 0..<depth {
      condition =
        level.isMultiple(of: 2) ? condition && isNotB.condition : condition || !isB.condition
    }
    return condition
  }
}
