import EntityModel

/// Changing many rows by one statement, which takes SQLite half of what a statement for each row
/// takes.
extension StoreWriter {
  /// `true` iff `count` rows whose ids go up from `first` to `last` are worth being changed by one
  /// statement, which passes over all rows between them.
  package static func changesTogether(_ count: Int, from first: Int64, to last: Int64) -> Bool {
    // Passing over a row takes a tenth of what running a statement for one takes.
    count >= 32 && (last - first) / 4 < count
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
    return try withoutActuallyEscaping(body) { body in
      let changes = RowChanges(
        rows, columns: properties.count, buffer: connection.buffer, body)
      try connection.rowChanges.with(changes) {
        try connection.run(text, [.integer(first.id), .integer(last.id)])
      }
      return changes.missing
    }
  }
}
