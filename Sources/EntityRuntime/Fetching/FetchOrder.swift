public import EntityModel
public import EntityStore

/// One of the terms of the order of a fetched property, the most significant first:
///
///     @Fetched(Book.self, sortedBy: [.by(\.pages, .descending), .by { $0.author.name }])
///     var books: [Book]
public struct FetchOrder<Object: ManagedObject>: Sendable {
  /// The term as data.
  let term: SortTerm

  /// The order by `keyPath`, as `FetchRequest.sorted(by:_:ignoringCase:nils:)` orders.
  public static func by<Value: OrderedAttribute>(
    _ keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending,
    ignoringCase: Bool = false, nils: AbsentValues? = nil
  ) -> FetchOrder {
    FetchOrder(
      term: SortTerm(
        Fields<Object>.operand(of: keyPath), order: order, ignoresCase: ignoringCase, absent: nils))
  }

  /// The order by a property reached through to-ones, or by what is computed, as
  /// `FetchRequest.sorted(_:ignoringCase:nils:by:)` orders.
  public static func by<Value: OrderedAttribute>(
    _ order: SortDirection = .ascending, ignoringCase: Bool = false, nils: AbsentValues? = nil,
    _ field: (Fields<Object>) -> Field<Object, Value>
  ) -> FetchOrder {
    FetchOrder(
      term: SortTerm(
        Fields.operand(field), order: order, ignoresCase: ignoringCase, absent: nils))
  }

  /// Refuses a property that has no order.
  @available(
    *, unavailable,
    message: """
      objects are sorted by a property whose type is Storable or an optional of such a type; for \
      an object that a relationship refers to, name an attribute of it: '.by { $0.author.name }'
      """
  )
  @_disfavoredOverload
  public static func by<Value>(
    _ keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending,
    ignoringCase: Bool = false, nils: AbsentValues? = nil
  ) -> FetchOrder { FetchOrder(term: SortTerm(path: PropertyPath())) }
}
