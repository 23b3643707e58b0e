import EntityModel
import EntityStore

extension MemorySession {
  /// Notes the members of all ordered to-manys: those that are new come at the end, those that are
  /// members no more are forgotten.
  func noteOrders() {
    for entity in layout.entities {
      for (property, relationship) in entity.relationships.enumerated()
      where relationship?.relationship.isOrdered == true {
        for (owner, row) in state.tables[entity.table.name] ?? [:] where row.entity == entity.name {
          guard
            let (location, target) = try? layout.toMany(
              entity.properties[property].name, of: entity)
          else { continue }
          let ids = memberIDs(location, target, of: owner)
          state.orders[MemoryState.List(entity, property, owner)] = ordered(
            ids, entity, property, of: owner)
        }
      }
    }
  }

  /// Puts members in other places.
  func arrange(_ order: ChangeSet.Order) throws {
    let entity = layout.entities[order.entity]
    let list = MemoryState.List(entity, order.property, order.owner)
    var members = state.orders[list] ?? []
    for placement in order.placements {
      guard let current = members.firstIndex(of: placement.member) else { continue }
      members.remove(at: current)
      let position: Int
      switch placement.place {
      case .start: position = 0
      case .end: position = members.count
      case .near(let after, let before):
        position =
          members.firstIndex(of: after).map { $0 + 1 } ?? members.firstIndex(of: before)
          ?? members.count
      }
      members.insert(placement.member, at: position)
    }
    state.orders[list] = members
  }
}
