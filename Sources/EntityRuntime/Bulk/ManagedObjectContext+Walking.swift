import EntityModel
import EntityStore

// Reading many objects a few at a time.

extension ManagedObjectContext {
  /// Calls `body` with each object that `request` asks for, in its order, and holds no more than
  /// `batch` of them at once.
  ///
  ///     try context.forEach(Book.sorted(by: \.title), batch: 200) { book in
  ///       try csv.write("\(book.title);\(book.pages)\n")
  ///     }
  ///
  /// Which objects, and in what order, is found at the beginning, by their ids alone: eight bytes
  /// for each, or less where they follow each other. Whatever `body` inserts, changes, saves or
  /// deletes, no object comes twice and none is left out but those that do not exist any more when
  /// their turn comes. The objects of a batch have the values of that moment, and are released
  /// after it unless somebody else holds them or they have unsaved changes, which a save now and
  /// then ends.
  ///
  /// Each batch is a fetch of its own for `budget`. Within `read`, and within `container.read` and
  /// `container.write`, all see one state of the store.
  ///
  /// - Parameters:
  ///   - request: Which objects.
  ///   - batch: How many objects are fetched together; fewer than 1 are refused.
  ///   - body: Does something with an object.
  /// - Throws: what `body` throws, which ends the walk; a `StoreError` as `fetch` does;
  ///   `CancellationError` where `checkCancellation()` throws that.
  public func forEach<Object: ManagedObject>(
    _ request: FetchRequest<Object>, batch: Int = 500, _ body: (Object) throws -> Void
  ) throws {
    try StoreError.checkBatch(batch)
    try takeOverCommits()
    let entity = try unit.entity(of: Object.self)
    let query = request.entityQuery(entity.name)
    let prefetcher = Prefetcher(unit: unit)
    try prefetcher.check(request.prefetched, of: entity)
    if request.includesPendingChanges, unit.queries.isConcerned(by: query, entity) {
      // They are there already, and new ones have ids that a save changes.
      for object in try fetch(request) {
        try checkCancellation()
        if object.__isLive { try body(object) }
      }
      return
    }
    let ids = try unit.queries.rowIDs(query)
    for start in stride(from: 0, to: ids.count, by: batch) {
      try checkCancellation()
      func read() throws -> [ManagedObject] {
        let objects = try unit.queries.objects(
          Object.self,
          with: ids[start..<min(start + batch, ids.count)].map {
            ObjectID(entityName: entity.rootName, rowID: $0)
          })
        try unit.queries.checkBudget(objects.count, entity.name)
        try prefetcher.read(request.prefetched, of: objects)
        return objects
      }
      let objects = request.prefetched.isEmpty ? try read() : try unit.session.share(read)
      for object in objects where object.__isLive {
        try body(unsafeDowncast(object, to: Object.self))
      }
    }
  }

  /// Calls `body` with each row that `request` asks for, in its order, and holds no more than
  /// `batch` of them at once, as `forEach` does with objects.
  ///
  /// Rows of groups, distinct rows, and a row that is computed over all objects, are computed at
  /// once.
  public func forEach<Object: ManagedObject, Row>(
    _ request: ResultRequest<Object, Row>, batch: Int = 500, _ body: (Row) throws -> Void
  ) throws {
    try StoreError.checkBatch(batch)
    try takeOverCommits()
    let base = request.parts.query.base
    let isWhole =
      request.parts.query.isGrouped
      || (request.parts.includesPendingChanges && unit.tracker.hasChanges)
    guard !isWhole else {
      for row in try fetch(request) {
        try checkCancellation()
        try body(row)
      }
      return
    }
    let ids = try unit.queries.rowIDs(base)
    for start in stride(from: 0, to: ids.count, by: batch) {
      try checkCancellation()
      for row in try rows(of: request, ids[start..<min(start + batch, ids.count)]) {
        try body(row)
      }
    }
  }

  /// Returns the rows that `request` asks for of the objects of the rows `ids`, in their order;
  /// those that do not exist are left out.
  func rows<Object: ManagedObject, Row>(
    of request: ResultRequest<Object, Row>, _ ids: ArraySlice<Int64>
  ) throws -> [Row] {
    var parts = request.parts
    parts.includesPendingChanges = false
    let members = PredicateTree.membership(.rowNumber(), ids.map { .integer($0) })
    let showsFinds = parts.query.columns.contains { $0.operand?.asksRank == true }
    parts.query.base.predicate =
      showsFinds ? members.searching(as: parts.query.base.predicate) : members
    parts.query.base.sorting = []
    parts.query.base.limit = nil
    parts.query.base.offset = 0
    parts.query.columns.append(ResultExpression(nil, .rowNumber()))
    parts.objects.append(nil)
    parts.identified.append(nil)
    let last = parts.query.columns.count - 1
    var rows: [Int64: Row] = [:]
    rows.reserveCapacity(ids.count)
    try unit.queries.forEachRow(Object.self, parts) { row in
      guard let id = row.cells[last].integer else { return }
      rows[id] = try request.makeRow(row)
    }
    return ids.compactMap { rows[$0] }
  }
}

extension QueryEngine {
  /// Returns the ids of the rows that `query` finds, in its order, however many the context may
  /// read.
  func rowIDs(_ query: EntityQuery) throws -> RowIDList {
    let query = try unit.visible(query)
    var ids = RowIDList()
    _ = try session.request { session in
      try session.ids(query) { id in
        ids.append(id)
        return true
      }
    }
    return ids
  }
}

extension StoreError {
  /// Refuses a batch of `size`, which may be a client's, where nothing would be in it.
  static func checkBatch(_ size: Int) throws(StoreError) {
    if size > 0 { return }
    throw StoreError(.invalidRequest, "a batch has at least one object; \(size) were asked for")
  }
}
