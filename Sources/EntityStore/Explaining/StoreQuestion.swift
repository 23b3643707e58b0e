package import EntityModel

/// What a store is asked.
package enum StoreQuestion: Sendable {
  /// The rows that a query wants.
  case rows(EntityQuery)

  /// How many there are.
  case count(EntityQuery)

  /// The rows of a result.
  case results(ResultQuery)

  /// Which objects are asked for.
  package var base: EntityQuery {
    switch self {
    case .rows(let query), .count(let query): query
    case .results(let query): query.base
    }
  }

  /// `true` if what is found is sorted as a language does.
  package var sortsAsLanguage: Bool {
    switch self {
    case .count: false
    case .rows(let query): query.sorting.contains { $0.language != nil }
    case .results(let query):
      query.isGrouped
        ? query.order.contains { $0.language != nil }
        : query.base.sorting.contains { $0.language != nil }
    }
  }

  /// What the question compares, sorts and groups by, as conditions and operands about objects of
  /// its entity.
  package var parts: [PredicatePart] {
    var parts = [base.predicate.root]
    if case .count = self { return parts }
    parts += base.sorting.map(\.operand.root)
    guard case .results(let query) = self else { return parts }
    return parts + query.grouping.map(\.root)
      + (query.columns + query.order.map(\.column)).compactMap { $0.operand?.root }
  }
}

/// How a store answers a question.
package struct StorePlan: Sendable {
  /// The statement.
  package let sql: String

  /// The steps.
  package let steps: [RequestExplanation.Step]

  /// The properties that an index would help by, such as `Book.pages`.
  package let missingIndexes: [String]

  /// Creates a plan.
  package init(sql: String, steps: [RequestExplanation.Step], missingIndexes: [String]) {
    self.sql = sql
    self.steps = steps
    self.missingIndexes = missingIndexes
  }
}
