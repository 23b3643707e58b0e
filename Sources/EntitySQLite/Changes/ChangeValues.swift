import EntityModel
import EntityStore

/// The values of the rows of a change set as cells, which are part of it or pulled from its source.
struct ChangeValues {
  /// The changes.
  let changes: ChangeSet

  /// Writes the values that the changes do not hold.
  let source: (any ChangeSource)?

  /// Collects the values of one row.
  let row: __RowWriter

  /// Returns the values of the insert at `index`, which is of `entity`, valid until the next row is
  /// asked for.
  func insert(_ index: Int, _ entity: EntityLayout) throws -> UnsafeBufferPointer<__Cell> {
    row.begin()
    if let values = changes.inserts[index].values {
      for value in values { row.write(value) }
    } else {
      try requiredSource(entity).write(insert: index, into: row)
    }
    return try written(entity)
  }

  /// Returns the values of the update at `index`, which is of `entity`, valid until the next row is
  /// asked for.
  func update(_ index: Int, _ entity: EntityLayout) throws -> UnsafeBufferPointer<__Cell> {
    row.begin()
    if let values = changes.updates[index].values {
      for value in values { row.write(value) }
    } else {
      try requiredSource(entity).write(update: index, into: row)
    }
    let cells = try written(entity)
    let count = changes.updates[index].properties.count
    guard cells.count == count else {
      throw StoreError(
        .invalidRequest, "\(cells.count) values were written for \(count) columns",
        entity: entity.name)
    }
    return cells
  }

  /// Returns the values from before the update at `index`, which is of `entity`, valid until the
  /// next row is asked for; `nil` if neither the change set has them nor there is a source.
  func baseCells(ofUpdate index: Int, _ entity: EntityLayout) throws
    -> UnsafeBufferPointer<__Cell>?
  {
    row.begin()
    if let base = changes.updates[index].base {
      for value in base { row.write(value) }
    } else if let source {
      try source.write(baseOfUpdate: index, into: row)
    } else {
      return nil
    }
    return try written(entity)
  }

  /// Returns the values from before the update at `index`, which is of `entity`; `nil` if neither
  /// the change set has them nor there is a source.
  func base(ofUpdate index: Int, _ entity: EntityLayout) throws -> [StoredValue]? {
    if let base = changes.updates[index].base { return base }
    guard let source else { return nil }
    row.begin()
    try source.write(baseOfUpdate: index, into: row)
    return try written(entity).map(\.storedValue)
  }

  /// Returns the source, which the changes of a row of `entity` need.
  private func requiredSource(_ entity: EntityLayout) throws(StoreError) -> any ChangeSource {
    guard let source else {
      throw StoreError(
        .invalidRequest,
        "a change of '\(entity.name)' holds no values, and there is no source to pull them from",
        entity: entity.name)
    }
    return source
  }

  /// Returns the row that has been written.
  private func written(_ entity: EntityLayout) throws(StoreError) -> UnsafeBufferPointer<__Cell> {
    guard !row.isRefused else {
      throw StoreError(
        .invalidRequest, "a value of '\(entity.name)' could not be encoded", entity: entity.name)
    }
    return row.row
  }
}
