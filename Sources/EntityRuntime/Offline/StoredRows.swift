import EntityModel
import EntityStore

/// Rows as a store has them, by the ids of their objects.
struct StoredRows {
  /// A row.
  struct Row {
    /// The entity of its object.
    let entity: ManagedEntity

    /// The values of its columns, by property index, without those of external attributes.
    let values: PropertyValues
  }

  private var rows: [ObjectID: Row] = [:]

  /// Reads those of the rows of `ids` that exist.
  init(
    _ ids: some Sequence<ObjectID>, _ model: ManagedModel, _ session: any StoreSession
  ) throws {
    for (name, ids) in Dictionary(grouping: Set(ids), by: \.entityName) {
      guard let root = model.entity(named: name) else { continue }
      try session.rows(ids: ids.map(\.rowID).sorted(), of: root.layout) { row in
        let id = ObjectID(entityName: name, rowID: row.id)
        if let found = Row(row, model) { rows[id] = found }
      }
    }
  }

  subscript(id: ObjectID) -> Row? { rows[id] }
}

extension StoredRows.Row {
  /// Reads `row`; `nil` if it is of an entity that the model does not have.
  init?(_ row: borrowing __Row, _ model: ManagedModel) {
    guard let index = row.entity else { return nil }
    entity = model.entities[index]
    var values: PropertyValues = [:]
    for index in entity.columnIndexes where !entity.externalSet.contains(index) {
      if let column = entity.layout.columns[index] {
        values[index] = row[column.position].storedValue
      }
    }
    self.values = values
  }
}
