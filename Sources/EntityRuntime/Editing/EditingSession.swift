import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Changes that are made over some time, and are saved or cancelled together: what somebody enters
/// in a form of several pages.
///
///     let session = EditingSession(in: container)
///     session.context.insert(Book.self).title = "The Dispossessed"
///     let kept = try session.encoded()            // between two requests
///     …
///     let resumed = try EditingSession(resuming: kept, in: container)
///     if try resumed.validate().isEmpty { try resumed.save() }
///
/// The session holds a context of its own, or one that is nested in another. It is confined as that
/// is; its state, which is JSON, can be stored and passed on.
public final class EditingSession {
  /// How the changes of a session end.
  public enum Ending: Hashable, Sendable {
    /// They have been saved, to the store or into the context that the session is nested in.
    case saved

    /// They have been taken back.
    case cancelled
  }

  /// The context in which the changes are made.
  public let context: ManagedObjectContext

  /// What is to be done when the changes end, in order.
  private var actions: [(Ending) -> Void] = []

  private init(_ context: ManagedObjectContext) { self.context = context }

  /// Creates a session that saves to the store of `container`.
  public convenience init(
    in container: PersistentContainer, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(container.newContext(fileID: fileID, line: line))
  }

  /// Creates a session that saves into `context`, what is unsaved in which it sees.
  public convenience init(
    in context: ManagedObjectContext, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(context.nested(fileID: fileID, line: line))
  }

  /// Creates a session over `container` with the changes that `state` has, of the same session or
  /// of one in another process, some time ago.
  ///
  /// Changed and deleted objects have the values and the versions that they had been read with, so
  /// that a save finds what others have saved since, as the context's `mergePolicy` says. New
  /// objects have other temporary ids.
  ///
  /// - Throws: an `EditingStateError` if `state` has not been written by `encoded()`, or with
  ///   entities that have other properties now, or is about objects of another store, as which one
  ///   counts that has been restored from a copy since; a `ReadError` or `StoreError` if the store
  ///   cannot be read. There is no session then, and nothing has been changed.
  public convenience init(
    resuming state: Data, in container: PersistentContainer, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    self.init(in: container, fileID: fileID, line: line)
    try resume(state)
  }

  /// Creates a session nested in `context` with the changes that `state` has, as the session over a
  /// container is resumed.
  ///
  /// What is unsaved in `context` stays as it is there; of what both have changed, `state` counts.
  public convenience init(
    resuming state: Data, in context: ManagedObjectContext, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    self.init(in: context, fileID: fileID, line: line)
    try resume(state)
  }

  /// `true` if a save would change something.
  ///
  /// - Complexity: O(objects with changes).
  public var hasChanges: Bool { context.hasChanges }

  /// Returns all that is wrong with what has been changed, as the `ValidationError` of a save lists
  /// it; unique values that others have are among it. Nothing is written, and `willSave` is not
  /// called.
  ///
  /// - Throws: a `ReadError` with everything that could not be read.
  public func validate() throws -> [ValidationError.Problem] {
    let unit = context.unit
    return try unit.withoutUndo {
      do {
        if let nesting = unit.nesting {
          try nesting.validate(nesting.changes)
        } else {
          let kept = unit.keepTimestamps()
          defer { unit.takeBack(kept) }
          try Saver(unit: unit).validate()
        }
      } catch let error as ValidationError {
        return error.problems
      }
      let ids = unit.nesting?.changes.ids
      return Saver(unit: unit).takenValues().filter { ids?.contains($0.objectID) != false }
    }
  }

  /// Has `action` be called once, when `save()` has succeeded or `cancel()` has been called the
  /// next time; actions are called in the order in which they were given.
  ///
  /// A save that throws calls none, and so does a session that goes out of use. They are not in
  /// what `encoded()` returns: who resumes a session says again what is to be done. Within
  /// `container.write` a save is committed when that returns; what concerns others than the store
  /// is left to the context's `afterCommit` there.
  public func onEnd(_ action: @escaping (Ending) -> Void) { actions.append(action) }

  /// Saves what has been changed, to the store or into the context that the session is nested in,
  /// and does what `onEnd` has said.
  ///
  /// - Throws: what the context's `save()` throws; the changes are as they were then.
  public func save() throws {
    try context.save()
    end(.saved)
  }

  /// Takes back what has been changed, and does what `onEnd` has said.
  public func cancel() {
    context.rollback()
    end(.cancelled)
  }

  private func end(_ ending: Ending) {
    // An action may end the session again, or say what is to be done next time.
    let ended = actions
    actions = []
    for action in ended { action(ending) }
  }

  /// Returns everything that is unsaved as JSON, to be resumed later; of a nested session also what
  /// is unsaved in the context that it is nested in.
  ///
  /// It holds the values of new and changed objects, and those with which changed and deleted ones
  /// were read, so that it is to be kept where the store may be kept. Values marked `@Transient` or
  /// `@Ignore` are not in it.
  ///
  /// - Throws: an `EditingStateError` if a value cannot be written as JSON; a `ReadError` if
  ///   something could not be read.
  public func encoded() throws -> Data {
    let unit = context.unit
    let changes = UnsavedChanges(of: unit)
    try unit.problems.report()
    return try EditingState(changes, unit).encoded()
  }

  private func resume(_ data: Data) throws {
    let unit = context.unit
    let changes = try EditingState(reading: data).changes(for: unit)
    unit.withoutUndo {
      ChangesApplication(changes, to: unit, keepsMissing: true, followsRules: false).apply()
    }
    try unit.problems.report()
  }
}
