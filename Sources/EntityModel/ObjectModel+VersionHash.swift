extension ObjectModel {
  /// Sixteen hexadecimal digits that differ when the rows of one model do not fit the other.
  ///
  /// They depend on names, columns, types, optionality, uniqueness, indexes, relationship targets,
  /// inverses and counts, and on inheritance; not on default values, delete rules, original names,
  /// fetched properties, or the order in which anything is declared.
  ///
  /// The algorithm is FNV-1a, 64 bits (RFC 9923), over a line of text for each fact, sorted.
  public var versionHash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in entities.flatMap(facts).sorted().joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns what the rows of `entity` depend on, a line for each fact.
  private func facts(of entity: Entity) -> [String] {
    var lines = ["entity \(entity.name) extends \(entity.superentity ?? "nothing")"]
    for attribute in entity.attributes {
      var line = "attribute \(entity.name).\(attribute.name) in \(attribute.column)"
      line += " of \(attribute.type.rawValue)"
      if attribute.isOptional { line += " optional" }
      if attribute.isUnique { line += " unique" }
      if attribute.isIndexed { line += " indexed" }
      lines.append(line)
    }
    for relationship in entity.relationships {
      var line = "relationship \(entity.name).\(relationship.name) in \(relationship.column)"
      line += " to \(relationship.target).\(relationship.inverse)"
      line += relationship.isToMany ? " many" : " one"
      line += " \(relationship.minimumCount)...\(relationship.maximumCount.map(String.init) ?? "")"
      lines.append(line)
    }
    return lines
  }
}
