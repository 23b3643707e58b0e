import EntityModel
public import EntityStore

// One object that is found by what is unique in it, or made.

extension ManagedObjectContext {
  /// Returns the object of `type` whose unique attribute `key` is `value`, found or new, once
  /// `assign` has given it the rest.
  ///
  ///     let author = try context.upsert(Author.self, \.email, "ursula@example.org") {
  ///       $0.name = "Ursula"
  ///     }
  ///
  /// An object that is found is the live object of its row: it keeps its id and its relationships,
  /// and the next save writes what differs. Unsaved changes of this context count: an object that
  /// has just been made or given the value is found, one that is to be deleted or has been given
  /// another value is not. The case of a text does not count where the attribute is marked
  /// `.unique(.ignoringCase)`; an object that is found keeps its spelling.
  ///
  /// A new object has its defaults and `value`; `isInserted` says that it is one, also to `assign`.
  /// Where an initialiser is wanted, there is `context.find(…) ?? Author(…)`.
  ///
  /// In `container.write` nobody else can add the object meanwhile. In a context of your own
  /// somebody can before the save, which then throws a `StoreError` of the code `uniqueViolation`:
  /// roll back and upsert again.
  ///
  /// - Parameters:
  ///   - type: The class of the object. One of a subclass is found too.
  ///   - key: The attribute.
  ///   - value: The value that the object has.
  ///   - assign: Gives the object what else it is to have. If it throws, a new object is not added:
  ///     it is detached, without `willDelete` and without delete rules. Objects that it has been
  ///     related to stay, and refer to nothing in its place, also where they were related to
  ///     another object before. Whatever else the closure has changed stays changed, in an object
  ///     that is found too; `rollback()` takes it back.
  /// - Throws: a `StoreError`: `invalidRequest` if the attribute is not unique, `uniqueViolation`
  ///   if an object of another class holds the value, others if the store fails; what `assign`
  ///   throws.
  /// - Complexity: O(1) beside the look-up; that of the first upsert after a save is O(objects with
  ///   changes).
  @discardableResult
  public func upsert<Object: ManagedObject, Value: Storable>(
    _ type: Object.Type, _ key: KeyPath<Object, Value>, _ value: Value,
    _ assign: (Object) throws -> Void = { _ in }
  ) throws -> Object {
    try upsert(KeyPart(key, value), assign)
  }

  /// Returns the object of `type` whose unique and optional attribute `key` is `value`, found or
  /// new, once `assign` has given it the rest.
  ///
  /// - Throws: as for an attribute that is not optional.
  @discardableResult
  public func upsert<Object: ManagedObject, Value: Storable>(
    _ type: Object.Type, _ key: KeyPath<Object, Value?>, _ value: Value,
    _ assign: (Object) throws -> Void = { _ in }
  ) throws -> Object {
    try upsert(KeyPart(key, value), assign)
  }

  /// Returns the object of `type` whose properties, which are unique together, have the values
  /// given, found or new, once `assign` has given it the rest.
  ///
  ///     let copy = try context.upsert(Copy.self, by: (\.branch, branch), (\.number, 7)) {
  ///       $0.bought = today
  ///     }
  ///
  /// What is found, and by which values, is what `find(_:by:_:)` says. What becomes of the object
  /// that is found, of a new one and of one whose closure throws is what `upsert(_:_:_:_:)` says. A
  /// new object is given the values; where one of them is that of a leaf, the closure has to assign
  /// its composition with that leaf. Where a list is of some objects alone, the closure may make a
  /// new object another one, which the next upsert does not find.
  ///
  /// - Throws: a `StoreError`: `invalidRequest` if the properties are not unique together, if one
  ///   of the values is nil, if a to-one is to refer to what does not exist, or if the closure does
  ///   not assign a leaf of a new object; `uniqueViolation` if an object of another class holds the
  ///   values, others if the store fails; what `assign` throws.
  /// - Complexity: as that of `upsert(_:_:_:_:)`.
  @discardableResult
  public func upsert<Object: ManagedObject, First, each Rest>(
    _ type: Object.Type, by first: (KeyPath<Object, First>, First),
    _ rest: repeat (KeyPath<Object, each Rest>, each Rest),
    assign: (Object) throws -> Void = { _ in }
  ) throws -> Object {
    var parts = [KeyPart(first)]
    for part in repeat each rest { parts.append(KeyPart(part)) }
    try takeOverCommits()
    return try upsert(SoughtKey(parts, unit), assign)
  }

