public import EntityStore

/// The columns that a result of objects of `Root` can have:
/// `.select { ($0.genre, $0.count, $0.pages.average) }`.
///
/// An attribute that is stored as JSON, a to-many relationship and a fetched property cannot be
/// selected.
@dynamicMemberLookup
public struct Columns<Root: ManagedObject>: Sendable {
  @usableFromInline init() {}

  /// How many objects there are, whatever an attribute of that name holds.
  public var count: Aggregate<Root, Int> { Aggregate() }

  /// A required attribute.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Root, Value>
  ) -> Column<Root, Value> { Column(Fields<Root>.path(of: keyPath)) }

  /// An optional attribute.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Root, Value?>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(Fields<Root>.path(of: keyPath)) }

  /// The objects that a required to-one refers to.
  public subscript<Object: ManagedObject>(
    dynamicMember keyPath: KeyPath<Root, Object>
  ) -> ObjectColumn<Root, Object> { ObjectColumn(Fields<Root>.path(of: keyPath)) }

  /// The objects that an optional to-one refers to.
  public subscript<Object: ManagedObject>(
    dynamicMember keyPath: KeyPath<Root, Object?>
  ) -> OptionalObjectColumn<Root, Object> { OptionalObjectColumn(Fields<Root>.path(of: keyPath)) }
}
