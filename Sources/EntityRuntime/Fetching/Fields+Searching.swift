import EntityModel

extension Fields {
  /// Returns the condition that a search for `text` finds the object: `{ $0.search("left hand") }`.
  ///
  /// `FetchRequest.search(_:weights:)` says what may be typed; this orders nothing.
  public func search(_ text: String) -> Condition<Root> {
    Condition(.search(path, TextSearch(text)))
  }

  /// How relevant the object is to the request's search, whatever an attribute of that name holds;
  /// the greater the more. The number means nothing by itself.
  ///
  /// It is zero for objects whose changes have not been saved. The fetch refuses a request that
  /// searches nothing, and a condition on other objects than those that are fetched.
  public var relevance: Field<Root, Double> { Field(.function(.negate, .double, [.rank])) }
}
