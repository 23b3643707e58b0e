import EntityModel
public import EntityStore

/// A column that is computed over the objects of a group and always has a value.
public struct Aggregate<Root: ManagedObject, Value: Storable>: ResultColumn {
  public let __selection: __Selection

  init(_ column: some ResultColumn, _ function: AggregateFunction) {
    __selection = __Selection(column.__selection.expression.operand, function)
  }

  /// Creates the number of objects in a group.
  init() where Value == Int { __selection = __Selection(nil, .count) }

  @inlinable public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Value? {
    row.value(at: column)
  }
}

/// A column that is computed over the objects of a group, of which none may have a value.
public struct OptionalAggregate<Root: ManagedObject, Value: Storable>: ResultColumn {
  public let __selection: __Selection

  init(_ column: some ResultColumn, _ function: AggregateFunction) {
    __selection = __Selection(column.__selection.expression.operand, function)
  }

  @inlinable public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Value?? {
    row.optionalValue(at: column)
  }
}

/// A condition on groups of objects of `Root`: `.having { $0.count > 10 }`.
public struct GroupCondition<Root: ManagedObject>: Sendable {
  /// The condition; its attributes are the texts of `columns`.
  let tree: PredicateTree

  /// The columns that the condition names.
  let columns: Set<ResultExpression>

  /// Creates the condition `tree`, which is about `columns`.
  init(_ tree: PredicateTree, _ columns: Set<ResultExpression>) {
    self.tree = tree
    self.columns = columns
  }

  /// Creates the comparison of `column` with a value.
  init(
    _ column: some ResultColumn, _ comparison: PredicateTree.Comparison, _ value: StoredValue
  ) {
    let path = PropertyPath([column.__selection.expression.text])
    self.init(
      .comparison(.attribute(path), comparison, .value(value)), [column.__selection.expression])
  }

  /// Returns the condition that both satisfy.
  public static func && (left: GroupCondition, right: GroupCondition) -> GroupCondition {
    GroupCondition(.all([left.tree, right.tree]), left.columns.union(right.columns))
  }

  /// Returns the condition that either satisfies.
  public static func || (left: GroupCondition, right: GroupCondition) -> GroupCondition {
    GroupCondition(.any([left.tree, right.tree]), left.columns.union(right.columns))
  }

  /// Returns the condition that holds where this one does not.
  public static prefix func ! (condition: GroupCondition) -> GroupCondition {
    GroupCondition(.not(condition.tree), condition.columns)
  }
}

// A comparison by order with nothing is false, as in a condition on objects.

/// The column equals the value.
public func == <Root, Value>(left: Aggregate<Root, Value>, right: Value) -> GroupCondition<Root> {
  GroupCondition(left, .equal, right.storedValue)
}

/// The column does not equal the value.
public func != <Root, Value>(left: Aggregate<Root, Value>, right: Value) -> GroupCondition<Root> {
  GroupCondition(left, .notEqual, right.storedValue)
}

/// The column is less than the value.
public func < <Root, Value>(left: Aggregate<Root, Value>, right: Value) -> GroupCondition<Root> {
  GroupCondition(left, .less, right.storedValue)
}

/// The column is not greater than the value.
public func <= <Root, Value>(left: Aggregate<Root, Value>, right: Value) -> GroupCondition<Root> {
  GroupCondition(left, .lessOrEqual, right.storedValue)
}

/// The column is greater than the value.
public func > <Root, Value>(left: Aggregate<Root, Value>, right: Value) -> GroupCondition<Root> {
  GroupCondition(left, .greater, right.storedValue)
}

/// The column is not less than the value.
public func >= <Root, Value>(left: Aggregate<Root, Value>, right: Value) -> GroupCondition<Root> {
  GroupCondition(left, .greaterOrEqual, right.storedValue)
}

/// The column equals the value.
public func == <Root, Value>(
  left: OptionalAggregate<Root, Value>, right: Value?
) -> GroupCondition<Root> {
  GroupCondition(left, .equal, right?.storedValue ?? .null)
}

/// The column does not equal the value.
public func != <Root, Value>(
  left: OptionalAggregate<Root, Value>, right: Value?
) -> GroupCondition<Root> {
  GroupCondition(left, .notEqual, right?.storedValue ?? .null)
}

/// The column is less than the value.
public func < <Root, Value>(
  left: OptionalAggregate<Root, Value>, right: Value
) -> GroupCondition<Root> {
  GroupCondition(left, .less, right.storedValue)
}

/// The column is not greater than the value.
public func <= <Root, Value>(
  left: OptionalAggregate<Root, Value>, right: Value
) -> GroupCondition<Root> {
  GroupCondition(left, .lessOrEqual, right.storedValue)
}

/// The column is greater than the value.
public func > <Root, Value>(
  left: OptionalAggregate<Root, Value>, right: Value
) -> GroupCondition<Root> {
  GroupCondition(left, .greater, right.storedValue)
}

/// The column is not less than the value.
public func >= <Root, Value>(
  left: OptionalAggregate<Root, Value>, right: Value
) -> GroupCondition<Root> {
  GroupCondition(left, .greaterOrEqual, right.storedValue)
}
