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
    guard object.__flags.isDisjoint(with: [.isDetached, .isInserted]) else { return nil }
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
      return nil
    }
    if found == nil { problems.noteMissing(object) }
    return found
  }
}

extension ManagedObject {
  /// Reads the external attributes that have not been read, whose values the store is about to
  /// lose.
  final func readExternals() {
    for index in __entity.externalIndexes { _ = __value(index) }
  }
}
