import EntityModel
import EntityStore

// What is written from habit and has another form here: the compiler names that.

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func + <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func + <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func + <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func - <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func - <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func - <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func * <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func * <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func * <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func / <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func / <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func / <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func % <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func % <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with columns.
@available(
  *, unavailable,
  message: """
    columns are not computed with; compute of each object within 'value': \
    '$0.value { $0.pages * 2 }', '$0.value { $0.pages - 100 }.sum'
    """
)
@_disfavoredOverload
public func % <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }
