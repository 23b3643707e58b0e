import EntityModel

extension UnitOfWork {
  /// Accepts what is to be saved or names everything that is wrong with it.
  func validate() throws {
    var problems: [ValidationError.Problem] = []
    for object in inserted {
      addMissingValues(of: object, to: &problems)
      addBadRelationships(of: object, to: &problems)
    }
    for object in changed where !object.__state.flags.contains(.isDeleted) {
      addBadRelationships(of: object, to: &problems)
    }
    // An object that is changed and touched at once has been looked at.
    for object in touched
    where object.__state.flags.isDisjoint(with: [.isDeleted, .isChanged, .isInserted]) {
      addBadRelationships(of: object, to: &problems)
    }
    for object in deleted { problems += denials(of: object) }
    try throwReadFailures()
    guard !problems.isEmpty else { return }
    throw ValidationError(
      problems: problems.sorted {
        ($0.entity, abs($0.objectID.number), $0.property, $0.id)
          < ($1.entity, abs($1.objectID.number), $1.property, $1.id)
      })
  }

  /// Adds the required attributes of `object`, a new one, that have not been given values.
  private func addMissingValues(
    of object: ManagedObject, to found: inout [ValidationError.Problem]
  ) {
    let assigned = object.__state.changes?.properties ?? []
    let missing = object.__state.entity.requiredSet.subtracting(assigned)
    if missing.isEmpty { return }
    for index in missing.sorted {
      found.append(problem("validation.required", object, index, "is required and has no value"))
    }
  }

  /// Adds the relationships of `object` that hold too little or too much.
  private func addBadRelationships(
    of object: ManagedObject, to found: inout [ValidationError.Problem]
  ) {
    if object.__state.flags.contains(.isFault), !object.__state.flags.contains(.isTouched) {
      return
    }
    // The deleted can be referred to only while they are to be deleted, or where they are held.
    let mayHoldDeleted =
      mayReferToDeleted && (!deleted.isEmpty || object.__state.flags.contains(.holdsObjects))
    if !mayHoldDeleted, !object.__state.entity.hasLimits { return }
    for relationship in object.__state.entity.limitedRelationships {
      let index = relationship.index
      let description = relationship.description
      if !relationship.isToMany {
        guard !object.__state.flags.contains(.isFault) else { continue }
        let reference = object.__toOne(index)
        let target = reference.object ?? live(reference.number, relationship)
        let isGone = target.map { !$0.__state.flags.isDisjoint(with: [.isDeleted, .isDetached]) }
        if isGone == true {
          found.append(
            problem(
              "validation.deleted", object, index,
              "refers to an object that has been deleted; let it refer to another or to nothing"))
        } else if reference.rowNumber == 0, !description.isOptional {
          found.append(
            problem("validation.required", object, index, "is required and refers to nothing"))
        }
        continue
      }
      let count = related(by: relationship, of: object).count
      if count < description.minimumCount {
        found.append(
          problem(
            "validation.count", object, index,
            "must hold at least \(description.minimumCount) and holds \(count)"))
      } else if let most = description.maximumCount, count > most {
        found.append(
          problem("validation.count", object, index, "must hold at most \(most) and holds \(count)")
        )
      }
    }
  }

  /// Returns the relationships that forbid that `object` is deleted.
  private func denials(of object: ManagedObject) -> [ValidationError.Problem] {
    object.__state.entity.relationshipIndexes.compactMap { index in
      guard let relationship = object.__state.entity.relationships[index],
        relationship.description.deleteRule == .deny
      else { return nil }
      let count = related(by: relationship, of: object).count
      guard count > 0 else { return nil }
      return problem(
        "validation.denied", object, index,
        "forbids deleting the object while it holds \(count == 1 ? "one" : "\(count)"); "
          + "delete or move what it holds first")
    }
  }

  /// Returns the problem `id` of the property `index` of `object`.
  func problem(
    _ id: String, _ object: ManagedObject, _ index: Int, _ message: String
  ) -> ValidationError.Problem {
    let entity = object.__state.entity.name
    let property = propertyName(index, of: object)
    return ValidationError.Problem(
      id: id, objectID: object.__state.objectID, entity: entity, property: property,
      message: "'\(entity).\(property)' \(message)")
  }
}
