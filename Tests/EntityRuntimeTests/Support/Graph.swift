import EntityGraph

@testable import EntityRuntime

/// Returns the objects of `types` with all their values and references, a line for each.
func graph<each Object: ManagedObject>(
  _ context: ManagedObjectContext, _ types: repeat (each Object).Type
) throws -> String {
  var lines: [String] = []
  for type in repeat each types {
    lines += try context.fetch(type.all).map(line)
  }
  return lines.joined(separator: "\n")
}

/// Returns the values and references of `object`, those that are nil or empty left out.
private func line(of object: ManagedObject) throws -> String {
  var parts = ["\(object.objectID)"]
  let entity = type(of: object).__entityName
  for property in object.__unit.container.model.properties(of: entity) {
    switch property {
    case .attribute(let attribute):
      let value = try object.storedValue(forKey: attribute.name)
      if !value.isNull { parts.append("\(attribute.name)=\(text(of: value))") }
    case .relationship(let relationship) where relationship.isToMany:
      let members = try object.value(forKey: relationship.name)
      let ids =
        relationship.isOrdered
        ? (members as? [ManagedObject] ?? []).map(\.objectID.rowID)
        : (members as? Set<ManagedObject> ?? []).map(\.objectID.rowID).sorted()
      if !ids.isEmpty { parts.append("\(relationship.name)=\(ids)") }
    case .relationship(let relationship):
      // A required to-one that refers to nothing answers with an object of no row.
      if let target = try object.value(forKey: relationship.name) as? ManagedObject,
        target.objectID.rowID != 0
      {
        parts.append("\(relationship.name)=\(target.objectID.rowID)")
      }
    case .fetched, .derived: break
    }
  }
  return parts.joined(separator: " ")
}

/// Returns a stored value as a graph shows it.
func text(of value: StoredValue) -> String {
  switch value {
  case .null: "nil"
  case .integer(let value): "\(value)"
  case .real(let value): "\(value)"
  case .text(let value): value
  case .blob(let value): "\(Array(value))"
  }
}
