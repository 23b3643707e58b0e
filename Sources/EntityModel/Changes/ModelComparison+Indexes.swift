extension ModelComparison {
  /// Returns the changes of what is unique and indexed together in `after`.
  func indexChanges(of after: Entity, since before: Entity) -> [ModelChange] {
    var found: [ModelChange] = []
    func add(_ kind: ModelChange.Kind, _ message: String, _ effect: ModelChange.Effect) {
      found.append(ModelChange(kind, in: after.name, message, effect))
    }
    let (keys, oldKeys) = (after.uniqueKeys, Set(before.uniqueKeys))
    for list in keys where !oldKeys.contains(formerNames(of: list, in: after)) {
      add(
        .uniqueKeyAdded(list), "\(names(list, of: after)) are unique together and were not",
        .needsStage(
          "a stage must leave no two rows that have the same values of \(names(list, of: after))"))
    }
    let kept = Set(keys.map { formerNames(of: $0, in: after) })
    for list in before.uniqueKeys where !kept.contains(list) {
      add(
        .uniqueKeyRemoved(list), "\(names(list, of: before)) are no longer unique together",
        .automatic)
    }
    let (indexes, former) = (new.storedIndexes(of: after), old.storedIndexes(of: before))
    let oldIndexes = Set(former)
    for list in indexes where !oldIndexes.contains(formerNames(of: list, in: after)) {
      add(
        .indexAdded(list), "\(names(list, of: after)) are indexed together and were not", .automatic
      )
    }
    let keptIndexes = Set(indexes.map { formerNames(of: $0, in: after) })
    for list in former where !keptIndexes.contains(list) {
      add(
        .indexRemoved(list), "\(names(list, of: before)) are no longer indexed together", .automatic
      )
    }
    return found
  }

  /// Returns the names that the properties `list` of `entity`, inherited or its own, had in the
  /// older model; that of a new one is its name.
  package func formerNames(of list: [String], in entity: Entity) -> [String] {
    list.map { text in
      let term = IndexTerm(text)
      let name = term.owner
      let owner = new.lineage(of: entity.name).first { owner in
        owner.properties.contains { $0.name == name }
      }
      guard let owner else { return text }
      let former =
        attributes[owner.name]?.oldNames[name] ?? relationships[owner.name]?.oldNames[name]
      guard let former else { return text }
      guard name != term.property else { return term.renamed(former).text }
      let leaves = owner.properties.first { $0.name == name }?.attribute?.leaves ?? []
      let before = oldEntityName(owner.name).flatMap { old.property(former, of: $0) }
      let way = term.property.dropFirst(name.count + 1).split(separator: ".").map { String($0) }
      let names = Self.formerNames(of: way[...], leaves, before?.attribute?.leaves ?? [])
      return term.renamed(([former] + names).joined(separator: ".")).text
    }
  }

  /// Returns the names that those of `way`, which leads to one of `leaves`, had among `old`; that
  /// of a new one is its name.
  private static func formerNames(
    of way: ArraySlice<String>, _ leaves: [Leaf], _ old: [Leaf]
  ) -> [String] {
    guard let name = way.first else { return [] }
    let former = NamePairing(leaves: old, leaves).oldNames[name]
    let inner = leaves.first { $0.name == name }?.leaves ?? []
    let before = old.first { $0.name == former }?.leaves ?? []
    return [former ?? name] + formerNames(of: way.dropFirst(), inner, before)
  }

  private func names(_ list: [String], of entity: Entity) -> String {
    IndexTerm.words(of: list.map { IndexTerm($0) }) { "'\(entity.name).\($0)'" }
  }
}
