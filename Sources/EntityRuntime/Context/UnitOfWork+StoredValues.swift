import EntityModel
import EntityStore

/// Objects that are given values as a store has them.
extension UnitOfWork {
  /// Takes the values of `object` from `values`; those that are missing are null.
  func take(_ values: PropertyValues, _ version: Int64, _ object: ManagedObject) {
    let layout = object.__entity.layout
    var cells = Array(repeating: StoredValue.null, count: layout.table.columns.count)
    for (index, value) in values {
      if let column = layout.columns[index] { cells[column.position] = value }
    }
    withScratch { take(cells, version, object, by: $0) }
  }

  /// Takes the values of `object` from `cells`, the columns of its table, which `writer` is given.
  func take(
    _ cells: some Sequence<StoredValue>, _ version: Int64, _ object: ManagedObject,
    by writer: __RowWriter
  ) {
    writer.begin()
    for cell in cells { writer.write(cell) }
    take(rowOf: writer, version, object)
  }

  /// Takes the values of `object` from the row of `writer`, which has the columns of its table.
  func take(rowOf writer: __RowWriter, _ version: Int64, _ object: ManagedObject) {
    let layout = object.__entity.layout
    withExtendedLifetime(writer) {
      guard let address = writer.row.baseAddress else { return }
      var row = __Row(
        cells: UnsafeMutablePointer(mutating: address), count: writer.row.count,
        id: object.__rowID, version: version, entity: layout.index, starts: layout.columnStarts)
      loader.take(&row, object)
    }
  }
}

extension UnitOfWork {
  /// Returns the value of the attribute `index` of `entity` that is stored as `value`; `nil` if its
  /// type has none.
  func converted(
    _ value: StoredValue, for index: Int, of entity: ManagedEntity
  ) -> (value: Any?, Void)? {
    guard let column = entity.layout.columns[index], !value.isNull || column.isNullable else {
      return nil
    }
    // The number of a version is no value of an external attribute.
    if column.isExternal, case .integer = value { return nil }
    return problems.ignoring {
      let blank = blank(entity)
      let row = __RowWriter()
      row.begin()
      for position in entity.layout.table.columns.indices {
        row.write(position == column.position ? value : .null)
      }
      return withExtendedLifetime(row) {
        guard let cells = row.row.baseAddress else { return nil }
        let stored = __Row(
          cells: UnsafeMutablePointer(mutating: cells), count: row.row.count, id: 0, version: 0,
          entity: entity.layout.index, starts: entity.layout.columnStarts)
        blank.__load(stored, entity.depth)
        return blank.__unrecognized[index] == nil ? (blank.__value(index), ()) : nil
      }
    }
  }
}
