extension JSON: Hashable {
  public static func == (left: JSON, right: JSON) -> Bool {
    // Text that is the same says the same, but for members of one name.
    if left.document === right.document, left.index == right.index { return true }
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .null: return true
    case .boolean: return left.bool == right.bool
    case .number:
      return left.source == right.source || JSONNumber(left.text) == JSONNumber(right.text)
    case .string:
      return left.source == right.source
        || left.string.map { Array($0.utf8) } == right.string.map { Array($0.utf8) }
    case .array: return left.elements == right.elements
    case .object: return left.membersByName == right.membersByName
    }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch kind {
    case .null: break
    case .boolean: hasher.combine(bool)
    case .number: hasher.combine(JSONNumber(text))
    case .string: hasher.combine(string)
    case .array: hasher.combine(elements)
    case .object: hasher.combine(membersByName)
    }
  }

  /// The members of an object by name, the first one of several.
  private var membersByName: [String: JSON] {
    Dictionary(
      (members ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
