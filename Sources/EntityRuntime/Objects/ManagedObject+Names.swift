public import EntityModel
import EntityStore

/// Properties by their names.
extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the value that `key` names, of the property's own type: of a property, `title`, one
  /// that is not saved too, of a leaf of a composition, `home.city`, or of either behind to-one
  /// relationships, `author.name`; `nil` where one of these refers to no object.
  ///
  /// - Throws: a `PropertyError` when the entity has no such property.
  public func value(forKey key: String) throws -> Any? {
    let end = try end(ofPath: key)
    return try end.object?.ownValue(forKey: end.key)
  }

  /// Gives the property that `key` names a value, as an assignment in code would; `author.name` is
  /// that of the object which the to-one refers to.
  ///
  /// - Throws: a `PropertyError` when the entity has no such property, the value is not of its type
  ///   or a to-one on the way refers to no object; nothing has changed then.
  public func setValue(_ value: Any?, forKey key: String) throws {
    let end = try end(ofPath: key)
    guard let object = end.object else {
      throw PropertyError.absent(key, at: end.key, of: end.entity)
    }
    if let transient = object.__entity.transients[end.key] {
      guard transient.set?(object, value) == true else {
        throw PropertyError.refused(end.key, of: object.__entity, isNil: value == nil)
      }
      return
    }
    guard let index = object.__entity.layout.ownerIndex(end.key) else {
      throw PropertyError.unknown(end.key, of: object.__entity)
    }
    guard object.__entity.layout.leaf(end.key) == nil, object.__setValue(index, value) else {
      throw PropertyError.refused(end.key, of: object.__entity, isNil: value == nil)
    }
  }

  /// Returns the value of the attribute or to-one `key` as it is stored; a to-one is the id of a
  /// row. A path leads on as in `value(forKey:)`, except to leaves.
  ///
  /// - Throws: a `PropertyError` when the entity has no such property.
  public func storedValue(forKey key: String) throws -> StoredValue {
    let end = try end(ofPath: key)
    guard let object = end.object else { return .null }
    guard let index = object.__entity.layout.propertyIndex(end.key) else {
      throw PropertyError.unknown(end.key, of: object.__entity)
    }
    return object.storedValue(at: index)
  }
}

extension ManagedObject {
  /// Returns the object whose property `path` names last, its entity, and the name; where a to-one
  /// on the way refers to no object, no object, and the entity and the name of that to-one.
  ///
  /// - Throws: a `PropertyError` if the path does not lead through to-ones, or beyond one that
  ///   refers to no object to what no class has whose objects it may refer to.
  fileprivate final func end(
    ofPath path: String
  ) throws(PropertyError) -> (object: ManagedObject?, entity: ManagedEntity, key: String) {
    var object = self
    var rest = path[...]
    while object.__entity.layout.ownerIndex(String(rest)) == nil,
      let dot = rest.firstIndex(of: ".")
    {
      let entity = object.__entity
      let name = String(rest[..<dot])
      rest = rest[rest.index(after: dot)...]
      guard let index = entity.layout.propertyIndex(name) else { throw .unknown(name, of: entity) }
      guard let relationship = entity.relationships[index], !relationship.isToMany else {
        throw .path(path, through: name, of: entity)
      }
      guard let next = object.__value(index) as? ManagedObject else {
        try entity.checkPath(rest, behind: relationship, in: object.__unit)
        return (nil, entity, name)
      }
      object = next
    }
    return (object, object.__entity, String(rest))
  }

  /// Returns the value of the property or the leaf `key`.
  fileprivate final func ownValue(forKey key: String) throws(PropertyError) -> Any? {
    if let (index, column) = __entity.layout.leaf(key), let path = column.leafPath {
      let ways = namedWays(of: __entity.accesses[index]?.valueType)
      return ways.first { $0.path == path }?.value(of: __value(index))
    }
    if let transient = __entity.transients[key] { return transient.get(self) }
    guard let index = __entity.layout.propertyIndex(key) else {
      throw .unknown(key, of: __entity)
    }
    return __value(index)
  }
}

extension ManagedEntity {
  /// Accepts that `path` leads on from the to-one `relationship` of the entity, which refers to no
  /// object, so far as its first name shows.
  ///
  /// - Throws: a `PropertyError` if no class has a property of that name whose objects the to-one
  ///   may refer to.
  fileprivate func checkPath(
    _ path: Substring, behind relationship: ManagedRelationship, in unit: UnitOfWork
  ) throws(PropertyError) {
    let target = unit.entities[relationship.target]
    let name = String(path.prefix { $0 != "." })
    let isKnown = unit.entities.contains { entity in
      entity.extends(target)
        && (entity.layout.propertyIndex(name) != nil || entity.transients[name] != nil)
    }
    if !isKnown { throw .unknown(name, of: target) }
  }
}
