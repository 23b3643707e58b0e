public import EntityModel
public import EntityStore

/// What every managed object offers.
///
/// It is declared in extensions of this protocol, not in the class, so that an entity may have
/// properties called `description`, `context` or `save` without overriding anything.
public protocol ManagedObjectProtocol:
  AnyObject, Hashable, CustomStringConvertible, __ToOneOrComposition
{
  /// The class itself.
  static var __class: ManagedObject.Type { get }
}

extension ManagedObject {
  public static var __class: ManagedObject.Type { self }
}

extension ManagedObjectProtocol {
  /// Two objects are equal when they are one.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left === right }

  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// The request for all objects of the entity.
  public static var all: FetchRequest<Self> { FetchRequest() }

  /// Returns the request for the objects that satisfy `condition`.
  public static func `where`(
    _ condition: (Fields<Self>) -> Condition<Self>
  ) -> FetchRequest<Self> {
    FetchRequest().where(condition)
  }

  /// Returns the request for the objects whose value is true: `Book.where { $0.isNew }`.
  @_disfavoredOverload
  public static func `where`(
    _ condition: (Fields<Self>) -> Field<Self, Bool>
  ) -> FetchRequest<Self> {
    FetchRequest().where(condition)
  }

  /// Returns the request for the objects whose value is present and true.
  @_disfavoredOverload
  public static func `where`(
    _ condition: (Fields<Self>) -> Field<Self, Bool?>
  ) -> FetchRequest<Self> {
    FetchRequest().where(condition)
  }

  /// Returns the request for all objects in the order of `keyPath`.
  public static func sorted<Value: OrderedAttribute>(
    by keyPath: KeyPath<Self, Value>, _ order: SortDirection = .ascending,
    ignoringCase: Bool = false, nils: AbsentValues? = nil
  ) -> FetchRequest<Self> {
    FetchRequest().sorted(by: keyPath, order, ignoringCase: ignoringCase, nils: nils)
  }

  /// Returns the request for all objects in the order of a property reached through to-ones:
  /// `Book.sorted { $0.author.name }`.
  public static func sorted<Value: OrderedAttribute>(
    _ order: SortDirection = .ascending, ignoringCase: Bool = false, nils: AbsentValues? = nil,
    by field: (Fields<Self>) -> Field<Self, Value>
  ) -> FetchRequest<Self> {
    FetchRequest().sorted(order, ignoringCase: ignoringCase, nils: nils, by: field)
  }

  /// Returns the request in the order of `keyPath`, as `sorted(by:_:)` does, which has no label.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public static func sorted<Value: OrderedAttribute>(
    by keyPath: KeyPath<Self, Value>, order: SortDirection
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses a property that has no order.
  @available(
    *, unavailable,
    message: """
      objects are sorted by a property whose type is Storable or an optional of such a type; for \
      an object that a relationship refers to, name an attribute of it: '.sorted { $0.author.name }'
      """
  )
  @_disfavoredOverload
  public static func sorted<Value>(
    by keyPath: KeyPath<Self, Value>, _ order: SortDirection = .ascending,
    ignoringCase: Bool = false
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Returns the request for at most `count` objects; `nil` is no limit.
  public static func limit(_ count: Int?) -> FetchRequest<Self> { FetchRequest().limit(count) }
}
