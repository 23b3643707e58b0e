public import EntityStore

/// A request of whose objects or groups columns can be selected.
///
/// Columns of objects make a row for each object in the request's order:
/// `.select { ($0.title, $0.author.name) }`. Columns that are computed over many objects make one
/// row that is computed over all: `.select { ($0.count, $0.pages.sum) }`. Of groups there is one
/// row for each: `.group(by: \.genre).select { ($0.genre, $0.count) }`; a property that the groups
/// do not share must be aggregated.
///
/// A row has any number of columns. Only the selected columns are read. A fetch throws where a column
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

// One overload for two columns and more. One for each number of them had the compiler try every
// reading of every column for each number that was not meant, and one for any number, none too,
// takes the closure for one that makes nothing.
extension SelectableRequest {
  /// Returns the request for columns, whose rows are tuples of their values:
  /// `.select { ($0.title, $0.pages) }`.
  @inlinable
  public func select<First: ResultColumn, Second: ResultColumn, each Other: ResultColumn>(
    _ columns: (Columns<Object>) -> (First, Second, repeat each Other)
  ) -> ResultRequest<Object, (First.Output, Second.Output, repeat (each Other).Output)> {
    let selections = __Selection.all(
      in: columns(Columns()), First.self, Second.self, repeat (each Other).self)
    return __results(selections) { row in
      var next = 2
      return (
        try row.output(of: First.self, at: 0), try row.output(of: Second.self, at: 1),
        repeat try row.output(of: (each Other).self, movingOn: &next)
      )
    }
  }

  /// Returns the request for a column, whose rows are the values themselves:
  /// `.select { $0.title }`.
  // Asked last, so that no reading of several columns is tried for one.
  @_disfavoredOverload
  @inlinable public func select<A: ResultColumn>(
    _ columns: (Columns<Object>) -> A
  ) -> ResultRequest<Object, A.Output> {
    __results([columns(Columns()).__selection]) { try $0.output(of: A.self, at: 0) }
  }

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

  /// Refuses an object as a column.
  @available(
    *, unavailable,
    message: """
      '$0' is all columns and no column; select the id of the object, '$0.objectID', or fetch the \
      objects themselves
      """
  )
  @_disfavoredOverload
  public func select<A: ResultColumn>(
    _ columns: (Columns<Object>) -> (Columns<Object>, A)
  ) -> ResultRequest<Object, A.Output> { select { columns($0).1 } }
}
