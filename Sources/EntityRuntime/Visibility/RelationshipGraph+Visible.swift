import EntityModel

/// What of a to-many relationship is shown: a context knows all members, whatever requests find.
extension RelationshipGraph {
  /// Returns those of `members` of the to-many `index` of `object` that are visible; `members`
  /// themselves if all are.
  ///
  /// - Complexity: O(members) after something has changed by which one may be visible, and O(1)
  ///   otherwise; O(members) where default conditions ask other objects.
  func visible(_ members: AnyMembers, of object: ManagedObject, _ index: Int) -> AnyMembers {
    guard unit.hidesObjects, let relationship = object.__entity.relationships[index],
      unit.visibility.mayHide(unit.entities[relationship.target])
    else { return members }
    guard tracker.knowsWhatDecides, !unit.isClosed, let state = object.__toMany(index),
      state.members === members
    else { return shown(of: members, relationship) }
    let version = tracker.visibilityVersion
    if let shown = state.shown(at: version) { return shown }
    let count = members.count
    let shown = shown(of: members, relationship)
    // Reading the members may run the user's code, which may change them.
    if state.members === members, members.count == count { state.show(shown, at: version) }
    return shown
  }

  private func shown(of members: AnyMembers, _ relationship: ManagedRelationship) -> AnyMembers {
    let visibility = unit.visibility
    let (all, entity) = (members.objects, unit.entities[relationship.target])
    let shown = all.filter { visibility.shows($0, among: entity) }
    guard shown.count < all.count else { return members }
    let visible = relationship.maker()
    visible.take(shown.map { .passRetained($0) })
    return visible
  }
}
