import EntityModel
import EntityStore

/// Values of derived attributes; the context reports why one cannot be read.
extension QueryEngine {
  /// Returns the value of the derived attribute `index` of `object`, unsaved changes included.
  func derivedValue(of object: ManagedObject, _ index: Int) -> StoredValue {
    let entity = object.__entity.layout
    if let store = unit.container.store as? ProbeStore {
      return store.derivedValue(index, of: entity, object.__objectID.rowID)
    }
    guard let derived = entity.properties[index].derived, let operand = derived.operand else {
      return .null
    }
    guard let members = derived.members, !object.__flags.contains(.isInserted) else {
      let restricted = unit.visibility.restricted(
        operand, of: object.__entity, RequestVisibility())
      return restricted.value(for: ManagedSubject(object: object), source: nil)
    }
    do {
      return try value(of: members, object, operand)
    } catch let error as StoreError
      where error.code == .overflow && members.aggregate?.function == .sum
    {
      // A sum that 64 bits cannot hold has no value in the store either.
      return .null
    } catch {
      problems.note(
        object, index, "the store could not be read: \(error)", underlying: error)
      return .null
    }
  }

  /// Returns what `operand`, which is `members`, asks of the members of `object`.
  ///
  /// - Complexity: O(1) where the store keeps the value and no object of the members' tree has
  ///   unsaved changes; otherwise the members are asked.
  private func value(
    of members: DerivedMembers, _ object: ManagedObject, _ operand: PredicateOperand
  ) throws -> StoredValue {
    guard let index = object.__entity.layout.propertyIndex(members.relationship),
      let end = RelationshipEnd(of: object, index)
    else { return .null }
    let target = unit.entities[end.relationship.target]
    let asked = EntityQuery(
      entity: target.name, predicate: end.membership.and(members.condition),
      visibility: RequestVisibility())
    return try session.reading {
      guard !isConcerned(by: asked, target) else {
        return try value(of: members, asked, target)
      }
      let column = unit.visibility.restricted(operand, of: object.__entity, RequestVisibility())
      let query = ResultQuery(
        EntityQuery(
          entity: object.__entity.name,
          predicate: .comparison(.object(PropertyPath()), .equal, .identifier(object.__objectID))),
        columns: [ResultExpression(nil, column)])
      var found = StoredValue.null
      try session.request { session in
        try session.results(query) { found = $0[0].storedValue }
      }
      return found
    }
  }

  /// Returns what `members` asks of those that `query` finds, objects of `target`, unsaved changes
  /// included.
  private func value(
    of members: DerivedMembers, _ query: EntityQuery, _ target: ManagedEntity
  ) throws -> StoredValue {
    guard let aggregate = members.aggregate else {
      return .integer(Int64(try count(query, target, includesPendingChanges: true)))
    }
    let query = unit.visibility.applied(
      to: ResultQuery(query, columns: [ResultExpression(aggregate.function, aggregate.operand)]))
    return try rows(query, target).first?.first ?? .null
  }
}
