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

  @Test func aValueThatALoopNamesTwiceInEachStepIsRefused() throws {
    let cinema = try Cinema()
    func request(_ steps: Int, _ step: (Field<Film, Int>, Fields<Film>) -> Field<Film, Int>)
      -> FetchRequest<Film>
    {
      Film.where { film in
        var value = film.minutes + 0
        for _ in 0..<steps { value = step(value, film) }
        return value > 3
      }
    }
    let sums = (request(5) { value, _ in value + value }, request(20) { value, _ in value + value })
    let choices = (
      request(5) { ($0 > 5).then($0, else: $1.minutes) },
      request(20) { ($0 > 5).then($0, else: $1.minutes) }
    )
    for (small, large) in [sums, choices] {
      #expect(try cinema.context.count(small) == 5)
      let error = #expect(throws: StoreError.self) { try cinema.context.count(large) }
      #expect(
        error?.message
          == "'Film' cannot be asked by a predicate with a value that is computed of more than "
          + "20000 parts (one that is named twice in each step of a loop doubles with it)")
      cinema.films[0].minutes += 1
      #expect(throws: StoreError.self) { try cinema.context.count(large) }
      cinema.context.rollback()
    }
  }

  @Test func aSumOfSeveralNamesEachOnceOrTwice() throws {
    let cinema = try Cinema()
    let request = Film.where { $0.minutes + $0.minutes + $0.minutes + 1 > 301 }
    let sql = try cinema.bench.sql { _ = try cinema.bench.container.newContext().count(request) }
    #expect(
      sql == [
        #"SELECT count(*) FROM "Film" AS t0 WHERE entity_add_integer(entity_add_integer(CASE WHEN "#
          + #"t0."minutes" BETWEEN -9223372036854775808 - t0."minutes" AND 9223372036854775807 - "#
          + #"t0."minutes" THEN t0."minutes" + t0."minutes" END, t0."minutes"), ?1) > ?2"#
      ])
    #expect(
      try cinema.context.codes(request) == cinema.films.filter { $0.minutes * 3 + 1 > 301 }.codes)
    let terms = Film.where { film in
      (0..<10).reduce(film.minutes) { sum, number in sum + film.minutes * 2 - number } > 1_000
    }
    #expect(
      try cinema.context.codes(terms)
        == cinema.films.filter { $0.minutes * 21 - 45 > 1_000 }.codes)
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

  @Test func anOrderOfMoreTermsThanAStoreSortsByIsRefused() throws {
    let cinema = try Cinema()
    func request(_ count: Int) -> FetchRequest<Film> {
      var request = Film.all
      for number in 0..<count {
        request = request.sorted { $0.minutes + number }
      }
      return request
    }
    #expect(try cinema.context.fetch(request(1_999)).count == 5)
    let refusal = "the request has too many orders: 2001, and the store takes 2000"
    #expect { try cinema.context.fetch(request(2_000)) } throws: { error in
      (error as? StoreError)?.message == refusal
    }
    #expect { try cinema.context.fetch(request(2_000).select { $0.code }) } throws: { error in
      (error as? StoreError)?.message == refusal
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
