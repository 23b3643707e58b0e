import EntityStore

// Rows of values, of objects or of groups of them.

extension ManagedObjectContext {
  /// Returns the rows that `request` asks for, in its order.
  ///
  /// The store computes them; where unsaved changes may alter them, they are computed in memory
  /// over all the objects, with the same answer.
  ///
  /// - Throws: a `StoreError` when the store fails, the request names what the model does not have,
  ///   a sum overflows or a column holds a value that its type does not know.
  @inlinable public func fetch<Object: ManagedObject, Row>(
    _ request: ResultRequest<Object, Row>
  ) throws -> [Row] {
    // Inlined, so that the array is built of the row's own type at once.
    var rows: [Row] = []
    try __forEachRow(request) { rows.append(try request.makeRow($0)) }
    return rows
  }

  /// Calls `body` with each row that `request` asks for, in its order.
  @usableFromInline func __forEachRow<Object: ManagedObject, Row>(
    _ request: ResultRequest<Object, Row>, _ body: (borrowing __ResultRow) throws -> Void
  ) throws {
    try takeOverCommits()
    try unit.queries.forEachRow(Object.self, request.parts, body)
  }

  /// Returns the first row that `request` asks for, or nil when there is none.
  ///
  /// A request for values that are computed over all objects has exactly one.
  public func first<Object: ManagedObject, Row>(
    _ request: ResultRequest<Object, Row>
  ) throws -> Row? {
    var limited = request
    limited.parts.limit(toFirst: 1)
    return try fetch(limited).first
  }

  /// Returns the only row that `request` asks for, its limit and offset included.
  ///
  /// - Throws: a `StoreError` with the code `notFound` if there is none, and with `notUnique` if
  ///   there are several; what `fetch` throws.
  public func only<Object: ManagedObject, Row>(
    _ request: ResultRequest<Object, Row>
  ) throws -> Row {
    guard let row = try onlyOrNil(request) else {
      throw try unexpectedCount(.notFound, "no row", of: Object.self)
    }
    return row
  }

  /// Returns the only row that `request` asks for, its limit and offset included, or nil when there
  /// is none.
  ///
  /// - Throws: a `StoreError` with the code `notUnique` if there are several; what `fetch` throws.
  public func onlyOrNil<Object: ManagedObject, Row>(
    _ request: ResultRequest<Object, Row>
  ) throws -> Row? {
    var limited = request
    limited.parts.limit(toFirst: 2)
    let found = try fetch(limited)
    guard found.count < 2 else {
      throw try unexpectedCount(.notUnique, "several rows", of: Object.self)
    }
    return found.first
  }

  /// Returns how many rows `request` asks for, its limit and offset included; for distinct rows
  /// and for groups, without fetching them.
  ///
  /// - Throws: a `StoreError` when the store fails or the request names what the model does not
  ///   have.
  public func count<Object: ManagedObject, Row>(
    _ request: ResultRequest<Object, Row>
  ) throws -> Int {
    try takeOverCommits()
    var parts = request.parts
    parts.countRows()
    var count = 0
    try unit.queries.forEachRow(Object.self, parts) { count = $0.value(at: 0) ?? 0 }
    return count
  }

  /// Returns how many groups `request` makes, its limit and offset included.
  ///
  /// - Throws: a `StoreError` when the store fails or the request names what the model does not
  ///   have.
  public func count<Object: ManagedObject>(_ request: GroupRequest<Object>) throws -> Int {
    try count(request.select { $0.count })
  }
}
