import EntityJSON

/// Checks values against a schema, as far as the schemas of models go, and schemas themselves.
struct SchemaCheck {
  /// The document that references lead into.
  let document: JSON

  /// What a schema may say here.
  private static let keywords: Set<String> = [
    "$ref", "additionalProperties", "allOf", "anyOf", "contentEncoding", "default", "deprecated",
    "description", "enum", "exclusiveMaximum", "format", "items", "maxItems", "maxLength",
    "maximum", "minItems", "minLength", "minimum", "pattern", "properties", "readOnly", "required",
    "type", "uniqueItems",
  ]

  private static let kinds: Set<String> = [
    "array", "boolean", "integer", "null", "number", "object", "string",
  ]

  /// The definitions of the document.
  var definitions: [(name: String, value: JSON)] {
    (document["$defs"] ?? document["components"]?["schemas"])?.members ?? []
  }

  /// Returns what is wrong with the definitions as schemas.
  func problemsOfDefinitions() -> [String] {
    definitions.flatMap { problems(ofSchema: $0.value, at: $0.name) }
  }

  private func problems(ofSchema schema: JSON, at path: String) -> [String] {
    guard let members = schema.members else { return ["\(path): no schema"] }
    var problems: [String] = []
    for (name, value) in members {
      let inner = "\(path).\(name)"
      if !Self.keywords.contains(name) { problems.append("\(inner): unknown keyword") }
      switch name {
      case "$ref":
        if definition(value) == nil { problems.append("\(inner): leads nowhere") }
      case "type":
        let kinds = value.string.map { [$0] } ?? (value.elements ?? []).compactMap(\.string)
        if kinds.isEmpty || !Self.kinds.isSuperset(of: kinds) {
          problems.append("\(inner): no kind")
        }
      case "properties":
        for member in value.members ?? [] {
          problems += self.problems(ofSchema: member.value, at: "\(inner).\(member.name)")
        }
      case "items", "additionalProperties":
        problems += self.problems(ofSchema: value, at: inner)
      case "anyOf", "allOf":
        for part in value.elements ?? [] { problems += self.problems(ofSchema: part, at: inner) }
      case "required":
        for name in value.elements ?? [] where schema["properties"]?[name.string ?? ""] == nil {
          problems.append("\(inner): no property \(name)")
        }
      case "default":
        problems += self.problems(of: value, schema, at: inner)
      default: break
      }
    }
    return problems
  }

  private func definition(_ reference: JSON) -> JSON? {
    definitions.first { definition in
      ["#/$defs/", "#/components/schemas/"].contains { $0 + definition.name == reference.string }
    }?.value
  }

  /// Returns what is wrong with `value` as one of the definition `name`.
  func problems(of value: JSON, as name: String) -> [String] {
    guard let schema = definitions.first(where: { $0.name == name })?.value else {
      return ["there is no definition '\(name)'"]
    }
    return problems(of: value, schema, at: "$")
  }

  private func problems(of value: JSON, _ schema: JSON, at path: String) -> [String] {
    var problems: [String] = []
    func require(_ condition: Bool, _ rule: String) {
      if !condition { problems.append("\(path): \(rule)") }
    }
    for (name, rule) in schema.members ?? [] {
      switch name {
      case "$ref":
        problems += definition(rule).map { self.problems(of: value, $0, at: path) } ?? []
      case "type":
        let kinds = rule.string.map { [$0] } ?? (rule.elements ?? []).compactMap(\.string)
        require(
          !kinds.allSatisfy { !value.isOf(kind: $0) }, "is no \(kinds.joined(separator: ", "))")
      case "anyOf":
        let fits = (rule.elements ?? []).contains { self.problems(of: value, $0, at: path).isEmpty }
        require(fits, "fits none")
      case "allOf":
        for part in rule.elements ?? [] { problems += self.problems(of: value, part, at: path) }
      case "enum": require((rule.elements ?? []).contains(value), "is none of those")
      case "properties":
        for member in rule.members ?? [] {
          guard let inner = value[member.name] else { continue }
          problems += self.problems(of: inner, member.value, at: "\(path).\(member.name)")
        }
      case "required":
        for name in (rule.elements ?? []).compactMap(\.string) {
          if value.members != nil { require(value[name] != nil, "has no '\(name)'") }
        }
      case "items":
        for (offset, element) in (value.elements ?? []).enumerated() {
          problems += self.problems(of: element, rule, at: "\(path)[\(offset)]")
        }
      case "additionalProperties":
        for member in value.members ?? [] {
          problems += self.problems(of: member.value, rule, at: "\(path).\(member.name)")
        }
      case "minItems": require((value.elements?.count ?? .max) >= rule.int ?? 0, "has too few")
      case "maxItems": require((value.elements?.count ?? 0) <= rule.int ?? 0, "has too many")
      case "minLength":
        require((value.string?.unicodeScalars.count ?? .max) >= rule.int ?? 0, "is too short")
      case "maxLength":
        require((value.string?.unicodeScalars.count ?? 0) <= rule.int ?? 0, "is too long")
      case "minimum":
        require((value.double ?? .infinity) >= rule.double ?? 0, "is too small")
      case "maximum":
        require((value.double ?? -.infinity) <= rule.double ?? 0, "is too great")
      case "exclusiveMaximum":
        require((value.double ?? -.infinity) < rule.double ?? 0, "is too great")
      case "pattern":
        let regex = (rule.string).flatMap { try? Regex($0) }
        require(regex.map { value.string?.contains($0) ?? true } ?? false, "does not match")
      default: break
      }
    }
    return problems
  }
}

extension JSON {
  /// `true` if the value is of the kind that schemas call `kind`.
  fileprivate func isOf(kind: String) -> Bool {
    switch kind {
    case "null": isNull
    case "boolean": bool != nil
    case "integer": integer(as: Int128.self) != nil
    case "number": self.kind == .number
    case "string": string != nil
    case "array": elements != nil
    case "object": members != nil
    default: false
    }
  }
}
