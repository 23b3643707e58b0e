import EntityModel

extension UnitOfWork {
  /// Accepts what is to be saved or names everything that is wrong with it.
  func validate() throws {
    var problems: [ValidationError.Problem] = []
    for object in inserted { problems += missingValues(of: object) }
    // An object may be new, changed and touched at once.
    var seen: Set<ObjectIdentifier> = []
    for object in inserted + changed + touched
    where !object.__state.flags.contains(.isDeleted)
      && seen.insert(ObjectIdentifier(object)).inserted
    {
      problems += badRelationships(of: object)
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

  /// Returns the required attributes of `object`, a new one, that have not been given values.
  private func missingValues(of object: ManagedObject) -> [ValidationError.Problem] {
    object.__state.entity.requiredIndexes
      .filter { !(object.__state.changes?.properties.contains($0) ?? false) }
      .map { problem("validation.required", object, $0, "is required and has no value") }
  }

  /// Returns the relationships of `object` that hold too little or too much.
  private func badRelationships(of object: ManagedObject) -> [ValidationError.Problem] {
    if object.__state.flags.contains(.isFault), !object.__state.flags.contains(.isTouched) {
      return []
    }
    var found: [ValidationError.Problem] = []
    for index in object.__state.entity.relationshipIndexes {
      guard let relationship = object.__state.entity.relationships[index] else { continue }
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
      guard description.minimumCount > 0 || description.maximumCount != nil else { continue }
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
    return found
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
