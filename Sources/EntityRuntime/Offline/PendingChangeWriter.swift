import EntityJSON
import EntityModel
import EntityStore

/// Writes what an author has changed as values that others can apply.
struct PendingChangeWriter {
  private let session: any StoreSession
  private let model: ManagedModel
  private let format: JSONFormat

  /// The names of the entities whose objects are written; `nil` for all.
  private let wanted: Set<String>?

  /// What others know the objects by that are referred to.
  private var identities: [ObjectID: JSON] = [:]
  private var layouts: [String: JSONLayout] = [:]

  init(
    _ session: any StoreSession, _ model: ManagedModel, _ format: JSONFormat,
    of wanted: Set<String>?
  ) {
    self.session = session
    self.model = model
    self.format = format
    self.wanted = wanted
  }

  /// Returns what others are to know of `changes`.
  ///
  /// - Throws: a `StoreError`, `invalidRequest` for an object without an identity; a
  ///   `JSONWritingError` for a value that JSON has nothing for.
  mutating func write(_ changes: AuthorChanges) throws -> [PendingChange] {
    let objects = changes.objects.filter { wanted?.contains($0.entity.name) ?? true }
    try readIdentities(of: Set(objects.flatMap(references)))
    var written: [HistoryChange.Kind: [PendingChange]] = [:]
    for object in objects {
      if let change = try write(object) { written[object.kind, default: []].append(change) }
    }
    return [.inserted, .updated, .deleted].flatMap { written[$0] ?? [] }
  }

  /// Returns the change of `object`; `nil` if nothing of it is for others.
  private mutating func write(_ object: ChangedObject) throws -> PendingChange? {
    let (entity, id) = (object.entity, object.id)
    let index = try Self.identityIndex(of: entity)
    guard let value = object.identity else { throw Self.missingIdentity(id, entity) }
    let layout = layout(of: entity)
    var (linked, unlinked) = ([String: [JSON]](), [String: [JSON]]())
    var orders: [String: [JSON]] = [:]
    if object.kind != .deleted {
      linked = links(object.linked, entity, layout)
      unlinked = links(object.unlinked, entity, layout, atThisEnd: object.isReplacement)
      for index in object.reordered where !leavesOutMembers(of: entity, index) {
        if let name = layout.name(of: index) { orders[name] = try members(of: object, index) }
      }
    }
    let columns = object.kind == .deleted ? entity.preservedIndexes : object.changedColumns
    let values = try values(columns, of: object, layout)
    if object.kind == .updated, values.count + linked.count + unlinked.count + orders.count == 0 {
      return nil
    }
    return PendingChange(
      kind: object.kind, entity: entity.name,
      identity: try json(value, entity, id, index, at: layout.path(of: index)), values: values,
      linked: linked, unlinked: unlinked, orders: orders)
  }

  private mutating func layout(of entity: ManagedEntity) -> JSONLayout {
    if let layout = layouts[entity.name] { return layout }
    let layout = JSONLayout(entity, format.keys)
    layouts[entity.name] = layout
    return layout
  }

  // MARK: Values

  /// Returns the object of the `columns` of `object`.
  private func values(
    _ columns: [Int], of object: ChangedObject, _ layout: JSONLayout
  ) throws -> JSON {
    let entity = object.entity
    var members: [(path: ArraySlice<String>, value: JSON)] = []
    for index in columns where entity.isExchanged(index) {
      guard let path = layout.path(of: index) else { continue }
      members.append((path[...], try self.value(index, of: object, at: path)))
    }
    return JSON(nesting: members)
  }

  private func value(_ index: Int, of object: ChangedObject, at path: [String]) throws -> JSON {
    let entity = object.entity
    if object.kind == .deleted {
      return try json(object.values[index] ?? .null, entity, object.id, index, at: path)
    }
    if let relationship = entity.relationships[index] {
      guard case .integer(let row)? = object.values[index] else { return .null }
      return identities[id(row, relationship)] ?? .null
    }
    let value =
      entity.externalSet.contains(index)
      ? try session.externalValue(of: index, entity.layout, id: object.id.rowID)
      : object.values[index]
    return try json(value ?? .null, entity, object.id, index, at: path)
  }

  /// Returns what the attribute `index` of the object `id` of `entity` has in `value`.
  private func json(
    _ value: StoredValue, _ entity: ManagedEntity, _ id: ObjectID, _ index: Int, at path: [String]?
  ) throws -> JSON {
    let attribute = entity.layout.properties[index].attribute
    var isWritten = true
    let json = JSON(building: { writer in
      isWritten = writer.append(value, as: attribute?.type ?? .string, format)
    })
    guard isWritten else {
      throw JSONWritingError(
        message: "JSON has nothing for the value of '\(entity.name).\(attribute?.name ?? "")' of "
          + "\(id), which is not finite or a date beyond the years 0 to 9999",
        path: JSONPath((path ?? []).map { .name($0) }))
    }
    return json
  }

  // MARK: References

  /// The objects that what is written of `object` refers to, without the members of to-manys.
  private func references(_ object: ChangedObject) -> [ObjectID] {
    guard object.kind != .deleted else { return [] }
    let toOnes = object.changedColumns.compactMap { index -> ObjectID? in
      guard let relationship = object.entity.relationships[index],
        case .integer(let row)? = object.values[index]
      else { return nil }
      return id(row, relationship)
    }
    let links = [object.linked, object.unlinked].joined().flatMap { index, rows in
      object.entity.relationships[index].map { relationship in
        rows.map { id($0, relationship) }
      } ?? []
    }
    return toOnes + links
  }

