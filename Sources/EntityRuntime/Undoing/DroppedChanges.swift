import EntityModel
import EntityStore

/// What is changed in a context before its changes are merged with those of others, to find what is
/// dropped then: giving back what was before a change that is none any more would undo what others
/// have saved.
struct DroppedChanges {
  private let recorder: UndoRecorder
  private let changes: [(object: ManagedObject, values: [Int: StoredValue])]

  /// Notes what is changed in `unit`; `nil` if nothing records that for undo.
  ///
  /// - Complexity: O(objects with changes).
  init?(_ unit: UnitOfWork) {
    guard let recorder = unit.undoRecorder else { return nil }
    self.recorder = recorder
    changes = unit.tracker.changed.filter { !$0.__flags.contains(.isDeleted) }.map { object in
      var values: [Int: StoredValue] = [:]
      for index in object.differingProperties.subtracting(object.__entity.externalSet).sorted {
        values[index] = object.storedValue(at: index)
      }
      return (object, values)
    }
  }

  /// Has the recorder forget the changes that are none any more.
  func forget() {
    for (object, values) in changes where object.__isLive {
      let dropped = values.keys.filter { object.storedValue(at: $0) != values[$0] }
      if !dropped.isEmpty { recorder.forget(PropertySet(dropped), of: object) }
    }
  }
}
