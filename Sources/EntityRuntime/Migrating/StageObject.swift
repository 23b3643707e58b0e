public import EntityModel
public import EntityStore

/// An object of any entity of a snapshot, whose properties a stage reads and sets by their names.
///
/// An attribute is a stored value, a to-one the row id of the object that it refers to.
public struct StageObject: Hashable, Sendable {
  /// The name of the entity.
  public let entity: String

  /// The id of the row; `nil` for an object that has not been inserted.
  public internal(set) var rowID: Int64?

  /// The values of attributes and the row ids of to-ones, by the names of the properties; what is
  /// missing is `nil`, or the default value.
  public var values: [String: StoredValue]

  /// Creates an object of the entity called `entity`.
  public init(_ entity: String, _ values: [String: StoredValue] = [:]) {
    self.entity = entity
    self.values = values
  }

  /// The value of the property called `name`; null where there is none.
  public subscript(name: String) -> StoredValue {
    get { values[name] ?? .null }
    set { values[name] = newValue }
  }

  /// Returns the value of the attribute called `name` as one of `type`; `nil` if it has none, or
  /// one of another type.
  public func value<Value: Storable>(_ name: String, as type: Value.Type) -> Value? {
    Value(storedValue: self[name])
  }

  /// Gives the attribute called `name` `value`.
  public mutating func set<Value: Storable>(_ name: String, to value: Value?) {
    self[name] = value?.storedValue ?? .null
  }
}

/// What a stage does with entities by their names, where types are not wanted.
extension MigrationStage {
  /// Calls `body` with each object of the older entity called `name`, in the order of ids; those of
  /// entities that extend it have names of their own.
  ///
  /// - Throws: a `StoreError` if the older snapshot has no such entity, or what `body` throws.
  public func visit(old name: String, _ body: (StageObject) throws -> Void) throws {
    let old = try entity(name, isOld: true)
    try eachPage(
      of: old, { self.object($0, old) }, { page in for object in page { try body(object) } })
  }

  /// Makes the objects of the newer entity called `newName` of those of the older one called
  /// `name`: calls `body` with each of these and with what is carried over of it, and adds what it
  /// returns under the id that the older object has; where it returns `nil`, the object is gone.
  ///
  /// - Throws: a `StoreError`, also if the newer entity is not what the older one has become; what
  ///   `body` throws.
  public func forEach(
    old name: String, making newName: String,
    _ body: (_ old: StageObject, _ carriedOver: StageObject) throws -> StageObject?
  ) throws {
    let old = try entity(name, isOld: true)
    let new = try entity(newName, isOld: false)
    guard session.mapping.source(of: new.layout)?.name == name else {
      throw StoreError(
        .invalidRequest,
        "objects of '\(name)' do not become objects of '\(newName)'; visit them, and insert others",
        entity: newName)
    }
    try session.takeOver(new.layout)
    let offset = session.offset(of: old.layout, in: new.layout)
    try eachPage(of: old, { (row: $0.id, object: self.object($0, old), version: $0.version) }) {
      for (row, object, version) in $0 {
        guard let made = try body(object, try self.carriedOver(object, old, new)) else {
          session.noteLoss(of: new.layout)
          continue
        }
        let id = try carriedOver(row, by: offset, old.layout)
        try session.insert(
          new.layout, id: id, version: version, try self.cells(of: made, new))
      }
    }
  }

  /// Returns the objects of the older entity called `name` whose properties have `values`, in the
  /// order of ids.
  public func objects(
    old name: String, where values: [String: StoredValue] = [:]
  ) throws -> [StageObject] { try objects(try entity(name, isOld: true), values) }

  /// Returns the objects of the newer entity called `name` whose properties have `values`, in the
  /// order of ids.
  public func objects(
    new name: String, where values: [String: StoredValue] = [:]
  ) throws -> [StageObject] { try objects(try entity(name, isOld: false), values) }

  /// Adds `object`, one of the newer snapshot, and returns its row id.
  @discardableResult public func insert(_ object: StageObject) throws -> Int64 {
    let entity = try entity(object.entity, isOld: false)
    guard object.rowID == nil else {
      throw StoreError(
        .invalidRequest, "the '\(object.entity)' exists already; change it with 'update'",
        entity: object.entity)
    }
    let id = try session.reserveID(of: entity.layout)
    try session.insert(entity.layout, id: id, version: nil, try cells(of: object, entity))
    return id
  }

  /// Gives the object of the newer snapshot with the row id of `object` its values.
  public func update(_ object: StageObject) throws {
    let entity = try entity(object.entity, isOld: false)
    guard let id = object.rowID,
      try session.update(entity.layout, id: id, try cells(of: object, entity))
    else { throw missing(object) }
  }

