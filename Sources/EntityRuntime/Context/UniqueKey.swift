import EntityModel
import EntityStore

/// A unique attribute of an entity, by which one object is found.
struct UniqueKey {
  /// The entity whose objects are looked for.
  let entity: ManagedEntity

  /// The entity that declares the attribute: no two of its objects hold one value.
  let declaring: ManagedEntity

  /// The attribute's property index, which is the same in both entities.
  let index: Int

  /// The attribute's column.
  let column: ColumnLayout

  private let type: StorageType
  private let form: UniqueForm

  /// Creates the key that the attribute `name` of `entity` is.
  ///
  /// - Throws: a `StoreError` if it is no attribute, or not unique.
  init(_ name: String, of entity: ManagedEntity, in unit: UnitOfWork) throws {
    let attribute = try entity.requireUnique(name)
    self.entity = entity
    index = try entity.layout.requiredPropertyIndex(name)
    column = try entity.layout.requiredColumn(index)
    declaring = unit.entity(named: column.entity) ?? entity
    type = attribute.type
    form = column.uniqueForm ?? .plain
  }

  /// The attribute as errors name it.
  var name: String { "\(entity.name).\(column.property)" }

  /// `true` if `object` has the attribute and is not to be deleted.
  func has(_ object: ManagedObject) -> Bool {
    object.__isLive
      && (object.__isEntity(declaring) || object.__entity.extends(declaring))
  }

  /// Returns what `value` is compared by.
  func comparable(_ value: StoredValue) -> GroupKey { GroupKey(form.of(value), as: type) }

  /// Returns the query that finds the rows that hold one of `values`, whatever their class.
  func query(_ values: [StoredValue]) -> EntityQuery {
    let attribute = PredicateOperand.attribute(PropertyPath([column.property]))
    // The index is of texts without case, of which each is there once.
    let operand =
      form == .folded
      ? PredicateOperand.function(.folded(.ignoringCase), .string, [attribute]) : attribute
    let found = values.map { form.of($0) }
    return EntityQuery(
      entity: declaring.name,
      predicate: found.count == 1
        ? .comparison(operand, .equal, .value(found[0])) : .membership(operand, found))
  }

  /// Refuses to look for an object that has no value.
  func requireValue(_ value: StoredValue) throws(StoreError) {
    guard value.isNull else { return }
    throw StoreError(
      .invalidRequest,
      "an object without a value of '\(name)' cannot be found by it; give it one, or insert it",
      entity: entity.name, properties: [column.property])
  }

  /// Returns the error that the object `id` of `holder`, another class, holds the value.
  func error(heldBy id: ObjectID, _ holder: ManagedEntity) -> StoreError {
    StoreError(
      .uniqueViolation,
      "\(id), an object of '\(holder.name)', has the value of '\(name)' that an object of "
        + "'\(entity.name)' is to have; upsert objects of '\(declaring.name)', or give it another "
        + "value first",
      entity: entity.name, properties: [column.property])
  }
}

extension QueryEngine {
  /// Returns the object that holds `value` of `key`, unsaved changes included, or `nil` if there is
  /// none.
  ///
  /// - Throws: a `StoreError` if the store fails, or if an object of a class that is not that of
  ///   the key holds the value.
  /// - Complexity: as `ChangeTracker.unsavedHolder(of:_:)`, beside the look-up.
  func holder(of value: StoredValue, _ key: UniqueKey) throws -> ManagedObject? {
    try key.requireValue(value)
    let unsaved = tracker.hasChanges ? tracker.unsavedHolder(of: value, key) : nil
    guard let object = try unsaved ?? storedHolder(of: value, key) else { return nil }
    guard object.__isEntity(key.entity) || object.__entity.extends(key.entity) else {
      throw key.error(heldBy: object.__objectID, object.__entity)
    }
    return object
  }

  /// Returns the object whose row holds `value`, unless it holds another one by now or is to be
  /// deleted.
  private func storedHolder(of value: StoredValue, _ key: UniqueKey) throws -> ManagedObject? {
    let found = try fetch(key.query([value]), key.declaring, includesPendingChanges: false)
    return found.first { object in
      if object.__flags.contains(.isDeleted) { return false }
      // What has been given the value again would have been found before.
      return object.__changes?.properties.contains(key.index) != true
    }
  }
}
