import EntityModel
public import EntityStore

extension ManagedObjectContext {
  /// Returns the rows of a statement that reads one column: its values.
  ///
  ///     try context.sql("SELECT title FROM Book WHERE pages > \(pages)", as: String.self)
  ///
  /// The statement sees what is saved: in `container.write`, what `save()` has written too. The
  /// tables are those that `Docs/StoreFormat.md` describes: one for each tree of entities, with the
  /// columns `_id`, `_version` and, where a tree has several entities, `_entity`. A statement that
  /// writes is run by `execute(_:unseen:)`.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` for anything but one statement that
  ///   reads, one that SQLite cannot read, and another number of columns than was asked for; with
  ///   `unreadableValue`, naming the column, where that holds NULL or a value of another type; one
  ///   if the store fails.
  public func sql<Column: OrderedAttribute>(
    _ sql: HandwrittenSQL, as type: Column.Type
  ) throws -> [Column] {
    try rows(of: sql, [Column.Present.storageType]) { try $0.next(Column.self) }
  }

  /// Returns the rows of a statement that reads two columns, as tuples.
  ///
  ///     try context.sql(
  ///       "SELECT title, pages FROM Book WHERE pages > \(pages)", as: (String, Int).self)
  ///
  /// It throws as it does for one column.
  public func sql<A: OrderedAttribute, B: OrderedAttribute>(
    _ sql: HandwrittenSQL, as type: (A, B).Type
  ) throws -> [(A, B)] {
    try rows(of: sql, [A.Present.storageType, B.Present.storageType]) {
      (try $0.next(A.self), try $0.next(B.self))
    }
  }

  /// Returns the rows of a statement that reads three columns, as tuples.
  public func sql<A: OrderedAttribute, B: OrderedAttribute, C: OrderedAttribute>(
    _ sql: HandwrittenSQL, as type: (A, B, C).Type
  ) throws -> [(A, B, C)] {
    try rows(of: sql, [A.Present.storageType, B.Present.storageType, C.Present.storageType]) {
      (try $0.next(A.self), try $0.next(B.self), try $0.next(C.self))
    }
  }

  /// Returns the rows of a statement that reads four columns, as tuples.
  public func sql<
    A: OrderedAttribute, B: OrderedAttribute, C: OrderedAttribute, D: OrderedAttribute
  >(
    _ sql: HandwrittenSQL, as type: (A, B, C, D).Type
  ) throws -> [(A, B, C, D)] {
    try rows(
      of: sql,
      [A.Present.storageType, B.Present.storageType, C.Present.storageType, D.Present.storageType]
    ) {
      (try $0.next(A.self), try $0.next(B.self), try $0.next(C.self), try $0.next(D.self))
    }
  }

  /// Returns the rows of a statement that reads five columns, as tuples.
  public func sql<
    A: OrderedAttribute, B: OrderedAttribute, C: OrderedAttribute, D: OrderedAttribute,
    E: OrderedAttribute
  >(
    _ sql: HandwrittenSQL, as type: (A, B, C, D, E).Type
  ) throws -> [(A, B, C, D, E)] {
    try rows(
      of: sql,
      [
        A.Present.storageType, B.Present.storageType, C.Present.storageType, D.Present.storageType,
        E.Present.storageType,
      ]
    ) {
      (
        try $0.next(A.self), try $0.next(B.self), try $0.next(C.self), try $0.next(D.self),
        try $0.next(E.self)
      )
    }
  }

  /// Returns the rows of a statement that reads six columns, as tuples.
  public func sql<
    A: OrderedAttribute, B: OrderedAttribute, C: OrderedAttribute, D: OrderedAttribute,
    E: OrderedAttribute, F: OrderedAttribute
  >(
    _ sql: HandwrittenSQL, as type: (A, B, C, D, E, F).Type
  ) throws -> [(A, B, C, D, E, F)] {
    try rows(
      of: sql,
      [
        A.Present.storageType, B.Present.storageType, C.Present.storageType, D.Present.storageType,
        E.Present.storageType, F.Present.storageType,
      ]
    ) {
      (
        try $0.next(A.self), try $0.next(B.self), try $0.next(C.self), try $0.next(D.self),
        try $0.next(E.self), try $0.next(F.self)
      )
    }
  }

  /// Returns the rows of a statement that reads seven columns, as tuples.
  public func sql<
    A: OrderedAttribute, B: OrderedAttribute, C: OrderedAttribute, D: OrderedAttribute,
    E: OrderedAttribute, F: OrderedAttribute, G: OrderedAttribute
  >(
    _ sql: HandwrittenSQL, as type: (A, B, C, D, E, F, G).Type
  ) throws -> [(A, B, C, D, E, F, G)] {
    try rows(
      of: sql,
      [
        A.Present.storageType, B.Present.storageType, C.Present.storageType, D.Present.storageType,
        E.Present.storageType, F.Present.storageType, G.Present.storageType,
      ]
    ) {
      (
        try $0.next(A.self), try $0.next(B.self), try $0.next(C.self), try $0.next(D.self),
        try $0.next(E.self), try $0.next(F.self), try $0.next(G.self)
      )
    }
  }

  /// Returns the rows of a statement that reads eight columns, as tuples.
  public func sql<
    A: OrderedAttribute, B: OrderedAttribute, C: OrderedAttribute, D: OrderedAttribute,
    E: OrderedAttribute, F: OrderedAttribute, G: OrderedAttribute, H: OrderedAttribute
  >(
    _ sql: HandwrittenSQL, as type: (A, B, C, D, E, F, G, H).Type
  ) throws -> [(A, B, C, D, E, F, G, H)] {
    try rows(
      of: sql,
      [
        A.Present.storageType, B.Present.storageType, C.Present.storageType, D.Present.storageType,
        E.Present.storageType, F.Present.storageType, G.Present.storageType, H.Present.storageType,
      ]
    ) {
      (
        try $0.next(A.self), try $0.next(B.self), try $0.next(C.self), try $0.next(D.self),
        try $0.next(E.self), try $0.next(F.self), try $0.next(G.self), try $0.next(H.self)
      )
    }
  }

