import EntityModel
import EntityStore

/// Saving the deletion of an object with which rows go of which no objects have been made.
extension Saver {
  /// Others have saved what the deletion does not fit.
  private struct OthersInTheWay: Error {}

  /// Removes the rows of the one object that is to be deleted, and those that go with it, if
  /// nothing else has changed; `false`, nothing being written, if it has, or others are in the way:
  /// then objects have been made of all the rows.
  func savesUnmade() throws -> Bool {
    guard let unmade = tracker.unmade else { return false }
    guard tracker.hasOnlyDeletions(of: 1), unmade.root.__flags.contains(.isDeleted),
      unit.misuses.isEmpty, try remove(unmade)
    else {
      tracker.makeUnmade()
      return false
    }
    tracker.didSave()
    return true
  }

  /// Removes the rows of `unmade` and of its root; `false` if others are in the way.
  private func remove(_ unmade: UnmadeDeletions) throws -> Bool {
    let root = unmade.root
    var change = BulkChange()
    change.changes.deletes = [
      ChangeSet.Delete(
        entity: root.__entity.layout.index, id: root.__rowID, version: root.__version)
    ]
    change.changes.deletes += unmade.rows
    change.sort()
    let changes = change.changes
    do {
      _ = try unit.session.write(endsWithTask: true) { session in
        guard try session.apply(changes, from: nil).isEmpty else { throw OthersInTheWay() }
        return changes
      } committed: {
        unit.didCommit($0)
      }
      return true
    } catch is OthersInTheWay {
      return false
    } catch let error as StoreError where error.code == .foreignKeyViolation {
      return false
    }
  }
}
