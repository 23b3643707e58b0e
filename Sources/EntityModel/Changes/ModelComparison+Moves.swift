extension ModelComparison {
  /// An attribute of an entity of the older model.
  package struct Source: Hashable, Sendable {
    /// The entity that declares it, by its name in the older model.
    package let entity: String

    /// The attribute's name in the older model.
    package let name: String
  }

  /// Returns where the attributes of the newer model that no attribute of their own entity has
  /// become come from, by entity and attribute: attributes of one name and one type that are gone
  /// from entities above or below, or that the entity inherited.
  static func moves(
    from old: ObjectModel, to new: ObjectModel, _ entities: NamePairing,
    _ attributes: [String: NamePairing]
  ) -> [String: [String: [Source]]] {
    var newNames: [String: String] = [:]
    for (name, oldName) in entities.oldNames { newNames[oldName] = name }
    // What is gone, by the name of the attribute; entities that are gone have lost all.
    var gone: [String: [Source]] = [:]
    for entity in old.entities {
      let removed =
        newNames[entity.name].flatMap { attributes[$0]?.removed } ?? entity.attributes.map(\.name)
      for name in removed {
        gone[name, default: []].append(Source(entity: entity.name, name: name))
      }
    }

    var moves: [String: [String: [Source]]] = [:]
    for entity in new.entities {
      let added = attributes[entity.name]?.added ?? entity.attributes.map(\.name)
      for attribute in entity.attributes where added.contains(attribute.name) {
        let name = attribute.originalName ?? attribute.name
        let inherited = (entities.oldNames[entity.name].map { old.lineage(of: $0) } ?? [])
          .dropLast().filter { ancestor in ancestor.attributes.contains { $0.name == name } }
          .map { Source(entity: $0.name, name: name) }
        let candidates = (gone[name] ?? []) + inherited.filter { !(gone[name] ?? []).contains($0) }
        let sources = candidates.filter { source in
          let before = old.entity(named: source.entity)?.attributes.first { $0.name == source.name }
          return before?.type == attribute.type
            && areRelated(source.entity, entity.name, old, new, entities, newNames)
        }
        if !sources.isEmpty { moves[entity.name, default: [:]][attribute.name] = sources }
      }
    }
    return moves
  }

  // MARK: Values of one entity

  /// Returns the attribute of the older model whose values the attribute `name`, which `owner`
  /// declares, has in the rows that were of the entity `before`; `nil` for none.
  package func source(of name: String, declaredBy owner: String, in before: String) -> Source? {
    let lineage = old.lineage(of: before).map(\.name)
    if let oldName = attributes[owner]?.oldNames[name], let oldOwner = entities.oldNames[owner],
      lineage.contains(oldOwner)
    {
      return Source(entity: oldOwner, name: oldName)
    }
    return moves[owner]?[name]?.first { lineage.contains($0.entity) }
  }

  /// Returns the names of the entities of the older model whose rows keep what `source` holds in an
  /// attribute that other entities declare now, one of them or several.
  package func namesOfEntities(keeping source: Source) -> Set<String> {
    var names: Set<String> = []
    for (owner, attributes) in moves {
      for (name, sources) in attributes where sources.contains(source) {
        for before in new.tree(rootedAt: owner).compactMap({ entities.oldNames[$0.name] })
        where self.source(of: name, declaredBy: owner, in: before) == source {
          names.insert(before)
        }
      }
    }
    return names
  }

  /// Returns the names of what the rows of `after`, which were of `before`, have inherited and do
  /// not have any more since the entity extends another one.
  package func disinherited(_ after: Entity, since before: Entity) -> [String] {
    let lineage = new.lineage(of: after.name)
    let used = Set(
      lineage.flatMap { owner in
        owner.attributes.compactMap {
          source(of: $0.name, declaredBy: owner.name, in: before.name)
        }
      })
    let owners = Set(lineage.compactMap { entities.oldNames[$0.name] })
    return old.lineage(of: before.name).dropLast().flatMap { ancestor in
      ancestor.attributes.map(\.name).filter {
        !used.contains(Source(entity: ancestor.name, name: $0))
      } + (owners.contains(ancestor.name) ? [] : ancestor.relationships.map(\.name))
    }
  }

  /// Returns the names of what `after` requires by inheritance and has no value for in the rows
  /// that were of `before`.
  func missing(_ after: Entity, since before: Entity) -> [String] {
    var names: [String] = []
    for owner in new.lineage(of: after.name).dropLast() {
      for attribute in owner.attributes where !attribute.isOptional && !attribute.hasDefault {
        if source(of: attribute.name, declaredBy: owner.name, in: before.name) == nil {
          names.append(attribute.name)
        }
      }
      let oldName = entities.oldNames[owner.name]
      guard !old.lineage(of: before.name).contains(where: { $0.name == oldName }) else { continue }
      for relationship in owner.relationships where relationship.minimumCount > 0 {
        names.append(relationship.name)
      }
    }
    return names
  }

  /// `true` if the entity `before` of the older model and the entity `after` of the newer one are
  /// in one lineage, in either model.
  private static func areRelated(
    _ before: String, _ after: String, _ old: ObjectModel, _ new: ObjectModel,
    _ entities: NamePairing, _ newNames: [String: String]
  ) -> Bool {
    if let now = newNames[before] {
      if new.lineage(of: now).contains(where: { $0.name == after }) { return true }
      if new.lineage(of: after).contains(where: { $0.name == now }) { return true }
    }
    guard let earlier = entities.oldNames[after] else { return false }
    return old.lineage(of: earlier).contains { $0.name == before }
      || old.lineage(of: before).contains { $0.name == earlier }
  }

  /// `true` if the attribute `name` of the entity `entity` of the older model is declared by
  /// another entity now, so that none of its rows loses it.
  func isMoved(_ name: String, of entity: String) -> Bool {
    moves.values.contains { $0.values.contains { $0.contains(Source(entity: entity, name: name)) } }
  }

  /// `true` if the entity `entity` of the older model declared the attribute `name`, and declares
  /// it no more.
  func isGone(_ name: String, of entity: String) -> Bool {
    for (now, before) in entities.oldNames where before == entity {
      return attributes[now]?.removed.contains(name) ?? true
    }
    return true
  }
}
