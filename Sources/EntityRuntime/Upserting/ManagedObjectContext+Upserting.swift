import EntityModel
public import EntityStore

// One object that is found by a unique attribute or made.

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
    try upsert(key, value, value.storedValue, assign)
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
    try upsert(key, value, value.storedValue, assign)
  }

  /// Returns the object whose unique attribute `key` is that of `values`, found and given them, or
  /// new.
  ///
  ///     let author = try context.upsert(values, by: \.email)
  ///
  /// It is `insert(_:)` where there is no such object, and `apply(_:)` where there is one: values
  /// hold all attributes and to-ones, and to-manys stay. Where they have the id of
  /// another object, it is not looked at.
  ///
  /// - Throws: a `PropertyError` as `insert(_:)` does; a `StoreError` as `upsert(_:_:_:_:)` does,
  ///   `invalidRequest` also where the values have none of the attribute. Nothing has changed then.
  @discardableResult
  public func upsert<Values: EntityValues>(
    _ values: Values, by key: PartialKeyPath<Values.Object>
  ) throws -> Values.Object {
    try takeOverCommits()
    let entity = try unit.entity(of: Values.Object.self)
    let key = try UniqueKey(
      PropertyPath(to: key, in: Values.Object.self).text, of: entity, in: unit)
    var values = values
    let reader = ValueReader(key, unit)
    try values.accept(reader)
    guard let found = try unit.queries.holder(of: reader.value, key) else {
      return try insert(values)
    }
    if values.objectID != found.__objectID { values.objectID = nil }
    let object = unsafeDowncast(found, to: Values.Object.self)
    try object.apply(values)
    return object
  }

  private func upsert<Object: ManagedObject>(
    _ key: PartialKeyPath<Object>, _ value: Any, _ stored: StoredValue,
    _ assign: (Object) throws -> Void
  ) throws -> Object {
    try takeOverCommits()
    let entity = try unit.entity(of: Object.self)
    let key = try UniqueKey(PropertyPath(to: key, in: Object.self).text, of: entity, in: unit)
    if let found = try unit.queries.holder(of: stored, key) {
      let object = unsafeDowncast(found, to: Object.self)
      try assign(object)
      return object
    }
    let object = insert(Object.self)
    do {
      guard object.__setValue(key.index, value) else {
        throw StoreError(
          .invalidRequest, "'\(key.name)' cannot be assigned, so that no object can be made of it",
          entity: entity.name, properties: [key.column.property])
      }
      try assign(object)
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
}

/// Takes the value of one attribute from values, as it is stored.
private final class ValueReader: __ValuesVisitor {
  private let key: UniqueKey
  private let unit: UnitOfWork

  /// The value; null if the values have none.
  private(set) var value = StoredValue.null

  init(_ key: UniqueKey, _ unit: UnitOfWork) {
    self.key = key
    self.unit = unit
  }

  override func see<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) throws {
    guard name == key.column.property else { return }
    self.value = try unit.storedConstant(value, key.entity, key.index)
  }
}
