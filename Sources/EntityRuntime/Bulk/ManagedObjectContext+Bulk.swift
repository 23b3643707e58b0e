import EntityModel
import EntityStore

// Changes of many objects in the store, without making objects.

extension ManagedObjectContext {
  /// Changes the objects that `request` asks for in the store, at once and without making them, and
  /// returns how many have changed: those that were so already do not count.
  ///
  ///     try await container.write { context in
  ///       try context.update(Book.where { $0.isOpen }) {
  ///         $0.pages += 1
  ///         $0.author = ursula
  ///       }
  ///     }
  ///
  /// The outcome is that of a loop that fetches the objects, assigns and saves: versions, inverses,
  /// uniqueness, the history and the commits are the same. In `container.write` the change is a
  /// part of the transaction, and what has been changed before is saved first; in a context of your
  /// own it is a transaction of its own, and refused while there are unsaved changes.
  ///
  /// - Parameters:
  ///   - request: Which objects. Those that become members of an array come in the order of their
  ///     ids there.
  ///   - refreshing: `false` if objects of the context stay as they have been read.
  ///   - assign: Assigns constants, and what can be computed of the object; it runs once.
  /// - Throws: a `StoreError` as a save does; `invalidRequest` for unsaved changes and for what
  ///   cannot be assigned, `notNullViolation` and `overflow` for a value that the property cannot
  ///   hold. A `ValidationError` as a save does. Nothing has been changed then.
  /// - Complexity: O(objects that change) in memory.
  @discardableResult
  public func update<Object: ManagedObject>(
    _ request: FetchRequest<Object>, refreshing: Bool = true,
    _ assign: (inout Assignments<Object>) throws -> Void
  ) throws -> Int {
    var assignments = Assignments<Object>()
    try assign(&assignments)
    return try writingDirectly("update") {
      let entity = try unit.entity(of: Object.self)
      let update = try BulkUpdate(
        unit.visible(request.entityQuery(entity.name)), entity, assignments, unit)
      var count = 0
      _ = try BulkWriter(unit: unit).write(refreshing: refreshing) { session in
        if let direct = update.direct, let updates = try session.applyDirectly(direct) {
          count = updates.count
          return BulkChange(written: updates)
        }
        let (change, changed) = try update.change(session)
        count = changed
        return change
      }
      return count
    }
  }

  /// Deletes the objects that `request` asks for in the store, at once and without making them, and
  /// returns how many: those that their delete rules delete too do not count.
  ///
  /// The outcome is that of `delete(_:)` and a save: all delete rules hold, through any number of
  /// relationships. For transactions and unsaved changes see `update(_:refreshing:_:)`.
  ///
  /// - Parameters:
  ///   - request: Which objects.
  ///   - permanently: `true` if the rows go of objects too that are deleted softly otherwise.
  ///   - refreshing: `false` if objects of the context stay as they have been read.
  /// - Throws: a `ValidationError` where a rule denies the deletion or a relationship would hold
  ///   too little; a `StoreError` as a save does. Nothing has been deleted then.
  /// - Complexity: O(objects that go or lose a reference) in memory.
  @discardableResult
  public func deleteAll<Object: ManagedObject>(
    _ request: FetchRequest<Object>, permanently: Bool = false, refreshing: Bool = true
  ) throws -> Int {
    try writingDirectly("deleteAll") {
      let now = container.store.now()
      return try change(request, refreshing) {
        permanently || $0.deletionDate == nil ? .removed : .deletedSoftly(now.storedValue)
      }
    }
  }

  /// Returns what `body`, called as `name`, does with the store, which has everything that has been
  /// changed in the context.
  func writingDirectly<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    try requireOwnStore(name)
    try unit.session.requireUnshared()
    // A save of what is no change writes nothing.
    guard unit.session.isWriting || !hasChanges else {
      throw StoreError(
        .invalidRequest,
        "'\(name)' writes to the store, which does not know the unsaved changes of the context; "
          + "save them or roll them back first, or use 'container.write', which saves them")
    }
    try save()
    do {
      return try body()
    } catch {
      container.feed.publish(failure: error, author: author)
      throw error
    }
  }
}
