extension ModelComparison {
  /// Returns what has changed in the leaves of `attribute`.
  func leafChanges(
    of attribute: Attribute, since old: Attribute, in entity: String
  ) -> [ModelChange] {
    switch (old.leaves.isEmpty, attribute.leaves.isEmpty) {
    case (true, true): return []
    case (true, false):
      return [
        ModelChange(
          .attributeComposed, in: entity, property: attribute.name,
          "'\(entity).\(attribute.name)' is a composition and was not")
      ]
    case (false, true):
      return [
        ModelChange(
          .attributeNotComposed, in: entity, property: attribute.name,
          "'\(entity).\(attribute.name)' is no longer a composition")
      ]
    case (false, false):
      return leafChanges(
        attribute.leaves, attribute.name, since: old.leaves, old.name, in: entity)
    }
  }

  /// Returns what has changed in `leaves` of what is called `owner` since they were `before`, of
  /// what was called `oldOwner`.
  private func leafChanges(
    _ leaves: [Leaf], _ owner: String, since before: [Leaf], _ oldOwner: String, in entity: String
  ) -> [ModelChange] {
    let pairing = NamePairing(leaves: before, leaves)
    var found: [ModelChange] = []
    for leaf in before where pairing.removed.contains(leaf.name) {
      let path = "\(oldOwner).\(leaf.name)"
      found.append(
        ModelChange(
          .leafRemoved(leaf), in: entity, property: path, "'\(entity).\(path)' is gone",
          .losesData(
            "the values of '\(entity).\(path)' would be lost: allow "
              + "'.removing(\"\(entity).\(path)\")' if they may be; if the leaf has another name "
              + "now, give that one 'originalName: \"\(leaf.name)\"'")))
    }
    for leaf in leaves {
      let path = "\(owner).\(leaf.name)"
      if let mistake = pairing.mistakes[leaf.name] {
        found.append(rename(mistake, in: entity, property: path, "'\(entity).\(path)'"))
      } else if let oldName = pairing.oldNames[leaf.name],
        let was = before.first(where: { $0.name == oldName })
      {
        found += changes(of: leaf, path, since: was, in: entity)
        found += leafChanges(
          leaf.leaves, path, since: was.leaves, "\(oldOwner).\(oldName)", in: entity)
      } else {
        found.append(addition(of: leaf, path, in: entity))
      }
    }
    return found
  }

  /// Returns the change that `leaf`, which is called `path`, is new.
  private func addition(of leaf: Leaf, _ path: String, in entity: String) -> ModelChange {
    let hasValue = leaf.isOptional || leaf.defaultValue != nil
    return ModelChange(
      .leafAdded(leaf), in: entity, property: path,
      "'\(entity).\(path)' is new: \(leaf.isOptional ? "an optional" : "a required") "
        + "\(leaf.isIndexed ? "indexed " : "")\(leaf.type.rawValue)",
      hasValue
        ? .automatic
        : .needsStage(
          "a stage must give '\(entity).\(path)' a value in every row; a default value or an "
            + "optional type would do without"))
  }

  /// Returns what has changed in `leaf` itself, which is called `path`.
  private func changes(
    of leaf: Leaf, _ path: String, since old: Leaf, in entity: String
  ) -> [ModelChange] {
    let name = "'\(entity).\(path)'"
    var found: [ModelChange] = []
    func add(
      _ kind: ModelChange.Kind, _ message: String, _ effect: ModelChange.Effect = .automatic
    ) {
      found.append(ModelChange(kind, in: entity, property: path, message, effect))
    }
    if leaf.name != old.name {
      add(.leafRenamed(from: old.name), "\(name) was called '\(old.name)'")
    }
    if leaf.type != old.type || leaf.leaves.isEmpty != old.leaves.isEmpty {
      add(
        .leafType(from: old.type, to: leaf.type),
        "\(name) is of type \(leaf.type.rawValue), not \(old.type.rawValue)",
        leaf.type.isWrittenAs(old.type)
          ? .automatic
          : .needsStage(
            "a stage must make values of \(name) as \(leaf.type.rawValue) of those as "
              + old.type.rawValue))
    }
    if leaf.isOptional, !old.isOptional {
      add(.leafOptional, "\(name) is optional, not required")
    } else if !leaf.isOptional, old.isOptional {
      add(
        .leafRequired, "\(name) is required, not optional",
        leaf.defaultValue != nil
          ? .automatic
          : .needsStage(
            "a stage must give \(name) a value where it holds nil; a default value would do "
              + "without"))
    }
    if leaf.isIndexed != old.isIndexed {
      add(
        leaf.isIndexed ? .leafIndexed : .leafNotIndexed,
        leaf.isIndexed ? "\(name) is indexed and was not" : "\(name) is no longer indexed")
    }
    return found
  }
}

extension NamePairing {
  /// Pairs `old`, leaves of one composition, with `new`.
  package init(leaves old: [Leaf], _ new: [Leaf]) {
    self.init(
      from: old.map { Name(name: $0.name, originalName: $0.originalName) },
      to: new.map { Name(name: $0.name, originalName: $0.originalName) })
  }
}

extension StorageType {
  /// `true` if JSON that holds a value of `old` is read as the same value of this type.
  fileprivate func isWrittenAs(_ old: StorageType) -> Bool {
    if self == old { return true }
    switch (old, self) {
    case (.boolean, _), (_, .boolean), (.uuid, _): return false
    default: return holdsEveryValue(of: old) || conversion(from: old) == .exact
    }
  }
}
