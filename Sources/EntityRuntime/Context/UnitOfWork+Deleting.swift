import EntityModel

extension UnitOfWork {
  /// Deletes `object` and, by their delete rules, follows its relationships.
  ///
  /// `deny` is a matter of saving, since what denies may be deleted as well before then.
  func delete(_ object: ManagedObject) {
    var pending = [object]
    while let next = pending.popLast() {
      guard next.__state.flags.isDisjoint(with: [.isDeleted, .isDetached]) else { continue }
      if next.__state.flags.contains(.isFault) { fire(next) }
      next.__state.flags.insert(.isDeleted)
      for index in next.__state.entity.relationshipIndexes {
        guard let relationship = next.__state.entity.relationships[index] else { continue }
        pending += follow(relationship, of: next)
      }
      if next.__state.flags.contains(.isInserted) {
        discard(next)
      } else {
        deleted.append(next)
      }
    }
    inserted.removeAll { $0.__state.flags.contains(.isDetached) }
  }

  /// Applies the delete rule of `relationship` of `object` and returns what is to be deleted too.
  private func follow(
    _ relationship: ManagedRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    switch relationship.description.deleteRule {
    case .noAction, .deny:
      if !relationship.isToMany, relationship.inverseIsToMany,
        let target = live(object.__toOne(relationship.index).rowNumber, relationship)
      {
        removeInverse(object, from: target, relationship)
      }
      return []
    case .cascade: return related(by: relationship, of: object)
    case .nullify:
      // A row that goes leaves the to-manys that it stands in by itself, and its joins go with it.
      // Only what is in memory has to hear of it, and the to-ones that lead to it.
      if !relationship.isToMany {
        let reference = object.__toOne(relationship.index)
        guard let target = reference.object ?? live(reference.number, relationship) else {
          if !relationship.inverseIsToMany, reference.number > 0,
            let target = resolve(reference.number, of: object, relationship.index)
          {
            removeInverse(object, from: target, relationship)
          }
          return []
        }
        removeInverse(object, from: target, relationship)
      } else {
        for target in related(by: relationship, of: object) where target !== object {
          removeInverse(object, from: target, relationship)
        }
      }
      return []
    }
  }

  /// The objects that `relationship` of `object` holds and that are not deleted.
  func related(
    by relationship: ManagedRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    if relationship.isToMany {
      return members(of: object, relationship.index).objects.filter {
        !$0.__state.flags.contains(.isDeleted)
      }
    }
    let reference = object.__toOne(relationship.index)
    let target =
      reference.object
      ?? (reference.number == 0 ? nil : resolve(reference.number, of: object, relationship.index))
    return target.map { $0.__state.flags.contains(.isDeleted) ? [] : [$0] } ?? []
  }

  /// The object of the row `number` at the other end of `relationship`, if it is live.
  private func live(_ number: Int64, _ relationship: ManagedRelationship) -> ManagedObject? {
    number == 0 ? nil : maps[target(of: relationship).tree][number]
  }

  /// Takes a new object that is not to be saved out of the context.
  func discard(_ object: ManagedObject) {
    forget(object)
    object.__state.flags.insert(.isDetached)
    object.__state.flags.remove(.isInserted)
    object.__state.changes = nil
  }
}
