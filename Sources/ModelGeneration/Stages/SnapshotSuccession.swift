import EntityModel

/// What the objects of an entity of a snapshot take over from those of an older snapshot that they
/// were, as the generated `init(from:)` does it.
struct SnapshotSuccession {
  /// The name of the older entity.
  let oldEntity: String

  /// The properties with columns, each with the expression for its value that copies the older one,
  /// `nil` where a call has to give the value, and whether there is an older one.
  let properties: [(property: SnapshotProperty, copy: String?, hasSource: Bool)]

  /// What the older object is called in the expressions.
  static let old = "__old"

  /// Finds what the entity `name` takes over; `nil` where it is new. `old` and `new` return the
  /// properties of an entity of the older and of the newer snapshot.
  init?(
    of name: String, _ comparison: ModelComparison, _ spelling: SnapshotSpelling,
    old: (String) -> [SnapshotProperty], new: (String) -> [SnapshotProperty]
  ) {
    guard let oldEntity = comparison.entities.oldNames[name] else { return nil }
    self.oldEntity = oldEntity
    let before = old(oldEntity)
    properties = new(name).filter(\.isStored).map { property in
      let source: (entity: String, name: String)? =
        switch property.content {
        case .toOne(let target):
          comparison.relationshipSource(of: property.name, declaredBy: property.owner, to: target)
        default:
          comparison.source(of: property.name, declaredBy: property.owner, in: oldEntity)
            .map { ($0.entity, $0.name) }
        }
      let found = before.first { $0.owner == source?.entity && $0.name == source?.name }
      return (property, found.flatMap { property.copy(of: $0, spelling) }, found != nil)
    }
  }

  /// The parameters that follow the older object.
  var parameters: [String] {
    properties.compactMap { property, copy, hasSource in
      // An older value that is not copied would be lost in silence.
      if copy == nil, hasSource { return "\(property.declaredName): \(property.wholeType)" }
      guard copy != nil else { return property.parameter }
      // One that is optional is set afterwards, so that nil needs no meaning here.
      return property.isOptional ? nil : "\(property.declaredName): \(property.type)? = nil"
    }
  }

  /// The properties that a call has to give a value.
  var requiredProperties: [SnapshotProperty] {
    properties.filter { $0.copy == nil && ($0.hasSource || $0.property.isRequiredParameter) }
      .map(\.property)
  }

  /// The statements that set the properties.
  var statements: [String] {
    properties.map { property, copy, _ in
      let name = property.declaredName
      guard let copy else { return "self.\(name) = \(name)" }
      return "self.\(name) = " + (property.isOptional ? copy : "\(name) ?? \(copy)")
    }
  }
}

extension ModelComparison {
  /// Returns the to-one of the older model that the to-one `name`, which `owner` declares, has
  /// been; `nil` where it is new or refers to another entity than `target` was.
  fileprivate func relationshipSource(
    of name: String, declaredBy owner: String, to target: String
  ) -> (entity: String, name: String)? {
    guard let oldOwner = entities.oldNames[owner],
      let oldName = relationships[owner]?.oldNames[name],
      let before = old.entity(named: oldOwner)?.relationships.first(where: { $0.name == oldName }),
      !before.isToMany, before.target == entities.oldNames[target]
    else { return nil }
    return (oldOwner, oldName)
  }
}

extension SnapshotProperty {
  /// Returns the expression that makes a value of that of `old`; `nil` where that may lose
  /// something or not be what is meant.
  fileprivate func copy(of old: SnapshotProperty, _ spelling: SnapshotSpelling) -> String? {
    guard isOptional || !old.isOptional, leaves.areRead(from: old.leaves) else { return nil }
    let value = "\(SnapshotSuccession.old).\(old.declaredName)"
    if case .toOne = content { return "\(type)(\(value))" }
    guard let converted = conversion(of: "$0", from: old, spelling) else { return nil }
    if converted == "$0" { return value }
    return old.isOptional
      ? "\(value).map { \(converted) }" : conversion(of: value, from: old, spelling)
  }

  /// Returns the expression that makes a value of `value`, one of `old` that is present.
  private func conversion(
    of value: String, from old: SnapshotProperty, _ spelling: SnapshotSpelling
  ) -> String? {
    switch (old.content, content) {
    case (.json(let oldWritten, let oldType), .json(let written, let type)):
      // A type that is not recorded may be the one that is.
      guard oldWritten == written || oldWritten == nil || written == nil else { return nil }
      if oldType == type { return value }
      let text = oldType == nil ? value : "\(value).text"
      return type == nil ? text : "\(self.type)(text: \(text))"
    case (.attribute(let before), .attribute(let after)):
      if before == after { return value }
      return after.conversion(of: value, from: before, spelling)
    default: return nil
    }
  }
}

extension [Leaf] {
  /// `true` if the JSON of a composition of `old` leaves is that of one of these too.
  fileprivate func areRead(from old: [Leaf]) -> Bool {
    if isEmpty || old.isEmpty { return true }
    return map(\.name) == old.map(\.name)
      && zip(self, old).allSatisfy { leaf, before in
        leaf.type == before.type && (leaf.isOptional || !before.isOptional)
          && leaf.leaves.areRead(from: before.leaves)
      }
  }
}

extension StorageType {
  /// Returns the Swift expression that makes a value of this type of `value`, one of `old`; `nil`
  /// where there is none that keeps every value.
  fileprivate func conversion(
    of value: String, from old: StorageType, _ spelling: SnapshotSpelling
  ) -> String? {
    guard conversion(from: old) == .exact else { return nil }
    switch (old, self) {
    case (.boolean, _): return storageClass == .integer ? "(\(value) ? 1 : 0)" : nil
    case (.url, .string): return "\(value).absoluteString"
    case (.uuid, _): return nil
    default: return "\(spelling.name(of: self))(\(value))"
    }
  }
}
