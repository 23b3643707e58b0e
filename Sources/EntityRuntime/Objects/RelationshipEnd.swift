import EntityModel

/// A relationship of one object.
struct RelationshipEnd {
  /// The object.
  let owner: ManagedObject

  /// The relationship.
  let relationship: ManagedRelationship

  /// Creates the end of the relationship `index` of `owner`; `nil` if that is another property.
  init?(of owner: ManagedObject, _ index: Int) {
    guard let relationship = owner.__entity.relationships[index] else { return nil }
    self.owner = owner
    self.relationship = relationship
  }

  /// The property index of the relationship.
  var index: Int { relationship.index }

  /// The value of the to-one.
  var reference: __ToOne { owner.__toOne(index) }

  /// Makes the to-one refer to `object`, and nothing else.
  func refer(to object: ManagedObject?) { owner.__refer(index, to: object) }

  /// Returns the inverse at `object`, one of those at the other end.
  func inverse(at object: ManagedObject) -> RelationshipEnd? {
    RelationshipEnd(of: object, relationship.inverseIndex)
  }
}

extension RelationshipEnd: CustomStringConvertible {
  var description: String {
    let name = relationship.description.name
    return relationship.isHidden ? "the inverse of '\(name)'" : "'\(relationship.owner).\(name)'"
  }
}
