public import EntityModel
public import EntityStore

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request that leaves out the first `count` objects.
  public static func offset(_ count: Int) -> FetchRequest<Self> { FetchRequest().offset(count) }

  /// Returns the request for all objects that reads together with them those that `path` leads to:
  /// `Book.prefetching(\.author)`.
  public static func prefetching<Target: ManagedObject>(
    _ path: (PrefetchPath<Self>) -> PrefetchPath<Target>
  ) -> FetchRequest<Self> {
    FetchRequest().prefetching(path)
  }

  /// Returns the request for all objects in the order of `keyPath`, which may be chosen while the
  /// program runs; see `FetchRequest.sorted(byAny:_:)`.
  public static func sorted(
    byAny keyPath: PartialKeyPath<Self>, _ order: SortDirection = .ascending
  ) -> FetchRequest<Self> { FetchRequest().sorted(byAny: keyPath, order) }

  /// Returns the request for all objects in sections of the same value of `keyPath`.
  public static func sections<Value: Storable>(
    by keyPath: KeyPath<Self, Value>, _ order: SortDirection = .ascending
  ) -> SectionRequest<Self, Value> {
    FetchRequest().sections(by: keyPath, order)
  }

  /// Returns the request for all objects in sections of the same value of `keyPath`; those that
  /// have none are a section of their own, with `nil` as its key.
  public static func sections<Value: Storable>(
    by keyPath: KeyPath<Self, Value?>, _ order: SortDirection = .ascending
  ) -> SectionRequest<Self, Value?> {
    FetchRequest().sections(by: keyPath, order)
  }

  /// Returns the request for all objects in sections of the same value of a property reached
  /// through to-ones, or of what is computed: `Book.sections { $0.author.name }`.
  public static func sections<Value: OrderedAttribute>(
    _ order: SortDirection = .ascending, by value: (Fields<Self>) -> Field<Self, Value>
  ) -> SectionRequest<Self, Value.Present?> {
    FetchRequest().sections(order, by: value)
  }

  /// Returns the request for the page of `size` objects, of all, that follows `cursor`, or for the
  /// first one, in the order of ids.
  public static func page(
    after cursor: PageCursor? = nil, size: Int
  ) -> CursorPageRequest<Self> {
    FetchRequest().page(after: cursor, size: size)
  }

  /// Returns the request for the page of `size` objects, of all, that come just before `cursor`, or
  /// for the last one, in the order of ids.
  public static func page(before cursor: PageCursor?, size: Int) -> CursorPageRequest<Self> {
    FetchRequest().page(before: cursor, size: size)
  }

  /// Returns the request for the page `number`, counted from 1, of `size` objects of all, in the
  /// order of ids.
  public static func page(_ number: Int, size: Int) -> NumberedPageRequest<Self> {
    FetchRequest().page(number, size: size)
  }
}
