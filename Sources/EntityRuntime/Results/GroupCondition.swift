import EntityModel
public import EntityStore

/// A condition on groups of objects of `Root`: `.having { $0.count > 10 }`.
public struct GroupCondition<Root: ManagedObject>: Sendable, __StoreOperand {
  /// The condition; its attributes are the texts of `columns`.
  private let growing: GrowingCondition

  /// The columns that the condition names.
  let columns: Set<ResultExpression>

  /// The condition as data.
  var tree: PredicateTree { growing.tree }

  /// Creates the condition `growing`, which is about `columns`.
  private init(_ growing: GrowingCondition, _ columns: Set<ResultExpression>) {
    self.growing = growing
    self.columns = columns
  }

  /// Creates the condition `tree`, which is about `columns`.
  private init(_ tree: PredicateTree, _ columns: Set<ResultExpression>) {
    self.init(GrowingCondition(tree), columns)
  }

  /// Creates the comparison of `column` with a value, which may be the row of an object of `store`.
  init(
    _ column: some ResultColumn, _ comparison: PredicateTree.Comparison, _ value: StoredValue,
    in store: StoreTag = .unknown
  ) {
    self.init(
      .comparison(column.groupOperand, comparison, .value(value, in: store)),
      [column.__selection.expression])
  }

  /// Creates the comparison of two columns.
  init(
    _ left: some ResultColumn, _ comparison: PredicateTree.Comparison, _ right: some ResultColumn
  ) {
    self.init(
      .comparison(left.groupOperand, comparison, right.groupOperand),
      [left.__selection.expression, right.__selection.expression])
  }

  /// Creates the condition that `column` is one of `values`, which may be rows of objects of
  /// `store`.
  init(
    _ column: some ResultColumn, among values: [StoredValue], in store: StoreTag = .unknown
  ) {
    self.init(
      .membership(column.groupOperand, values, in: store), [column.__selection.expression])
  }

  /// Returns the condition that both satisfy.
  public static func && (left: GroupCondition, right: GroupCondition) -> GroupCondition {
    left.joined(isConjunction: true, right)
  }

  /// Returns the condition that either satisfies.
  public static func || (left: GroupCondition, right: GroupCondition) -> GroupCondition {
    left.joined(isConjunction: false, right)
  }

  /// Returns the condition that holds where this one does not.
  public static prefix func ! (condition: GroupCondition) -> GroupCondition {
    GroupCondition(condition.growing.negated, condition.columns)
  }

  private func joined(isConjunction: Bool, _ other: GroupCondition) -> GroupCondition {
    GroupCondition(
      growing.joined(isConjunction: isConjunction, other.growing), columns.union(other.columns))
  }
}

extension ResultColumn {
  /// The column as a condition on groups names it.
  fileprivate var groupOperand: PredicateOperand {
    .attribute(PropertyPath([__selection.expression.text]))
  }
}

/// A column of values, which conditions on groups compare: `.having { $0.pages.sum > 1_000 }`.
///
/// A column that is not computed over the objects of a group must be one of its keys.
public protocol ValueColumn: ResultColumn {
  /// The class of the objects.
  associatedtype Root: ManagedObject

  /// The type of the values, without the optional.
  associatedtype Value: Storable
}

// MARK: Values among others

extension ValueColumn {
  /// The column is one of `values`.
  public func `in`(_ values: some Sequence<Value>) -> GroupCondition<Root> {
    GroupCondition(self, among: values.map(\.storedValue))
  }

  /// The column is `nil`.
  public func isNil() -> GroupCondition<Root> { GroupCondition(self, .equal, .null) }
}

extension ValueColumn where Value: Comparable {
  /// The column is present and lies in `range`, its upper bound included.
  public func `in`(_ range: ClosedRange<Value>) -> GroupCondition<Root> {
    self >= range.lowerBound && self <= range.upperBound
  }

  /// The column is present and lies in `range`, its upper bound left out.
  public func `in`(_ range: Range<Value>) -> GroupCondition<Root> {
    self >= range.lowerBound && self < range.upperBound
  }

  /// The column is present and not less than the lower bound.
  public func `in`(_ range: PartialRangeFrom<Value>) -> GroupCondition<Root> {
    self >= range.lowerBound
  }

  /// The column is present and not greater than the upper bound.
  public func `in`(_ range: PartialRangeThrough<Value>) -> GroupCondition<Root> {
    self <= range.upperBound
  }

  /// The column is present and less than the upper bound.
  public func `in`(_ range: PartialRangeUpTo<Value>) -> GroupCondition<Root> {
    self < range.upperBound
  }
}

