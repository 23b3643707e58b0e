/// An entity whose objects do something when they are made, read, saved or deleted.
///
///     extension Book: ObjectLifeCycle {
///       func awakeFromInsert() { addedAt = Date() }
///       func willSave() { if hasChanges { slug = title.lowercased() } }
///     }
///
/// Implement what is needed; the rest does nothing. A class that is not final declares in itself
/// what its subclasses are to override. All are called in the object's context, on the thread that
/// uses it, and may read and change objects as any code may; none can stop what goes on: a save is
/// refused by `validate(_:)` of `ValidatedObject`.
///
/// What changes rows without making objects calls none of them: `update`, `deleteAll`, `insertAll`
/// and `execute` of a context, and what other contexts and processes do.
public protocol ObjectLifeCycle: ManagedObject {
  /// The object is new: its attributes and transient properties have their first values. The
  /// relationships that its initialiser is given follow, and replace what is set here.
  ///
  /// It is called once for each object that is made, never for one that is read.
  func awakeFromInsert()

  /// The object's row has been read: for the first time, or again after it has been a fault.
  ///
  /// It is called before the fetch returns, once all its rows have been read. An assignment here is
  /// an unsaved change, as any is.
  func awakeFromFetch()

  /// The object is about to be saved, or its row to be removed, which `isDeleted` says.
  ///
  /// It is called once in each save for every object that has changes, before they are validated.
  /// What it changes is saved as well, and objects that it makes or changes are called in turn. It
  /// does not save itself, which would be refused.
  func willSave()

  /// The save of the object has succeeded; its changes are none any more. In `container.write` they
  /// are committed when that returns: what is to be done outside of the store belongs in
  /// `afterCommit`.
  ///
  /// It is called for those for which `willSave()` was, in the same order.
  func didSave()

  /// The object is about to be deleted, by the program or by a delete rule. What a cascade has
  /// deleted before it has left its relationships.
  func willDelete()

  /// The object has been read again, by `refresh`, by a merge or since the context follows commits;
  /// its values are those of its row, with unsaved changes upon them.
  func didRefresh()
}

extension ObjectLifeCycle {
  public func awakeFromInsert() {}
  public func awakeFromFetch() {}
  public func willSave() {}
  public func didSave() {}
  public func willDelete() {}
  public func didRefresh() {}
}
