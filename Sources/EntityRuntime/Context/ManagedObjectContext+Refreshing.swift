extension ManagedObjectContext {
  /// Reads the row of `object` again; what has been changed since the last save is merged if
  /// `mergingChanges`. An object that is to be deleted still is.
  ///
  /// What is stored in the object's row and links is read again; a set whose members refer to the
  /// object consists of those that do so in memory, until they are refreshed too.
  ///
  /// - Throws: a `ReadError` when the row does not exist any more; a `StoreError` when the store
  ///   fails.
  public func refresh(_ object: ManagedObject, mergingChanges: Bool = true) throws {
    if !mergingChanges { try requireOwnStore("refresh(_:mergingChanges: false)") }
    try unit.withoutUndo {
      try Refresher(unit: unit).refresh(object, merging: mergingChanges)
    }
  }

  /// Makes a fault of `object`, which stays where it is and is read again when one of its
  /// properties is asked for; its values, and the objects that only they refer to, leave memory.
  ///
  /// An object with unsaved changes of its row or its links, one that is new or to be deleted, and
  /// one of another context stay as they are. The partner of a one-to-one becomes a fault with it,
  /// and sets that may have it as a member are read again when they are asked for.
  public func turnIntoFault(_ object: ManagedObject) { turnIntoFaults([object]) }

  /// Makes faults of `objects`, as `turnIntoFault(_:)` does of one; they are read again together.
  public func turnIntoFaults(_ objects: some Sequence<ManagedObject>) {
    unit.withoutUndo { Refresher(unit: unit).turnIntoFaults(objects) }
  }

  /// Makes faults of all objects without changes, so that they are read again when they are needed,
  /// as are the members of all relationships; unsaved changes stay. What an `undoRecorder` has
  /// recorded is forgotten.
  ///
  /// A nested context has what its parent has now, beside the changes of its own.
  public func refreshAll() {
    if let nesting = unit.nesting { return nesting.beginAgain() }
    unit.undoRecorder?.removeAll()
    Refresher(unit: unit).refreshAll()
  }
}