  /// Removes the object of the newer snapshot with the row id of `object`.
  public func delete(_ object: StageObject) throws {
    let entity = try entity(object.entity, isOld: false)
    guard let id = object.rowID, try session.delete(entity.layout, id: id) else {
      throw missing(object)
    }
  }

  private func missing(_ object: StageObject) -> StoreError {
    let row = object.rowID.map { "the row \($0)" } ?? "no row"
    return StoreError(
      .invalidRequest, "there is no '\(object.entity)' with \(row)", entity: object.entity)
  }

  private func objects(
    _ entity: StageEntity, _ values: [String: StoredValue]
  ) throws -> [StageObject] {
    var terms: [PredicateTree] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let index = try entity.layout.requiredPropertyIndex(name)
      let path = PropertyPath([name])
      guard let relationship = entity.layout.properties[index].relationship else {
        terms.append(.comparison(.attribute(path), .equal, .value(value)))
        continue
      }
      var id: ObjectID?
      if case .integer(let rowID) = value {
        let layout = entity.isOld ? session.oldLayout : session.mapping.new
        let target = try layout.requiredEntity(relationship.target)
        id = ObjectID(entityName: target.rootName, rowID: rowID)
      }
      terms.append(.comparison(.object(path), .equal, .identifier(id)))
    }
    var found: [StageObject] = []
    let query = EntityQuery(
      entity: entity.layout.name, predicate: .all(terms), includesSubentities: false)
    try rows(entity, query) { found.append(self.object($0, entity)) }
    return found
  }

  private func object(_ row: __Row, _ entity: StageEntity) -> StageObject {
    var object = StageObject(entity.layout.name)
    object.rowID = row.id
    for (name, position) in zip(entity.names, entity.positions) {
      object.values[name] = row[position].storedValue
    }
    return object
  }

  /// Returns what an automatic migration carries over of `old` to an object of `new`, as far as
  /// types are the same or hold the old values.
  private func carriedOver(
    _ old: StageObject, _ oldEntity: StageEntity, _ new: StageEntity
  ) throws -> StageObject {
    var object = StageObject(new.layout.name)
    for index in new.layout.columnIndexes {
      let property = new.layout.properties[index]
      guard let source = session.mapping.source(of: index, new.layout) else { continue }
      let former = source.entity.properties[source.index]
      let value = old[former.name]
      if let attribute = property.attribute, let type = former.attribute?.type {
        let isSame = attribute.type.holdsEveryValue(of: type)
        let carried = isSame ? value : value.converted(from: type, to: attribute.type)
        let isMissing = carried.isNull && !attribute.isOptional
        object[property.name] = isMissing ? attribute.defaultValue ?? .null : carried
      } else if case .integer(let id) = value, let target = property.relationship?.target,
        let oldTarget = former.relationship.flatMap({ session.mapping.old.entity($0.target) }),
        let newTarget = session.mapping.new.entity(target)
      {
        object[property.name] =
          try newRowID(
            id, of: oldTarget, in: newTarget,
            offset: session.offset(of: oldTarget, in: newTarget)
          ).map { .integer($0) } ?? .null
      } else if !value.isNull, property.relationship != nil {
        throw StoreError(
          .unreadableValue,
          "row \(old.rowID ?? 0) of '\(old.entity)' holds no id in '\(former.name)'",
          entity: old.entity, properties: [former.name])
      }
    }
    return object
  }

  /// Returns the columns of `object`, valid until others are asked for.
  private func cells(
    of object: StageObject, _ entity: StageEntity
  ) throws -> UnsafeBufferPointer<__Cell> {
    for name in object.values.keys.sorted() where !entity.names.contains(name) {
      throw StoreError(
        .invalidRequest, "'\(entity.layout.name)' has no attribute or to-one '\(name)'",
        entity: entity.layout.name, properties: [name])
    }
    writer.begin()
    for index in entity.layout.columnIndexes {
      let property = entity.layout.properties[index]
      var value = object[property.name]
      if value.isNull, object.values[property.name] == nil {
        value = property.attribute?.defaultValue ?? .null
      }
      let isOptional = property.attribute?.isOptional ?? property.relationship?.isOptional ?? true
      if value.isNull, !isOptional {
        throw StoreError(
          .notNullViolation,
          "'\(entity.layout.name).\(property.name)' is required and has no value",
          entity: entity.layout.name, properties: [property.name])
      }
      // A number above Int64.max is stored as bytes.
      let storageClass =
        property.attribute?.type == .uint64 ? nil : entity.layout.columns[index]?.storageClass
      guard value.isNull || value.storageClass == storageClass || storageClass == nil else {
        throw StoreError(
          .invalidRequest,
          "the value of '\(entity.layout.name).\(property.name)' is not of the attribute's type",
          entity: entity.layout.name, properties: [property.name])
      }
      writer.row.write(value)
    }
    return writer.row.row
  }
}
