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
      return try value(of: members, object, index, operand)
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

  /// Returns what `operand`, which is `members` and what the attribute `property` is derived from,
  /// asks of the members of `object`.
  ///
  /// - Complexity: O(1) where the store keeps the value and no object of the members' tree has
  ///   unsaved changes; otherwise the members are asked.
  private func value(
    of members: DerivedMembers, _ object: ManagedObject, _ property: Int,
    _ operand: PredicateOperand
  ) throws -> StoredValue {
    let layout = object.__entity.layout
    guard let index = layout.propertyIndex(members.relationship),
      let end = RelationshipEnd(of: object, index)
    else { return .null }
    return try session.reading {
      if tracker.hasChanges {
        let target = unit.entities[end.relationship.target]
        let asked = EntityQuery(
          entity: target.name, predicate: end.membership.and(members.condition),
          visibility: RequestVisibility())
        if isConcerned(by: asked, target) { return try value(of: members, asked, target) }
      }
      return try storedValue(of: object, property, operand)
    }
  }

  /// Returns the value that the store has of the derived attribute `property` of `object`, which
  /// is `operand`.
  ///
  /// While one state of the store is read, values of the objects that follow are read with it.
  private func storedValue(
    of object: ManagedObject, _ property: Int, _ operand: PredicateOperand
  ) throws -> StoredValue {
    let (layout, id) = (object.__entity.layout, object.__rowID)
    let column = derivedOperand(operand, property, of: object.__entity)
    func read() throws -> StoredValue {
      try session.request { try $0.value(of: column, layout, id: id) }
    }
    guard let state = session.state else { return try read() }
    let key = DerivedProperty(entity: layout.index, property: property)
    derivedReadAhead.begin(state)
    if let value = derivedReadAhead.value(of: key, id) { return value }
    let ids = derivedReadAhead.idsToRead(with: id, of: key, in: object.__batch)
    let found = ids.count == 1 ? nil : try storedValues(of: column, layout, ids)
    derivedReadAhead.keep(try found ?? [(id, read())], of: key)
    return derivedReadAhead.value(of: key, id) ?? .null
  }

  /// Returns the values that the store has of `column` of the rows `ids` of `entity`, as far as
  /// there are such; `nil` where one of them is a sum that 64 bits cannot hold.
  private func storedValues(
    of column: PredicateOperand, _ entity: EntityLayout, _ ids: ArraySlice<Int64>
  ) throws -> [(id: Int64, value: StoredValue)]? {
    var found: [(id: Int64, value: StoredValue)] = []
    do {
      try session.request { session in
        try session.results(ResultQuery(of: column, entity, ids: ids)) { row in
          if let id = row[0].integer { found.append((id, row[1].storedValue)) }
        }
      }
      return found
    } catch let error as StoreError where error.code == .overflow {
      return nil
    }
  }

  /// Forgets what has been asked of members, since requests leave out others now.
  func forgetDerived() {
    derivedOperands = [:]
    derivedReadAhead = DerivedReadAhead()
  }

  /// Returns `operand`, of the derived attribute `property` of `entity`, without the members that
  /// requests leave out.
  private func derivedOperand(
    _ operand: PredicateOperand, _ property: Int, of entity: ManagedEntity
  ) -> PredicateOperand {
    guard unit.hidesObjects else { return operand }
    let key = DerivedProperty(entity: entity.layout.index, property: property)
    if let known = derivedOperands[key] { return known }
    let restricted = unit.visibility.restricted(operand, of: entity, RequestVisibility())
    derivedOperands[key] = restricted
    return restricted
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
