extension Parser {
  ///     function ::= 'func' name generics? parameters effects ('->' type)? where? block?
  mutating func parseFunction() {
    parseIntroducer()
    if let end = extents.operatorNameEnd(index) {
      leaf(.name, to: end)
    } else {
      parseName(of: "function")
    }
    parseGenericParameters()
    parseSignature(of: "function")
    parseWhere()
    parseBody()
  }

  ///     initializer ::= 'init' ('?' | '!')? generics? parameters effects where? block?
  mutating func parseInitializer() {
    parseIntroducer()
    switch kind {
    case .postfixQuestion, .exclamation, .infixQuestion: index += 1
    case .prefixOperator, .binaryOperator, .postfixOperator:
      if extents.spells(index, "!") || extents.spells(index, "?") { index += 1 }
    default: break
    }
    parseGenericParameters()
    parseSignature(of: "initializer")
    parseWhere()
    parseBody()
  }

  ///     subscript ::= 'subscript' generics? parameters '->' type where? accessors?
  mutating func parseSubscript() {
    parseIntroducer()
    parseGenericParameters()
    parseSignature(of: "subscript")
    parseWhere()
    if kind == .leftBrace { parseAccessors() }
  }

  ///     signature ::= '(' parameters ')' effects ('->' type-node)?
  mutating func parseSignature(of thing: String) {
    if kind == .leftParen {
      parseBracket(.parameters)
    } else {
      diagnostics.append(.expectedName(of: "parameters of the \(thing)", here))
    }
    parseEffects()
    guard kind == .arrow else { return }
    index += 1
    parseTypeNode()
    // Effects after the result are a common slip.
    if keyword == .throws || keyword == .rethrows { parseEffects() }
  }

  ///     effects ::= ('async' | 'reasync' | 'throws' ('(' type ')')? | 'rethrows')*
  mutating func parseEffects() {
    var end = index
    while true {
      switch extents.keyword(end) {
      case .async where extents.kind(end) == .identifier, .reasync, .rethrows: end += 1
      case .throws:
        end += 1
        if extents.kind(end) == .leftParen { end = extents.bracketEnd(end) }
      default:
        if end > index { leaf(.effects, to: end) }
        return
      }
    }
  }

  /// Reads a block where one stands.
  mutating func parseBody() {
    guard kind == .leftBrace else { return }
    let end = extents.bracketEnd(index)
    guard extents.flags(index).contains(.holdsDeclarations) else {
      return leaf(.codeBlock, to: end)
    }
    let block = open(.codeBlock)
    let isRead = nested { $0.walkCode(until: end) }
    if !isRead { index = end }
    close(block)
  }
}

extension Extents {
  /// Returns the index after the operator at `start` that a function declares, nil at a name.
  func operatorNameEnd(_ start: Int) -> Int? {
    switch kind(start) {
    case .binaryOperator, .prefixOperator, .postfixOperator, .leftAngle, .rightAngle, .equal,
      .prefixAmpersand, .exclamation, .postfixQuestion, .infixQuestion, .arrow, .period:
      break
    default:
      return nil
    }
    let end = operatorEnd(start)
    // `func <<T>(…)`, `func ==<T>(…)`: the last angle bracket opens the generic parameters.
    let opensGenerics =
      end - start > 1 && kind(end - 1) == .leftAngle
      && (isMemberName(end) || kind(end) == .at)
    return opensGenerics ? end - 1 : end
  }
}
