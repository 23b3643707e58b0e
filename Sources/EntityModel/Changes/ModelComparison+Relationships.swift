extension ModelComparison {
  /// Returns what has changed in the relationships of `after`.
  func relationshipChanges(of after: Entity, since before: Entity) -> [ModelChange] {
    guard let pairing = relationships[after.name] else { return [] }
    let old = Dictionary(
      before.relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(
      after.relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [ModelChange] = []
    for name in pairing.added {
      guard let relationship = new[name] else { continue }
      let least = relationship.minimumCount
      let name = "'\(after.name).\(name)'"
      if let former = formerInverse(replacedBy: relationship, of: after.name) {
        found.append(
          ModelChange(
            .relationshipAdded(relationship), in: after.name, property: relationship.name,
            "\(name) is new: \(text(relationship))",
            isNarrower(relationship, than: former)
              ? .needsStage(
                "a stage must see to it that \(name) holds \(counts(relationship)) in every row")
              : .automatic))
        continue
      }
      found += minimumOfNewInverse(of: relationship, in: after.name)
      found.append(
        ModelChange(
          .relationshipAdded(relationship), in: after.name, property: relationship.name,
          "\(name) is new: \(text(relationship))",
          least == 0
            ? .automatic
            : .needsStage(
              "a stage must give \(name) \(objects(least)) in every row; "
                + (relationship.isToMany ? "a minimum of 0" : "an optional type")
                + " would do without")))
    }
    for name in pairing.removed {
      guard let relationship = old[name] else { continue }
      found.append(removal(of: relationship, from: after.name))
    }
    for (name, mistake) in pairing.mistakes {
      found.append(rename(mistake, in: after.name, property: name, "'\(after.name).\(name)'"))
    }
    for (name, oldName) in pairing.oldNames {
      guard let was = old[oldName], let relationship = new[name] else { continue }
      found += nameChanges(of: relationship, since: was, in: after.name)
      found += endChanges(of: relationship, since: was, in: after.name)
      found += countChanges(of: relationship, since: was, in: after.name)
      found += orderChanges(of: relationship, since: was, in: after.name)
    }
    return found
  }

  /// Returns the change that older objects must be held by some that have `relationship` of
  /// `entity`, which is new, where its inverse is implicit and has a minimum.
  func minimumOfNewInverse(of relationship: Relationship, in entity: String) -> [ModelChange] {
    guard let inverse = relationship.hiddenInverse, inverse.minimumCount > 0,
      oldEntityName(relationship.target) != nil
    else { return [] }
    let name = "'\(entity).\(relationship.name)'"
    return [
      ModelChange(
        .relationshipCount(from: .any, to: .init(of: inverse)), in: entity,
        property: relationship.name,
        "the inverse of \(name) holds \(counts(inverse)), and \(name) is new",
        .needsStage(
          "a stage must see to it that the inverse of \(name) holds \(counts(inverse)) in "
            + "every row; a minimum of 0 would do without"))
    ]
  }

  /// Returns the change that `relationship` of the older model is gone from `entity`.
  private func removal(of relationship: Relationship, from entity: String) -> ModelChange {
    // Where the other end is a to-one, it is what stores the relationship; where it has an implicit
    // inverse instead, it holds the same.
    let inverse = old.inverse(of: relationship)
    let isStored =
      !relationship.isToMany
      || inverse?.isToMany ?? true && !isHeld(byInverseOf: relationship)
    let name = "'\(entity).\(relationship.name)'"
    return ModelChange(
      .relationshipRemoved(relationship), in: entity, property: relationship.name,
      "\(name) is gone: \(text(relationship))",
      !isStored
        ? .automatic
        : .losesData(
          "what \(name) refers to would be lost: allow "
            + "'.removing(\"\(entity).\(relationship.name)\")' if it may be; "
            + "if the relationship has another name now, give that one "
            + "'originalName: \"\(relationship.name)\"'"))
  }

  /// `true` if the inverse of `relationship`, which is gone, holds in the newer model what it held,
  /// with an implicit inverse.
  private func isHeld(byInverseOf relationship: Relationship) -> Bool {
    guard let owner = entities.newName(of: relationship.target),
      let name = new.lineage(of: owner).lazy
        .compactMap({ relationships[$0.name]?.newName(of: relationship.inverse) }).first,
      let former = old.inverse(of: relationship),
      let inverse = new.property(name, of: owner)?.relationship, inverse.implicitInverse != nil,
      oldEntityName(inverse.target) == former.target
    else { return false }
    return holdsTheSame(inverse, as: former)
  }

  /// Returns the changes of the names of `relationship` and its column.
  private func nameChanges(
    of relationship: Relationship, since old: Relationship, in entity: String
  ) -> [ModelChange] {
    if relationship.name != old.name {
      return [
        ModelChange(
          .relationshipRenamed(from: old.name), in: entity, property: relationship.name,
          "'\(entity).\(relationship.name)' was called '\(old.name)'")
      ]
    }
    guard !relationship.isToMany, !old.isToMany, relationship.column != old.column
    else { return [] }
    return [
      ModelChange(
        .columnRenamed(from: old.column, to: relationship.column), in: entity,
        property: relationship.name,
        "'\(entity).\(relationship.name)' is stored in column '\(relationship.column)', "
          + "not '\(old.column)'")
    ]
  }

  /// Returns the change of the target of `relationship`, or else of its inverse.
  private func endChanges(
    of relationship: Relationship, since old: Relationship, in entity: String
  ) -> [ModelChange] {
    let name = "'\(entity).\(relationship.name)'"
    if oldEntityName(relationship.target) != old.target {
      return [
        ModelChange(
          .relationshipTarget(from: old.target, to: relationship.target), in: entity,
          property: relationship.name,
          "\(name) refers to '\(relationship.target)', not to '\(old.target)'",
          .needsStage("a stage must let \(name) refer to objects of '\(relationship.target)'"))
      ]
    }
    if holdsTheSame(relationship, as: old) {
      return implicitChanges(of: relationship, since: old, entity)
    }
    guard oldRelationshipName(relationship.inverse, of: relationship.target) != old.inverse
    else { return [] }
    return [
      inverseChange(
        of: relationship, since: old, entity,
        "the inverse of \(name) is '\(relationship.target).\(relationship.inverse)', "
          + "not '\(old.target).\(old.inverse)'",
        .needsStage(
          "a stage must say which objects \(name) and "
            + "'\(relationship.target).\(relationship.inverse)' hold"))
    ]
  }

  /// Returns the changes of the inverse of `relationship`, where that is implicit now or was so
  /// before.
  private func implicitChanges(
    of relationship: Relationship, since old: Relationship, _ entity: String
  ) -> [ModelChange] {
    let name = "'\(entity).\(relationship.name)'"
    guard let now = relationship.hiddenInverse else {
      return [
        inverseChange(
          of: relationship, since: old, entity,
          "the inverse of \(name) is '\(relationship.target).\(relationship.inverse)' and no "
            + "longer implicit", .automatic)
      ]
    }
    guard let before = self.old.inverse(of: old) else { return [] }
    let narrowing: ModelChange.Effect =
      isNarrower(now, than: before)
      ? .needsStage(
        "a stage must see to it that the inverse of \(name) holds \(counts(now)) in every row")
      : .automatic
    if old.implicitInverse == nil {
      return [
        inverseChange(
          of: relationship, since: old, entity,
          "the inverse of \(name) is implicit and no longer '\(old.target).\(old.inverse)'",
          narrowing)
      ]
    }
    guard (now.minimumCount, now.maximumCount) != (before.minimumCount, before.maximumCount) else {
      return []
    }
    return [
      inverseChange(
        of: relationship, since: old, entity,
        "the inverse of \(name) holds \(counts(now)), not \(counts(before))", narrowing)
    ]
  }

  /// Returns the change, in words `text`, of the inverse of `relationship` of `entity`, which was
  /// `old`.
  private func inverseChange(
    of relationship: Relationship, since old: Relationship, _ entity: String, _ text: String,
    _ effect: ModelChange.Effect
  ) -> ModelChange {
    ModelChange(
      .relationshipInverse(
        from: .property(old.inverse, of: old.target),
        to: .property(relationship.inverse, of: relationship.target)), in: entity,
      property: relationship.name, text, effect)
  }

  /// Returns the implicit inverse in the older model that `relationship` of `entity`, which is new,
  /// has taken the place of, or `nil`.
  private func formerInverse(
    replacedBy relationship: Relationship, of entity: String
  ) -> Relationship? {
    guard relationship.isToMany, let owner = oldEntityName(relationship.target),
      let inverse = new.inverse(of: relationship),
      let name = oldRelationshipName(inverse.name, of: relationship.target),
      let former = old.property(name, of: owner)?.relationship,
      oldEntityName(entity) == former.target, inverse.isToMany == former.isToMany
    else { return nil }
    return former.hiddenInverse
  }

  /// `true` if `relationship` may not hold all that `old` may.
  private func isNarrower(_ relationship: Relationship, than old: Relationship) -> Bool {
    relationship.minimumCount > old.minimumCount
      || (relationship.maximumCount ?? .max) < (old.maximumCount ?? .max)
  }

  /// Returns the change of how many objects `relationship` holds.
  private func countChanges(
    of relationship: Relationship, since old: Relationship, in entity: String
  ) -> [ModelChange] {
    let name = "'\(entity).\(relationship.name)'"
    if relationship.isToMany != old.isToMany {
      return [
        ModelChange(
          .relationshipCardinality(isToMany: relationship.isToMany), in: entity,
          property: relationship.name,
          relationship.isToMany
            ? "\(name) is a to-many, not a to-one" : "\(name) is a to-one, not a to-many",
          relationship.isToMany
            ? .automatic
            : .needsStage("a stage must say which of the objects that \(name) holds it refers to"))
      ]
    }
    guard
      (relationship.minimumCount, relationship.maximumCount) != (old.minimumCount, old.maximumCount)
    else { return [] }
    return [
      ModelChange(
        .relationshipCount(from: .init(of: old), to: .init(of: relationship)), in: entity,
        property: relationship.name,
        "\(name) holds \(counts(relationship)), not \(counts(old))",
        isNarrower(relationship, than: old)
          ? .needsStage(
            "a stage must see to it that \(name) holds \(counts(relationship)) in every row")
          : .automatic)
    ]
  }

  /// Returns the change of whether `relationship` has an order, where it was a to-many before.
  private func orderChanges(
    of relationship: Relationship, since old: Relationship, in entity: String
  ) -> [ModelChange] {
    guard relationship.isToMany, old.isToMany, relationship.isOrdered != old.isOrdered else {
      return []
    }
    let name = "'\(entity).\(relationship.name)'"
    return [
      ModelChange(
        relationship.isOrdered ? .relationshipOrdered : .relationshipNotOrdered, in: entity,
        property: relationship.name,
        relationship.isOrdered
          ? "\(name) has an order: that of the ids at first" : "\(name) has no order any more",
        .automatic)
    ]
  }

  /// Returns what rows depend on in `relationship`.
  private func text(_ relationship: Relationship) -> String {
    let ends =
      relationship.implicitInverse == nil
      ? "to '\(relationship.target).\(relationship.inverse)'"
      : "to '\(relationship.target)', whose inverse is implicit"
    let order = relationship.isOrdered ? "an ordered " : "a "
    return order + (relationship.isToMany ? "to-many" : "to-one")
      + " (\(counts(relationship))) \(ends)"
  }

  /// Returns how many objects `relationship` holds, like `1 to 5 objects`.
  private func counts(_ relationship: Relationship) -> String {
    let least = relationship.minimumCount
    guard let most = relationship.maximumCount else {
      return least == 0 ? "any number of objects" : "at least \(objects(least))"
    }
    return least == most ? objects(most) : "\(least) to \(objects(most))"
  }

  /// Returns `count` with its noun.
  private func objects(_ count: Int) -> String { count == 1 ? "1 object" : "\(count) objects" }
}
