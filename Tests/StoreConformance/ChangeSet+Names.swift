package import EntityModel
package import EntityStore

/// Changes by the names of entities and properties.
extension ChangeSet {
  /// Adds the insert of a row; properties without a value have none.
  package mutating func insert(
    _ entity: String, _ id: Int64, _ values: [String: StoredValue], in layout: StoreLayout
  ) throws {
    let entity = try layout.requiredEntity(entity)
    for name in values.keys { _ = try entity.requiredPropertyIndex(name) }
    inserts.append(
      Insert(
        entity: entity.index, id: id,
        values: entity.columnIndexes.map { values[entity.properties[$0].name] ?? .null }))
  }

  /// Adds the update of a row.
  package mutating func update(
    _ entity: String, _ id: Int64, version: Int64, _ values: [String: StoredValue],
    base: [String: StoredValue]? = nil, in layout: StoreLayout
  ) throws {
    let entity = try layout.requiredEntity(entity)
    let properties = try values.keys.map { try entity.requiredPropertyIndex($0) }.sorted()
    let names = properties.map { entity.properties[$0].name }
    updates.append(
      Update(
        entity: entity.index, id: id, version: version, properties: properties,
        values: names.map { values[$0] ?? .null },
        base: base.map { base in names.map { base[$0] ?? .null } }))
  }

  /// Adds the delete of a row.
  package mutating func delete(
    _ entity: String, _ id: Int64, version: Int64, in layout: StoreLayout
  ) throws {
    let index = try layout.requiredEntity(entity).index
    deletes.append(Delete(entity: index, id: id, version: version))
  }

  /// Adds a link by the relationship `name` of `entity`.
  package mutating func link(
    _ entity: String, _ name: String, _ owner: Int64, _ other: Int64, in layout: StoreLayout
  ) throws {
    links.append(try Link(entity, name, owner, other, layout))
  }

  /// Adds the end of a link by the relationship `name` of `entity`.
  package mutating func unlink(
    _ entity: String, _ name: String, _ owner: Int64, _ other: Int64, in layout: StoreLayout
  ) throws {
    unlinks.append(try Link(entity, name, owner, other, layout))
  }
}

extension ChangeSet.Link {
  fileprivate init(
    _ entity: String, _ name: String, _ owner: Int64, _ other: Int64, _ layout: StoreLayout
  ) throws {
    let entity = try layout.requiredEntity(entity)
    self.init(
      entity: entity.index, property: try entity.requiredPropertyIndex(name), owner: owner,
      other: other)
  }
}

extension Store {
  /// Writes the changes that `build` adds in one transaction and returns what conflicts; nothing
  /// has been written then.
  @discardableResult
  package func save(
    _ build: (inout ChangeSet, StoreLayout) throws -> Void
  ) throws -> [Conflict] {
    var changes = ChangeSet()
    try build(&changes, layout)
    do {
      return try write { session in
        let conflicts = try session.apply(changes, from: nil)
        if !conflicts.isEmpty { throw Conflicts(conflicts: conflicts) }
        return []
      }
    } catch let error as Conflicts {
      return error.conflicts
    }
  }
}

/// Ends a transaction whose changes are in conflict.
private struct Conflicts: Error {
  let conflicts: [Conflict]
}
