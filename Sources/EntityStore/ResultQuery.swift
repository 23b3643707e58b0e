package import EntityModel

/// Which columns of which objects are wanted, or what is computed over groups of them.
package struct ResultQuery: Hashable, Sendable {
  /// The objects, their order and their range.
  package var base: EntityQuery

  /// The columns, in order.
  package var columns: [ResultExpression]

  /// The values that the objects of a group have in common.
  package var grouping: [PredicateOperand] = []

  /// The condition on groups; its attributes are texts of `named`.
  package var condition: PredicateTree = .constant(true)

  /// The columns that the condition names.
  package var named: Set<ResultExpression> = []

  /// The order of the groups, most important term first; ties follow by their keys.
  package var order: [Term] = []

  /// The most groups wanted, or `nil` for all.
  package var limit: Int?

  /// How many groups are left out at the beginning.
  package var offset = 0

  /// A term of the order of groups.
  package struct Term: Hashable, Sendable {
    package let column: ResultExpression
    package let order: SortTerm.Order

    package init(_ column: ResultExpression, _ order: SortTerm.Order) {
      self.column = column
      self.order = order
    }
  }

  /// Creates the query for `columns` of the objects that `base` wants.
  package init(_ base: EntityQuery, columns: [ResultExpression]) {
    self.base = base
    self.columns = columns
  }

  /// `true` if rows of the result represent groups of objects, not objects.
  package var isGrouped: Bool {
    !grouping.isEmpty || columns.contains(where: \.isAggregate) || !named.isEmpty
      || !order.isEmpty
  }
}
