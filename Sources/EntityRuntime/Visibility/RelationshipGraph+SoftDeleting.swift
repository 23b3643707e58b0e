import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Objects that are deleted and whose rows stay.
///
/// Nothing refers to anything else afterwards than it did before, so that what is restored is as it
/// was.
extension RelationshipGraph {
  /// Notes in `object`, and in all that it cascades to and that can be deleted softly, that it has
  /// been deleted now.
  ///
  /// What has been deleted softly before keeps its time, and what is new and can be deleted softly
  /// is not saved. `deny` is checked by the save, of what has been deleted here; an assignment of
  /// the time is without it.
  func deleteSoftly(_ object: ManagedObject) {
    let date = unit.container.store.now()
    follow(object) { object, index in
      guard object.storedValue(at: index).isNull else { return false }
      if object.__flags.contains(.isInserted) {
        delete(object)
        return false
      }
      if let lifeCycle = unit.lifeCycle {
        lifeCycle.willDelete(object)
        // It may have deleted itself.
        guard object.__isLive,
          object.storedValue(at: index).isNull
        else { return false }
      }
      guard object.__setValue(index, date) else { return false }
      tracker.noteSoftDeletion(of: object)
      return true
    }
  }

  /// Takes back that `object` has been deleted softly, and with it what it cascades to and what has
  /// been deleted at the same time; what had been deleted before stays so.
  func restore(_ object: ManagedObject) {
    guard let index = object.__entity.deletionDate else { return }
    let date = object.storedValue(at: index)
    guard !date.isNull else { return }
    follow(object) { object, index in
      guard object.storedValue(at: index) == date, object.__setValue(index, nil) else {
        return false
      }
      tracker.forgetSoftDeletion(of: object)
      return true
    }
  }

  /// Calls `change` with `object` and its deletion date, and with all that it cascades to from one
  /// of which `change` returns `true`.
  private func follow(_ object: ManagedObject, _ change: (ManagedObject, Int) -> Bool) {
    var pending = [object]
    while let next = pending.popLast() {
      guard next.__isLive,
        let index = next.__entity.deletionDate
      else { continue }
      // Its row says whom it refers to, and so who shows it.
      if next.__flags.contains(.isFault) { loader.fire(next) }
      var isChanged = false
      if unit.reportsChanges, let observed = unit.observedChanges {
        observed.changing(holders(of: next)) { isChanged = change(next, index) }
      } else {
        isChanged = change(next, index)
      }
      guard isChanged else { continue }
      for index in next.__entity.relationshipIndexes {
        guard let end = RelationshipEnd(of: next, index),
          end.relationship.description.deleteRule == .cascade
        else { continue }
        pending += related(by: end)
      }
    }
  }

  /// The to-manys that may show `object`, which have been read.
  func holders(of object: ManagedObject) -> [(ManagedObject, Int)] {
    object.__entity.relationshipIndexes.flatMap { index -> [(ManagedObject, Int)] in
      guard let end = RelationshipEnd(of: object, index), end.relationship.inverseIsToMany else {
        return []
      }
      let others: [ManagedObject] =
        end.relationship.isToMany
        ? object.__toMany(index)?.members?.objects ?? owners(knowing: object, by: end.relationship)
        : (end.reference.object ?? live(end.reference.id, end.relationship)).map { [$0] } ?? []
      return others.map { ($0, end.relationship.inverseIndex) }
    }
  }

  /// Returns the live objects at the other end of the to-many `relationship` that are known to have
  /// `object` as a member, whose own members have not been read.
  private func owners(
    knowing object: ManagedObject, by relationship: ManagedRelationship
  ) -> [ManagedObject] {
    unit.maps[unit.entities[relationship.target].tree].objects.filter {
      $0.__toMany(relationship.inverseIndex)?.knows(object) == true
    }
  }
}

extension ManagedObject {
  /// `true` if the object has been deleted softly: its attribute that is marked `.deletedAt` has a
  /// value. Its row is there, or stays, and `context.restore(_:)` takes the deletion back.
  public var isSoftlyDeleted: Bool {
    __entity.deletionDate.map { !storedValue(at: $0).isNull } ?? false
  }
}
