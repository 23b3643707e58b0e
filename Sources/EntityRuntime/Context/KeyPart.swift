import EntityModel
import EntityStore

/// A property, and the value that an object is looked for by.
struct KeyPart<Object: ManagedObject> {
  /// What leads to the property: an attribute, a leaf, a to-one or its id.
  let path: PropertyPath

  /// The value; nil for none.
  let value: Any?

  init<Value>(_ part: (KeyPath<Object, Value>, Value)) { self.init(part.0, part.1) }

  init(_ key: PartialKeyPath<Object>, _ value: Any) {
    path = PropertyPath(to: key, in: Object.self)
    self.value = flattened(value)
  }

  /// The name of the property or leaf.
  var name: String { isID ? path.names[0] : path.storedName }

  /// `true` if the value is the id of the object that a to-one refers to.
  var isID: Bool { path.names.count == 2 && path.names[1] == Self.objectID }

  /// What the id of an object is called.
  static var objectID: String { "objectID" }
}

extension PropertyPath {
  /// The text of the path; of an attribute with a transform, the attribute's own name.
  var storedName: String {
    let name = text
    return name.hasSuffix(Self.transformedMark)
      ? String(name.dropLast(Self.transformedMark.count)) : name
  }
}

/// The unique properties that parts name, and what they are to be.
struct SoughtKey {
  /// What is unique.
  let key: UniqueKey

  /// The values as they are stored, in the order of the key's columns.
  let values: [StoredValue]

  /// The values as they are assigned, in the same order; an id in place of its object.
  let assigned: [Any?]

  /// Finds what is unique of `parts`.
  ///
  /// - Throws: a `StoreError` if they are not unique together, or a value is none of its property.
  init<Object: ManagedObject>(_ parts: [KeyPart<Object>], _ unit: UnitOfWork) throws {
    let entity = try unit.entity(of: Object.self)
    // A key path in generic code is made at each call.
    let key = try UniqueKey(parts.map { $0.name }, of: entity, in: unit)
    var values: [StoredValue] = []
    var assigned: [Any?] = []
    for (position, column) in key.columns.enumerated() {
      guard let part = parts.first(where: { $0.name == column.property }) else { continue }
      assigned.append(part.value)
      guard case .reference(let table) = column.kind else {
        // What a transform stores is another value.
        values.append(
          column.leafPath == nil && part.value != nil
            ? try unit.storedConstant(part.value, entity, key.layout.properties[position])
            : (part.value as? any Storable)?.storedValue ?? .null)
        continue
      }
      let property = "'\(entity.name).\(key.names[position])'"
      switch part.value {
      case let id as ObjectID:
        // No row of the table has the id of an object of another entity.
        values.append(.integer(id.entityName == table ? id.rowID : .min))
      case let object as ManagedObject:
        guard object.__unit === unit else {
          throw StoreError(
            .invalidRequest,
            "\(property) cannot be an object of another context; ask this context for the object "
              + "with its id, or give the id", entity: entity.name, properties: [column.property])
        }
        values.append(.integer(object.__rowID))
      default: values.append(.null)
      }
    }
    (self.key, self.values, self.assigned) = (key, values, assigned)
  }
  /// Returns what a new object is given, by property indexes; leaves cannot be given alone.
  ///
  /// - Throws: a `StoreError` if there is no object to refer to.
  func assignedValues(_ unit: UnitOfWork) throws -> [(index: Int, value: Any?)] {
    var found: [(index: Int, value: Any?)] = []
    for (position, column) in key.columns.enumerated() where column.leafPath == nil {
      let index = key.layout.properties[position]
      guard let id = assigned[position] as? ObjectID else {
        found.append((index, assigned[position]))
        continue
      }
      let target = key.entity.relationships[index].map { unit.entities[$0.target].type }
      guard let object = try target.flatMap({ try unit.queries.object($0, with: id) }) else {
        throw StoreError(
          .invalidRequest,
          "'\(key.entity.name).\(column.property)' cannot refer to \(id), which does not exist or "
            + "is of another class", entity: key.entity.name, properties: [column.property])
      }
      found.append((index, object))
    }
    return found
  }

  /// Refuses a new object whose leaves are not those that were sought.
  func requireLeaves(of object: ManagedObject) throws(StoreError) {
    for (position, column) in key.columns.enumerated() where column.leafPath != nil {
      let index = key.layout.properties[position]
      let value = column.leafValue(in: object.storedValue(at: index))
      let form = key.layout.form(position)
      guard form.of(value) != form.of(values[position]) else { continue }
      let name = "'\(key.entity.name).\(column.property)'"
      throw StoreError(
        .invalidRequest,
        "\(name) of a new object is not the value that it was to be found by; assign "
          + "'\(key.owner(position))' with it in the closure",
        entity: key.entity.name, properties: [column.property])
    }
  }
}