extension Collection where Element: Storable {
  /// The column is one of the collection's.
  public func contains<Column: ValueColumn>(_ column: Column) -> GroupCondition<Column.Root>
  where Column.Value == Element { column.in(self) }
}

extension ClosedRange where Bound: Storable {
  /// The column is present and lies in the range, its upper bound included.
  public func contains<Column: ValueColumn>(_ column: Column) -> GroupCondition<Column.Root>
  where Column.Value == Bound { column.in(self) }
}

extension Range where Bound: Storable {
  /// The column is present and lies in the range, its upper bound left out.
  public func contains<Column: ValueColumn>(_ column: Column) -> GroupCondition<Column.Root>
  where Column.Value == Bound { column.in(self) }
}

// MARK: Comparisons

// A comparison by order with nothing is false, as in a condition on objects.

/// The column equals the value.
public func == <Column: ValueColumn>(
  left: Column, right: Column.Value?
) -> GroupCondition<Column.Root> {
  GroupCondition(left, .equal, right?.storedValue ?? .null)
}

/// The column equals the value.
public func == <Column: ValueColumn>(
  left: Column.Value?, right: Column
) -> GroupCondition<Column.Root> {
  GroupCondition(right, .equal, left?.storedValue ?? .null)
}

/// The columns are equal.
public func == <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> where Column.Root == Other.Root, Column.Value == Other.Value {
  GroupCondition(left, .equal, right)
}

/// The column does not equal the value.
public func != <Column: ValueColumn>(
  left: Column, right: Column.Value?
) -> GroupCondition<Column.Root> {
  GroupCondition(left, .notEqual, right?.storedValue ?? .null)
}

/// The column does not equal the value.
public func != <Column: ValueColumn>(
  left: Column.Value?, right: Column
) -> GroupCondition<Column.Root> {
  GroupCondition(right, .notEqual, left?.storedValue ?? .null)
}

/// The columns are not equal.
public func != <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> where Column.Root == Other.Root, Column.Value == Other.Value {
  GroupCondition(left, .notEqual, right)
}

/// The column is less than the value.
public func < <Column: ValueColumn>(
  left: Column, right: Column.Value
) -> GroupCondition<Column.Root> {
  GroupCondition(left, .less, right.storedValue)
}

/// The value is less than the column.
public func < <Column: ValueColumn>(
  left: Column.Value, right: Column
) -> GroupCondition<Column.Root> {
  GroupCondition(right, .greater, left.storedValue)
}

/// The left column is less than the right one.
public func < <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> where Column.Root == Other.Root, Column.Value == Other.Value {
  GroupCondition(left, .less, right)
}

/// The column is not greater than the value.
public func <= <Column: ValueColumn>(
  left: Column, right: Column.Value
) -> GroupCondition<Column.Root> {
  GroupCondition(left, .lessOrEqual, right.storedValue)
}

/// The value is not greater than the column.
public func <= <Column: ValueColumn>(
  left: Column.Value, right: Column
) -> GroupCondition<Column.Root> {
  GroupCondition(right, .greaterOrEqual, left.storedValue)
}

/// The left column is not greater than the right one.
public func <= <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> where Column.Root == Other.Root, Column.Value == Other.Value {
  GroupCondition(left, .lessOrEqual, right)
}

/// The column is greater than the value.
public func > <Column: ValueColumn>(
  left: Column, right: Column.Value
) -> GroupCondition<Column.Root> {
  GroupCondition(left, .greater, right.storedValue)
}

/// The value is greater than the column.
public func > <Column: ValueColumn>(
  left: Column.Value, right: Column
) -> GroupCondition<Column.Root> {
  GroupCondition(right, .less, left.storedValue)
}

/// The left column is greater than the right one.
public func > <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> where Column.Root == Other.Root, Column.Value == Other.Value {
  GroupCondition(left, .greater, right)
}

/// The column is not less than the value.
public func >= <Column: ValueColumn>(
  left: Column, right: Column.Value
) -> GroupCondition<Column.Root> {
  GroupCondition(left, .greaterOrEqual, right.storedValue)
}

/// The value is not less than the column.
public func >= <Column: ValueColumn>(
  left: Column.Value, right: Column
) -> GroupCondition<Column.Root> {
  GroupCondition(right, .lessOrEqual, left.storedValue)
}

/// The left column is not less than the right one.
public func >= <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> where Column.Root == Other.Root, Column.Value == Other.Value {
  GroupCondition(left, .greaterOrEqual, right)
}
