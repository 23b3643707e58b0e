public import EntityModel

/// Which objects of `Object` to fetch, and in what order.
///
/// A request is a value: it knows no context, may be kept, shared and refined.
public struct FetchRequest<Object: ManagedObject>: Sendable {
  /// The condition that the objects satisfy.
  public var predicate: Predicate<Object> {
    get { Predicate(tree) }
    set { tree = newValue.tree }
  }

  // With no part of a generic type a request is copied without asking for that type at run time.
  private(set) var tree = PredicateTree.constant(true)

  /// The criteria of the order, most important first; ties are broken by the order of insertion.
  public var sorting: [SortTerm] = []

  /// The most objects to fetch, or nil for all.
  public var limit: Int?

  /// How many objects to leave out at the beginning.
  public var offset = 0

  /// `true` iff the context's unsaved changes count; as saved otherwise.
  public var includesPendingChanges = true

  /// `true` iff objects of entities that extend `Object` are fetched too.
  public var includesSubentities = true

  /// Creates the request for all objects.
  public init() {}

  /// Returns the request for those objects that satisfy `condition` too.
  public func `where`(_ condition: (Fields<Object>) -> Predicate<Object>) -> FetchRequest {
    var request = self
    let more = condition(Fields())
    request.predicate = tree == .constant(true) ? more : predicate && more
    return request
  }

  /// Returns the request whose order is `keyPath`'s where it has been the same so far.
  ///
  /// nil comes before every value, and last when descending.
  public func sorted<Value>(
    by keyPath: KeyPath<Object, Value>, _ order: SortTerm.Order = .ascending,
    ignoringCase: Bool = false
  ) -> FetchRequest {
    adding(
      SortTerm(path: Fields<Object>.path(of: keyPath), order: order, ignoresCase: ignoringCase))
  }

  /// Returns the request whose order is that of a property reached through to-ones:
  /// `.sorted { $0.author.name }`.
  public func sorted<Value>(
    _ order: SortTerm.Order = .ascending, ignoringCase: Bool = false,
    by field: (Fields<Object>) -> Field<Object, Value>
  ) -> FetchRequest {
    adding(SortTerm(path: field(Fields()).path, order: order, ignoresCase: ignoringCase))
  }

  /// Returns the request for at most `count` objects.
  public func limit(_ count: Int) -> FetchRequest {
    var request = self
    request.limit = count
    return request
  }

  /// Returns the request that leaves out the first `count` objects.
  public func offset(_ count: Int) -> FetchRequest {
    var request = self
    request.offset = count
    return request
  }

  /// Returns the request that sees the rows as saved, whatever the context has changed.
  public func ignoringPendingChanges() -> FetchRequest {
    var request = self
    request.includesPendingChanges = false
    return request
  }

  private func adding(_ term: SortTerm) -> FetchRequest {
    var request = self
    request.sorting.append(term)
    return request
  }
}
