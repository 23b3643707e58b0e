public import EntityModel

/// What every managed object offers.
///
/// It stands in extensions of this protocol, not in the class, so that an entity may have
/// properties called `description`, `context` or `save` without overriding anything.
public protocol ManagedObjectProtocol: AnyObject, Hashable, CustomStringConvertible {}

extension ManagedObjectProtocol {
  /// Two objects are equal when they are one.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

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
    _ condition: (Fields<Self>) -> Predicate<Self>
  ) -> FetchRequest<Self> {
    FetchRequest().where(condition)
  }

  /// Returns the request for all objects in the order of `keyPath`.
  public static func sorted<Value>(
    by keyPath: KeyPath<Self, Value>, _ order: SortTerm.Order = .ascending,
    ignoringCase: Bool = false
  ) -> FetchRequest<Self> {
    FetchRequest().sorted(by: keyPath, order, ignoringCase: ignoringCase)
  }

  /// Returns the request for at most `count` objects.
  public static func limit(_ count: Int) -> FetchRequest<Self> { FetchRequest().limit(count) }
}
