public import EntityModel
import EntityStore

// What is written from habit and has another form here: the compiler names that.

extension ResultRequest {
  /// Refuses an order behind the columns.
  @available(
    *, unavailable,
    message: "sort before selecting: 'Book.sorted(by: \\.pages).select { $0.title }'"
  )
  public func sorted<Value>(
    by keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending
  ) -> ResultRequest { self }

  /// Refuses an order behind the columns.
  @available(
    *, unavailable,
    message: "sort before selecting: 'Book.sorted(by: \\.pages).select { $0.title }'"
  )
  public func sorted<Column: ResultColumn>(
    _ order: SortDirection = .ascending, by column: (Columns<Object>) -> Column
  ) -> ResultRequest { self }

  /// Refuses a condition behind the columns.
  @available(
    *, unavailable,
    message: """
      conditions come before the columns: 'Book.where { $0.pages > 300 }.select { $0.title }', and \
      those of groups are written with 'having'
      """
  )
  public func `where`(_ condition: (Fields<Object>) -> Condition<Object>) -> ResultRequest { self }

  /// Refuses groups behind the columns.
  @available(
    *, unavailable,
    message: """
      objects are grouped before columns are selected: \
      'Book.group(by: \\.genre).select { ($0.genre, $0.count) }'
      """
  )
  public func group<Value>(by keyPath: KeyPath<Object, Value>) -> ResultRequest { self }
}