  /// Returns the object whose unique attribute `key`, or all of whose `key` and `others`, which are
  /// unique together, are those of `values`, found and given them, or new.
  ///
  ///     let author = try context.upsert(values, by: \.email)
  ///     let copy = try context.upsert(values, by: \.branch, \.number)
  ///
  /// It is `insert(_:)` where there is no such object, and `apply(_:)` where there is one: values
  /// hold all attributes and to-ones, and to-manys stay. Where they have the id of
  /// another object, it is not looked at.
  ///
  /// - Throws: a `PropertyError` as `insert(_:)` does; a `StoreError` as `upsert(_:_:_:_:)` does,
  ///   `invalidRequest` also where the values have none of the attribute. Nothing has changed then.
  @discardableResult
  public func upsert<Values: EntityValues>(
    _ values: Values, by key: PartialKeyPath<Values.Object>,
    _ others: PartialKeyPath<Values.Object>...
  ) throws -> Values.Object {
    try takeOverCommits()
    let entity = try unit.entity(of: Values.Object.self)
    let names = ([key] + others).map { PropertyPath(to: $0, in: Values.Object.self).storedName }
    let key = try UniqueKey(names, of: entity, in: unit)
    var values = values
    let reader = ValueReader(key, unit)
    try values.accept(reader)
    guard let found = try unit.queries.holder(of: reader.columnValues, key) else {
      return try insert(values)
    }
    if values.objectID != found.__objectID { values.objectID = nil }
    let object = unsafeDowncast(found, to: Values.Object.self)
    try object.apply(values)
    return object
  }

  private func upsert<Object: ManagedObject>(
    _ part: KeyPart<Object>, _ assign: (Object) throws -> Void
  ) throws -> Object {
    try takeOverCommits()
    return try upsert(SoughtKey([part], unit), assign)
  }

  private func upsert<Object: ManagedObject>(
    _ sought: SoughtKey, _ assign: (Object) throws -> Void
  ) throws -> Object {
    if let found = try unit.queries.holder(of: sought.values, sought.key) {
      let object = unsafeDowncast(found, to: Object.self)
      try assign(object)
      return object
    }
    let values = try sought.assignedValues(unit)
    let object = insert(Object.self)
    do {
      for (index, value) in values where !object.__setValue(index, value) {
        let property = object.__entity.layout.properties[index].name
        throw StoreError(
          .invalidRequest,
          "'\(object.__entity.name).\(property)' cannot be assigned, so that no object can be made "
            + "of it", entity: object.__entity.name, properties: [property])
      }
      try assign(object)
      try sought.requireLeaves(of: object)
    } catch {
      unit.graph.discard(object)
      throw error
    }
    return object
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the object whose unique attribute `key` is `value`, found or new, once `assign` has
  /// given it the rest: `try Author.upsert(\.email, email, in: context) { $0.name = name }`.
  ///
  /// - Throws: as `context.upsert(_:_:_:_:)` does.
  @discardableResult
  public static func upsert<Value: Storable>(
    _ key: KeyPath<Self, Value>, _ value: Value, in context: ManagedObjectContext,
    _ assign: (Self) throws -> Void = { _ in }
  ) throws -> Self {
    try context.upsert(Self.self, key, value, assign)
  }

  /// Returns the object whose unique and optional attribute `key` is `value`, found or new, once
  /// `assign` has given it the rest.
  ///
  /// - Throws: as `context.upsert(_:_:_:_:)` does.
  @discardableResult
  public static func upsert<Value: Storable>(
    _ key: KeyPath<Self, Value?>, _ value: Value, in context: ManagedObjectContext,
    _ assign: (Self) throws -> Void = { _ in }
  ) throws -> Self {
    try context.upsert(Self.self, key, value, assign)
  }

  /// Returns the object whose properties, which are unique together, have the values given, found
  /// or new, once `assign` has given it the rest:
  /// `try Copy.upsert(by: (\.branch, branch), (\.number, 7), in: context) { $0.bought = today }`.
  ///
  /// - Throws: as `context.upsert(_:by:_:assign:)` does.
  @discardableResult
  public static func upsert<First, each Rest>(
    by first: (KeyPath<Self, First>, First), _ rest: repeat (KeyPath<Self, each Rest>, each Rest),
    in context: ManagedObjectContext, assign: (Self) throws -> Void = { _ in }
  ) throws -> Self {
    try context.upsert(Self.self, by: first, repeat each rest, assign: assign)
  }
}

/// Takes the values of unique properties from values, as they are stored.
private final class ValueReader: __ValuesVisitor {
  private let key: UniqueKey
  private let unit: UnitOfWork

  /// The values, by the property indexes.
  private var values: [Int: StoredValue] = [:]

  /// What the columns of the key have; null what the values have none of.
  var columnValues: [StoredValue] { key.columnValues(key.indexes.map { values[$0] ?? .null }) }

  init(_ key: UniqueKey, _ unit: UnitOfWork) {
    self.key = key
    self.unit = unit
  }

  override func see<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) throws {
    for (position, index) in key.indexes.enumerated()
    where values[index] == nil && name == key.owner(position) {
      values[index] = try unit.storedConstant(value, key.entity, index)
    }
  }

  override func see(_ name: String, _ id: inout ObjectID?, isRequired: Bool) {
    guard let id else { return }
    for (position, index) in key.indexes.enumerated() where name == key.owner(position) {
      guard case .reference(let table) = key.columns[position].kind else { continue }
      // No row of the table has the id of an object of another entity.
      values[index] = .integer(id.entityName == table ? id.rowID : .min)
    }
  }
}
