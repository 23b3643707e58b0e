import EntityModel
public import EntityStore

/// A column that is computed over the objects of a group and always has a value.
public struct Aggregate<Root: ManagedObject, Value: Storable>: ValueColumn {
  public let __selection: __Selection

  init(_ column: some ResultColumn, _ function: AggregateFunction) {
    __selection = __Selection(column.__selection.expression.operand, function)
  }

  /// Creates what `function` makes of `operand`.
  init(_ function: AggregateFunction, _ operand: PredicateOperand) {
    __selection = __Selection(operand, function)
  }

  /// Creates the number of objects in a group.
  init() where Value == Int { __selection = __Selection(nil, .count) }

  @inlinable public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Value? {
    row.value(at: column)
  }
}

/// A column that is computed over the objects of a group, of which none may have a value.
public struct OptionalAggregate<Root: ManagedObject, Value: Storable>: ValueColumn {
  public let __selection: __Selection

  init(_ column: some ResultColumn, _ function: AggregateFunction) {
    __selection = __Selection(column.__selection.expression.operand, function)
  }

  @inlinable public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Value?? {
    row.optionalValue(at: column)
  }
}
