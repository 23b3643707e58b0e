import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EditingState {
  /// Creates the state that `data` has.
  ///
  /// - Throws: that it has none, or one of another version of the format.
  init(reading data: Data) throws(EditingStateError) {
    let decoder = JSONDecoder()
    guard let version = try? decoder.decode(Version.self, from: data).version else {
      throw EditingStateError(
        message:
          "the state of an editing session is JSON that 'encoded()' has written, and this is "
          + "none")
    }
    guard version == Self.currentVersion else {
      throw EditingStateError(
        message:
          "the state was written in a form of version \(version); this library reads version "
          + "\(Self.currentVersion)")
    }
    do {
      self = try decoder.decode(Self.self, from: data)
    } catch let error as DecodingError {
      throw Self.malformed(error.place)
    } catch {
      throw Self.malformed("")
    }
  }

  private static func malformed(_ place: String) -> EditingStateError {
    EditingStateError(
      message: "the state of the editing session is damaged"
        + (place.isEmpty ? "" : ": '\(place)' is missing or not what it should be"))
  }

  /// Returns the changes of `unit` that the state has; its new objects have temporary ids of their
  /// own.
  ///
  /// - Throws: that it does not fit the model.
  func changes(for unit: UnitOfWork) throws(EditingStateError) -> UnsavedChanges {
    try StateReading(self, unit).changes()
  }
}

/// Makes a state the changes that it has, and refuses what does not fit the model.
private struct StateReading {
  private let state: EditingState
  private let unit: UnitOfWork
  private var ids: [Key: ObjectID] = [:]

  /// A new object as the state names it: by its tree and its id there.
  private struct Key: Hashable {
    let root: String
    let id: Int64
  }

  init(_ state: EditingState, _ unit: UnitOfWork) throws(EditingStateError) {
    self.state = state
    self.unit = unit
    for (name, form) in state.entities.sorted(by: { $0.key < $1.key }) {
      try Self.compare(form, try entity(name))
    }
    for object in state.inserts {
      let entity = try entity(object.entity)
      guard !entity.layout.isAbstract else {
        throw refusal("'\(entity.name)' is abstract and has no objects of its own")
      }
      // One whose row has been removed has the id of that.
      let isNew = object.id < 0
      guard isNew || object.row != nil else {
        throw refusal("a new '\(entity.name)' has the id of a row")
      }
      let id =
        isNew
        ? unit.newTemporaryID(of: entity)
        : try savedID(object.id, root: entity.rootName)
      guard ids.updateValue(id, forKey: Key(root: entity.rootName, id: object.id)) == nil else {
        throw refusal("it has two new objects of the same id")
      }
    }
  }

  /// Refuses a state whose entity has another form now.
  private static func compare(
    _ form: [String: String], _ entity: ManagedEntity
  ) throws(EditingStateError) {
    let now = entity.form
    for name in Set(form.keys).union(now.keys).sorted() where form[name] != now[name] {
      let property = "'\(entity.name).\(name.prefix(64))'"
      let what =
        now[name] == nil
        ? "the model has no \(property) any more"
        : form[name] == nil ? "\(property) is new" : "\(property) has another type now"
      throw EditingStateError(
        message: "the state was written with another model: \(what); discard it")
    }
  }

  private func refusal(_ problem: String) -> EditingStateError {
    EditingStateError(message: "the state of the editing session cannot be resumed: \(problem)")
  }

  // MARK: Names

  private func entity(_ name: String) throws(EditingStateError) -> ManagedEntity {
    guard let entity = unit.entity(named: name) else {
      throw refusal("the model has no entity '\(name.prefix(64))'")
    }
    return entity
  }

  /// Returns the entity called `name`, whose form the state has.
  private func entityWithForm(_ name: String) throws(EditingStateError) -> ManagedEntity {
    let entity = try entity(name)
    guard state.entities[name] != nil else {
      throw refusal("'entities' does not have the properties of '\(name)'")
    }
    return entity
  }

  private func relationship(
    _ name: String, of entity: ManagedEntity
  ) throws(EditingStateError) -> ManagedRelationship {
    guard let index = entity.layout.propertyIndex(name),
      let relationship = entity.relationships[index], relationship.isToMany
    else {
      throw refusal("'\(entity.name)' has no to-many '\(name.prefix(64))'")
    }
    return relationship
  }

  private func id(_ id: Int64, root: String) throws(EditingStateError) -> ObjectID {
    if let new = ids[Key(root: root, id: id)] { return new }
    guard id > 0 else { throw refusal("it refers to a new object that it does not have") }
    return try savedID(id, root: root)
  }

  /// Returns the id of the object in the row `id`, which is that object's in one store alone.
  private func savedID(_ id: Int64, root: String) throws(EditingStateError) -> ObjectID {
    guard state.store == unit.container.store.id else {
      throw EditingStateError(
        message:
          "the state is about objects of another store, or of this one before it was restored from "
          + "a copy; discard it")
    }
    return ObjectID(entityName: root, rowID: id)
  }

  // MARK: Values

