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

  /// `true` if one row is wanted, which holds how many rows there would be.
  package var countsRows = false

  /// A term of the order of groups.
  package struct Term: Hashable, Sendable {
    package let column: ResultExpression
    package let order: SortTerm.Order

    /// `true` if texts that differ in case alone are equal.
    package let ignoresCase: Bool

    /// Where the groups come that have no value; `nil` for before all others, and after them when
    /// descending.
    package let absent: AbsentValues?

    /// The language in whose order texts are; `nil` for the order of their UTF-8.
    package let language: TextOrder?

    package init(
      _ column: ResultExpression, _ order: SortTerm.Order, ignoresCase: Bool = false,
      absent: AbsentValues? = nil, language: TextOrder? = nil
    ) {
      self.column = column
      self.order = order
      self.ignoresCase = ignoresCase
      self.absent = absent
      self.language = language
    }

    /// Returns how two values of the column, which are of `type`, are ordered: negative, zero or
    /// positive.
    package func order(_ left: StoredValue, _ right: StoredValue, as type: StorageType) -> Int {
      if let absent, left.isNull != right.isNull {
        return left.isNull == (absent == .first) ? -1 : 1
      }
      let folds = ignoresCase && type != .decimal
      let result =
        language?.order(left, right)
        ?? StoredValue.sortOrder(
          folds ? left.foldedText : left, folds ? right.foldedText : right, as: type)
      return order == .ascending ? result : -result
    }
  }

  /// Creates the query for `columns` of the objects that `base` wants.
  package init(_ base: EntityQuery, columns: [ResultExpression]) {
    self.base = base
    self.columns = columns
  }

  /// Creates the query for the value of `operand` of the row `id` of `entity`.
  package init(of operand: PredicateOperand, _ entity: EntityLayout, id: Int64) {
    let object = ObjectID(entityName: entity.rootName, rowID: id)
    self.init(
      EntityQuery(
        entity: entity.name,
        predicate: .comparison(.object(PropertyPath()), .equal, .identifier(object))),
      columns: [ResultExpression(nil, operand)])
  }

  /// Creates the query for the ids of the rows `ids` of `entity`, as far as there are such, and the
  /// values of `operand`.
  package init(of operand: PredicateOperand, _ entity: EntityLayout, ids: some Sequence<Int64>) {
    let objects = ids.map { ObjectID(entityName: entity.rootName, rowID: $0) }
    self.init(
      EntityQuery(entity: entity.name, predicate: .objects(PropertyPath(), objects)),
      columns: [
        ResultExpression(nil, .object(PropertyPath())), ResultExpression(nil, operand),
      ])
  }

  /// `true` if rows of the result represent groups of objects, not objects.
  package var isGrouped: Bool {
    !grouping.isEmpty || columns.contains(where: \.isAggregate) || !named.isEmpty
      || !order.isEmpty
  }
}

extension StoredValue {
  /// The value; a text in a form in which texts are equal that differ in case alone.
  package var foldedText: StoredValue {
    if case .text(let text) = self { .text(Self.folded(text)) } else { self }
  }
}
