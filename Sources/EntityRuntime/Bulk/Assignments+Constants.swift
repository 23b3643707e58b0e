import EntityModel
import EntityStore

extension Assignments {
  /// Returns the constants that have been assigned; `known` finds what is assigned row by row.
  ///
  /// - Parameter takesOneToOnes: `true` if the ends of relationships that are to-one at both may be
  ///   given.
  func constants(
    _ entity: ManagedEntity, _ unit: UnitOfWork, _ known: inout AssignedProperties,
    takesOneToOnes: Bool = false
  ) throws -> GivenValues {
    if let refusal { throw StoreError(.invalidRequest, refusal, entity: entity.name) }
    var constants = entity.noValues
    for slot in values.indices {
      let name = properties[slot].name
      let index = try known.index(of: name, at: slot, entity)
      let value = values[slot]
      if case .members(_, nil) = value {
        throw StoreError(
          .invalidRequest,
          "'\(entity.name).\(name)' of an object that is inserted is assigned as a whole before "
            + "its properties are", entity: entity.name, properties: [name])
      }
      guard case .constant(let constant) = value.whole ?? value,
        entity.columnSet.contains(index)
      else { throw entity.layout.computedInsertion(of: index) }
      var stored = try unit.storedForm(of: constant, entity, index)
      if case .leaves(let leaves, _) = value {
        let change = try LeafChange(constants: leaves, of: entity, index)
        stored = try change.value(insteadOf: stored, [], entity)
      } else if case .members(let members, _) = value {
        let change = try MemberChange(constants: members, of: entity, index)
        stored = try change.value(insteadOf: stored, [], entity)
      }
      if entity.isMissingTimestamp(index, stored) { continue }
      if !stored.isNull, !takesOneToOnes {
        try entity.relationships[index]?.requireManyToOne(entity)
      }
      constants[index] = stored
    }
    return constants
  }
}

/// Finds the properties that the same closure assigns to one row after the other: nearly always the
/// same ones in the same order, of which names need not be looked up again.
struct AssignedProperties {
  private var known: [(name: String, index: Int)] = []

  /// Returns the index of the property `name` of `entity`, which is assigned after `slot` others.
  mutating func index(
    of name: String, at slot: Int, _ entity: ManagedEntity
  ) throws(StoreError) -> Int {
    if slot < known.count, known[slot].name == name { return known[slot].index }
    let index = try entity.layout.requiredPropertyIndex(name)
    known.removeSubrange(min(slot, known.count)...)
    if known.count == slot { known.append((name, index)) }
    return index
  }
}
