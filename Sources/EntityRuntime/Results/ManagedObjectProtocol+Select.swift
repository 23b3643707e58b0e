public import EntityStore

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request for columns of all objects, whose rows are tuples of their values:
  /// `Book.select { ($0.title, $0.pages) }`.
  @inlinable
  public static func select<First: ResultColumn, Second: ResultColumn, each Other: ResultColumn>(
    _ columns: (Columns<Self>) -> (First, Second, repeat each Other)
  ) -> ResultRequest<Self, (First.Output, Second.Output, repeat (each Other).Output)> {
    FetchRequest().select(columns)
  }

  /// Returns the request for a column of all objects, or computed over all of them:
  /// `Book.select { $0.count }`.
  @_disfavoredOverload
  @inlinable public static func select<A: ResultColumn>(
    _ columns: (Columns<Self>) -> A
  ) -> ResultRequest<Self, A.Output> {
    FetchRequest().select(columns)
  }

  /// Returns the request for a required attribute of all objects, for code that is given its key
  /// path.
  public static func select<Value: Storable>(
    _ keyPath: KeyPath<Self, Value>
  ) -> ResultRequest<Self, Value> { FetchRequest().select(keyPath) }

  /// Returns the request for an optional attribute of all objects, for code that is given its key
  /// path.
  public static func select<Value: Storable>(
    _ keyPath: KeyPath<Self, Value?>
  ) -> ResultRequest<Self, Value?> { FetchRequest().select(keyPath) }
}
