extension ModelComparison {
  /// Returns what has changed in the attributes of `after`.
  func attributeChanges(of after: Entity, since before: Entity) -> [ModelChange] {
    guard let pairing = attributes[after.name] else { return [] }
    let old = Dictionary(
      before.attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(
      after.attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [ModelChange] = []
    for name in pairing.added {
      guard let attribute = new[name] else { continue }
      let isMoved = moves[after.name]?[name] != nil
      found.append(isMoved ? move(of: attribute, to: after) : addition(of: attribute, to: after))
    }
    for name in pairing.removed {
      guard let attribute = old[name], !isMoved(name, of: before.name) else { continue }
      let type = oldTypes[before.name]?[name] ?? attribute.type.rawValue
      found.append(
        ModelChange(
          .attributeRemoved(attribute), in: after.name, property: name,
          "'\(after.name).\(name)' is gone: \(text(attribute, type))",
          .losesData(
            "the values of '\(after.name).\(name)' would be lost: allow "
              + "'.removing(\"\(after.name).\(name)\")' if they may be; if the attribute has "
              + "another name now, give that one 'originalName: \"\(name)\"'")))
    }
    for (name, mistake) in pairing.mistakes {
      found.append(rename(mistake, in: after.name, property: name, "'\(after.name).\(name)'"))
    }
    for (name, oldName) in pairing.oldNames {
      guard let was = old[oldName], let attribute = new[name] else { continue }
      found += nameChanges(of: attribute, since: was, in: after.name)
      found += typeChanges(of: attribute, in: after, since: was, in: before)
      found += traitChanges(of: attribute, since: was, in: after.name)
      found += leafChanges(of: attribute, since: was, in: after.name)
    }
    return found
  }

  /// Returns the change that `attribute` is new in `entity`.
  private func addition(of attribute: Attribute, to entity: Entity) -> ModelChange {
    let name = "'\(entity.name).\(attribute.name)'"
    let type = newTypes[entity.name]?[attribute.name] ?? attribute.type.rawValue
    var effect = ModelChange.Effect.automatic
    if !attribute.isOptional, attribute.holdsEachValueOnce {
      effect = .needsStage(
        "a stage must give \(name) a value of its own in every row; an optional type would do "
          + "without")
    } else if !attribute.isOptional, !attribute.hasDefault {
      effect = .needsStage(
        "a stage must give \(name) a value in every row; a default value or an optional type "
          + "would do without")
    }
    return ModelChange(
      .attributeAdded(attribute), in: entity.name, property: attribute.name,
      "\(name) is new: \(text(attribute, type))", effect)
  }

  /// Returns the change that `attribute`, which other entities declared, is declared by `entity`.
  func move(of attribute: Attribute, to entity: Entity) -> ModelChange {
    let name = "'\(entity.name).\(attribute.name)'"
    let sources = moves[entity.name]?[attribute.name] ?? []
    let entitiesBelow = Set(new.tree(rootedAt: entity.name).map(\.name))
    let losesSome = sources.contains { source in
      guard isGone(source.name, of: source.entity) else { return false }
      let keeping = namesOfEntities(keeping: source)
      return old.tree(rootedAt: source.entity).contains { !keeping.contains($0.name) }
    }
    var effect = ModelChange.Effect.automatic
    if losesSome {
      effect = .losesData(
        "the values of rows that are no '\(entity.name)' would be lost: allow "
          + "'.removing(\"\(sources[0].entity).\(sources[0].name)\")' if they may be")
    } else if !attribute.isOptional, !attribute.hasDefault,
      entitiesBelow.compactMap({ entities.oldNames[$0] }).contains(where: {
        source(of: attribute.name, declaredBy: entity.name, in: $0) == nil
      })
    {
      effect = .needsStage(
        "a stage must give \(name) a value in every row that had none; a default value or an "
          + "optional type would do without")
    }
    return ModelChange(
      .attributeMoved(from: sources.map(\.entity)), in: entity.name, property: attribute.name,
      "\(name) was declared by " + sources.map { "'\($0.entity)'" }.joined(separator: " and "),
      effect)
  }

  /// Returns the changes of the names of `attribute` and its column.
  private func nameChanges(
    of attribute: Attribute, since old: Attribute, in entity: String
  ) -> [ModelChange] {
    if attribute.name != old.name {
      return [
        ModelChange(
          .attributeRenamed(from: old.name), in: entity, property: attribute.name,
          "'\(entity).\(attribute.name)' was called '\(old.name)'")
      ]
    }
    guard attribute.column != old.column else { return [] }
    return [
      ModelChange(
        .columnRenamed(from: old.column, to: attribute.column), in: entity,
        property: attribute.name,
        "'\(entity).\(attribute.name)' is stored in column '\(attribute.column)', "
          + "not '\(old.column)'")
    ]
  }

  /// Returns the change of the type of `attribute`.
  private func typeChanges(
    of attribute: Attribute, in entity: Entity, since old: Attribute, in before: Entity
  ) -> [ModelChange] {
    let type = newTypes[entity.name]?[attribute.name]
    let oldType = oldTypes[before.name]?[old.name]
    let name = "'\(entity.name).\(attribute.name)'"
    if type != nil || oldType != nil {
      guard type != oldType else { return [] }
      // An enumeration in place of a string is stored as one; that it is not, only the program
      // knows, and it compares when it opens the store.
      return [
        ModelChange(
          .attributeTypeUnresolved(
            from: oldType ?? old.type.rawValue, to: type ?? attribute.type.rawValue),
          in: entity.name, property: attribute.name,
          "\(name) is of type \(type ?? attribute.type.rawValue), not "
            + "\(oldType ?? old.type.rawValue); whether its values are stored otherwise shows "
            + "when a store is opened")
      ]
    }
    guard attribute.type != old.type else { return [] }
    return [
      ModelChange(
        .attributeType(from: old.type, to: attribute.type), in: entity.name,
        property: attribute.name,
        "\(name) is of type \(attribute.type.rawValue), not \(old.type.rawValue)",
        effect(of: attribute, in: entity.name, from: old.type))
    ]
  }

  /// Returns what it takes to give `attribute` of `entity` its type in place of `type`.
  private func effect(
    of attribute: Attribute, in entity: String, from type: StorageType
  ) -> ModelChange.Effect {
    let name = "\(entity).\(attribute.name)"
    switch attribute.type.conversion(from: type) {
    case .exact: return .automatic
    case .onRequest:
      return .needsStage(
        "allow '.converting(\"\(name)\")' for values of '\(name)' to become their text, or make "
          + "them of those as \(type.rawValue) in a stage")
    case .partial:
      return .losesData(
        "values of '\(name)' that are no \(attribute.type.rawValue) would be lost: allow "
          + "'.converting(\"\(name)\")' if they may be")
    case .none:
      return .needsStage(
        "a stage must make values of '\(name)' as \(attribute.type.rawValue) of those as "
          + type.rawValue)
    }
  }

  /// Returns the changes of whether `attribute` is optional, unique and indexed.
  private func traitChanges(
    of attribute: Attribute, since old: Attribute, in entity: String
  ) -> [ModelChange] {
    let name = "'\(entity).\(attribute.name)'"
    var found: [ModelChange] = []
    func add(
      _ kind: ModelChange.Kind, _ message: String, _ effect: ModelChange.Effect = .automatic
    ) {
      found.append(ModelChange(kind, in: entity, property: attribute.name, message, effect))
    }
    if attribute.isOptional, !old.isOptional {
      add(.attributeOptional, "\(name) is optional, not required")
    } else if !attribute.isOptional, old.isOptional {
      // Where there is a default value, nil becomes it; it is one value for all rows.
      var effect = ModelChange.Effect.automatic
      if !attribute.hasDefault {
        effect = .needsStage(
          "a stage must give \(name) a value where it holds nil; a default value would do without")
      } else if attribute.holdsEachValueOnce {
        effect = .needsStage("a stage must give \(name) a value of its own where it holds nil")
      }
      add(.attributeRequired, "\(name) is required, not optional", effect)
    }
    if attribute.isUnique, !old.isUnique {
      add(
        .attributeUnique, "\(name) is unique and was not",
        .needsStage("a stage must leave no value of \(name) in two rows"))
    } else if !attribute.isUnique, old.isUnique {
      add(.attributeNotUnique, "\(name) is no longer unique")
    }
    if attribute.isUniqueIgnoringCase, !old.isUniqueIgnoringCase {
      add(
        .attributeUniqueIgnoringCase, "\(name) is unique ignoring case and was not",
        .needsStage("a stage must leave no two rows whose \(name) differs in case alone"))
    } else if !attribute.isUniqueIgnoringCase, old.isUniqueIgnoringCase {
      add(.attributeNotUniqueIgnoringCase, "\(name) is no longer unique ignoring case")
    }
    // A unique attribute has an index whatever it says.
    if attribute.isIndexed != old.isIndexed {
      add(
        attribute.isIndexed ? .attributeIndexed : .attributeNotIndexed,
        attribute.isIndexed ? "\(name) is indexed and was not" : "\(name) is no longer indexed")
    }
    if attribute.isIndexedIgnoringCase != old.isIndexedIgnoringCase {
      add(
        attribute.isIndexedIgnoringCase
          ? .attributeIndexedIgnoringCase : .attributeNotIndexedIgnoringCase,
        attribute.isIndexedIgnoringCase
          ? "\(name) is indexed ignoring case and was not"
          : "\(name) is no longer indexed ignoring case")
    }
    if attribute.isExternal != old.isExternal {
      add(
        attribute.isExternal ? .attributeExternal : .attributeNotExternal,
        attribute.isExternal
          ? "\(name) is stored apart from its row and was not"
          : "\(name) is no longer stored apart from its row")
    }
    switch (old.search, attribute.search) {
    case (nil, let tokenizer?):
      add(
        .attributeSearchable(tokenizer),
        "\(name) is searchable by its \(tokenizer.words) and was not")
    case (_?, nil): add(.attributeNotSearchable, "\(name) is no longer searchable")
    case (let before?, let tokenizer?) where before != tokenizer:
      add(
        .attributeTokenizer(from: before, to: tokenizer),
        "\(name) is searchable by its \(tokenizer.words), not its \(before.words)")
    default: break
    }
    return found
  }

  /// Returns what rows depend on in `attribute` of `type`.
  private func text(_ attribute: Attribute, _ type: String) -> String {
    var text = attribute.isOptional ? "an optional " : "a required "
    if attribute.isUnique { text += "unique " } else if attribute.isIndexed { text += "indexed " }
    if attribute.search != nil { text += "searchable " }
    if attribute.isExternal { text += "external " }
    text += type
    if attribute.isUniqueIgnoringCase {
      text += ", unique ignoring case"
    } else if attribute.isIndexedIgnoringCase {
      text += ", indexed ignoring case"
    }
    return text
  }
}

extension SearchTokenizer {
  /// What an attribute is searchable by, in words.
  fileprivate var words: String {
    switch self {
    case .unicode: "words"
    case .ascii: "words in ASCII"
    case .porter: "words' stems"
    case .trigram: "parts of three characters"
    }
  }
}
