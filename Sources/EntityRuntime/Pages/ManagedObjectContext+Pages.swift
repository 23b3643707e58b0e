import EntityModel
import EntityStore

extension ManagedObjectContext {
  /// Returns the page that `request` asks for.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if the cursor is damaged or that of a
  ///   request that differs in condition, order or entity; one if the store fails; a `ReadError` if
  ///   the page ends at an object whose row holds what a property cannot that it is sorted by.
  @inlinable public func fetch<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>
  ) throws -> FetchedPage<Object> {
    // Inlined, so that the array is built of the user's class at once.
    var items: [Object] = []
    let room = request.roomForItems
    let (next, previous) = try __forEach(request) { (object: consuming ManagedObject) in
      if items.isEmpty { items.reserveCapacity(room) }
      items.append(unsafeDowncast(consume object, to: Object.self))
    }
    return FetchedPage(items: items, next: next, previous: previous)
  }

  /// Calls `body`, which keeps them, with the objects of the page that `request` asks for, all of
  /// its class and in its order, and returns the cursors of the pages beside it.
  @usableFromInline func __forEach<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>, _ body: (consuming ManagedObject) -> Void
  ) throws -> (next: PageCursor?, previous: PageCursor?) {
    try takeOverCommits()
    return try forEach(request, of: unit.entity(of: Object.self), body)
  }

  /// Returns the page of objects of `entity` that `request` asks for.
  func page<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>, of entity: ManagedEntity
  ) throws -> FetchedPage<ManagedObject> {
    var items: [ManagedObject] = []
    let (next, previous) = try forEach(request, of: entity) { items.append($0) }
    return FetchedPage(items: items, next: next, previous: previous)
  }

  /// Calls `body`, which keeps them, with the objects of `entity` that are the page that `request`
  /// asks for, and returns the cursors of the pages beside it.
  private func forEach<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>, of entity: ManagedEntity,
    _ body: (consuming ManagedObject) -> Void
  ) throws -> (next: PageCursor?, previous: PageCursor?) {
    // What is made of rows now has the values of these.
    let areNew = unit.maps[entity.tree].count == 0
    let (prefetcher, prefetched) = (Prefetcher(unit: unit), request.base.prefetched)
    try prefetcher.check(prefetched, of: entity)
    let sorting = request.base.sorting
    let columns = areNew ? entity.sortColumns(sorting) : nil
    // The order of other pages is that of what is saved, whatever an object has become here.
    func cursor(of object: ManagedObject?, _ fingerprint: UInt64) throws -> PageCursor? {
      guard let object else { return nil }
      let known = columns.map { object.sortValues(sorting, columns: $0) }
      let values = try known ?? rowValues(of: object, sorting, request.base.tree)
      try object.requireReadable(values, sorting, columns)
      return PageCursor(request: fingerprint, values: values, rowID: object.__rowID)
    }
    func read() throws -> (next: PageCursor?, previous: PageCursor?) {
      let (parts, fingerprint) = try request.fetched(in: entity) { rowID, term in
        try savedPlace(of: rowID, term, entity)
      }
      // The objects are kept by `body`: what is first and last need not be counted as well.
      var ends: (first: Unmanaged<ManagedObject>, last: Unmanaged<ManagedObject>)?
      func hand(_ object: consuming ManagedObject) {
        let reference = Unmanaged.passUnretained(object)
        ends = (ends?.first ?? reference, reference)
        body(object)
      }
      let hasMore: Bool
      if request.isBackward || !prefetched.isEmpty {
        var found: [ManagedObject] = []
        hasMore = try forEachSaved(parts, entity, atMost: request.size) { found.append($0) }
        try prefetcher.read(prefetched, of: found)
        if request.isBackward { found.reverse() }
        for object in found { hand(object) }
      } else {
        hasMore = try forEachSaved(parts, entity, atMost: request.size, hand)
      }
      let (hasNext, hasPrevious) =
        request.isBackward
        ? (request.cursor != nil, hasMore) : (hasMore, request.cursor != nil)
      return (
        try cursor(of: hasNext ? ends?.last.takeUnretainedValue() : nil, fingerprint),
        try cursor(of: hasPrevious ? ends?.first.takeUnretainedValue() : nil, fingerprint)
      )
    }
    // A page that begins somewhere reads more than once, as what is prefetched does, and values
    // that objects do not hold: others may change or delete rows in between.
    let isReadOnce =
      request.cursor == nil && prefetched.isEmpty && (columns != nil || sorting.isEmpty)
    return try isReadOnce ? read() : unit.session.share(read)
  }

  /// Returns the place that the row `rowID` of `entity` has as it is saved, where `term` sorts by
  /// the places of the members of an object; `nil` if it is no member any more.
  ///
  /// Members are given other numbers without being moved, where others are put between them.
  private func savedPlace(
    of rowID: Int64, _ term: SortTerm, _ entity: ManagedEntity
  ) throws -> StoredValue? {
    let layout = unit.container.store.layout
    guard case .place(let path, let owner) = term.operand.root.kind, let name = path.names.first,
      let inverse = entity.layout.relationshipIndex(name),
      let relationship = entity.layout.relationships[inverse]?.relationship,
      let target = layout.entity(relationship.target),
      let index = target.propertyIndex(relationship.inverse)
    else { return nil }
    return try unit.session.read { session in
      try session.place(of: rowID, in: target, property: index, owner: owner.rowID)
        .map { .integer($0.place) }
    }
  }

  /// Calls `body` with the objects whose rows `parts` find, one after the other, at most `most` of
  /// them; returns `true` if they find more rows.
  private func forEachSaved(
    _ parts: [EntityQuery], _ entity: ManagedEntity, atMost most: Int,
    _ body: (consuming ManagedObject) -> Void
  ) throws -> Bool {
    var count = 0
    for part in parts {
      var part = part
      part.limit = part.limit.map { $0 - count }
      let hasMore = try unit.queries.forEachSaved(part, entity, atMost: most - count) { object in
        count += 1
        body(object)
      }
      if hasMore { return true }
    }
    return false
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

extension ManagedEntity {
  /// Returns the property indexes of what `sorting` sorts by, of which objects hold what their rows
  /// do; `nil` where the store computes something.
  fileprivate func sortColumns(_ sorting: [SortTerm]) -> [Int]? {
    var indexes: [Int] = []
    indexes.reserveCapacity(sorting.count)
    for term in sorting {
      guard let index = term.ownProperty(of: self),
        case .value(let type)? = layout.columns[index]?.kind
      else { return nil }
      switch type {
      case .decimal, .json, .url, .uuid, .data, .float: return nil
      default: indexes.append(index)
      }
    }
    return indexes
  }
}

extension ManagedObject {
  /// Returns the values of the object by which `sorting` has it, those of the properties `columns`.
  fileprivate func sortValues(_ sorting: [SortTerm], columns: [Int]) -> [StoredValue] {
    sorting.indices.map { position in
      let value = storedValue(at: columns[position])
      return sorting[position].ignoresCase ? value.foldedText : value
    }
  }

  /// Refuses to have a page end at the object if its row holds, of the properties by which
  /// `sorting` has it, what their types cannot, so that no condition finds what comes after it.
  /// `values` are those that it is sorted by, of the properties `columns` where these are known.
  fileprivate func requireReadable(
    _ values: [StoredValue], _ sorting: [SortTerm], _ columns: [Int]?
  ) throws(ReadError) {
    for (position, value) in zip(values.indices, values) {
      guard let index = columns?[position] ?? sorting[position].ownProperty(of: __entity),
        let column = __entity.layout.columns[index], case .value(let type) = column.kind
      else { continue }
      if value.isNull, column.isNullable { continue }
      let mayBeUnknown = type == .decimal || value.mayBeRepaired
      if type.stores(value), !mayBeUnknown || !isUnknown(index) { continue }
      throw ReadError(problems: [
        ReadError.Problem(
          objectID: __objectID, entity: __entity.name, property: __propertyName(index),
          message: "its column holds what its type cannot, so that no page can begin after it")
      ])
    }
  }

  /// `true` if the property `index` cannot have what its column holds.
  private func isUnknown(_ index: Int) -> Bool {
    _ = __value(index)
    return __unrecognized[index] != nil
  }
}

extension StoredValue {
  /// `true` if the text may have been read from bytes that are no text.
  fileprivate var mayBeRepaired: Bool {
    guard case .text(let text) = self else { return false }
    return text.unicodeScalars.contains("\u{FFFD}")
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
