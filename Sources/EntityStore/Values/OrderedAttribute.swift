/// A type of attribute that objects can be sorted by: a `Storable` one, or an optional of one.
///
/// Relationships and attributes that are stored as JSON have no order.
public protocol OrderedAttribute {}

extension Optional: OrderedAttribute where Wrapped: OrderedAttribute {}
