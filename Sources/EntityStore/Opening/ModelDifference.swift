import EntityModel

/// What the rows of two models differ in.
struct ModelDifference: Hashable {
  /// A sentence for each difference, by entity, then property.
  let lines: [String]

  /// Compares the model that a store was made for with the one that it is opened with.
  init(from old: ObjectModel, to new: ObjectModel) {
    let names = Set(old.entities.map(\.name)).union(new.entities.map(\.name)).sorted()
    lines = names.flatMap { name -> [String] in
      switch (old.entity(named: name), new.entity(named: name)) {
      case (nil, .some): ["entity '\(name)' is new"]
      case (.some, nil): ["entity '\(name)' is gone"]
      case (let before?, let after?): Self.differences(before, after)
      case (nil, nil): []
      }
    }
  }

  /// Returns the differences between two versions of an entity.
  private static func differences(_ before: Entity, _ after: Entity) -> [String] {
    var lines: [String] = []
    if before.superentity != after.superentity {
      let (old, new) = (before.superentity ?? "nothing", after.superentity ?? "nothing")
      lines.append("entity '\(after.name)' extends \(new), not \(old)")
    }
    let old = facts(before)
    let new = facts(after)
    for property in Set(old.keys).union(new.keys).sorted() {
      let name = "'\(after.name).\(property)'"
      switch (old[property], new[property]) {
      case (nil, let fact?): lines.append("\(name) is new: \(fact)")
      case (let fact?, nil): lines.append("\(name) is gone: \(fact)")
      case (let was?, let fact?) where was != fact:
        lines.append("\(name) is \(fact), not \(was)")
      default: break
      }
    }
    return lines
  }

  /// Returns what rows depend on in each property of `entity` that they hold, by its name.
  private static func facts(_ entity: Entity) -> [String: String] {
    var facts: [String: String] = [:]
    for property in entity.properties {
      switch property {
      case .attribute(let attribute): facts[attribute.name] = fact(attribute)
      case .relationship(let relationship): facts[relationship.name] = fact(relationship)
      case .fetched: break
      }
    }
    return facts
  }

  /// Returns what rows depend on in `attribute`.
  private static func fact(_ attribute: Attribute) -> String {
    var text = attribute.isOptional ? "an optional " : "a required "
    if attribute.isUnique { text += "unique " } else if attribute.isIndexed { text += "indexed " }
    text += attribute.type.rawValue
    return attribute.column == attribute.name ? text : text + " in column '\(attribute.column)'"
  }

  /// Returns what rows depend on in `relationship`.
  private static func fact(_ relationship: Relationship) -> String {
    let most = relationship.maximumCount.map { String($0) } ?? "any number"
    let count = "\(relationship.minimumCount) to \(most)"
    var text = relationship.isToMany ? "a to-many (\(count))" : "a to-one (\(count))"
    text += " to '\(relationship.target).\(relationship.inverse)'"
    if !relationship.isToMany, relationship.column != relationship.name {
      text += " in column '\(relationship.column)'"
    }
    return text
  }
}
