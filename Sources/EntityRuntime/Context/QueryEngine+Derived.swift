import EntityModel
import EntityStore

/// Values of derived attributes; the context reports why one cannot be read.
extension QueryEngine {
  /// Returns the value of the derived attribute `index` of `object`, unsaved changes included.
  func derivedValue(of object: ManagedObject, _ index: Int) -> StoredValue {
    guard let derived = object.__entity.layout.properties[index].derived,
      let operand = derived.operand
    else { return .null }
    guard let count = derived.count, !object.__flags.contains(.isInserted) else {
      let restricted = unit.visibility.restricted(
        operand, of: object.__entity, RequestVisibility())
      return restricted.value(for: ManagedSubject(object: object), source: nil)
    }
    do {
      return .integer(Int64(try self.count(count, of: object, operand)))
    } catch {
      problems.note(
        object, index, "the store could not be read: \(error)", underlying: error)
      return .integer(0)
    }
  }

  /// Returns how many members of `object` `operand` counts, which is `count`.
  ///
  /// - Complexity: O(1) where no object of the members' tree has unsaved changes; otherwise the
  ///   store counts.
  private func count(
    _ count: (relationship: String, condition: PredicateTree), of object: ManagedObject,
    _ operand: PredicateOperand
  ) throws -> Int {
    guard let index = object.__entity.layout.propertyIndex(count.relationship),
      let end = RelationshipEnd(of: object, index)
    else { return 0 }
    let target = unit.entities[end.relationship.target]
    let members = EntityQuery(
      entity: target.name, predicate: end.membership.and(count.condition),
      visibility: RequestVisibility())
    return try session.reading {
      guard !isConcerned(by: members, target) else {
        return try self.count(members, target, includesPendingChanges: true)
      }
      let column = unit.visibility.restricted(operand, of: object.__entity, RequestVisibility())
      let query = ResultQuery(
        EntityQuery(
          entity: object.__entity.name,
          predicate: .objects(PropertyPath(), [object.__objectID])),
        columns: [ResultExpression(nil, column)])
      var found: Int64 = 0
      try session.request { session in
        try session.results(query) {
          if case .integer(let value) = $0[0].storedValue { found = value }
        }
      }
      return Int(found)
    }
  }
}