  private func id(_ row: Int64, _ relationship: ManagedRelationship) -> ObjectID {
    ObjectID(entityName: model.entities[relationship.target].rootName, rowID: row)
  }

  private mutating func readIdentities(of ids: Set<ObjectID>) throws {
    let rows = try StoredRows(ids, model, session)
    for id in ids {
      if let row = rows[id] { identities[id] = try identity(of: row, id) }
    }
  }

  /// Returns the property by which others know the objects of `entity`.
  ///
  /// - Throws: a `StoreError`, `invalidRequest` if there is none, or several objects may have the
  ///   same value: others would take one for the other.
  private static func identityIndex(of entity: ManagedEntity) throws(StoreError) -> Int {
    guard let index = entity.identityIndex, let identity = entity.identity else {
      throw StoreError.withoutIdentity(entity)
    }
    guard identity.holdsEachValueOnce else {
      throw StoreError(
        .invalidRequest,
        "'\(entity.name).\(identity.name)', by which others know the object, is not unique, so "
          + "that they could take another one for it; mark the attribute '.unique', or name the "
          + "entities that are pushed after 'of:'", entity: entity.name, properties: [identity.name]
      )
    }
    return index
  }

  private func identity(of row: StoredRows.Row, _ id: ObjectID) throws -> JSON {
    let index = try Self.identityIndex(of: row.entity)
    guard let value = row.values[index], !value.isNull else {
      throw Self.missingIdentity(id, row.entity)
    }
    return try json(value, row.entity, id, index, at: nil)
  }

  /// Returns the identities of `links` by the names of their members, those that still exist and
  /// that are not written at their other end.
  private func links(
    _ links: [Int: Set<Int64>], _ entity: ManagedEntity, _ layout: JSONLayout,
    atThisEnd isHere: Bool = false
  ) -> [String: [JSON]] {
    var lists: [String: [JSON]] = [:]
    for (index, rows) in links {
      guard let relationship = entity.relationships[index], let name = layout.name(of: index),
        isHere || isWritten(relationship)
      else { continue }
      let list = rows.sorted().compactMap { identities[id($0, relationship)] }
      if !list.isEmpty { lists[name] = list }
    }
    return lists
  }

  /// `true` if links of `relationship` are written at its objects, not at those of its inverse.
  private func isWritten(_ relationship: ManagedRelationship) -> Bool {
    if relationship.writesLinks || relationship.isOwnInverse { return true }
    let target = model.entities[relationship.target]
    guard let inverse = target.relationships[relationship.inverseIndex], !inverse.isHidden,
      target.isExchanged(inverse.index)
    else { return true }
    guard let wanted else { return false }
    return !target.layout.subentities.allSatisfy(wanted.contains)
  }

  /// `true` if the members of the ordered to-many `index` of `entity` are none of those that are
  /// wanted, and others know them by nothing.
  private func leavesOutMembers(of entity: ManagedEntity, _ index: Int) -> Bool {
    guard let wanted, let relationship = entity.relationships[index],
      !relationship.inverseIsToMany
    else { return false }
    let target = model.entities[relationship.target]
    return target.identity?.holdsEachValueOnce != true
      && !target.layout.subentities.contains(where: wanted.contains)
  }

  /// Returns the identities of the members of the ordered to-many `index` of `object`.
  private func members(of object: ChangedObject, _ index: Int) throws -> [JSON] {
    var found: [(place: MemberPlace, row: StoredRows.Row)] = []
    guard let relationship = object.entity.relationships[index] else { return [] }
    try session.members(
      of: object.entity.layout, property: index, owners: [object.id.rowID]
    ) { _, place, row in
      if let read = StoredRows.Row(row, model) {
        found.append((MemberPlace(place: place, id: row.id), read))
      }
    }
    return try found.sorted { $0.place < $1.place }.map {
      try identity(of: $0.row, id($0.place.id, relationship))
    }
  }

  private static func missingIdentity(_ id: ObjectID, _ entity: ManagedEntity) -> StoreError {
    let name = entity.identityIndex.map { entity.layout.properties[$0].name } ?? ""
    return StoreError(
      .invalidRequest,
      "\(id) has no value of '\(entity.name).\(name)', by which others know it; give it one",
      entity: entity.name, properties: [name])
  }
}

extension JSONLayout {
  /// The names that lead to the member that the property `index` is; `nil` if it is none.
  func path(of index: Int) -> [String]? { members.first { $0.index == index }?.path }

  /// The same as one text, with dots.
  func name(of index: Int) -> String? { path(of: index)?.joined(separator: ".") }
}

extension JSON {
  /// Creates an object of `members`, each at the end of a path of names.
  init(nesting members: [(path: ArraySlice<String>, value: JSON)]) {
    var names: [String] = []
    var own: [String: JSON] = [:]
    var inner: [String: [(path: ArraySlice<String>, value: JSON)]] = [:]
    for (path, value) in members {
      guard let name = path.first else { continue }
      if own[name] == nil, inner[name] == nil { names.append(name) }
      if path.count == 1 {
        own[name] = value
      } else {
        inner[name, default: []].append((path.dropFirst(), value))
      }
    }
    self.init(members: names.map { ($0, own[$0] ?? JSON(nesting: inner[$0] ?? [])) })
  }
}
