import EntityModel

// The names are found beside the properties', so that they hide none: where an entity has a
// property 'search', '$0.search' is that.

extension Fields {
  /// What is asked of a search: `search(_:)`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<__FieldSearches<Root>, __FieldSearch<Root>>
  ) -> __FieldSearch<Root> { __FieldSearches<Root>(path: path)[keyPath: keyPath] }

  /// What is asked of a search: `relevance`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<__FieldSearches<Root>, Field<Root, Double>>
  ) -> Field<Root, Double> { __FieldSearches<Root>(path: path)[keyPath: keyPath] }
}

/// What a condition can ask of a search, beside the object's properties.
public struct __FieldSearches<Root: ManagedObject>: Sendable {
  let path: PropertyPath

  /// The condition that a search for a text finds the object: `{ $0.search("left hand") }`.
  ///
  /// `FetchRequest.search(_:weights:)` says what may be typed; this orders nothing. Where the
  /// entity has a property of that name, write `Condition<Book>.search("left hand")`.
  public var search: __FieldSearch<Root> { __FieldSearch(path: path) }

  /// How relevant the object is to the request's search; the greater the more. The number means
  /// nothing by itself.
  ///
  /// It is zero for objects whose changes have not been saved. The fetch refuses a request that
  /// searches nothing, and a condition on other objects than those that are fetched. Where the
  /// entity has a property of that name, `sortedByRelevance()` orders by it still.
  public var relevance: Field<Root, Double> { Field(Self.rank) }

  static var rank: PredicateOperand { .function(.negate, .double, [.rank]) }
}

/// Asks whether a search finds an object of a condition.
public struct __FieldSearch<Root: ManagedObject>: Sendable {
  let path: PropertyPath

  /// Returns the condition that a search for `text` finds the object.
  public func callAsFunction(_ text: String) -> Condition<Root> {
    Condition(.search(path, TextSearch(text)))
  }
}
