import EntityModel
import EntitySQL
import EntityStore

/// Values that are apart from their rows.
extension SQLiteWritingSession {
  /// Returns `cells`, the values of `properties` of `entity`, as the row has them that gets
  /// `version`: in place of a text or a blob of an external attribute, that number.
  ///
  /// The cells of other values are those that are given, so that they are valid as long.
  func rowCells(
    _ cells: UnsafeBufferPointer<__Cell>, _ properties: [Int], _ entity: EntityLayout,
    _ version: Int64
  ) -> [__Cell] {
    zip(cells, properties).map { cell, property in
      guard cell.hasBytes, entity.columns[property]?.isExternal == true else { return cell }
      return __Cell(integer: version)
    }
  }

  /// Stores those of `cells`, the values of `properties` of the row `id` of `entity`, that are of
  /// external attributes; a number says that the value stays, which a new row does not have.
  func storeExternals(
    _ cells: UnsafeBufferPointer<__Cell>, _ properties: [Int], _ entity: EntityLayout, id: Int64,
    isNew: Bool
  ) throws(StoreError) {
    for (cell, property) in zip(cells, properties) {
      guard let column = entity.columns[property], column.isExternal else { continue }
      if cell.hasBytes {
        let statement = try connection.statement(
          .storeValue(entity: entity.index, property: property)
        ) { () throws(StoreError) in statements.storeValue(of: column) }
        try [cell].withUnsafeBufferPointer { cells throws(StoreError) in
          try statement.bind(cells, from: 2)
        }
        statement.bind(id, at: 1)
        try statement.run()
      } else if cell.isNull, !isNew {
        let statement = try connection.statement(
          .removeValue(entity: entity.index, property: property)
        ) { () throws(StoreError) in statements.removeValue(of: column) }
        statement.bind(id, at: 1)
        try statement.run()
      } else if isNew, !cell.isNull {
        throw entity.versionAsValue(of: column)
      }
    }
  }
}

extension EntityLayout {
  /// Returns the error that a row has the number of a version in `column`, which is external,
  /// without the value that was written then.
  func versionAsValue(of column: ColumnLayout) -> StoreError {
    StoreError(
      .invalidRequest,
      "'\(name).\(column.property)' is external, and a row cannot be given the number of a version "
        + "in place of its value; give it a value, or nil", entity: name,
      properties: [column.property])
  }
}
