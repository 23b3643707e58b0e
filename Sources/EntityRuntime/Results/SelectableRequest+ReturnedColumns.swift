import EntityStore

// A closure that has a `return`, and a function, are not built by 'ColumnsBuilder': there is an
// overload for each number of their columns. So there is for what the compiler finds no member of
// behind what is built, as in '.first?.1'. All are asked last: once the columns have been built,
// none is tried.

extension SelectableRequest {
  /// Returns the request for a column that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable public func select<A: ResultColumn>(
    _ columns: (Columns<Object>) -> A
  ) -> ResultRequest<Object, A.Output> { results(ColumnsBuilder.buildBlock(columns(Columns()))) }

  /// Returns the request for two columns that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable public func select<A: ResultColumn, B: ResultColumn>(
    _ columns: (Columns<Object>) -> (A, B)
  ) -> ResultRequest<
    Object, (A.Output, B.Output)
  > { results(ColumnsBuilder.buildBlock(columns(Columns()))) }

  /// Returns the request for three columns that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable public func select<A: ResultColumn, B: ResultColumn, C: ResultColumn>(
    _ columns: (Columns<Object>) -> (A, B, C)
  ) -> ResultRequest<
    Object, (A.Output, B.Output, C.Output)
  > { results(ColumnsBuilder.buildBlock(columns(Columns()))) }

  /// Returns the request for four columns that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable public func select<A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn>(
    _ columns: (Columns<Object>) -> (A, B, C, D)
  ) -> ResultRequest<
    Object, (A.Output, B.Output, C.Output, D.Output)
  > { results(ColumnsBuilder.buildBlock(columns(Columns()))) }

  /// Returns the request for five columns that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn
  >(
    _ columns: (Columns<Object>) -> (A, B, C, D, E)
  ) -> ResultRequest<
    Object, (A.Output, B.Output, C.Output, D.Output, E.Output)
  > { results(ColumnsBuilder.buildBlock(columns(Columns()))) }

  /// Returns the request for six columns that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn
  >(
    _ columns: (Columns<Object>) -> (A, B, C, D, E, F)
  ) -> ResultRequest<
    Object, (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output)
  > { results(ColumnsBuilder.buildBlock(columns(Columns()))) }

  /// Returns the request for seven columns that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn
  >(
    _ columns: (Columns<Object>) -> (A, B, C, D, E, F, G)
  ) -> ResultRequest<
    Object, (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output)
  > { results(ColumnsBuilder.buildBlock(columns(Columns()))) }

  /// Returns the request for eight columns that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn, H: ResultColumn
  >(
    _ columns: (Columns<Object>) -> (A, B, C, D, E, F, G, H)
  ) -> ResultRequest<
    Object, (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output)
  > { results(ColumnsBuilder.buildBlock(columns(Columns()))) }

  /// Returns the request for nine columns and more that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn, H: ResultColumn, I: ResultColumn, each Other: ResultColumn
  >(
    _ columns: (Columns<Object>) -> (A, B, C, D, E, F, G, H, I, repeat each Other)
  ) -> ResultRequest<
    Object,
    (
      A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output, I.Output,
      repeat (each Other).Output
    )
  > {
    // As 'buildBlock' of them: the compiler crashes where a tuple of any number is handed on to it.
    let selections = __Selection.all(
      in: columns(Columns()), A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self,
      I.self, repeat (each Other).self)
    return __results(selections) { row in
      var next = 9
      return (
        try row.output(of: A.self, at: 0),
        try row.output(of: B.self, at: 1),
        try row.output(of: C.self, at: 2),
        try row.output(of: D.self, at: 3),
        try row.output(of: E.self, at: 4),
        try row.output(of: F.self, at: 5),
        try row.output(of: G.self, at: 6),
        try row.output(of: H.self, at: 7),
        try row.output(of: I.self, at: 8),
        repeat try row.output(of: (each Other).self, movingOn: &next)
      )
    }
  }
}
