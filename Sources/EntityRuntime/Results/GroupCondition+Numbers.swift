import EntityModel
import EntityStore

// Whole numbers and reals compare as numbers, without being converted: what is computed of whole
// numbers is often a real.

/// The whole number is less than the real.
public func < <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root>
where
  Column.Root == Other.Root, Column.Value: NumericAttribute & BinaryInteger,
  Other.Value: BinaryFloatingPoint
{
  GroupCondition(left, .less, right)
}

/// The real is less than the whole number.
public func < <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root>
where
  Column.Root == Other.Root, Column.Value: BinaryFloatingPoint,
  Other.Value: NumericAttribute & BinaryInteger
{
  GroupCondition(left, .less, right)
}

/// The whole number is not greater than the real.
public func <= <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root>
where
  Column.Root == Other.Root, Column.Value: NumericAttribute & BinaryInteger,
  Other.Value: BinaryFloatingPoint
{
  GroupCondition(left, .lessOrEqual, right)
}

/// The real is not greater than the whole number.
public func <= <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root>
where
  Column.Root == Other.Root, Column.Value: BinaryFloatingPoint,
  Other.Value: NumericAttribute & BinaryInteger
{
  GroupCondition(left, .lessOrEqual, right)
}

/// The whole number is greater than the real.
public func > <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root>
where
  Column.Root == Other.Root, Column.Value: NumericAttribute & BinaryInteger,
  Other.Value: BinaryFloatingPoint
{
  GroupCondition(left, .greater, right)
}

/// The real is greater than the whole number.
public func > <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root>
where
  Column.Root == Other.Root, Column.Value: BinaryFloatingPoint,
  Other.Value: NumericAttribute & BinaryInteger
{
  GroupCondition(left, .greater, right)
}

/// The whole number is not less than the real.
public func >= <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root>
where
  Column.Root == Other.Root, Column.Value: NumericAttribute & BinaryInteger,
  Other.Value: BinaryFloatingPoint
{
  GroupCondition(left, .greaterOrEqual, right)
}

/// The real is not less than the whole number.
public func >= <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> GroupCondition<Column.Root>
where
  Column.Root == Other.Root, Column.Value: BinaryFloatingPoint,
  Other.Value: NumericAttribute & BinaryInteger
{
  GroupCondition(left, .greaterOrEqual, right)
}
