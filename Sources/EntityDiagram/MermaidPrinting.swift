import EntityModel

/// Writes a picture in the language of Mermaid.
struct MermaidPrinting {
  private let diagram: ModelDiagram
  /// The entities' names as Mermaid can take them.
  private let names: [String]

  init(_ diagram: ModelDiagram) {
    self.diagram = diagram
    var taken: Set<String> = []
    names = diagram.model.entities.map { entity in
      let name = Self.entityName(entity.name)
      var free = name
      var number = 2
      while !taken.insert(free).inserted {
        free = Self.quoted(Self.unquoted(name) + " \(number)")
        number += 1
      }
      return free
    }
  }

  /// The text, which ends with a line break.
  ///
  /// Like:
  ///
  ///     erDiagram
  ///       Author {
  ///         String email UK
  ///         Date born "optional, indexed"
  ///       }
  ///       Author ||--o{ Book : "books / author"
  ///       Novel |o..|| Book : extends
  var text: String {
    var lines = ["erDiagram"]
    for (index, entity) in diagram.model.entities.enumerated() {
      let attributes = attributeLines(of: entity)
      guard !attributes.isEmpty else {
        lines.append("  " + heading(of: entity, named: names[index]))
        continue
      }
      lines.append("  \(heading(of: entity, named: names[index])) {")
      lines += attributes.map { "    " + $0 }
      lines.append("  }")
    }
    lines += diagram.links.map { "  " + line(of: $0) }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Entities

  /// Returns the name of `entity` with the title of its box, where that is another one.
  private func heading(of entity: Entity, named name: String) -> String {
    entity.isAbstract ? "\(name)[\(Self.quoted("\(entity.name) (abstract)"))]" : name
  }

  /// Returns a line for each attribute, derived ones too, and each fetched property.
  private func attributeLines(of entity: Entity) -> [String] {
    var taken: Set<String> = []
    func line(_ type: String, _ name: String, key: String?, comments: [String]) -> String {
      var word = Self.attributeName(name)
      while taken.contains(word) { word += "_" }
      taken.insert(word)
      let comments = (word == name ? [] : ["named '\(name)'"]) + comments
      let comment =
        comments.isEmpty ? nil : Self.quoted(comments.joined(separator: ", "))
      return [Self.typeName(type), word, key, comment].compactMap(\.self).joined(separator: " ")
    }
    return entity.attributes.map { attribute in
      let written = diagram.typeNames[entity.name]?[attribute.name]
      return line(
        attribute.typeName(asWritten: written), attribute.name,
        key: attribute.holdsEachValueOnce ? "UK" : nil,
        comments: (attribute.isOptional ? ["optional"] : [])
          + (attribute.isIndexed ? ["indexed"] : [])
          + (attribute.isUniqueIgnoringCase ? ["unique ignoring case"] : [])
          + (attribute.isIndexedIgnoringCase ? ["indexed ignoring case"] : [])
          + (attribute.search == nil ? [] : ["searchable"])
          + (attribute.isExternal ? ["external"] : []))
    }
      + entity.derivedAttributes.map { derived in
        line(
          derived.typeName(asWritten: diagram.typeNames[entity.name]?[derived.name]), derived.name,
          key: nil,
          comments: (derived.isOptional ? ["optional"] : []) + ["derived"]
            + (derived.isIndexed ? ["indexed"] : []))
      }
      + entity.fetchedProperties.map {
        line($0.typeName, $0.name, key: nil, comments: ["fetched"])
      }
  }

  // MARK: Links

  private func line(of link: DiagramLink) -> String {
    let first = names[link.first.box]
    let second = names[link.second.box]
    switch link.kind {
    case .inheritance:
      // There is no inheritance in the language: an object of the first is one of the second.
      return "\(second) |o..|| \(first) : extends"
    case .reference(let count):
      return "\(first) }o..\(right(count)) \(second) : \(label(of: link))"
    case .pair(let atFirst, let atSecond):
      return "\(first) \(left(atFirst))--\(right(atSecond)) \(second) : \(label(of: link))"
    }
  }

  private func label(of link: DiagramLink) -> String {
    Self.quoted(link.names.joined(separator: " / "))
  }

  private func left(_ count: DiagramLink.Count) -> String {
    switch count {
    case .zeroOrOne: "|o"
    case .one: "||"
    case .zeroOrMore: "}o"
    case .oneOrMore: "}|"
    }
  }

  private func right(_ count: DiagramLink.Count) -> String {
    switch count {
    case .zeroOrOne: "o|"
    case .one: "||"
    case .zeroOrMore: "o{"
    case .oneOrMore: "|{"
    }
  }

  // MARK: Words

  /// What the language reads as something else than a name, in any case.
  private static let reserved: Set<String> = [
    "accdescr", "acctitle", "class", "classdef", "direction", "end", "erdiagram", "many", "one",
    "only", "optionally", "style", "subgraph", "title", "to", "u", "zero",
  ]

  /// Returns `name` as it is where that is safe, and in quotes otherwise.
  private static func entityName(_ name: String) -> String {
    let isPlain =
      name.unicodeScalars.first.map { isLetter($0) } == true
      && name.unicodeScalars.allSatisfy { isLetter($0) || isDigit($0) || $0 == "_" }
      && !reserved.contains(name.lowercased())
    return isPlain ? name : quoted(name)
  }

  /// Returns `text` in quotes, with look-alikes of what would end or upset it.
  private static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "'"
      case "\\": result += "/"
      case "%", "#", ";": result += "_"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }

