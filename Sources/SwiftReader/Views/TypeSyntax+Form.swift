extension TypeSyntax {
  /// Reads what the type is from its tokens.
  func readForm() -> Form {
    guard !tokens.isEmpty else { return .other }
    return tree.withExtents { extents in
      var reader = TypeReader(tree: tree, extents: extents, range: tokens)
      while let inside = reader.onlyElement { reader.range = inside }
      return reader.read()
    }
  }
}

/// Finds the form of the type that fills a range of tokens.
private struct TypeReader {
  let tree: SyntaxTree
  let extents: Extents
  var range: Range<Int>

  private var first: Int { range.lowerBound }
  private var end: Int { range.upperBound }

  func read() -> TypeSyntax.Form {
    if let form = prefixed() { return form }
    var simpleEnd = first
    var elements: [Range<Int>] = []
    while simpleEnd < end {
      let next = min(compositionElementEnd(simpleEnd), end)
      elements.append(simpleEnd..<next)
      simpleEnd = next
      guard simpleEnd < end, extents.isAmpersand(simpleEnd) else { break }
      simpleEnd += 1
    }
    if simpleEnd < end { return extents.functionArrow(simpleEnd) != nil ? .function : .other }
    if elements.count > 1 { return .composition(elements.map(type)) }
    return simple()
  }

  /// The tokens within the parentheses around all of the type, nil where there are none or they
  /// make a tuple.
  var onlyElement: Range<Int>? {
    guard extents.kind(first) == .leftParen, extents.bracketEnd(first) == end else { return nil }
    let elements = extents.parameters(inside: range)
    guard elements.count == 1 else { return nil }
    let parts = extents.parameterParts(of: elements[0])
    guard parts.firstName == nil, let only = parts.type, !only.isEmpty else { return nil }
    return only
  }

  private func type(_ range: Range<Int>) -> TypeSyntax { TypeSyntax(tree: tree, tokens: range) }

  private func prefixed() -> TypeSyntax.Form? {
    let prefixEnd = min(extents.typePrefixEnd(first), end)
    guard prefixEnd > first, prefixEnd < end else { return nil }
    switch extents.keyword(first) {
    case .some: return .some(type(first + 1..<end))
    case .any: return .any(type(first + 1..<end))
    default: break
    }
    var specifiers: [String] = []
    var index = first
    while index < prefixEnd {
      let word = extents.keyword(index)
      if word == .some || word == .any { break }
      var next = index + 1
      if extents.kind(index) == .at {
        next = extents.qualifiedNameEnd(index + 1)
      }
      if next < prefixEnd, extents.kind(next) == .leftParen { next = extents.bracketEnd(next) }
      specifiers.append(tree.text.string(in: tree.byteRange(of: index..<min(next, prefixEnd))))
      index = max(next, index + 1)
    }
    return .attributed(specifiers: specifiers, type(min(index, prefixEnd)..<end))
  }

  /// Returns the end of one element of a composition.
  private func compositionElementEnd(_ start: Int) -> Int {
    var index = extents.typePrefixEnd(start)
    if extents.kind(index) == .leftParen || extents.kind(index) == .leftSquare {
      index = extents.bracketEnd(index)
    } else {
      index = componentEnd(index)
    }
    while index < end {
      switch extents.kind(index) {
      case .period, .doubleColon: index = componentEnd(index + 1)
      case .postfixQuestion, .exclamation: index += 1
      default: return index
      }
    }
    return index
  }

  private func componentEnd(_ index: Int) -> Int {
    guard extents.kind(index + 1) == .leftAngle else { return index + 1 }
    return extents.genericsEnd(index + 1) ?? index + 1
  }

  private func simple() -> TypeSyntax.Form {
    switch extents.kind(end - 1) {
    case .postfixQuestion where range.count > 1: return .optional(type(first..<end - 1))
    case .exclamation where range.count > 1: return .implicitlyUnwrapped(type(first..<end - 1))
    default: break
    }
    if range.count > 2, extents.kind(end - 2) == .period,
      extents.keyword(end - 1) == .metatype || extents.keyword(end - 1) == .protocolMetatype
    {
      return .metatype(type(first..<end - 2))
    }
    switch extents.kind(first) {
    case .leftParen where extents.bracketEnd(first) == end: return tuple()
    case .leftSquare where extents.bracketEnd(first) == end: return collection()
    default: return identifier()
    }
  }

  private func tuple() -> TypeSyntax.Form {
    let parts = extents.parameters(inside: range).map { extents.parameterParts(of: $0) }
    return .tuple(
      parts.compactMap { part in
        part.type.map { range in
          TypeSyntax.TupleElement(
            name: part.firstName.map { unquotedIdentifier(tree.tokenText($0)) },
            type: type(range))
        }
      })
  }

  private func collection() -> TypeSyntax.Form {
    let inside = extents.inside(range)
    let start = inside.lowerBound
    if extents.kind(start) == .integer || extents.keyword(start + 1) == .of,
      extents.keyword(start + 1) == .of, start + 2 < inside.upperBound
    {
      return .inlineArray(
        count: SourceFragment(tree: tree, tokens: start..<start + 1),
        element: type(start + 2..<inside.upperBound))
    }
    guard let firstEnd = extents.typeEnd(start), firstEnd <= inside.upperBound else {
      return .other
    }
    if firstEnd == inside.upperBound { return .array(type(inside)) }
    guard extents.kind(firstEnd) == .colon, firstEnd + 1 < inside.upperBound else { return .other }
    return .dictionary(
      key: type(start..<firstEnd), value: type(firstEnd + 1..<inside.upperBound))
  }

  private func identifier() -> TypeSyntax.Form {
    var start = first
    var index = first
    if extents.kind(index) == .leftParen || extents.kind(index) == .leftSquare {
      index = extents.bracketEnd(index)
    } else {
      index = componentEnd(index)
    }
    var previousEnd: Int?
    while index < end {
      switch extents.kind(index) {
      case .period, .doubleColon:
        previousEnd = index
        start = index + 1
        index = componentEnd(start)
      case .postfixQuestion, .exclamation: index += 1
      default: return .other
      }
    }
    guard extents.isMemberName(start) else { return .other }
    let arguments = start + 1 < end ? genericArguments(start + 1..<end) : []
    return .identifier(
      TypeSyntax.Identifier(
        base: previousEnd.map { type(first..<$0) }, name: tree.tokenText(start),
        genericArguments: arguments))
  }

  private func genericArguments(_ clause: Range<Int>) -> [TypeSyntax] {
    var result: [TypeSyntax] = []
    var index = clause.lowerBound + 1
    while index < clause.upperBound - 1 {
      let argumentEnd = min(extents.typeEnd(index) ?? index + 1, clause.upperBound - 1)
      result.append(type(index..<argumentEnd))
      index = argumentEnd
      while index < clause.upperBound - 1, extents.kind(index) != .comma { index += 1 }
      index += 1
    }
    return result
  }
}