  /// Returns the rows of a statement that reads any number of columns, as tuples.
  public func sql<A: OrderedAttribute, B: OrderedAttribute, each Other: OrderedAttribute>(
    _ sql: HandwrittenSQL, as type: (A, B, repeat each Other).Type
  ) throws -> [(A, B, repeat each Other)] {
    var types = [A.Present.storageType, B.Present.storageType]
    for other in repeat (each Other).self { types.append(other.Present.storageType) }
    return try rows(of: sql, types) {
      (try $0.next(A.self), try $0.next(B.self), repeat try $0.next((each Other).self))
    }
  }

  /// Returns the objects whose numbers, `_id`, are the first column of the rows of a statement that
  /// reads, in its order.
  ///
  ///     try context.objects(Book.self, sql: "SELECT _id FROM Book WHERE length(title) > \(count)")
  ///
  /// Which objects there are is what is saved; their values are those that they have in the
  /// context. Numbers of no object of `type`, and of one that is to be deleted, are left out. Of
  /// which entity a number is nothing says: one of another table is one of `type` here.
  ///
  /// - Throws: as `sql(_:as:)` does.
  public func objects<Object: ManagedObject>(
    _ type: Object.Type, sql: HandwrittenSQL
  ) throws -> [Object] {
    let root = try unit.entity(of: type).rootName
    var ids: [ObjectID] = []
    try forEachRow(of: sql) { names in
      guard !names.isEmpty else {
        throw StoreError(.invalidRequest, "the statement has no column of numbers of objects")
      }
      guard names[0] == "_id" || !names.contains("_id") else {
        throw StoreError(
          .invalidRequest,
          "the statement has '\(names[0])' before '_id'; its first column has to be the numbers"
        )
      }
      return [false]
    } _: { cells in
      ids.append(ObjectID(entityName: root, rowID: try Int64(cells[0], column: 0, "_id")))
    }
    let wanted = Set(ids)
    let found = try fetch(type.where { $0.objectID.in(wanted) }.ignoringPendingChanges())
    let objects = Dictionary(
      found.filter { !$0.__flags.contains(.isDeleted) }.map { ($0.__objectID, $0) },
      uniquingKeysWith: { first, _ in first })
    return ids.compactMap { objects[$0] }
  }

  /// Returns what `make` makes of each row of `sql`, whose columns are of `types`.
  private func rows<Row>(
    of sql: HandwrittenSQL, _ types: [StorageType], _ make: (inout HandwrittenRow) throws -> Row
  ) throws -> [Row] {
    var names: [String] = []
    var rows: [Row] = []
    try forEachRow(of: sql) { found in
      names = found
      guard found.count == types.count else {
        throw StoreError(
          .invalidRequest,
          "the statement has \(found.count) columns, and \(types.count) were asked for")
      }
      return types.map { $0.storageClass == .real }
    } _: { cells in
      var row = HandwrittenRow(cells: cells, names: names)
      rows.append(try make(&row))
    }
    return rows
  }

  /// Calls `body` with each row of `sql`, and `begin` before that.
  private func forEachRow(
    of sql: HandwrittenSQL, _ begin: ([String]) throws -> [Bool],
    _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    try takeOverCommits()
    try sql.statement.requireObjects(of: container.storeTag)
    var count = 0
    try unit.session.request { session in
      try session.handwritten(sql.statement, begin) { cells in
        count += 1
        try unit.queries.checkBudget(count, "SQL")
        try body(cells)
      }
    }
  }
}

/// A row of a statement by hand while its columns are read, one after the other.
private struct HandwrittenRow {
  let cells: UnsafeBufferPointer<__Cell>
  let names: [String]
  private var index = 0

  init(cells: UnsafeBufferPointer<__Cell>, names: [String]) {
    self.cells = cells
    self.names = names
  }

  /// Returns the value in the next column.
  mutating func next<Value: OrderedAttribute>(_ type: Value.Type) throws(StoreError) -> Value {
    defer { index += 1 }
    return try Value(cells[index], column: index, names[index])
  }
}

extension OrderedAttribute {
  /// Creates the value that `cell`, in the column at `index` called `name`, holds.
  ///
  /// - Throws: a `StoreError` that names the column if it is none of the type.
  fileprivate init(_ cell: __Cell, column index: Int, _ name: String) throws(StoreError) {
    // What SQL computes of whole numbers is one, where a real is asked for too.
    let isWhole = cell.kind == .integer && Present.storageType.storageClass == .real
    let read = isWhole ? __Cell(real: Double(cell.integer ?? 0)) : cell
    let value = Present.Primitive(__cell: read).flatMap { Present(primitive: $0) }
    if value != nil || cell.isNull, let made = value as? Self {
      self = made
      return
    }
    let place = "column \(index + 1) of the statement, '\(name)',"
    throw StoreError(
      .unreadableValue,
      cell.isNull
        ? "\(place) holds NULL; ask for '\(Self.self)?'"
        : "\(place) holds \(cell.kind.text), which is no '\(Self.self)'")
  }
}

extension __Cell.Kind {
  /// The kind in words.
  var text: String {
    switch self {
    case .null: "NULL"
    case .integer: "a whole number"
    case .real: "a real"
    case .text: "a text"
    case .blob: "bytes"
    }
  }
}
