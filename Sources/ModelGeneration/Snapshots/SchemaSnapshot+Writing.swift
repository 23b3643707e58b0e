import EntityJSON
import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SchemaSnapshot {
  /// The snapshot as JSON: a line for each property, in the order of names, and only what is not
  /// the usual.
  ///
  /// Equal snapshots have equal texts. It ends with a line break.
  package var text: String {
    var lines = ["{", "  \"format\": \(Self.format),"]
    if let versionHash { lines.append("  \"version\": \(JSONWriter.quoted(versionHash)),") }
    if !accepted.isEmpty {
      let items = accepted.map { "    \(JSONWriter.quoted($0))" }
      lines += ["  \"accepted\": [", items.joined(separator: ",\n"), "  ],"]
    }
    guard !model.entities.isEmpty else {
      return (lines + ["  \"entities\": []", "}", ""]).joined(separator: "\n")
    }
    lines.append("  \"entities\": [")
    for (index, entity) in model.entities.enumerated() {
      let end = index == model.entities.count - 1 ? "" : ","
      var members = [Self.member("entity", entity.name)]
      if let name = entity.superentity { members.append(Self.member("extends", name)) }
      if entity.isAbstract { members.append("\"abstract\": true") }
      if let name = entity.originalName { members.append(Self.member("originalName", name)) }
      for (name, lists) in [("uniqueKeys", entity.uniqueKeys), ("indexes", entity.indexes)]
      where !lists.isEmpty {
        let texts = lists.map { list in
          "[\(list.map { JSONWriter.quoted($0) }.joined(separator: ", "))]"
        }
        members.append("\(JSONWriter.quoted(name)): [\(texts.joined(separator: ", "))]")
      }
      let head = "    { " + members.joined(separator: ", ") + ", \"properties\": ["
      guard !entity.properties.isEmpty else {
        lines.append(head + "] }" + end)
        continue
      }
      let properties = entity.properties.map { "      { \(self.members(of: $0, in: entity)) }" }
      lines += [head, properties.joined(separator: ",\n"), "    ] }" + end]
    }
    return (lines + ["  ]", "}", ""]).joined(separator: "\n")
  }

  /// Returns the members of the object that represents `property`.
  private func members(of property: Property, in entity: Entity) -> String {
    switch property {
    case .attribute(let attribute): members(of: attribute, in: entity)
    case .relationship(let relationship): Self.members(of: relationship)
    case .fetched, .derived: ""
    }
  }

  /// Returns the members of the object that represents `attribute`.
  private func members(of attribute: Attribute, in entity: Entity) -> String {
    var members = [Self.member("attribute", attribute.name)]
    if let type = unresolvedTypes[entity.name]?[attribute.name] {
      members.append(Self.member("swiftType", type))
    } else {
      members.append(Self.member("type", attribute.type.rawValue))
      if let type = codableTypes[entity.name]?[attribute.name] {
        members.append(Self.member("swiftType", type))
      }
    }
    if attribute.isOptional { members.append("\"optional\": true") }
    if attribute.isUnique { members.append("\"unique\": true") }
    if attribute.isIndexed { members.append("\"indexed\": true") }
    if attribute.isUniqueIgnoringCase { members.append("\"uniqueIgnoringCase\": true") }
    if attribute.isIndexedIgnoringCase { members.append("\"indexedIgnoringCase\": true") }
    if attribute.isSecret { members.append("\"secret\": true") }
    if attribute.isExternal { members.append("\"external\": true") }
    if let tokenizer = attribute.search {
      members.append(Self.member("searchable", tokenizer.rawValue))
    }
    if let value = attribute.defaultValue {
      members.append("\"default\": \(Self.text(of: value))")
    }
    // A default value is a default, and nil is that of an optional.
    if attribute.hasDefault != (attribute.isOptional || attribute.defaultValue != nil) {
      members.append("\"hasDefault\": \(attribute.hasDefault)")
    }
    if attribute.column != attribute.name {
      members.append(Self.member("column", attribute.column))
    }
    if let name = attribute.originalName { members.append(Self.member("originalName", name)) }
    if !attribute.leaves.isEmpty {
      members.append("\"leaves\": [\(Self.text(of: attribute.leaves))]")
    }
    return members.joined(separator: ", ")
  }

  /// Returns the objects that represent `leaves`.
  private static func text(of leaves: [Leaf]) -> String {
    leaves.map { leaf in
      var members = [member("leaf", leaf.name), member("type", leaf.type.rawValue)]
      if leaf.isOptional { members.append("\"optional\": true") }
      if leaf.isIndexed { members.append("\"indexed\": true") }
      if let value = leaf.defaultValue { members.append("\"default\": \(text(of: value))") }
      if let name = leaf.originalName { members.append(member("originalName", name)) }
      if !leaf.leaves.isEmpty { members.append("\"leaves\": [\(text(of: leaf.leaves))]") }
      return "{ \(members.joined(separator: ", ")) }"
    }.joined(separator: ", ")
  }

  /// Returns the members of the object that represents `relationship`.
  private static func members(of relationship: Relationship) -> String {
    var members = [
      member(relationship.isToMany ? "toMany" : "toOne", relationship.name),
      member("target", relationship.target), member("inverse", relationship.inverse),
      member("deleteRule", relationship.deleteRule.rawValue),
    ]
    if let inverse = relationship.implicitInverse { members.append(implicit(inverse)) }
    if relationship.isToMany {
      if relationship.isOrdered { members.append("\"ordered\": true") }
      if relationship.minimumCount != 0 {
        members.append("\"minimum\": \(relationship.minimumCount)")
      }
      if let most = relationship.maximumCount { members.append("\"maximum\": \(most)") }
    } else {
      if relationship.isOptional { members.append("\"optional\": true") }
      // Other counts of a to-one break a rule, which is for the rule to say.
      if relationship.minimumCount != 0, relationship.minimumCount != 1 {
        members.append("\"minimum\": \(relationship.minimumCount)")
      }
      if relationship.maximumCount != 1 {
        members.append("\"maximum\": \(relationship.maximumCount.map(String.init) ?? "null")")
      }
    }
    if relationship.column != relationship.name {
      members.append(member("column", relationship.column))
    }
    if let name = relationship.originalName { members.append(member("originalName", name)) }
    return members.joined(separator: ", ")
  }

  /// Returns the member that says how `inverse`, which is implicit, is.
  private static func implicit(_ inverse: ImplicitInverse) -> String {
    var members: [String] = []
    if let rule = inverse.deleteRule { members.append(member("deleteRule", rule.rawValue)) }
    if inverse.minimumCount != 0 { members.append("\"minimum\": \(inverse.minimumCount)") }
    if let most = inverse.maximumCount { members.append("\"maximum\": \(most)") }
    return "\"implicit\": { \(members.joined(separator: ", ")) }"
  }

  /// Returns `value` as JSON: a number or a string where that says all, else an object that names
  /// the form.
  private static func text(of value: StoredValue) -> String {
    switch value {
    case .null: "{}"
    case .integer(let value): "\(value)"
    // JSON has no NaN, no infinity, and readers may drop the sign of zero.
    case .real(let value) where !value.isFinite || value.isZero:
      "{ \"bits\": \(value.bitPattern) }"
    case .real(let value): "{ \"real\": \(value) }"
    case .text(let value): JSONWriter.quoted(value)
    case .blob(let value): "{ \(member("blob", value.base64EncodedString())) }"
    }
  }

  /// Returns the member `name` with the string `value`.
  private static func member(_ name: String, _ value: String) -> String {
    "\(JSONWriter.quoted(name)): \(JSONWriter.quoted(value))"
  }
}
