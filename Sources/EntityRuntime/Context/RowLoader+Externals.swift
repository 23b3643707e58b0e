import EntityModel
import EntityStore

/// Values that the store has apart from the rows.
extension RowLoader {
  /// Returns what the store has of the external attribute `index` of `object`, which has a row;
  /// `nil`, which is noted, if it cannot be read.
  ///
  /// It is read for the object alone: those of a whole fetch would be megabytes each.
  func externalValue(of object: ManagedObject, _ index: Int) -> StoredValue? {
    // What has no row has nothing to read.
    guard object.__rowID > 0, !object.__flags.contains(.isInserted) else { return nil }
    guard !object.__flags.contains(.isDetached) else {
      // What belongs to no context any more has what has been read of it.
      problems.countFailedRead()
      problems.note(
        object, index,
        "it has not been read before the object was deleted, or its context forgot it")
      return nil
    }
    unit.repeatedReads?.note(object, index)
    var found: StoredValue?
    do {
      try session.read { session in
        found = try session.externalValue(
          of: index, object.__entity.layout, id: object.__rowID)
      }
    } catch {
      problems.note(
        object, index, "the store could not be read: \(error)", underlying: error)
      problems.countFailedRead()
      return nil
    }
    if found == nil {
      problems.countFailedRead()
      problems.noteMissing(object)
    }
    return found
  }
}
