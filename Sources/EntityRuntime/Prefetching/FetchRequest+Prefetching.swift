import EntityModel

extension FetchRequest {
  /// Returns the request that reads, together with its objects, those that `path` leads to, and all
  /// on the way:
  ///
  ///     let books = try context.fetch(
  ///       Book.where { $0.pages > 300 }.prefetching(\.author.country).prefetching(\.subjects))
  ///
  /// Each relationship is one query, for all objects at once, of the same state of the store. A
  /// relationship that is not prefetched is read when it is touched first, for all objects that
  /// were fetched together, at the cost of one query too: prefetching is for those who want all
  /// reading to happen in one place and at one moment, and its errors thrown there.
  ///
  /// What is prefetched stays in the context as long as an object does that refers to it. A count,
  /// ids, and rows of a `select` read nothing more; `forEach` prefetches with each batch, or at
  /// once beside unsaved changes. The fetch refuses what is no relationship, and throws a
  /// `ReadError` of what cannot be read.
  public func prefetching<Target: ManagedObjectProtocol>(
    _ path: (PrefetchPath<Object>) -> PrefetchPath<Target>
  ) -> FetchRequest {
    let names = path(PrefetchPath()).names
    guard !names.isEmpty, !prefetched.contains(names) else { return self }
    var request = self
    request.prefetched.append(names)
    return request
  }
}

extension ManagedObjectContext {
  /// Calls `body` with each object that `request` asks for, of `entity`, once what the request
  /// prefetches has been read.
  func forEachPrefetching<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ entity: ManagedEntity,
    _ body: (consuming ManagedObject) -> Void
  ) throws {
    let prefetcher = Prefetcher(unit: unit)
    try prefetcher.check(request.prefetched, of: entity)
    let objects = try unit.session.share {
      let objects = try unit.queries.fetch(
        request.entityQuery(entity.name), entity,
        includesPendingChanges: request.includesPendingChanges)
      try prefetcher.read(request.prefetched, of: objects)
      return objects
    }
    for object in objects { body(object) }
  }
}
