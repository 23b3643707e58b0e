import EntityModel
import EntityStore

/// Values that the store has apart from the rows.
extension RowLoader {
  /// Returns what the store has of the external attribute `index` of `object`, which has a row; `nil`,
  /// which is noted, if it cannot be read.
  ///
  /// It is read for the object alone: those of a whole fetch would be megabytes each.
  func externalValue(of object: ManagedObject, _ index: Int) -> StoredValue? {
    // What belongs to no context any more has what it has been read of.
    guard object.__rowID > 0, !object.__flags.contains(.isDetached) else { return nil }
    unit.repeatedReads?.note(object, index)
    let query = ResultQuery(
      EntityQuery(
        entity: object.__entity.name, predicate: .objects(PropertyPath(), [object.__objectID])),
      columns: [ResultExpression(nil, .attribute(PropertyPath([object.__propertyName(index)])))])
    var found: StoredValue?
    do {
      try session.read { session in
        try session.results(query) { found = $0[0].storedValue }
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
