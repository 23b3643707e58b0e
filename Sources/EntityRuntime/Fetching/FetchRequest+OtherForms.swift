public import EntityModel
public import EntityStore

// What is written from habit and has another form here: the compiler names that.

extension FetchRequest {
  /// Refuses another name.
  @available(*, unavailable, renamed: "includingDeleted()")
  public func withDeleted() -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "includingDeleted()")
  public func withTrashed() -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "onlyDeleted()")
  public func onlyTrashed() -> FetchRequest { self }

  /// Refuses to compute without a context.
  @available(
    *, unavailable,
    message: "a context computes it: 'try context.maximum(Book.all, of: \\.pages)'"
  )
  public func max<Value>(_ keyPath: KeyPath<Object, Value>) -> Value? { nil }

  /// Refuses to compute without a context.
  @available(
    *, unavailable,
    message: "a context computes it: 'try context.minimum(Book.all, of: \\.pages)'"
  )
  public func min<Value>(_ keyPath: KeyPath<Object, Value>) -> Value? { nil }

  /// Refuses to compute without a context.
  @available(
    *, unavailable,
    message: "a context computes it: 'try context.sum(Book.all, of: \\.pages)'"
  )
  public func sum<Value>(_ keyPath: KeyPath<Object, Value>) -> Value? { nil }

  /// Refuses to compute without a context.
  @available(
    *, unavailable,
    message: "a context computes it: 'try context.average(Book.all, of: \\.pages)'"
  )
  public func average<Value>(_ keyPath: KeyPath<Object, Value>) -> Value? { nil }

  /// Refuses another name.
  @available(*, unavailable, renamed: "where(_:)")
  public func filter(
    _ condition: (Fields<Object>) -> Condition<Object>
  ) -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "where(_:)")
  public func filter(_ condition: (Fields<Object>) -> Field<Object, Bool>) -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public func order<Value>(
    by keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending
  ) -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public func sort<Value>(
    by keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending
  ) -> FetchRequest { self }

  /// Refuses a key path without its label.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public func sorted<Value>(
    _ keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending
  ) -> FetchRequest { self }

  /// Refuses several properties at once.
  @available(
    *, unavailable,
    message: """
      sort by one property after the other: '.sorted(by: \\.title).sorted(by: \\.pages)'
      """
  )
  @_disfavoredOverload
  public func sorted(by keyPaths: [PartialKeyPath<Object>]) -> FetchRequest { self }

  /// Refuses several properties at once.
  @available(
    *, unavailable,
    message: """
      sort by one property after the other: '.sorted(by: \\.title).sorted(by: \\.pages)'
      """
  )
  @_disfavoredOverload
  public func sorted<First, Second>(
    by first: KeyPath<Object, First>, _ second: KeyPath<Object, Second>
  ) -> FetchRequest { self }

  /// Refuses several properties at once.
  @available(
    *, unavailable,
    message: """
      sort by one property after the other: '.sorted(by: \\.title).sorted(by: \\.pages)'
      """
  )
  @_disfavoredOverload
  public func sorted<First, Second>(
    by fields: (Fields<Object>) -> (Field<Object, First>, Field<Object, Second>)
  ) -> FetchRequest { self }

  /// Refuses a comparison of two objects.
  @available(
    *, unavailable,
    message: """
      a request is sorted by a property: '.sorted(by: \\.title)', '.sorted { $0.author.name }'
      """
  )
  @_disfavoredOverload
  public func sorted(
    by areInIncreasingOrder: (Fields<Object>, Fields<Object>) -> Condition<Object>
  ) -> FetchRequest { self }

  /// Refuses a direction that comes last.
  @available(*, unavailable, renamed: "sorted(_:ignoringCase:nils:by:)")
  @_disfavoredOverload
  public func sorted<Value: OrderedAttribute>(
    by field: (Fields<Object>) -> Field<Object, Value>, order: SortDirection
  ) -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "limit(_:)")
  public func prefix(_ count: Int) -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "offset(_:)")
  public func dropFirst(_ count: Int) -> FetchRequest { self }

  /// Refuses an order that does not say by what.
  @available(
    *, unavailable,
    message: "name the direction of each property: '.sorted(by: \\.title, .descending)'"
  )
  public func reversed() -> FetchRequest { self }

  /// Refuses what objects need not be made.
  @available(
    *, unavailable,
    message: """
      the objects of a request differ; of rows it leaves equal ones out: \
      'Book.select { $0.genre }.distinct()'
      """
  )
  public func distinct() -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "offset(_:)")
  public func skip(_ count: Int) -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "prefetching(_:)")
  public func include<Target: ManagedObjectProtocol>(
    _ path: (PrefetchPath<Object>) -> PrefetchPath<Target>
  ) -> FetchRequest { self }

  /// Refuses several paths at once.
  @available(
    *, unavailable, message: "each path is named by itself: '.prefetching(\\.a).prefetching(\\.b)'"
  )
  public func prefetching<First: ManagedObjectProtocol, Second: ManagedObjectProtocol>(
    _ first: (PrefetchPath<Object>) -> PrefetchPath<First>,
    _ second: (PrefetchPath<Object>) -> PrefetchPath<Second>
  ) -> FetchRequest { self }

  /// Refuses another condition that would do.
  @available(
    *, unavailable,
    message: "one condition has both, '.where { $0.isNew || $0.pages > 300 }', or '.union(other)'"
  )
  public func or(_ condition: (Fields<Object>) -> Condition<Object>) -> FetchRequest { self }

  /// Refuses what another request finds.
  @available(
    *, unavailable,
    message: "write what they must not be: '.where { !(…) }', '.where { !$0.objectID.in(other) }'"
  )
  public func except(_ other: FetchRequest) -> FetchRequest { self }

  /// Refuses what another request finds too.
  @available(*, unavailable, message: "write it as a condition: '.where { $0.objectID.in(other) }'")
  public func intersection(_ other: FetchRequest) -> FetchRequest { self }

  /// Refuses to fetch without a context.
  @available(*, unavailable, message: "a context fetches: 'try context.first(request)'")
  public func first() -> Object? { nil }

  /// Refuses to be what fetches.
  @available(*, unavailable, message: "the context fetches: 'try context.fetch(request)'")
  public func fetch(in context: ManagedObjectContext) -> [Object] { [] }

  /// Refuses to be what fetches.
  @available(*, unavailable, message: "the context fetches: 'try context.fetch(request)'")
  public func fetchAll(_ context: ManagedObjectContext) -> [Object] { [] }

  /// Refuses to be what fetches.
  @available(*, unavailable, message: "the context fetches: 'try context.first(request)'")
  public func fetchOne(_ context: ManagedObjectContext) -> Object? { nil }

  /// Refuses to be what counts.
  @available(*, unavailable, message: "the context counts: 'try context.count(request)'")
  public func fetchCount(_ context: ManagedObjectContext) -> Int { 0 }

  /// Refuses to count without a context; within a condition `count()` is a number of the store's.
  @available(*, unavailable, message: "a context counts: 'try context.count(request)'")
  @_disfavoredOverload
  public func count() -> Int { 0 }

  /// Refuses to fetch without a context.
  @available(
    *, unavailable, message: "a context fetches: 'try context.first(Book.where { … })'"
  )
  public func first(where condition: (Fields<Object>) -> Condition<Object>) -> Object? { nil }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Refuses another name.
  @available(*, unavailable, renamed: "where(_:)")
  public static func filter(
    _ condition: (Fields<Self>) -> Condition<Self>
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses another name.
  @available(*, unavailable, renamed: "where(_:)")
  public static func filter(_ condition: (Fields<Self>) -> Field<Self, Bool>) -> FetchRequest<Self>
  { FetchRequest() }

  /// Refuses another name.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public static func order<Value>(
    by keyPath: KeyPath<Self, Value>, _ order: SortDirection = .ascending
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses another name.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public static func sort<Value>(
    by keyPath: KeyPath<Self, Value>, _ order: SortDirection = .ascending
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses a key path without its label.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public static func sorted<Value>(
    _ keyPath: KeyPath<Self, Value>, _ order: SortDirection = .ascending
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses several properties at once.
  @available(
    *, unavailable,
    message: """
      sort by one property after the other: '.sorted(by: \\.title).sorted(by: \\.pages)'
      """
  )
  @_disfavoredOverload
  public static func sorted(by keyPaths: [PartialKeyPath<Self>]) -> FetchRequest<Self> {
    FetchRequest()
  }

  /// Refuses several properties at once.
  @available(
    *, unavailable,
    message: """
      sort by one property after the other: '.sorted(by: \\.title).sorted(by: \\.pages)'
      """
  )
  @_disfavoredOverload
  public static func sorted<First, Second>(
    by first: KeyPath<Self, First>, _ second: KeyPath<Self, Second>
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses several properties at once.
  @available(
    *, unavailable,
    message: """
      sort by one property after the other: '.sorted(by: \\.title).sorted(by: \\.pages)'
      """
  )
  @_disfavoredOverload
  public static func sorted<First, Second>(
    by fields: (Fields<Self>) -> (Field<Self, First>, Field<Self, Second>)
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses a comparison of two objects.
  @available(
    *, unavailable,
    message: """
      a request is sorted by a property: '.sorted(by: \\.title)', '.sorted { $0.author.name }'
      """
  )
  @_disfavoredOverload
  public static func sorted(
    by areInIncreasingOrder: (Fields<Self>, Fields<Self>) -> Condition<Self>
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses a direction that comes last.
  @available(*, unavailable, renamed: "sorted(_:ignoringCase:nils:by:)")
  @_disfavoredOverload
  public static func sorted<Value: OrderedAttribute>(
    by field: (Fields<Self>) -> Field<Self, Value>, order: SortDirection
  ) -> FetchRequest<Self> { FetchRequest() }
}
