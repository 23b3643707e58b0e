import EntityModel
import EntityStore

extension ManagedObjectContext {
  /// Returns the page that `request` asks for.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if the cursor is damaged or that of a
  ///   request that differs in condition, order or entity; one if the store fails.
  public func fetch<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>
  ) throws -> FetchedPage<Object> {
    try page(request, of: unit.entity(of: Object.self)) { try fetch($0) }
  }

  /// Returns the page of objects of `entity` that `request` asks for; `fetch` fetches them.
  func page<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>, of entity: ManagedEntity,
    _ fetch: (FetchRequest<Object>) throws -> [Object]
  ) throws -> FetchedPage<Object> {
    let (parts, fingerprint) = try request.fetched(in: entity)
    // What is made of rows now has the values of these.
    let areNew = unit.maps[entity.tree].count == 0
    var found: [Object] = []
    if parts.count == 1, request.cursor == nil {
      found = try fetch(parts[0])
    } else {
      try read {
        for part in parts {
          let wanted = (part.limit ?? .max) - found.count
          if wanted > 0 { found += try fetch(part.limit(wanted)) }
        }
      }
    }
    let hasMore = found.count > request.size
    var items = Array(found.prefix(request.size))
    if request.isBackward { items.reverse() }
    // The order of other pages is that of what is saved, whatever an object has become here.
    func cursor(of object: ManagedObject?) throws -> PageCursor? {
      try object.map { object in
        let known = areNew ? object.sortValues(request.base.sorting) : nil
        return PageCursor(
          request: fingerprint, values: try known ?? rowValues(of: object, request.base),
          rowID: object.__rowID)
      }
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
  /// Returns the values by which the row of `object` is sorted.
  private func rowValues<Object>(
    of object: ManagedObject, _ request: FetchRequest<Object>
  ) throws -> [StoredValue] {
    let sorting = request.sorting
    guard !sorting.isEmpty else { return [] }
    var predicate = PredicateTree.comparison(
      .rowNumber(), .equal, .value(.integer(object.__rowID)))
    // How relevant the row is shows where it is searched for.
    if sorting.contains(where: \.operand.asksRank) {
      predicate = predicate.searching(as: request.tree)
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
