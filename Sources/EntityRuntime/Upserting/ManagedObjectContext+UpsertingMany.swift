import EntityModel
import EntityStore

// Objects that are added to the store, or changed there, without making them.

extension ManagedObjectContext {
  /// Adds an object to the store for each of `items`, or does with the one that holds its value of
  /// a unique attribute what `action` says, at once and without making objects.
  ///
  ///     let result = try context.insertAll(
  ///       Author.self, from: lines, onConflict: .update(by: \.email)
  ///     ) { author, line in
  ///       author.email = line.email
  ///       author.name = line.name
  ///     }
  ///
  /// Each item sees what those before it have made of the objects: of two with the same key, the
  /// second changes the object of the first, and the last one wins. They may be written together,
  /// as one change. An object that is found keeps its id, its
  /// to-manys and what `assign` leaves out; one that has the values already is left alone, and its
  /// version with it. An object of a subclass is found too.
  ///
  /// All of it is one transaction, so that nobody else can add the same object meanwhile. For the
  /// rest see `insertAll(_:from:_:)`.
  ///
  /// - Parameters:
  ///   - type: The class of the objects.
  ///   - items: What the objects are made of; a few are held at once. They may be gone through more
  ///     than once.
  ///   - action: By which attribute objects are found, and what becomes of them.
  ///   - assign: Assigns the values of one object, that of the attribute among them.
  /// - Returns: the ids of the objects, and what has been done, in the order of the items.
  /// - Throws: what `insertAll(_:from:_:)` throws; a `StoreError` of the code `invalidRequest` if
  ///   the attribute is not unique, or an object is given no value of it, and `uniqueViolation` if
  ///   an object of another class holds the value. Nothing has been changed then.
  @discardableResult
  public func insertAll<Object: ManagedObject, Item>(
    _ type: Object.Type, from items: some Collection<Item>,
    onConflict action: ConflictAction<Object>,
    _ assign: (inout Assignments<Object>, Item) throws -> Void
  ) throws -> UpsertResult {
    let unit = unit
    var (assignments, properties) = (Assignments<Object>(), AssignedProperties())
    return try upsertAll(items, action) { item, entity in
      assignments.removeAll()
      try assign(&assignments, item)
      return UpsertItem(
        values: try assignments.constants(entity, unit, &properties, takesOneToOnes: true))
    }
  }

  /// Adds an object to the store for each of `values`, or does with the one that holds its value of
  /// a unique attribute what `action` says; see `insertAll(_:from:onConflict:_:)`.
  ///
  ///     try context.insertAll(authors, onConflict: .update(by: \.email))
  ///
  /// Values hold all attributes and to-ones, so that an object that is found is given all of them,
  /// unless `action` names some. The ids that values may have do not say which objects they are
  /// for; but a value of an object's row that the type of its property did not know when the values
  /// were taken stays as it is there, and is given to no other object.
  @discardableResult
  public func insertAll<Values: EntityValues>(
    _ values: some Collection<Values>, onConflict action: ConflictAction<Values.Object>
  ) throws -> UpsertResult {
    let unit = unit
    return try upsertAll(values, action) { item, entity in
      var values = item
      let collector = ValuesCollector(
        entity, unit, of: values.__head, takesOneToOnes: true)
      try values.accept(collector)
      return UpsertItem(
        values: collector.values, source: values.objectID, standIns: collector.standIns)
    }
  }

  private func upsertAll<Object: ManagedObject, Item>(
    _ items: some Collection<Item>, _ action: ConflictAction<Object>,
    _ read: (Item, ManagedEntity) throws -> UpsertItem
  ) throws -> UpsertResult {
    try writingDirectly("insertAll") {
      let entity = try unit.entity(of: Object.self)
      try entity.requireConcrete()
      try entity.requireSeveral()
      let upsert = try BulkUpsert(action, entity, unit)
      let written = try unit.session.write(endsWithTask: true) { session in
        try upsert.write(items, session) { try read($0, entity) }
      } committed: { changes in
        if !changes.isEmpty { unit.didCommit(changes) }
      }
      Follower(unit: unit).takeOver(ownChanges: written)
      return upsert.result
    }
  }
}
