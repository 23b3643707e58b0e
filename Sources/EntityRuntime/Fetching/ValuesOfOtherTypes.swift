import EntityModel

// A value beside one of another type. The compiler reports what it has found to fit but for being
// refused where it stands, with what to write; where nothing fits it tries every reading of every
// term of the condition, and of a few terms says that they take it too long.

// MARK: Comparisons

/// Refuses to compare a value with one of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; a value is compared with one of its own type: write \
    '$0.price < Double(limit)', or convert the property, '$0.pages.double < limit'
    """
)
@_disfavoredOverload
public func == <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Condition<Root> { .false }

/// Refuses to compare a value with one of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; a value is compared with one of its own type: write \
    '$0.price < Double(limit)', or convert the property, '$0.pages.double < limit'
    """
)
@_disfavoredOverload
public func != <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Condition<Root> { .false }

/// Refuses to compare a value with one of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; a value is compared with one of its own type: write \
    '$0.price < Double(limit)', or convert the property, '$0.pages.double < limit'
    """
)
@_disfavoredOverload
public func < <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Condition<Root> { .false }

/// Refuses to compare a value with one of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; a value is compared with one of its own type: write \
    '$0.price < Double(limit)', or convert the property, '$0.pages.double < limit'
    """
)
@_disfavoredOverload
public func <= <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Condition<Root> { .false }

/// Refuses to compare a value with one of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; a value is compared with one of its own type: write \
    '$0.price < Double(limit)', or convert the property, '$0.pages.double < limit'
    """
)
@_disfavoredOverload
public func > <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Condition<Root> { .false }

/// Refuses to compare a value with one of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; a value is compared with one of its own type: write \
    '$0.price < Double(limit)', or convert the property, '$0.pages.double < limit'
    """
)
@_disfavoredOverload
public func >= <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Condition<Root> { .false }

// MARK: Arithmetic

/// Refuses to compute with values of two types.
@available(
  *, unavailable,
  message: """
    there is no such arithmetic; a value is computed with one of its own type: write \
    '$0.price * Double(count)', or convert the property, '$0.pages.double * 1.5'; a date has \
    '.addingTimeInterval(86_400)' and '.timeIntervalSince($0.placed)'
    """
)
@_disfavoredOverload
public func + <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Field<Root, Value> { left }

/// Refuses to compute with values of two types.
@available(
  *, unavailable,
  message: """
    there is no such arithmetic; a value is computed with one of its own type: write \
    '$0.price * Double(count)', or convert the property, '$0.pages.double * 1.5'; a date has \
    '.addingTimeInterval(86_400)' and '.timeIntervalSince($0.placed)'
    """
)
@_disfavoredOverload
public func - <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Field<Root, Value> { left }

/// Refuses to compute with values of two types.
@available(
  *, unavailable,
  message: """
    there is no such arithmetic; a value is computed with one of its own type: write \
    '$0.price * Double(count)', or convert the property, '$0.pages.double * 1.5'
    """
)
@_disfavoredOverload
public func * <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Field<Root, Value> { left }

/// Refuses to compute with values of two types.
@available(
  *, unavailable,
  message: """
    there is no such arithmetic; a value is computed with one of its own type: write \
    '$0.price * Double(count)', or convert the property, '$0.pages.double * 1.5'
    """
)
@_disfavoredOverload
public func / <Root, Value, Other>(
  left: Field<Root, Value>, right: Other
) -> Field<Root, Value> { left }

// MARK: Groups

/// Refuses to compare what is computed of a group with a value of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; what is computed of a group is compared with a value of its own \
    type: '$0.count > 3', '$0.price.sum > 99.5'
    """
)
@_disfavoredOverload
public func == <Column: ValueColumn, Other>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> { GroupCondition(left, .equal, .null) }

/// Refuses to compare what is computed of a group with a value of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; what is computed of a group is compared with a value of its own \
    type: '$0.count > 3', '$0.price.sum > 99.5'
    """
)
@_disfavoredOverload
public func != <Column: ValueColumn, Other>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> { GroupCondition(left, .equal, .null) }

/// Refuses to compare what is computed of a group with a value of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; what is computed of a group is compared with a value of its own \
    type: '$0.count > 3', '$0.price.sum > 99.5'
    """
)
@_disfavoredOverload
public func < <Column: ValueColumn, Other>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> { GroupCondition(left, .equal, .null) }

/// Refuses to compare what is computed of a group with a value of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; what is computed of a group is compared with a value of its own \
    type: '$0.count > 3', '$0.price.sum > 99.5'
    """
)
@_disfavoredOverload
public func <= <Column: ValueColumn, Other>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> { GroupCondition(left, .equal, .null) }

/// Refuses to compare what is computed of a group with a value of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; what is computed of a group is compared with a value of its own \
    type: '$0.count > 3', '$0.price.sum > 99.5'
    """
)
@_disfavoredOverload
public func > <Column: ValueColumn, Other>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> { GroupCondition(left, .equal, .null) }

/// Refuses to compare what is computed of a group with a value of another type.
@available(
  *, unavailable,
  message: """
    there is no such comparison; what is computed of a group is compared with a value of its own \
    type: '$0.count > 3', '$0.price.sum > 99.5'
    """
)
@_disfavoredOverload
public func >= <Column: ValueColumn, Other>(
  left: Column, right: Other
) -> GroupCondition<Column.Root> { GroupCondition(left, .equal, .null) }
