extension ObjectModel {
  /// Sixteen hexadecimal digits that differ when the rows of one model do not fit the other.
  ///
  /// They depend on names, columns, types, optionality, uniqueness, indexes, what is searchable,
  /// relationship targets, inverses, counts and orders, and on inheritance; not on default
  /// values, delete rules, original names, fetched properties, or the order in which anything is
  /// declared.
  ///
  /// The algorithm is FNV-1a, 64 bits (RFC 9923), over a line of text for each fact, in the order
  /// of their UTF-8.
  public var versionHash: String {
    let lines = entities.flatMap(facts).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in lines.joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns what the rows of `entity` depend on, a line for each fact.
  private func facts(of entity: Entity) -> [String] {
    let name = sized(entity.name)
    var lines = ["entity \(name) extends \(entity.superentity.map(sized) ?? "nothing")"]
    for (kind, lists) in [("key", entity.uniqueKeys), ("index", storedIndexes(of: entity))] {
      for list in lists {
        lines.append("\(kind) \(name) of \(list.map(sized).joined(separator: " "))")
      }
    }
    for attribute in entity.attributes {
      var line = "attribute \(name).\(sized(attribute.name)) in \(sized(attribute.column))"
      line += " of \(attribute.type.rawValue)"
      if attribute.isOptional { line += " optional" }
      if attribute.isUnique { line += " unique" }
      if attribute.isIndexed { line += " indexed" }
      if attribute.isUniqueIgnoringCase { line += " unique ignoring case" }
      if attribute.isIndexedIgnoringCase { line += " indexed ignoring case" }
      if let tokenizer = attribute.search { line += " searchable by \(tokenizer.rawValue)" }
      if attribute.isExternal { line += " external" }
      lines.append(line)
      lines += leaves(attribute.leaves, "\(name).\(sized(attribute.name))")
    }
    for relationship in entity.relationships {
      var line = "relationship \(name).\(sized(relationship.name))"
      line += relationship.isToMany ? " many" : " one in \(sized(relationship.column))"
      line += " to \(sized(relationship.target)).\(sized(relationship.inverse))"
      line += " \(relationship.minimumCount)...\(relationship.maximumCount.map(String.init) ?? "")"
      if relationship.isOrdered { line += " ordered" }
      if let inverse = relationship.hiddenInverse {
        let most = inverse.maximumCount.map(String.init) ?? ""
        line += " implicit \(inverse.minimumCount)...\(most)"
      }
      lines.append(line)
    }
    return lines
  }

  /// Returns what rows depend on in `leaves` of what `owner` says, a line for each fact.
  private func leaves(_ leaves: [Leaf], _ owner: String) -> [String] {
    leaves.flatMap { leaf in
      let name = "\(owner).\(sized(leaf.name))"
      var line = "leaf \(name) of \(leaf.type.rawValue)"
      if leaf.isOptional { line += " optional" }
      if leaf.isIndexed { line += " indexed" }
      return [line] + self.leaves(leaf.leaves, name)
    }
  }

  /// Returns `name` after the number of its bytes, so that no two facts share a line.
  private func sized(_ name: String) -> String { "\(name.utf8.count):\(name)" }
}
