import EntityModel

/// Adding and changing many rows by one statement, which takes SQLite half of what a statement for
/// each row takes.
extension StoreWriter {
  /// The fewest rows that are worth it.
  private static let fewest = 32

  /// `true` iff `count` rows whose ids go up from `first` to `last` can be added by one statement
  /// and are worth it.
  package static func addsTogether(_ count: Int, from first: Int64, to last: Int64) -> Bool {
    count >= fewest && last - first == count - 1
  }

  /// `true` iff `count` rows whose ids go up from `first` to `last` are worth being changed by one
  /// statement, which passes over all rows between them.
  package static func changesTogether(_ count: Int, from first: Int64, to last: Int64) -> Bool {
    // Passing over a row takes a tenth of what running a statement for one takes.
    count >= fewest && (last - first) / 4 < count
  }

  /// Adds `count` rows of `entity`, of `version`, with ids from `first` on, by one statement.
  ///
  /// `body` writes all columns of the row at a position in the order of properties.
  ///
  /// - Throws: a `StoreError`, or what `body` throws; some rows may have been added then.
  package func insert(
    _ entity: EntityLayout, _ count: Int, from first: Int64, version: Int64,
    _ body: (_ row: Int, inout RowWriter) throws -> Void
  ) throws {
    let rows = (0..<Int64(count)).map { (id: first + $0, version: version) }
    _ = try change(rows, body) {
      try connection.run(
        texts.insertTogether(entity, version: version),
        [.integer(first), .integer(Int64(count))]
          + (entity.isPolymorphic ? [.text(entity.name)] : []))
    }
  }

  /// Changes the columns of `properties` of `rows` of `entity`, and their versions, by one
  /// statement.
  ///
  /// `rows` are in the order of their ids. `body` writes the columns of the row at a position in
  /// the order of `properties`, which are property indexes in ascending order.
  ///
  /// - Returns: the positions of those for which there is no row with that id and version, in
  ///   order.
  /// - Throws: a `StoreError`, or what `body` throws; some rows may have been changed then.
  package func update(
    _ entity: EntityLayout, _ rows: [(id: Int64, version: Int64)], properties: [Int],
    _ body: (_ row: Int, inout RowWriter) throws -> Void
  ) throws -> [Int] {
    guard let first = rows.first, let last = rows.last else { return [] }
    let text = texts.updateTogether(entity.table, try columns(of: properties, entity))
    return try change(rows, body) {
      try connection.run(text, [.integer(first.id), .integer(last.id)])
    }
  }

  /// Calls `run`, which runs a statement that asks for `rows` and what `body` writes of them, and
  /// returns the positions of those that it has not met.
  private func change(
    _ rows: [RowChanges.Row], _ body: (_ row: Int, inout RowWriter) throws -> Void,
    _ run: () throws -> Void
  ) throws -> [Int] {
    try withoutActuallyEscaping(body) { body in
      let changes = RowChanges(rows, buffer: connection.buffer, body)
      try connection.rowChanges.with(changes, run)
      return changes.missing
    }
  }
}