  private func values(
    _ named: [String: StoredValue], _ entity: ManagedEntity, areChecked: Bool, isNew: Bool = false
  ) throws(EditingStateError) -> PropertyValues {
    var values: PropertyValues = [:]
    for (name, value) in named {
      guard let index = entity.layout.propertyIndex(name),
        let column = entity.layout.columns[index]
      else { throw refusal("'\(entity.name)' has no attribute or to-one '\(name.prefix(64))'") }
      switch (column.kind, value) {
      case (.reference, .null): values[index] = value
      case (.reference(let table), .integer(let row)):
        values[index] = .integer(try id(row, root: root(of: index, entity) ?? table).rowID)
      case (.value, .null) where column.isNullable || !areChecked: values[index] = value
      // The version of the row at which a value was written that is apart from it.
      case (.value, .integer) where column.isExternal && !isNew: values[index] = value
      case (.value(let type), _) where type.stores(value) || !areChecked: values[index] = value
      default: throw refusal("'\(entity.name).\(name)' cannot hold the value that it has there")
      }
    }
    return values
  }

  private func root(of index: Int, _ entity: ManagedEntity) -> String? {
    entity.relationships[index].map { unit.entities[$0.target].rootName }
  }

  /// Returns the row of `object`; all values that are missing are null.
  private func row(
    _ row: EditingState.Row, _ entity: ManagedEntity
  ) throws(EditingStateError) -> UnsavedChanges.StoredRow {
    guard 0...(Int64.max >> 9) ~= row.version else { throw refusal("a version is none") }
    // What a row holds may be damaged, and is read as it was.
    var values = try values(row.values, entity, areChecked: false)
    for index in entity.columnIndexes where values[index] == nil { values[index] = .null }
    return UnsavedChanges.StoredRow(version: row.version, values: values)
  }

  // MARK: Changes

  func changes() throws(EditingStateError) -> UnsavedChanges {
    var changes = UnsavedChanges()
    for object in state.inserts { changes.inserts.append(try insert(object)) }
    for object in state.updates { changes.updates.append(try update(object)) }
    for object in state.deletions {
      let entity = try entityWithForm(object.entity)
      var deletion = UnsavedChanges.Deletion(
        id: try id(object.id, root: entity.rootName), entity: entity.layout.index, row: nil)
      if let row = object.row { deletion.row = try self.row(row, entity) }
      changes.deletions.append(deletion)
    }
    for pair in state.links { changes.links.append(try link(pair)) }
    for pair in state.unlinks { changes.unlinks.append(try link(pair)) }
    for order in state.orders {
      let entity = try entity(order.entity)
      let relationship = try relationship(order.property, of: entity)
      guard relationship.isOrdered else {
        throw refusal("'\(entity.name).\(order.property)' has no order")
      }
      var members: [ObjectID] = []
      let root = unit.entities[relationship.target].rootName
      for member in order.members { members.append(try id(member, root: root)) }
      let owner = try id(order.owner, root: entity.rootName)
      let toMany = UnsavedChanges.ToMany(owner: owner, property: relationship.index)
      changes.orders[toMany] = members
      if let ids = order.former {
        var former: [ObjectID] = []
        for member in ids { former.append(try id(member, root: root)) }
        changes.formerOrders[toMany] = former
      }
    }
    for object in state.softDeletions {
      let entity = try entity(object.entity)
      guard entity.deletionDate != nil else {
        throw refusal("'\(entity.name)' is not deleted softly")
      }
      changes.softDeletions.insert(try id(object.id, root: entity.rootName))
    }
    return changes
  }

  private func insert(
    _ object: EditingState.Object
  ) throws(EditingStateError) -> UnsavedChanges.Insert {
    let entity = try entityWithForm(object.entity)
    var values = try values(object.values ?? [:], entity, areChecked: true, isNew: true)
    var assigned: PropertySet = []
    for name in object.assigned ?? [] {
      guard let index = entity.layout.propertyIndex(name) else {
        throw refusal("'\(entity.name)' has no property '\(name.prefix(64))'")
      }
      if let column = entity.layout.columns[index], case .value = column.kind,
        !column.isNullable, values[index] == nil
      {
        throw refusal("'\(entity.name).\(name)' has no value")
      }
      assigned.insert(index)
    }
    for index in entity.columnIndexes where values[index] == nil { values[index] = .null }
    var version: Int64 = 0
    if let row = object.row { version = try self.row(row, entity).version }
    return UnsavedChanges.Insert(
      id: try id(object.id, root: entity.rootName), entity: entity.layout.index, version: version,
      assigned: assigned, values: values)
  }

  private func update(
    _ object: EditingState.Object
  ) throws(EditingStateError) -> UnsavedChanges.Update {
    let entity = try entityWithForm(object.entity)
    guard object.id > 0, let row = object.row else {
      throw refusal("a changed '\(entity.name)' has no row")
    }
    return UnsavedChanges.Update(
      id: try id(object.id, root: entity.rootName), entity: entity.layout.index,
      row: try self.row(row, entity),
      values: try values(object.values ?? [:], entity, areChecked: true), former: [:])
  }

  private func link(_ pair: EditingState.Link) throws(EditingStateError) -> UnsavedChanges.Link {
    let entity = try entity(pair.entity)
    let relationship = try relationship(pair.property, of: entity)
    guard relationship.writesLinks else {
      throw refusal("'\(entity.name).\(pair.property)' is not a relationship that writes links")
    }
    return UnsavedChanges.Link(
      entity: entity.layout.index, property: relationship.index,
      owner: try id(pair.owner, root: entity.rootName),
      other: try id(pair.other, root: unit.entities[relationship.target].rootName))
  }
}

extension DecodingError {
  /// Where it is, by the names of the format alone.
  fileprivate var place: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      context = found
    case .keyNotFound(let key, let found): return name(found.codingPath + [key])
    @unknown default: return ""
    }
    return name(context.codingPath)
  }

  private func name(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map { "\($0)" } ?? String($0.stringValue.prefix(64)) }
      .joined(separator: ".")
  }
}
