import EntityModel

/// What of a to-many relationship is shown: a context knows all members, whatever requests find.
extension RelationshipGraph {
  /// Returns those of `members` of the to-many `index` of `object` that are visible; `members`
  /// themselves if all are.
  func visible(_ members: AnyMembers, of object: ManagedObject, _ index: Int) -> AnyMembers {
    guard unit.hidesObjects, let relationship = object.__entity.relationships[index],
      unit.visibility.mayHide(unit.entities[relationship.target])
    else { return members }
    let all = members.objects
    let shown = all.filter { unit.visibility.shows($0) }
    guard shown.count < all.count else { return members }
    let visible = relationship.maker()
    visible.take(shown.map { .passRetained($0) })
    return visible
  }
}
