/// A type of attribute that has an order: a `Storable` one, or an optional of one.
///
/// Relationships and attributes that are stored as JSON have no order.
public protocol OrderedAttribute {
  /// The type of the values that are present.
  associatedtype Present: Storable
}

extension Optional: OrderedAttribute where Wrapped: Storable {
  public typealias Present = Wrapped
}
