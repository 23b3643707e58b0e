import EntityModel
import EntityStore

extension ManagedObjectContext {
  /// Returns the page that `request` asks for.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if the cursor is damaged or that of a
  ///   request that differs in condition, order or entity; one if the store fails.
  @inlinable public func fetch<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>
  ) throws -> FetchedPage<Object> {
    // Inlined, so that the array is built of the user's class at once.
    var items: [Object] = []
    items.reserveCapacity(request.roomForItems)
    let (next, previous) = try __forEach(request) { (object: consuming ManagedObject) in
      items.append(unsafeDowncast(consume object, to: Object.self))
    }
    return FetchedPage(items: items, next: next, previous: previous)
  }

  /// Calls `body` with each object of the page that `request` asks for, all of which are of its
  /// class, and returns the cursors of the pages beside it.
  @usableFromInline func __forEach<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>, _ body: (consuming ManagedObject) -> Void
  ) throws -> (next: PageCursor?, previous: PageCursor?) {
    try takeOverCommits()
    let page = try page(request, of: unit.entity(of: Object.self))
    for item in page.items { body(item) }
    return (page.next, page.previous)
  }

  /// Returns the page of objects of `entity` that `request` asks for.
  func page<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>, of entity: ManagedEntity
  ) throws -> FetchedPage<ManagedObject> {
    let (parts, fingerprint) = try request.fetched(in: entity)
    // What is made of rows now has the values of these.
    let areNew = unit.maps[entity.tree].count == 0
    var items: [ManagedObject] = []
    items.reserveCapacity(request.roomForItems + 1)
    let (prefetcher, prefetched) = (Prefetcher(unit: unit), request.base.prefetched)
    try prefetcher.check(prefetched, of: entity)
    var hasMore = false
    func readItems() throws {
      for part in parts {
        var part = part
        part.limit = part.limit.map { $0 - items.count }
        if part.limit ?? .max < 1 { continue }
        try unit.queries.forEach(part, entity, includesPendingChanges: false) { items.append($0) }
      }
      hasMore = items.count > request.size
      if hasMore { items.removeLast(items.count - request.size) }
      try prefetcher.read(prefetched, of: items)
    }
    // A page that begins somewhere reads more than once, as what is prefetched does.
    if request.cursor == nil, prefetched.isEmpty {
      try readItems()
    } else {
      try unit.session.share(readItems)
    }
    if request.isBackward { items.reverse() }
    let sorting = request.base.sorting
    // The order of other pages is that of what is saved, whatever an object has become here.
    func cursor(of object: ManagedObject?) throws -> PageCursor? {
      guard let object else { return nil }
      let known = areNew ? object.sortValues(sorting) : nil
      return PageCursor(
        request: fingerprint,
        values: try known ?? rowValues(of: object, sorting, request.base.tree),
        rowID: object.__rowID)
    }
    return FetchedPage(
      items: items, next: try cursor(of: request.isBackward || hasMore ? items.last : nil),
      previous: try cursor(
        of: request.isBackward
          ? (hasMore ? items.first : nil)
          : request.cursor == nil ? nil : items.first))
  }

  /// Returns the page that `request` asks for, and how many objects there are.
  ///
  /// - Throws: a `StoreError` if the store fails.
  public func fetch<Object: ManagedObject>(
    _ request: NumberedPageRequest<Object>
  ) throws -> NumberedFetchedPage<Object> {
    try page(request, of: unit.entity(of: Object.self), { try fetch($0) }, { try count($0) })
  }

  /// Returns the page of objects of `entity` that `request` asks for; `fetch` fetches them, and
  /// `count` counts those of all pages.
  func page<Object: ManagedObject>(
    _ request: NumberedPageRequest<Object>, of entity: ManagedEntity,
    _ fetch: (FetchRequest<Object>) throws -> [Object],
    _ count: (FetchRequest<Object>) throws -> Int
  ) throws -> NumberedFetchedPage<Object> {
    let base = try request.fetched(in: entity)
    return try read {
      let total = try count(base.offset(0).unlimited)
      return NumberedFetchedPage(
        items: base.offset == .max ? [] : try fetch(base), number: request.number,
        size: request.size, total: total)
    }
  }
}

extension ManagedObjectContext {
  /// Returns the values by which `sorting` has the row of `object`, which satisfies `condition`.
  private func rowValues(
    of object: ManagedObject, _ sorting: [SortTerm], _ condition: PredicateTree
  ) throws -> [StoredValue] {
    guard !sorting.isEmpty else { return [] }
    var predicate = PredicateTree.comparison(
      .rowNumber(), .equal, .value(.integer(object.__rowID)))
    // How relevant the row is shows where it is searched for.
    if sorting.contains(where: \.operand.asksRank) {
      predicate = predicate.searching(as: condition)
    }
    let base = EntityQuery(entity: object.__entity.name, predicate: predicate)
    let query = ResultQuery(
      base, columns: sorting.map { ResultExpression(nil, $0.foldedOperand(of: object.__entity)) })
    var values: [StoredValue] = []
    try unit.session.read { session in
      try session.results(query) { values = $0.map(\.storedValue) }
    }
    return values
  }
}

extension ManagedObject {
  /// The values of the object by which `sorting` has it, whose rows hold the same; `nil` where the
  /// store computes them.
  fileprivate func sortValues(_ sorting: [SortTerm]) -> [StoredValue]? {
    var values: [StoredValue] = []
    values.reserveCapacity(sorting.count)
    for term in sorting {
      guard let index = term.ownProperty(of: __entity),
        let attribute = __entity.layout.properties[index].attribute
      else { return nil }
      switch attribute.type {
      case .decimal, .json, .url, .uuid, .data, .float: return nil
      default:
        let value = storedValue(at: index)
        values.append(term.ignoresCase ? value.foldedText : value)
      }
    }
    return values
  }
}

extension FetchRequest {
  /// The request without its limit.
  fileprivate var unlimited: FetchRequest {
    var request = self
    request.limit = nil
    return request
  }
}
