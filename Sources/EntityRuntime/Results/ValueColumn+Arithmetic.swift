import EntityModel
import EntityStore

// What is written from habit and has another form here: the compiler names that.

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func + <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func + <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func + <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func - <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func - <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func - <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func * <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func * <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func * <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func / <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func / <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func / <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func % <Column: ValueColumn, Other>(left: Column, right: Other) -> Column { left }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func % <Column: ValueColumn, Other>(left: Other, right: Column) -> Column { right }

/// Refuses to compute with what is computed of a group, and with columns of two types.
@available(
  *, unavailable,
  message: """
    columns are computed with constants and columns of their own type: of a group what is added up \
    is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
    ('$0.pages.double * 1.5')
    """
)
@_disfavoredOverload
public func % <Column: ValueColumn, Other: ValueColumn>(
  left: Column, right: Other
) -> Column { left }