  private static func unquoted(_ name: String) -> String {
    name.hasPrefix("\"") ? String(name.dropFirst().dropLast()) : name
  }

  /// Returns `name` as a word that is not taken for the mark of a key.
  private static func attributeName(_ name: String) -> String {
    let word = word(name)
    return isKey(word) ? "_" + word : word
  }

  /// `true` if `word` begins with the mark of a key, which the language ends at whatever is no
  /// letter, digit or underscore of ASCII.
  private static func isKey(_ word: String) -> Bool {
    let scalars = Array(word.unicodeScalars)
    guard ["pk", "fk", "uk"].contains(word.lowercased().prefix(2)) else { return false }
    return scalars.count == 2
      || !(isLetter(scalars[2]) || isDigit(scalars[2]) || scalars[2] == "_")
  }

  /// Returns a type as a word.
  ///
  /// Like: `String[]` for `[String]`, `Set(Int)` for `Set<Int>`, `Dictionary(String-Int)` for
  /// `[String: Int]`; a question mark is shown by a comment.
  private static func typeName(_ type: String) -> String {
    var text = type.filter { $0 != "?" && $0 != "!" && $0 != " " }
    if text.hasPrefix("["), text.hasSuffix("]"), isOneBracket(text) {
      let inside = String(text.dropFirst().dropLast())
      text = inside.contains(":") ? "Dictionary<\(inside)>" : inside + "[]"
    }
    var result = ""
    for character in text {
      switch character {
      case "<": result += "("
      case ">": result += ")"
      case ",", ":": result += "-"
      case "[", "]", "(", ")", "-": result.append(character)
      default: result += character.unicodeScalars.map { isWord($0) ? String($0) : "_" }.joined()
      }
    }
    guard let first = result.unicodeScalars.first, isLetter(first) || first.value >= 0xC0 else {
      return "type" + result
    }
    return isKey(result) ? "type_" + result : result
  }

  /// `true` if the bracket that opens `text` is closed by its last character only.
  private static func isOneBracket(_ text: String) -> Bool {
    var depth = 0
    for (offset, character) in text.enumerated() {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if depth == 0 { return offset == text.count - 1 }
    }
    return false
  }

  /// Returns `text` with an underscore for whatever a word cannot hold.
  private static func word(_ text: String) -> String {
    let word = text.unicodeScalars.map { isWord($0) ? String($0) : "_" }.joined()
    guard let first = word.unicodeScalars.first, !isDigit(first) else { return "_" + word }
    return word
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || isDigit(scalar) || scalar == "_" || scalar.value >= 0xC0
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
