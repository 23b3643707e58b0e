public import EntityStore

/// A request of whose objects or groups columns can be selected.
///
/// Columns of objects make a row for each object in the request's order:
/// `.select { ($0.title, $0.author.name) }`. Columns that are computed over many objects make one
/// row that is computed over all: `.select { ($0.count, $0.pages.sum) }`. Of groups there is one
/// row for each: `.group(by: \.genre).select { ($0.genre, $0.count) }`; a property that the groups
/// do not share must be aggregated.
///
/// A row has any number of columns. Only what is selected is read. A fetch throws where a column
/// holds what its type cannot, unless the attribute's `UndecodablePolicy` has it answer with the
/// default, as a case that an enumeration does not know is answered without a policy; and where a
/// column does not fit the request.
public protocol SelectableRequest<Object>: Sendable {
  /// The class of the objects.
  associatedtype Object: ManagedObject

  /// Returns the request for `columns`, whose rows `makeRow` makes.
  func __results<Row>(
    _ columns: [__Selection],
    _ makeRow: @escaping @Sendable (borrowing __ResultRow) throws -> Row
  ) -> ResultRequest<Object, Row>
}

extension SelectableRequest {
  /// Returns the request for what the closure makes: one column, whose rows are the values
  /// themselves, `.select { $0.title }`, or several in parentheses,
  /// `.select { ($0.title, $0.pages) }`.
  ///
  /// The closure may have constants before its columns.
  @inlinable public func select<Row>(
    @ColumnsBuilder _ columns: (Columns<Object>) -> SelectedColumns<Row>
  ) -> ResultRequest<Object, Row> { results(columns(Columns())) }

  /// Returns the request for a required attribute, for code that is given its key path.
  public func select<Value: Storable>(
    _ keyPath: KeyPath<Object, Value>
  ) -> ResultRequest<Object, Value> {
    select { _ in Column<Object, Value>(Fields<Object>.operand(of: keyPath)) }
  }

  /// Returns the request for an optional attribute, for code that is given its key path.
  public func select<Value: Storable>(
    _ keyPath: KeyPath<Object, Value?>
  ) -> ResultRequest<Object, Value?> {
    select { _ in OptionalColumn<Object, Value>(Fields<Object>.operand(of: keyPath)) }
  }

  /// Returns the request for `columns`.
  @inlinable func results<Row>(_ columns: SelectedColumns<Row>) -> ResultRequest<Object, Row> {
    __results(columns.selections, columns.makeRow)
  }
}
