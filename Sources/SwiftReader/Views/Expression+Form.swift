extension Expression {
  /// Reads what the expression is from its tokens.
  func readForm() -> Form {
    guard !tokens.isEmpty else { return .other }
    return tree.withExtents { extents in
      var reader = ExpressionReader(tree: tree, extents: extents, range: tokens)
      while let inside = reader.onlyElement { reader.range = inside }
      return reader.read()
    }
  }
}

/// Finds the form of the expression that fills a range of tokens.
private struct ExpressionReader {
  let tree: SyntaxTree
  let extents: Extents
  var range: Range<Int>

  private var first: Int { range.lowerBound }

  func read() -> Expression.Form {
    if extents.kind(first) == .backslash {
      return extents.keyPathEnd(first) == range.upperBound ? keyPath() : .other
    }
    if let form = signedNumber() { return form }
    guard let primaryEnd = extents.primaryEnd(first) else { return .other }
    var suffixStart: Int?
    var index = primaryEnd
    var isLiteral = extents.isLiteral(first)
    while index < range.upperBound,
      let end = extents.suffixStepEnd(index, isLiteral: isLiteral), end > index
    {
      suffixStart = index
      index = end
      isLiteral = false
    }
    guard index == range.upperBound else { return .other }
    if extents.kind(first) == .pound { return macro(suffixStart: suffixStart) }
    guard let suffixStart else { return primary() }
    return suffixed(from: suffixStart)
  }

  /// The tokens within the parentheses around all of the expression, nil where there are none or
  /// they make a tuple.
  var onlyElement: Range<Int>? {
    guard extents.kind(first) == .leftParen, extents.bracketEnd(first) == range.upperBound else {
      return nil
    }
    let elements = Argument.arguments(in: tree, clause: range)
    guard elements.count == 1, elements[0].label == nil, !elements[0].value.tokens.isEmpty else {
      return nil
    }
    return elements[0].value.tokens
  }

  private func expression(_ range: Range<Int>) -> Expression {
    Expression(tree: tree, tokens: range)
  }

  private func signedNumber() -> Expression.Form? {
    guard range.count == 2, extents.isPrefixOperator(first), extents.spells(first, "-") else {
      return nil
    }
    switch extents.kind(first + 1) {
    case .integer: return .integer(value: integerValue(first + 1, sign: "-"))
    case .float: return .float
    default: return nil
    }
  }

  private func integerValue(_ index: Int, sign: String) -> Int? {
    let text = tree.tokenText(index).filter { $0 != "_" }
    if text.hasPrefix("0x") { return Int(sign + text.dropFirst(2), radix: 16) }
    if text.hasPrefix("0o") { return Int(sign + text.dropFirst(2), radix: 8) }
    if text.hasPrefix("0b") { return Int(sign + text.dropFirst(2), radix: 2) }
    return Int(sign + text)
  }

  private func primary() -> Expression.Form {
    switch extents.kind(first) {
    case .string:
      return .string(value: StringLiteral.value(of: tree.text.bytes[tree.tokenRange(first)]))
    case .stringHead: return .string(value: nil)
    case .integer: return .integer(value: integerValue(first, sign: ""))
    case .float: return .float
    case .regex: return .regex
    case .leftSquare: return collection()
    case .leftParen: return .tuple(elements: Argument.arguments(in: tree, clause: range))
    case .leftBrace: return .closure(ClosureReader(tree: tree, extents: extents).read(range))
    case .period:
      guard range.count > 1 else { return .other }
      return .member(base: nil, name: unquotedIdentifier(tree.tokenText(first + 1)))
    case .identifier, .dollarIdentifier:
      return .identifier(unquotedIdentifier(tree.tokenText(first)))
    case .keyword:
      switch extents.keyword(first) {
      case .true: return .boolean(true)
      case .false: return .boolean(false)
      case .nil: return .nil
      default: return .identifier(tree.tokenText(first))
      }
    default: return .other
    }
  }

  private func suffixed(from start: Int) -> Expression.Form {
    let base = expression(first..<start)
    switch extents.kind(start) {
    case .period:
      guard start + 1 < range.upperBound else { return .other }
      return .member(base: base, name: unquotedIdentifier(tree.tokenText(start + 1)))
    case .leftParen:
      let end = extents.bracketEnd(start)
      return .call(
        callee: base, arguments: Argument.arguments(in: tree, clause: start..<end),
        trailingClosures: trailingClosures(from: end))
    case .leftBrace:
      return .call(callee: base, arguments: [], trailingClosures: trailingClosures(from: start))
    default:
      return .other
    }
  }

  private func trailingClosures(from start: Int) -> [Expression.TrailingClosure] {
    guard start < range.upperBound, extents.kind(start) == .leftBrace else { return [] }
    var index = extents.bracketEnd(start)
    var result = [Expression.TrailingClosure(label: nil, closure: expression(start..<index))]
    while index + 2 < range.upperBound {
      let label = unquotedIdentifier(tree.tokenText(index))
      let end = extents.stepEnd(index + 2)
      result.append(.init(label: label, closure: expression(index + 2..<end)))
      index = end
    }
    return result
  }

