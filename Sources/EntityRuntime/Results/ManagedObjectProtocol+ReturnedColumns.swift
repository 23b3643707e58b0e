import EntityStore

// As of 'SelectableRequest': what is not built by 'ColumnsBuilder'.

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request for a column of all objects that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable public static func select<A: ResultColumn>(
    _ columns: (Columns<Self>) -> A
  ) -> ResultRequest<Self, A.Output> { FetchRequest().select(columns) }

  /// Returns the request for two columns of all objects that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable public static func select<A: ResultColumn, B: ResultColumn>(
    _ columns: (Columns<Self>) -> (A, B)
  ) -> ResultRequest<Self, (A.Output, B.Output)> { FetchRequest().select(columns) }

  /// Returns the request for three columns of all objects that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable public static func select<A: ResultColumn, B: ResultColumn, C: ResultColumn>(
    _ columns: (Columns<Self>) -> (A, B, C)
  ) -> ResultRequest<Self, (A.Output, B.Output, C.Output)> { FetchRequest().select(columns) }

  /// Returns the request for four columns of all objects that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public static func select<A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn>(
    _ columns: (Columns<Self>) -> (A, B, C, D)
  ) -> ResultRequest<
    Self, (A.Output, B.Output, C.Output, D.Output)
  > { FetchRequest().select(columns) }

  /// Returns the request for five columns of all objects that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public static func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn
  >(
    _ columns: (Columns<Self>) -> (A, B, C, D, E)
  ) -> ResultRequest<
    Self, (A.Output, B.Output, C.Output, D.Output, E.Output)
  > { FetchRequest().select(columns) }

  /// Returns the request for six columns of all objects that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public static func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn
  >(
    _ columns: (Columns<Self>) -> (A, B, C, D, E, F)
  ) -> ResultRequest<
    Self, (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output)
  > { FetchRequest().select(columns) }

  /// Returns the request for seven columns of all objects that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public static func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn
  >(
    _ columns: (Columns<Self>) -> (A, B, C, D, E, F, G)
  ) -> ResultRequest<
    Self, (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output)
  > { FetchRequest().select(columns) }

  /// Returns the request for eight columns of all objects that a function or a `return` makes.
  @_disfavoredOverload
  @inlinable
  public static func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn, H: ResultColumn
  >(
    _ columns: (Columns<Self>) -> (A, B, C, D, E, F, G, H)
  ) -> ResultRequest<
    Self, (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output)
  > { FetchRequest().select(columns) }

  /// Returns the request for nine columns of all objects and more, which a function or a `return`
  /// makes.
  @_disfavoredOverload
  @inlinable
  public static func select<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn, H: ResultColumn, I: ResultColumn, each Other: ResultColumn
  >(
    _ columns: (Columns<Self>) -> (A, B, C, D, E, F, G, H, I, repeat each Other)
  ) -> ResultRequest<
    Self,
    (
      A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output, I.Output,
      repeat (each Other).Output
    )
  > { FetchRequest().select(columns) }
}
