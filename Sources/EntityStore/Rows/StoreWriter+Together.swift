package import EntityModel

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
  /// `rows` are in the order of their ids. `value` gives what a property of the row at a position
  /// is to hold.
  ///
  /// - Returns: the positions of those for which there is no row with that id and version, in
  ///   order.
  /// - Throws: a `StoreError`; some rows may have been changed then.
  package func update(
    _ entity: EntityLayout, _ rows: [(id: Int64, version: Int64)], properties: [Int],
    _ value: (_ row: Int, _ property: Int) -> StoredValue
  ) throws(StoreError) -> [Int] {
    guard let first = rows.first, let last = rows.last else { return [] }
    let text = texts.updateTogether(entity.table, try columns(of: properties, entity))
    return try withoutActuallyEscaping(value) { value throws(StoreError) in
      let changes = RowChanges(rows) { value($0, properties[$1]) }
      try connection.rowChanges.with(changes) { () throws(StoreError) in
        try connection.run(text, [.integer(first.id), .integer(last.id)])
      }
      return changes.missing
    }
  }
}
