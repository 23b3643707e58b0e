import EntityModel
import EntityStore

/// How a column that keeps what is asked of members changes with one of them.
struct KeptChange {
  /// What the column of an owner becomes, and the condition that it does; `nil` for always.
  struct Change {
    let value: String
    let condition: String?
  }

  private let members: DerivedMembers

  /// The column.
  private let kept: String

  /// The expression that asks the members again.
  private let again: String

  /// `true` if another change follows in the same trigger, and then `completion`.
  private let isPart: Bool

  private let dialect: any Dialect

  /// Creates the changes of the column `kept`, whose value the expression `again` is.
  init(
    _ members: DerivedMembers, _ kept: String, _ again: String, isPart: Bool = false,
    _ dialect: any Dialect
  ) {
    self.members = members
    self.kept = kept
    self.again = again
    self.isPart = isPart
    self.dialect = dialect
  }

  /// The change after two that are parts; `nil` where they say all.
  ///
  /// Of the first of them members are not asked again, since what they hold is what it is after
  /// the second.
  var completion: Change? {
    guard isPart, members.aggregate?.function == .sum else { return nil }
    return Change(value: again, condition: "\(kept) IS NULL")
  }

  /// Returns the change with a member that comes, whose value is `value`.
  func added(_ value: String?) -> Change {
    guard let value, let aggregate = members.aggregate else {
      return Change(value: "\(kept) + 1", condition: nil)
    }
    guard aggregate.function != .sum else { return sum(value, aggregate.type, .add) }
    let isBetter = aggregate.function == .minimum ? "<" : ">"
    let comparable = dialect.comparable(kept, aggregate.type)
    return Change(
      value: value,
      condition: "\(value) IS NOT NULL AND (\(kept) IS NULL OR \(value) \(isBetter) \(comparable))")
  }

  /// Returns the change with a member that goes, whose value was `value`.
  func removed(_ value: String?) -> Change {
    guard let value, let aggregate = members.aggregate else {
      return Change(value: "\(kept) - 1", condition: nil)
    }
    guard aggregate.function != .sum else { return sum(value, aggregate.type, .subtract) }
    // Another member may have the same value, or the next one.
    let isWorse = aggregate.function == .minimum ? ">" : "<"
    let comparable = dialect.comparable(kept, aggregate.type)
    return Change(
      value: again,
      condition: "\(value) IS NOT NULL"
        + " AND (\(kept) IS NULL OR NOT \(value) \(isWorse) \(comparable))")
  }

  /// Returns the change of a sum by `value`, which `function` adds or takes away.
  ///
  /// Members are asked again where a number does not hold the sum exactly, from which nothing could
  /// be taken away later: SQLite goes on with reals where whole numbers end.
  private func sum(
    _ value: String, _ type: StorageType, _ function: PredicateFunction
  ) -> Change {
    let condition = "\(value) IS NOT NULL"
    let otherwise = isPart ? "" : " ELSE \(again)"
    guard type == .decimal else {
      let next = "\(kept) \(function == .add ? "+" : "-") \(value)"
      return Change(
        value: "CASE typeof(\(next)) WHEN 'integer' THEN \(next)\(otherwise) END",
        condition: condition)
    }
    func computed(_ function: PredicateFunction, _ first: String, _ second: String) -> String {
      dialect.computed(function, .decimal, [first, second])
    }
    let next = computed(function, kept, value)
    let back = computed(function == .add ? .subtract : .add, next, value)
    // What is left of the sum without the old one is the value, whose sign a difference turns.
    let rest =
      function == .add ? computed(.subtract, next, kept) : computed(.subtract, kept, next)
    return Change(
      value: "CASE WHEN \(back) = \(kept) AND \(rest) = \(value)"
        + " THEN \(next)\(otherwise) END",
      condition: condition)
  }
}
