public import EntityStore

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request for what the closure makes of all objects, or computes over all of them:
  /// `Book.select { ($0.title, $0.pages) }`, `Book.select { $0.count }`.
  @inlinable public static func select<Row>(
    @ColumnsBuilder _ columns: (Columns<Self>) -> SelectedColumns<Row>
  ) -> ResultRequest<Self, Row> { FetchRequest().select(columns) }

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
