import EntityStore

/// The members of one object's to-many that a save puts in other places.
struct MemberPlacements {
  private let owner: ManagedObject
  private let index: Int
  private let placements: [MemberOrder.Placement]

  /// Returns those of `owners`, without what the store does by itself: what is made to refer to an
  /// owner, or is linked to it, comes at the end, in the order in which it is written, which is
  /// that of the members where it is their owner that writes the links.
  static func all(of owners: [ManagedObject], restoresRows: Bool) -> [MemberPlacements] {
    var found: [MemberPlacements] = []
    for owner in owners where !owner.__flags.contains(.isDeleted) {
      for state in owner.__toManys.sorted(by: { $0.index < $1.index }) where state.order != nil {
        guard let relationship = owner.__entity.relationships[state.index] else { continue }
        let placements = state.unsavedPlacements.filter { !$0.member.__flags.contains(.isDeleted) }
        if placements.isEmpty { continue }
        if !restoresRows, isWritten(placements.map(\.member), of: state, relationship) { continue }
        found.append(MemberPlacements(owner: owner, index: state.index, placements: placements))
      }
    }
    return found
  }

  /// `true` if the store puts `members`, which `state` of `relationship` is to hold in other
  /// places, there when it writes the references or the links.
  private static func isWritten(
    _ members: [ManagedObject], of state: ToManyState, _ relationship: ManagedRelationship
  ) -> Bool {
    if relationship.writesLinks, !relationship.isOwnInverse { return state.appended != nil }
    return state.onlyAppends && SavePlan.isOrdered(members)
      && (relationship.inverseIsToMany || areWrittenInOrder(members))
  }

  /// `true` if `members`, which are in order, are new and written one after the other.
  private static func areWrittenInOrder(_ members: [ManagedObject]) -> Bool {
    guard let first = members.first else { return true }
    return members.allSatisfy {
      $0.__flags.contains(.isInserted) && $0.__entity === first.__entity
    }
  }

  /// The change with the ids that the objects have now.
  var change: ChangeSet.Order {
    let entity = owner.__entity.relationships[index]?.declaration.entity
    return ChangeSet.Order(
      entity: entity ?? owner.__entity.layout.index, property: index, owner: owner.__rowID,
      placements: placements.map {
        ChangeSet.Placement($0.member.__rowID, $0.place.stored)
      })
  }
}

extension MemberOrder.Place {
  /// The place with the ids that the objects have now.
  fileprivate var stored: ChangeSet.Place {
    switch self {
    case .start: .start
    case .end: .end
    case .near(let after, let before):
      .near(after: after?.__rowID ?? 0, before: before?.__rowID ?? 0)
    }
  }
}
