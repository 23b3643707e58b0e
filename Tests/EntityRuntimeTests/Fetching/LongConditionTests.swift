import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct LongConditionTests {
  /// The number of terms of conditions that people build in loops.
  static let lengths = [1, 2, 129, 2_500, 20_000]

  /// What is said of a condition that is nested too deep.
  private static let refusal =
    "a condition on 'Film' is nested more than 160 deep: join conditions by '&&' and '||' without "
    + "alternating between the two, and compute in fewer steps"

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
      #expect(cinema.films.filter { condition.isSatisfied(by: $0) }.codes == "")
      let error = #expect(throws: StoreError.self) {
        try cinema.context.fetch(Film.where { _ in condition })
      }
      #expect(error?.code == .invalidRequest)
      #expect(error?.message == Self.refusal)
    }
  }

  @Test func whatALoopNestsWithoutEndBecomesOneNodeThatIsRefused() throws {
    let cinema = try Cinema()
    let isB = Film.where { $0.code == "B" }.condition
    var (alternating, negated, members, sum) = (isB, isB, isB, Fields<Film>().minutes)
    for _ in 0..<10_000 {
      alternating = (alternating && isB) || isB
      negated = !(negated && isB)
      members = Condition<Film>(
        .quantified(.any, PropertyPath(["director", "films"]), members.tree))
      sum = sum + 1
    }
    for condition in [alternating, negated, members] {
      #expect(condition.tree.nodes.count == 1)
      #expect(cinema.films.filter { condition.isSatisfied(by: $0) }.codes == "")
      let error = #expect(throws: StoreError.self) {
        try cinema.context.fetch(Film.where { _ in condition && isB })
      }
      #expect(error?.message == Self.refusal)
    }
    let total = sum
    #expect(total.operand.nodes.count == 4)
    for request in [Film.where { _ in total > 3 }, Film.sorted { _ in total }] {
      let error = #expect(throws: StoreError.self) { try cinema.context.fetch(request) }
      #expect(error?.message == Self.refusal)
    }
    let error = #expect(throws: StoreError.self) {
      try cinema.context.fetch(Film.select { $0.value { _ in total } })
    }
    #expect(error?.message == Self.refusal)
  }

  @Test func membersOfMembersAreAskedAsDeepAsIsPossibleOnASmallStack() throws {
    try onASmallStack {
      let cinema = try Cinema()
      var condition = Film.where { $0.code == "B" }.condition
      for _ in 0..<PredicateTree.deepest - 1 {
        condition = Condition<Film>(
          .quantified(.any, PropertyPath(["director", "films"]), condition.tree))
      }
      #expect(condition.tree.root.depth == PredicateTree.deepest)
      #expect(cinema.films.filter { condition.isSatisfied(by: $0) }.codes == "AB")
    }
  }

  @Test func theOppositeOfAnOppositeIsTheConditionItself() {
    let isB = Film.where { $0.code == "B" }.condition
    var condition = isB
    for _ in 0..<1_001 { condition = !condition }
    #expect(condition == !isB)
    #expect(!condition == isB)
  }

  @Test func conditionsJoinedByOneConnectiveAreOnOneLevel() {
    let codes = ["A", "B", "C", "D"].map { code in Film.where { $0.code == code }.condition }
    for join in [{ $0 && $1 }, { $0 || $1 }]
      as [(Condition<Film>, Condition<Film>) -> Condition<Film>]
    {
      let left = join(join(join(codes[0], codes[1]), codes[2]), codes[3])
      let right = join(codes[0], join(codes[1], join(codes[2], codes[3])))
      #expect(left == right)
      #expect(left == join(join(codes[0], codes[1]), join(codes[2], codes[3])))
      #expect(left.tree.root.depth == 2)
      #expect(left.tree.nodes.count == 13)
    }
  }

  private func sum(_ lengths: [Int]) -> Int { lengths.reduce(0, +) }

  @Test(arguments: [true, false])
  func aChainGrowsByPiecesEachTwiceAsLongAsTheNext(isConjunction: Bool) throws {
    let term = Film.where { $0.code != "B" }.condition.tree
    var chain = PredicateChain(isConjunction: isConjunction, term, term)
    for _ in 2..<20_000 {
      // Who else holds the chain from before keeps it.
      let before = chain
      let length = sum(before.pieceLengths)
      chain.append(term)
      #expect(sum(before.pieceLengths) == length)
      #expect(sum(chain.pieceLengths) == length + term.nodes.count)
    }
    let lengths = chain.pieceLengths
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 >= 2 * $1 })
    #expect(sum(lengths) == 60_000)
    #expect(chain.tree.nodes.count == 60_001)
    #expect(chain.tree.root.depth == 2)
  }

  @Test func aChainGrowsAtItsBeginningAsItDoesAtItsEnd() {
    let term = Film.where { $0.code != "B" }.condition
    let other = Film.where { $0.code != "C" }.condition
    var (before, both) = (term, other)
    var chain = PredicateChain(isConjunction: true, term.tree, term.tree)
    for number in 1..<1_000 {
      before = term && before
      both = number.isMultiple(of: 2) ? both && term : term && both
      chain.prepend(term.tree)
    }
    let terms = Array(repeating: term, count: 1_000).map(\.tree)
    #expect(before.tree == .all(terms))
    #expect(both.tree == .all(terms[..<500] + [other.tree] + terms[..<499]))
    let lengths = Array(chain.pieceLengths.reversed())
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 >= 2 * $1 })
  }

  @Test func requestsAndOtherConditionsGrowAsConditionsDo() throws {
    let cinema = try Cinema()
    var request = Film.all
    var (dynamic, groups) = (DynamicRequest("Film"), Film.group(by: \.code))
    var names = DynamicCondition.compare("code", .equal, "B")
    for number in 0..<2_000 {
      request = request.where { $0.code != "none \(number)" }
      dynamic = dynamic.where("code", .notEqual, "none \(number)")
      names = names || .compare("code", .equal, "none \(number)")
      groups = groups.having { $0.count != number + 10 }
    }
    #expect(try cinema.context.codes(request) == "ABCDE")
    #expect(try cinema.context.fetch(dynamic).count == 5)
    #expect(try cinema.context.fetch(DynamicRequest("Film").where(names)).count == 1)
    #expect(try cinema.context.fetch(groups.select { $0.code }).joined() == "ABCDE")
    #expect(request.condition.tree.root.depth == 2)
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
