import EntityModel
import EntityStore

extension ManagedObjectContext {
  /// Returns a nested context: one that sees what is unsaved in this one, and saves into it.
  ///
  ///     let draft = context.nested()
  ///     draft.object(for: author)?.name = "Ursula K. Le Guin"
  ///     try draft.save()       // now the author in `context` has that name, unsaved
  ///     try context.save()     // now the store has it
  ///
  /// What is changed in it is not seen here before its `save()`, which writes nothing to the store:
  /// it makes the changes in this context, where one `undo()` takes all of them back. A
  /// `rollback()`, or that nobody holds the nested context any more, drops them. An object has the
  /// same id in both, saved or not; `object(for:)` finds it.
  ///
  /// It has what is unsaved here as it is when it begins: now, and at each `save()`, `rollback()`
  /// or `refreshAll()` of its own, and each time that this context is saved. What is changed here
  /// in between is merged by its `save()`, property by property; where both have changed one,
  /// or one has deleted what the other one has changed or refers to, its `mergePolicy` decides,
  /// which is this context's at first. What has been deleted stays so.
  ///
  /// It retains this context and reads through it: within `read` or `container.write` it sees the
  /// same state. It has the same `budget` and `author`, follows no commits, and refuses what writes
  /// to the store without objects. Values marked `@Transient` or `@Ignore` are not carried over.
  ///
  /// - Parameters:
  ///   - fileID: The file of the caller, as `StoreEvent.RepeatedRead` names it.
  ///   - line: The line of the caller.
  /// - Complexity: O(unsaved changes).
  public func nested(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ManagedObjectContext {
    ManagedObjectContext(nestedIn: self, for: Caller(fileID: fileID, line: line))
  }

  /// The context that this one saves into; nil for one that saves to the store.
  public var parent: ManagedObjectContext? { unit.nesting?.parent }

  /// Returns the object of this context that is the same as `object`, of another context over the
  /// same container, is there; nil if there is none, any more or yet.
  ///
  /// In a nested context that is the object of its parent, saved or not, and the other way round.
  ///
  /// - Throws: a `StoreError` when the store fails.
  public func object<Object: ManagedObject>(for object: Object) throws -> Object? {
    if object.__unit === unit { return object.__isLive ? object : nil }
    // Its own class, which may extend the one that it is asked as.
    return try __find(object.__entity.type, with: object.__objectID) as? Object
  }

  /// Throws that `name` writes to the store, if this context is nested.
  func requireOwnStore(_ name: String) throws(StoreError) {
    guard unit.nesting != nil else { return }
    throw StoreError(
      .invalidRequest,
      "'\(name)' writes to the store, and a nested context saves into its parent; call it in the "
        + "context that saves to the store")
  }
}
