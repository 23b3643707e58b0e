import EntityModel
import EntityStore

/// What to fetch of objects of `Object` or of groups of them: rows of values, typed as `Row`.
///
/// A request is a value, as a `FetchRequest` is, and sees unsaved changes as that does.
public struct ResultRequest<Object: ManagedObject, Row>: Sendable {
  /// The columns' meaning, the objects and the groups.
  var parts: ResultParts

  /// Makes a row of the result, or throws an `UnreadableColumn`.
  @usableFromInline let makeRow: @Sendable (borrowing __ResultRow) throws -> Row

  init(_ parts: ResultParts, _ makeRow: @escaping @Sendable (borrowing __ResultRow) throws -> Row) {
    self.parts = parts
    self.makeRow = makeRow
  }
}

/// What of a request does not depend on the types of its columns.
struct ResultParts: Sendable {
  /// The query, as the store understands it.
  var query: ResultQuery

  /// `true` if the context's unsaved changes count.
  var includesPendingChanges: Bool

  /// The classes of the objects that columns hold, by column.
  var objects: [ManagedObject.Type?]

  /// The classes of the objects whose ids columns hold, by column.
  var identified: [ManagedObject.Type?]

  /// What the request cannot ask for, or `nil`.
  var refusal: StoreError?

  /// The most rows to fetch, or `nil` for all.
  var limit: Int? {
    get { query.isGrouped ? query.limit : query.base.limit }
    set { if query.isGrouped { query.limit = newValue } else { query.base.limit = newValue } }
  }

  /// How many rows to leave out at the beginning.
  var offset: Int {
    get { query.isGrouped ? query.offset : query.base.offset }
    set { if query.isGrouped { query.offset = newValue } else { query.base.offset = newValue } }
  }

  /// Leaves all rows but the first `count` out.
  mutating func limit(toFirst count: Int) { limit = min(limit ?? count, count) }

  /// Asks how many rows there are, in place of the rows.
  mutating func countRows() {
    query.countsRows = true
    objects = []
    identified = []
  }

  /// Has equal rows come once.
  mutating func makeDistinct() {
    guard !query.isGrouped else {
      // What is computed over all objects is one row.
      if query.grouping.isEmpty { return }
      refusal = StoreError(
        .invalidRequest,
        "the rows of groups of '\(query.base.entity)' cannot be made distinct; group by what "
          + "is wanted once",
        entity: query.base.entity)
      return
    }
    query.grouping = query.columns.compactMap(\.operand)
    let hasRange = query.base.limit != nil || query.base.offset > 0
    // How relevant objects are, and where they are among others, orders objects, of which a row may
    // have several; so does what a range is found by.
    let terms = query.base.sorting.filter { term in
      term.operand != .rank && term.operand.placeOwner == nil
        && (!hasRange || query.grouping.contains(term.operand))
    }
    query.order = terms.map { term in
      ResultQuery.Term(
        ResultExpression(nil, term.operand), term.order, ignoresCase: term.ignoresCase,
        absent: term.absent, language: term.language)
    }
    if !hasRange { query.base.sorting = [] }
  }
}

extension ResultRequest {
  /// Returns the request whose rows are all different: of equal ones, the first.
  ///
  /// They come in the order of the request, whose terms have to be among the columns, and then in
  /// that of the columns. A limit that stands before it counts objects, in any order, of which the
  /// rows keep what is among the columns; one after it counts rows.
  public func distinct() -> ResultRequest { changed { $0.makeDistinct() } }

  /// Returns the request for at most `count` rows; `nil` is no limit, and a negative count a limit
  /// of none.
  public func limit(_ count: Int?) -> ResultRequest { changed { $0.limit = count } }

  /// Returns the request that leaves out the first `count` rows.
  public func offset(_ count: Int) -> ResultRequest { changed { $0.offset = count } }

  private func changed(_ change: (inout ResultParts) -> Void) -> ResultRequest {
    var request = self
    change(&request.parts)
    return request
  }
}

/// Reports which column of a row holds no value of its type.
@usableFromInline struct UnreadableColumn: Error {
  let column: Int

  @usableFromInline init(column: Int) { self.column = column }
}

extension FetchRequest: SelectableRequest {
  public func __results<Row>(
    _ columns: [__Selection],
    _ makeRow: @escaping @Sendable (borrowing __ResultRow) throws -> Row
  ) -> ResultRequest<Object, Row> {
    let query = ResultQuery(
      entityQuery(Object.__entityName), columns: columns.map(\.expression))
    return ResultRequest(
      ResultParts(
        query: query, includesPendingChanges: includesPendingChanges,
        objects: columns.map(\.objects), identified: columns.map(\.identified)),
      makeRow)
  }

  /// Returns the request as the store understands it, for objects of `entity`.
  // Inlined, since finding the metadata of the request's type takes as long.
  @inline(__always) func entityQuery(_ entity: String) -> EntityQuery {
    EntityQuery(
      entity: entity, predicate: tree, sorting: sorting, limit: limit, offset: offset,
      includesSubentities: includesSubentities, visibility: visibility)
  }
}
