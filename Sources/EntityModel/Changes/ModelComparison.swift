/// Two versions of a model, and what is which in both.
package struct ModelComparison {
  /// The Swift types of attributes whose storage types are not known, by entity and attribute.
  package typealias UnresolvedTypes = [String: [String: String]]

  /// The older and the newer model.
  package let old: ObjectModel
  package let new: ObjectModel

  /// The unresolved types of the older and the newer model.
  let oldTypes: UnresolvedTypes
  let newTypes: UnresolvedTypes

  /// Which entities are which.
  package let entities: NamePairing

  /// Which attributes and relationships are which, by the entities' names in the newer model.
  package let attributes: [String: NamePairing]
  package let relationships: [String: NamePairing]

  /// Where attributes come from that another entity declared, by entity and attribute of the newer
  /// model.
  package let moves: [String: [String: [Source]]]

  /// Compares `old` with `new`.
  package init(
    from old: ObjectModel, _ oldTypes: UnresolvedTypes = [:],
    to new: ObjectModel, _ newTypes: UnresolvedTypes = [:]
  ) {
    (self.old, self.oldTypes, self.new, self.newTypes) = (old, oldTypes, new, newTypes)
    entities = NamePairing(
      from: old.entities.map { .init(name: $0.name, originalName: $0.originalName) },
      to: new.entities.map { .init(name: $0.name, originalName: $0.originalName) })
    var attributes: [String: NamePairing] = [:]
    var relationships: [String: NamePairing] = [:]
    for (name, oldName) in entities.oldNames {
      guard let before = old.entity(named: oldName), let after = new.entity(named: name)
      else { continue }
      attributes[name] = NamePairing(
        from: before.attributes.map { .init(name: $0.name, originalName: $0.originalName) },
        to: after.attributes.map { .init(name: $0.name, originalName: $0.originalName) })
      relationships[name] = NamePairing(
        from: before.relationships.map { .init(name: $0.name, originalName: $0.originalName) },
        to: after.relationships.map { .init(name: $0.name, originalName: $0.originalName) })
    }
    (self.attributes, self.relationships) = (attributes, relationships)
    moves = Self.moves(from: old, to: new, entities, attributes)
  }

  /// Everything that has changed, in order.
  package var changes: [ModelChange] {
    var found = entities.added.compactMap { new.entity(named: $0) }.map {
      ModelChange(.entityAdded($0), in: $0.name, "entity '\($0.name)' is new")
    }
    for entity in entities.added.compactMap({ new.entity(named: $0) }) {
      for attribute in entity.attributes where moves[entity.name]?[attribute.name] != nil {
        found.append(move(of: attribute, to: entity))
      }
      found += entity.relationships.flatMap { minimumOfNewInverse(of: $0, in: entity.name) }
    }
    found += entities.removed.compactMap { old.entity(named: $0) }.map {
      ModelChange(
        .entityRemoved($0), in: $0.name, "entity '\($0.name)' is gone",
        .losesData(
          "the rows of '\($0.name)' would be lost: allow '.removing(\"\($0.name)\")' if they "
            + "may be; if the entity has another name now, give that one "
            + "'originalName: \"\($0.name)\"'"))
    }
    found += entities.mistakes.map { name, mistake in
      rename(mistake, in: name, property: nil, "entity '\(name)'")
    }
    for (name, oldName) in entities.oldNames {
      guard let before = old.entity(named: oldName), let after = new.entity(named: name)
      else { continue }
      found += changes(of: after, since: before)
      found += indexChanges(of: after, since: before)
      found += attributeChanges(of: after, since: before)
      found += relationshipChanges(of: after, since: before)
    }
    return found.sorted()
  }

  /// Returns what has changed in `after` itself.
  private func changes(of after: Entity, since before: Entity) -> [ModelChange] {
    var found: [ModelChange] = []
    if before.name != after.name {
      found.append(
        ModelChange(
          .entityRenamed(from: before.name), in: after.name,
          "entity '\(after.name)' was called '\(before.name)'"))
    }
    if after.superentity.map(oldEntityName) != before.superentity.map(Optional.some) {
      let (old, new) = (before.superentity, after.superentity)
      let names = { (list: [String]) in
        list.map { "'\(after.name).\($0)'" }.joined(separator: " and ")
      }
      let lost = disinherited(after, since: before)
      let missing = missing(after, since: before)
      var effect = ModelChange.Effect.automatic
      if !missing.isEmpty {
        effect = .needsStage(
          "a stage must give \(names(missing)) a value in every row; a default value or an "
            + "optional type would do without")
      } else if !lost.isEmpty {
        effect = .losesData(
          "the values of \(names(lost)) would be lost: allow "
            + lost.map { "'.removing(\"\(after.name).\($0)\")'" }.joined(separator: " and ")
            + " if they may be")
      }
      found.append(
        ModelChange(
          .entityMoved(from: old, to: new), in: after.name,
          "entity '\(after.name)' extends \(new.map { "'\($0)'" } ?? "no entity"), "
            + "not \(old.map { "'\($0)'" } ?? "none")", effect))
    }
    return found
  }

  /// Returns the error of an original name that `subject` gives.
  func rename(
    _ mistake: NamePairing.Mistake, in entity: String, property: String?, _ subject: String
  ) -> ModelChange {
    switch mistake {
    case .unknown(let original):
      ModelChange(
        .originalNameUnknown(original), in: entity, property: property,
        "\(subject) says that it was called '\(original)', which is not in the older model",
        .impossible("correct 'originalName', or leave it out of what is new"))
    case .contested(let original, let claimants):
      ModelChange(
        .originalNameContested(original, by: claimants), in: entity, property: property,
        "\(subject) says that it was called '\(original)', as "
          + claimants.filter { $0 != (property ?? entity) }.map { "'\($0)'" }
          .joined(separator: " and ") + " does",
        .impossible("leave one 'originalName: \"\(original)\"' and take away the others"))
    }
  }

  // MARK: Names then and now

  /// Returns the name that the entity `name` of the newer model had in the older one: nil when it
  /// is new, and `name` itself when there is no such entity.
  package func oldEntityName(_ name: String) -> String? {
    entities.oldNames[name] ?? (new.entity(named: name) == nil ? name : nil)
  }

  /// Returns the name that the relationship `name` of `entity`, inherited or its own, had in the
  /// older model: nil when it is new, and `name` itself when there is no such relationship.
  package func oldRelationshipName(_ name: String, of entity: String) -> String? {
    let owner = new.lineage(of: entity).first { entity in
      entity.relationships.contains { $0.name == name }
    }
    guard let owner else { return name }
    return relationships[owner.name]?.oldNames[name]
  }

  /// `true` if `relationship` of the newer model and `former` of the older one, which have the same
  /// target, hold the same objects whatever their inverses are: both are to-ones or both to-manys,
  /// or a to-one has become a to-many, and one of them has an implicit inverse and the other any
  /// that is to-many.
  package func holdsTheSame(_ relationship: Relationship, as former: Relationship) -> Bool {
    guard relationship.isToMany || !former.isToMany,
      relationship.implicitInverse != nil || former.implicitInverse != nil
    else { return false }
    return new.inverse(of: relationship)?.isToMany == true
      && old.inverse(of: former)?.isToMany == true
  }
}
