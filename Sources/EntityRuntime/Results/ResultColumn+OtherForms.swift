// What is selected from habit and is no column: the compiler names what is, at whatever place of a
// row it stands.

/// Refuses a condition as a column.
@available(
  *, unavailable,
  message: """
    a condition is made a column, or a key, in a closure of its own: '$0.value { $0.pages > 300 }'
    """
)
extension GroupCondition: ResultColumn {}

extension GroupCondition: __ReadableColumn {
  public typealias Output = Bool

  public var __selection: __Selection { __Selection(nil) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Bool? { nil }
}

/// Refuses an object as a column.
@available(
  *, unavailable,
  message: """
    '$0' is all columns and no column; select the id of the object, '$0.objectID', or fetch the \
    objects themselves
    """
)
extension Columns: ResultColumn {}

extension Columns: __ReadableColumn {
  public typealias Output = Bool

  public var __selection: __Selection { __Selection(nil) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Bool? { nil }
}

/// Refuses members as a column.
@available(
  *, unavailable,
  message: """
    the members of a to-many are no column and no key; select what is computed of them, \
    '$0.books.count', '$0.books.max(\\.pages)', or fetch the objects and read them there
    """
)
extension MembersColumn: ResultColumn {}

extension MembersColumn: __ReadableColumn {
  public typealias Output = Bool

  public var __selection: __Selection { __Selection(nil) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Bool? { nil }
}
