import EntityModel
import EntityStore

/// Objects that are given values as a store has them.
extension UnitOfWork {
  /// Takes the values of `object` from `values`; those that are missing are null.
  func take(_ values: [Int: StoredValue], _ version: Int64, _ object: ManagedObject) {
    let layout = object.__entity.layout
    var cells = Array(repeating: StoredValue.null, count: layout.table.columns.count)
    for (index, value) in values {
      if let column = layout.columns[index] { cells[column.position] = value }
    }
    take(cells, version, object, by: __RowWriter(byteCapacity: 1 << 10))
  }

  /// Takes the values of `object` from `cells`, the columns of its table, which `writer` is given.
  func take(
    _ cells: some Sequence<StoredValue>, _ version: Int64, _ object: ManagedObject,
    by writer: __RowWriter
  ) {
    writer.begin()
    for cell in cells { writer.write(cell) }
    let layout = object.__entity.layout
    withExtendedLifetime(writer) {
      guard let address = writer.row.baseAddress else { return }
      var row = __Row(
        cells: UnsafeMutablePointer(mutating: address), count: writer.row.count,
        id: object.__rowID, version: version, entity: layout.index, starts: layout.columnStarts)
      loader.take(&row, object)
    }
  }

  /// Gives the attributes of `object` that are among `values` these; those whose type does not know
  /// theirs have it as their unrecognized value.
  func assign(_ values: [Int: StoredValue], to object: ManagedObject) {
    let entity = object.__entity
    if object.__flags.contains(.isFault) { loader.fire(object) }
    let attributes = values.keys.filter { entity.relationships[$0] == nil }.sorted()
    if attributes.isEmpty { return }
    let blank = self.blank(entity)
    // What is null where nothing is given is no problem of anybody's.
    problems.ignoring { take(values, 0, blank) }
    for index in attributes {
      // The number of a version is no value, and says that the one in the store stays.
      if entity.externalSet.contains(index), case .integer = values[index] { continue }
      // What has stayed bytes is found not to be of the type when it is asked for.
      let value = problems.ignoring { blank.__value(index) }
      _ = object.__setValue(index, value)
      guard let stored = blank.__unrecognized[index] else { continue }
      // Nothing is written where the default is assigned to what has it.
      willWrite(object, index)
      object.__unrecognized[index] = stored
    }
  }
}