  private func macro(suffixStart: Int?) -> Expression.Form {
    guard range.count > 1 else { return .other }
    let name = unquotedIdentifier(tree.tokenText(first + 1))
    let nameEnd = extents.nameEnd(first + 1)
    guard let suffixStart else {
      return .macro(name: name, arguments: [], trailingClosures: [])
    }
    guard suffixStart == nameEnd else { return suffixed(from: suffixStart) }
    if case .call(_, let arguments, let closures) = suffixed(from: suffixStart) {
      return .macro(name: name, arguments: arguments, trailingClosures: closures)
    }
    return suffixed(from: suffixStart)
  }

  private func collection() -> Expression.Form {
    let inside = extents.inside(range)
    if inside.count == 1, extents.kind(inside.lowerBound) == .colon {
      return .dictionary(elements: [])
    }
    let elements = extents.elements(inside: range)
    let colons = elements.map { element -> Int? in
      guard let end = extents.expressionEnd(element.lowerBound, limit: element.upperBound),
        end < element.upperBound, extents.kind(end) == .colon
      else { return nil }
      return end
    }
    if let first = colons.first, first != nil {
      return .dictionary(
        elements: zip(elements, colons).map { element, colon in
          let colon = colon ?? element.upperBound
          return (
            key: expression(element.lowerBound..<colon),
            value: expression(min(colon + 1, element.upperBound)..<element.upperBound)
          )
        })
    }
    return .array(elements: elements.map(expression))
  }

  private func keyPath() -> Expression.Form {
    var index = first + 1
    var root: TypeSyntax?
    switch extents.kind(index) {
    case .period, .prefixOperator, .binaryOperator, .postfixOperator: break
    case .leftParen, .leftSquare:
      root = TypeSyntax(tree: tree, tokens: index..<extents.bracketEnd(index))
      index = extents.bracketEnd(index)
    default:
      root = TypeSyntax(tree: tree, tokens: index..<extents.typeNameGenericsEnd(index))
      index = extents.typeNameGenericsEnd(index)
    }
    var components: [String] = []
    while index < range.upperBound {
      let end = max(extents.stepEnd(index), index + 1)
      switch extents.kind(index) {
      case .period: break
      case .leftSquare, .leftParen:
        components.append(tree.text.string(in: tree.byteRange(of: index..<end)))
      case .identifier, .keyword, .dollarIdentifier, .integer:
        components.append(unquotedIdentifier(tree.tokenText(index)))
      default:
        components += tree.tokenText(index).filter { $0 != "." }.map(String.init)
      }
      index = end
    }
    return .keyPath(root: root, components: components)
  }
}

/// Reads the signature of a closure.
private struct ClosureReader {
  let tree: SyntaxTree
  let extents: Extents

  func read(_ range: Range<Int>) -> Expression.Closure {
    let inside = extents.inside(range)
    var index = extents.attributesEnd(inside.lowerBound)
    if extents.kind(index) == .leftSquare { index = extents.bracketEnd(index) }
    var names: [String] = []
    var types: [TypeSyntax?] = []
    if extents.kind(index) == .leftParen {
      let end = extents.bracketEnd(index)
      let parameters = tree.parameters(inside: index..<end)
      names = parameters.map(parameterName)
      types = parameters.map { element in
        let parameter = Parameter(tree: tree, tokens: element)
        // What has no colon is a name.
        return parameter.name == nil ? nil : parameter.type
      }
      index = end
    } else {
      while index < inside.upperBound, extents.isMemberName(index), extents.keyword(index) != .in {
        names.append(unquotedIdentifier(tree.tokenText(index)))
        types.append(nil)
        index += 1
        guard extents.kind(index) == .comma else { break }
        index += 1
      }
    }
    while extents.keyword(index) == .async || extents.keyword(index) == .throws
      || extents.keyword(index) == .rethrows
    {
      let isThrows = extents.keyword(index) == .throws
      index += 1
      if isThrows, extents.kind(index) == .leftParen { index = extents.bracketEnd(index) }
    }
    if extents.kind(index) == .arrow, let end = extents.typeEnd(index + 1) { index = end }
    let hasSignature = index < inside.upperBound && extents.keyword(index) == .in
    let bodyStart = hasSignature ? index + 1 : inside.lowerBound
    return Expression.Closure(
      signatureRange: hasSignature ? tree.byteRange(of: inside.lowerBound..<index) : nil,
      parameters: hasSignature ? names : [],
      parameterTypes: hasSignature ? types : [],
      bodyRange: tree.byteRange(of: min(bodyStart, inside.upperBound)..<inside.upperBound))
  }

  private func parameterName(_ element: Range<Int>) -> String {
    let parameter = Parameter(tree: tree, tokens: element)
    return parameter.name ?? unquotedIdentifier(tree.tokenText(element.lowerBound))
  }
}
