import EntityModel
import EntityStore

extension ManagedObjectContext {
  /// Returns a new object that has `values`; the id that they may have is not looked at.
  ///
  /// An attribute that values leave out, a private one, has its default. To-manys are empty.
  ///
  /// - Throws: a `PropertyError` if a to-one names an object that does not exist in this context or
  ///   its store, or one of another class; a `StoreError` if the store fails. There is no new
  ///   object then.
  @discardableResult
  public func insert<Values: EntityValues>(_ values: Values) throws -> Values.Object {
    var values = values
    let assignment = try ValuesAssignment(
      of: &values, to: try unit.entity(of: Values.Object.self), unit)
    let object = insert(Values.Object.self)
    assignment.assign(&values, to: object)
    return object
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Gives the object all attributes and to-ones that `values` hold, as assignments would.
  ///
  /// A value of the object's row that the type of its property did not know when the values were
  /// taken stays as it is.
  ///
  /// - Throws: a `PropertyError` if the values are those of another object, or if a to-one names an
  ///   object that does not exist or is of another class; a `StoreError` if the store fails.
  ///   Nothing has changed then.
  public func apply<Values: EntityValues>(_ values: Values) throws where Values.Object == Self {
    try __apply(values, only: nil)
  }

  /// Gives the object the attributes and to-ones that `patch` names.
  ///
  /// - Throws: as for whole values. Nothing has changed then.
  public func apply<Values: EntityValues>(
    _ patch: ValuesPatch<Values>
  ) throws where Values.Object == Self {
    try __apply(patch.values, only: patch.propertyNames)
  }
}

extension ManagedObject {
  /// Gives the object what `values` hold, of the properties `names` if that is not `nil`.
  fileprivate final func __apply<Values: EntityValues>(
    _ values: Values, only names: Set<String>?
  ) throws {
    // What was taken before the first save has another id now.
    if let id = values.objectID, !id.isTemporary, id != __objectID {
      throw PropertyError(
        entity: __entity.name, property: "objectID",
        message:
          "the values of \(id) cannot be applied to \(__objectID); make their 'objectID' nil "
          + "to copy them to another object")
    }
    var values = values
    let assignment = try ValuesAssignment(of: &values, to: __entity, __unit, only: names)
    assignment.assign(&values, to: self)
  }
}

/// Gives an object what values hold.
private final class ValuesAssignment: __ValuesVisitor {
  private let head: __ValuesHead
  private let entity: ManagedEntity

  /// The properties that are to be assigned; `nil` for all.
  private let names: Set<String>?

  /// The ids that to-ones have, in order.
  private var ids: [(relationship: ManagedRelationship, id: ObjectID)] = []

  /// The objects that the to-ones refer to, by property index.
  private var targets: [Int: ManagedObject] = [:]

  /// The object, once all that it is to refer to has been found.
  private var object: ManagedObject?

  /// Finds everything that the to-ones of `values` name, for an object of `entity`.
  ///
  /// - Throws: a `PropertyError` if something does not exist or does not fit.
  init<Values: EntityValues>(
    of values: inout Values, to entity: ManagedEntity, _ unit: UnitOfWork,
    only names: Set<String>? = nil
  ) throws {
    head = values.__head
    self.entity = entity
    self.names = names
    super.init()
    try values.accept(self)
    for (relationship, id) in ids {
      let target = unit.entities[relationship.target]
      guard let found = try unit.queries.object(target.type, with: id) else {
        let name = entity.layout.properties[relationship.index].name
        throw PropertyError(
          entity: entity.name, property: name,
          message: "'\(entity.name).\(name)' cannot refer to \(id), since there is no such object "
            + "of '\(target.name)'")
      }
      targets[relationship.index] = found
    }
  }

  /// Gives `object` what `values` hold.
  func assign<Values: EntityValues>(_ values: inout Values, to object: ManagedObject) {
    self.object = object
    values.__visit(self)
  }

  override func see<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) throws {
    guard let object, let index = index(name) else { return }
    if entity.timestampIndexes.contains(index),
      try entity.isMissingTimestamp(index, object.__unit.storedConstant(value, entity, index))
    {
      return
    }
    // The row of another object does not hold it.
    if head.unrecognized != nil, head.objectID == object.__objectID,
      head.unrecognized(name, standIn: item(value)) != nil
    {
      return
    }
    _ = object.__setValue(index, value)
  }

  override func see(_ name: String, _ id: inout ObjectID?, isRequired: Bool) {
    guard let index = index(name) else { return }
    if let object {
      object.__setObject(index, targets[index])
    } else if let id, let relationship = entity.relationships[index] {
      ids.append((relationship, id))
    }
  }

  /// Returns the index of the property `name`, `nil` if it is not to be assigned.
  private func index(_ name: String) -> Int? {
    names.map { $0.contains(name) } == false ? nil : entity.layout.propertyIndex(name)
  }
}
