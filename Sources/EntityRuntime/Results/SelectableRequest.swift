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

// An overload for each number of columns up to eight, since Swift does not see through a row of the
// variadic one in every expression that fetches it, and prefers the other where both fit. The
// variadic one stands first: the compiler has found that the columns fit before it comes to those
// that have another number of them, for each of which it would try every reading of every column.
extension SelectableRequest {
  /// Returns the request for any number of columns.
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

  /// Returns the request for two columns: `.select { ($0.title, $0.pages) }`.
  @inlinable public func select<A: ResultColumn, B: ResultColumn>(
    _ columns: (Columns<Object>) -> (A, B)
  ) -> ResultRequest<Object, (A.Output, B.Output)> {
    let selected = columns(Columns())
    return __results([selected.0.__selection, selected.1.__selection]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1)
      )
    }
  }

  /// Returns the request for three columns.
  @inlinable public func select<A: ResultColumn, B: ResultColumn, C: ResultColumn>(
    _ columns: (Columns<Object>) -> (A, B, C)
  ) -> ResultRequest<Object, (A.Output, B.Output, C.Output)> {
    let selected = columns(Columns())
    return __results([selected.0.__selection, selected.1.__selection, selected.2.__selection]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2)
      )
    }
  }

  /// Returns the request for four columns.
  @inlinable public func select<A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn>(
    _ columns: (Columns<Object>) -> (A, B, C, D)
  ) -> ResultRequest<Object, (A.Output, B.Output, C.Output, D.Output)> {
    let selected = columns(Columns())
    return __results([
      selected.0.__selection, selected.1.__selection, selected.2.__selection,
      selected.3.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3)
      )
    }
  }

  /// Returns the request for five columns.
  @inlinable
  public func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn
  >(
    _ columns: (Columns<Object>) -> (A, B, C, D, E)
  ) -> ResultRequest<Object, (A.Output, B.Output, C.Output, D.Output, E.Output)> {
    let selected = columns(Columns())
    return __results([
      selected.0.__selection, selected.1.__selection, selected.2.__selection,
      selected.3.__selection, selected.4.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3),
        try $0.output(of: E.self, at: 4)
      )
    }
  }

  /// Returns the request for six columns.
  @inlinable
  public func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn
  >(
    _ columns: (Columns<Object>) -> (A, B, C, D, E, F)
  ) -> ResultRequest<Object, (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output)> {
    let selected = columns(Columns())
    return __results([
      selected.0.__selection, selected.1.__selection, selected.2.__selection,
      selected.3.__selection, selected.4.__selection, selected.5.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3),
        try $0.output(of: E.self, at: 4),
        try $0.output(of: F.self, at: 5)
      )
    }
  }

  /// Returns the request for seven columns.
  @inlinable
  public func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn
  >(
    _ columns: (Columns<Object>) -> (A, B, C, D, E, F, G)
  ) -> ResultRequest<Object, (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output)>
  {
    let selected = columns(Columns())
    return __results([
      selected.0.__selection, selected.1.__selection, selected.2.__selection,
      selected.3.__selection, selected.4.__selection, selected.5.__selection,
      selected.6.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3),
        try $0.output(of: E.self, at: 4),
        try $0.output(of: F.self, at: 5),
        try $0.output(of: G.self, at: 6)
      )
    }
  }

  /// Returns the request for eight columns.
  @inlinable
  public func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn, H: ResultColumn
  >(
    _ columns: (Columns<Object>) -> (A, B, C, D, E, F, G, H)
  ) -> ResultRequest<
    Object, (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output)
  > {
    let selected = columns(Columns())
    return __results([
      selected.0.__selection, selected.1.__selection, selected.2.__selection,
      selected.3.__selection, selected.4.__selection, selected.5.__selection,
      selected.6.__selection, selected.7.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3),
        try $0.output(of: E.self, at: 4),
        try $0.output(of: F.self, at: 5),
        try $0.output(of: G.self, at: 6),
        try $0.output(of: H.self, at: 7)
      )
    }
  }
}
