import EntityModel

// A new object that is not to be after all.

extension RelationshipGraph {
  /// Detaches `object`, if it is still new, as if it had never been made: nothing refers to it any
  /// more. Its delete rules are not applied, and it does not do what it does before it is deleted.
  func discard(_ object: ManagedObject) {
    // Whoever made it may have saved it or deleted it.
    guard object.__flags.contains(.isInserted),
      object.__isLive
    else { return }
    guard unit.reportsChanges else { return unlinkAndDiscard(object) }
    unit.observedChanges?.together {
      unit.observedChanges?.noteAll(of: object)
      unlinkAndDiscard(object)
    }
  }

  private func unlinkAndDiscard(_ object: ManagedObject) {
    if let recorder = tracker.recorder { note(removalOf: object, recorder) }
    for index in object.__entity.relationshipIndexes {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      for other in related(by: end) {
        if unit.reportsChanges {
          unit.observedChanges?.note(other, end.relationship.inverseIndex)
        }
        unlinkInverse(of: end, at: other)
      }
    }
    unit.misuses.forget(object)
    tracker.discard(object)
  }
}
