import EntityModel
import EntityStore

/// References that others have made invalid.
extension Merger {
  /// Follows the delete rules of what an object refers to and others have deleted.
  func follow(missing found: FoundConflict) throws {
    guard let index = found.index, let end = RelationshipEnd(of: found.object, index),
      let inverse = unit.entities[end.relationship.target]
        .relationships[end.relationship.inverseIndex]
    else { return }
    if !end.relationship.isToMany, restored.contains(found.object) {
      return try clear(end, ofRestored: found.object, missing: found.relatedID)
    }
    guard canLose(end, rule: inverse) else {
      throw ConflictError(conflicts: [found.reported])
    }
    if let target = graph.live(found.relatedID, end.relationship) {
      // One that is to be deleted too is found to be gone by itself.
      if target.__flags.contains(.isDeleted) { return }
      return try remove(target)
    }
    guard !end.relationship.isToMany, end.reference.rowID == found.relatedID else { return }
    if inverse.description.deleteRule == .cascade {
      try refreshRelated(of: found.object)
      return graph.delete(found.object)
    }
    // There is no object whose inverse would have to agree.
    unit.willWrite(found.object, index)
    end.refer(to: nil)
  }

  /// Follows the delete rule of an object that is to be deleted for a member that others have
  /// added.
  func follow(newMember found: FoundConflict) throws {
    guard let index = found.index, let end = RelationshipEnd(of: found.object, index) else {
      return
    }
    let known = graph.live(found.relatedID, end.relationship)
    guard let member = try known ?? readObject(found.relatedID, of: end.relationship),
      let inverse = end.inverse(at: member)
    else { return }
    guard canLose(inverse, rule: end.relationship) else {
      throw ConflictError(conflicts: [found.reported])
    }
    // The member refers to what is to be deleted, whose rule is applied where that is found.
    try refresher.readAgain(member, merging: true)
    if inverse.relationship.isToMany, end.relationship.description.deleteRule == .cascade {
      try refreshRelated(of: member)
      graph.delete(member)
    }
  }

  /// Returns the object of the row `id` at the other end of `relationship`, read in the transaction
  /// that saves; `nil` if there is none.
  func readObject(
    _ id: Int64, of relationship: ManagedRelationship
  ) throws -> ManagedObject? {
    let target = unit.entities[relationship.target]
    let batch = FetchBatch(unit, tree: target.tree)
    var object: ManagedObject?
    _ = try unit.session.read { session in
      try session.row(id: id, of: target.layout) {
        object = unit.loader.object(of: &$0, batch)
      }
    }
    return object
  }
}
