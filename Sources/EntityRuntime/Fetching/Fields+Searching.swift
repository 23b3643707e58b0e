import EntityModel

extension Fields {
  /// The condition that a search for a text finds the object: `{ $0.search("left hand") }`.
  ///
  /// `FetchRequest.search(_:weights:)` says what may be typed; this orders nothing. A property of
  /// that name is `$0[\.search]`.
  public func search(_ text: String) -> Condition<Root> {
    Condition(.search(path, TextSearch(text)))
  }

  /// How relevant the object is to the request's search; the greater the more. The number means
  /// nothing by itself.
  ///
  /// It is zero for objects whose changes have not been saved. The fetch refuses a request that
  /// searches nothing, and a condition on other objects than those that are fetched. Where the
  /// entity has a property of that name, it is that; one that is no `Double` is
  /// `$0[\.relevance]`. `sortedByRelevance()` orders by the relevance still.
  public var relevance: Field<Root, Double> {
    let isOwn = Root.entity.properties.contains { $0.name == "relevance" }
    return isOwn
      ? Field(path: PropertyPath(path.names + ["relevance"], from: path.start))
      : Field(Self.rank)
  }

  static var rank: PredicateOperand { .function(.negate, .double, [.rank]) }
}
