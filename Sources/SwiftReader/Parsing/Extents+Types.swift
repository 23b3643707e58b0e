extension Extents {
  /// How many angle brackets may nest where a `<` may also be an operator.
  private static let maximumGenericDepth = 64
  /// How many tokens a list in angle brackets may have.
  private static let maximumGenericTokens = 1024

  ///     type ::= 'repeat'? attribute* specifier* simple ('&' simple)* (effects '->' type)?
  ///
  /// With a `depth` other than zero, the answer is nil for everything that could be an expression
  /// instead.
  func typeEnd(_ start: Int, depth: Int = 0) -> Int? {
    let isStrict = depth > 0
    var index = start
    while true {
      let operand = typePrefixEnd(index)
      guard var end = simpleTypeEnd(operand, depth: depth) else {
        return operand > start && !isStrict ? operand : nil
      }
      while isAmpersand(end) {
        guard let next = simpleTypeEnd(suppressionEnd(end + 1), depth: depth) else {
          return isStrict ? nil : end + 1
        }
        end = next
      }
      guard let arrow = functionArrow(end) else { return end }
      index = arrow + 1
    }
  }

  /// Returns the arrow of the function type whose parameters end before `index`.
  func functionArrow(_ index: Int) -> Int? {
    let end = effectsEnd(index)
    return kind(end) == .arrow ? end : nil
  }

  /// Returns the same, given what searches over the same tokens did not lead to.
  func functionArrow(_ index: Int, _ deadEnds: inout DeadEnds) -> Int? {
    if index < deadEnds.arrowless { return nil }
    let end = effectsEnd(index)
    if kind(end) == .arrow { return end }
    deadEnds.arrowless = end
    return nil
  }

  ///     effects ::= ('async' | 'reasync' | 'rethrows' | 'throws' ('(' type ')')?)*
  private func effectsEnd(_ start: Int) -> Int {
    var index = start
    while true {
      switch keyword(index) {
      case .async, .reasync, .rethrows: index += 1
      case .throws:
        index += 1
        if kind(index) == .leftParen { index = bracketEnd(index) }
      default: return index
      }
    }
  }

  /// Returns the index after the attributes and words before a type.
  func typePrefixEnd(_ start: Int) -> Int {
    var index = start
    while true {
      if kind(index) == .at, let end = typeAttributeEnd(index) {
        index = end
      } else if spells(index, "~"), beginsType(index + 1) {
        index += 1
      } else if let end = typeSpecifierEnd(index) {
        index = end
      } else {
        return index
      }
    }
  }

  private func suppressionEnd(_ index: Int) -> Int {
    var index = index
    if isWord(index, .any) || isWord(index, .some), beginsType(index + 1) { index += 1 }
    return spells(index, "~") ? index + 1 : index
  }

  private func typeSpecifierEnd(_ index: Int) -> Int? {
    switch keyword(index) {
    case .inout, .repeat: return index + 1
    case .some, .any, .each: return beginsType(index + 1) ? index + 1 : nil
    case .borrowing, .consuming, .sending, .isolated, ._const, .oldOwned, .oldShared,
      ._resultDependsOnSelf, ._resultDependsOn, .scoped:
      return beginsType(index + 1) && !startsLine(index + 1) ? index + 1 : nil
    case .nonisolated, .dependsOn:
      var end = index + 1
      if kind(end) == .leftParen, !startsLine(end) { end = bracketEnd(end) }
      return beginsType(end) ? end : nil
    default: return nil
    }
  }

  /// `true` if a type may begin at `index`.
  func beginsType(_ index: Int) -> Bool {
    switch kind(index) {
    case .identifier, .leftParen, .leftSquare, .at, .placeholder, .doubleColon: return true
    case .keyword:
      switch keyword(index) {
      case .anyType, .selfType, .inout, .repeat, .wildcard, .selfValue: return true
      default: return false
      }
    default: return spells(index, "~")
    }
  }

  ///     attribute ::= '@' simple-type ('(' … ')')?
  private func typeAttributeEnd(_ index: Int) -> Int? {
    guard isAttributeName(index + 1) else { return nil }
    let end = qualifiedNameEnd(index + 1)
    guard kind(end) == .leftParen, isAdjacent(end) else { return end }
    let close = bracketEnd(end)
    // `@escaping() -> Void`: the parentheses hold parameters.
    return functionArrow(close) == nil ? close : end
  }

  ///     qualified-name ::= name generics? ('.' name generics?)*
  func qualifiedNameEnd(_ start: Int) -> Int {
    var index = kind(start) == .doubleColon ? start + 1 : start
    while isMemberName(index) {
      index += 1
      if kind(index) == .leftAngle, let end = genericsEnd(index) { index = end }
      guard kind(index) == .period || kind(index) == .doubleColon, isMemberName(index + 1) else {
        break
      }
      index += 1
    }
    return index
  }

  ///     simple ::= ('.'-separated (name generics?) | '(' … ')' | '[' … ']' | '_') ('?' | '!')*
  private func simpleTypeEnd(_ start: Int, depth: Int) -> Int? {
    var index = start
    switch kind(index) {
    case .identifier, .dollarIdentifier, .placeholder:
      guard let end = typeNameEnd(index, depth: depth) else { return nil }
      index = end
    case .doubleColon where isMemberName(index + 1):
      guard let end = typeNameEnd(index + 1, depth: depth) else { return nil }
      index = end
    case .keyword:
      switch keyword(index) {
      case .anyType, .selfType, .wildcard:
        guard let end = typeNameEnd(index, depth: depth) else { return nil }
        index = end
      // `self` is a type in no valid place but is read as one for a better message.
      case .selfValue: index += 1
      default: return nil
      }
    case .leftParen, .leftSquare:
      let end = bracketEnd(index)
      if depth > 0, !holdsTypes(index + 1..<max(index + 1, end - 1)) { return nil }
      index = end
    default: return nil
    }
    while true {
      switch kind(index) {
      case .period, .doubleColon:
        guard isMemberName(index + 1) else { return index }
        guard let end = typeNameEnd(index + 1, depth: depth) else { return nil }
        index = end
      case .postfixQuestion, .exclamation:
        if startsLine(index) { return index }
        index += 1
      default: return index
      }
    }
  }

  private func typeNameEnd(_ index: Int, depth: Int) -> Int? {
    guard kind(index + 1) == .leftAngle else { return index + 1 }
    if depth > 0 { return strictGenericsEnd(index + 1, depth: depth) }
    return genericsEnd(index + 1) ?? index + 1
  }

  /// `true` if the token is the `&` of a composition.
  func isAmpersand(_ index: Int) -> Bool {
    switch kind(index) {
    case .prefixAmpersand: true
    case .binaryOperator, .postfixOperator: spells(index, "&")
    default: false
    }
  }

  ///     generics ::= '<' … '>'
  ///
  /// For places where `<` can only open a list; what stands in it is not looked at.
  func genericsEnd(_ start: Int) -> Int? {
    var index = start
    var depth = 0
    let limit = min(last, start + Self.maximumGenericTokens)
    while index < limit {
      switch kind(index) {
      case .leftAngle:
        depth += 1
        index += 1
      case .rightAngle:
        depth -= 1
        index += 1
        if depth == 0 { return index }
      case .leftParen, .leftSquare:
        index = bracketEnd(index)
      case .leftBrace, .rightBrace, .rightParen, .rightSquare, .semicolon, .equal, .endOfFile,
        .poundIf, .poundElse, .poundElseif, .poundEndif, .string, .stringHead:
        return nil
      case .keyword where beginsDeclaration(keyword(index)):
        // `<T: class>` is an old spelling of a constraint.
        guard keyword(index) == .class, !startsLine(index) else { return nil }
        index += 1
      default:
        index += 1
      }
    }
    return nil
  }

  private func beginsDeclaration(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .class, .struct, .enum, .protocol, .extension, .func, .var, .import, .case, .typealias,
      .subscript, .deinit, .return, .for, .while, .guard:
      true
    default: false
    }
  }

  /// Returns the end of the generic arguments at `start` if they are that rather than an operator,
  /// judged by what is in them and what follows.
  func genericArgumentsEnd(_ start: Int) -> Int? {
    guard kind(start) == .leftAngle, let end = strictGenericsEnd(start, depth: 0) else {
      return nil
    }
    switch kind(end) {
    case .rightParen, .rightSquare, .leftBrace, .rightBrace, .period, .comma, .semicolon,
      .endOfFile, .exclamation, .postfixQuestion, .colon, .stringMiddle, .stringTail:
      return end
    case .leftParen, .leftSquare:
      return startsLine(end) ? nil : end
    case .binaryOperator:
      return spells(end, "&") ? end : nil
    default:
      return nil
    }
  }

  ///     generic-arguments ::= '<' (argument (',' argument)* ','?)? '>'
  ///     argument ::= type | '-'? integer
  private func strictGenericsEnd(_ start: Int, depth: Int) -> Int? {
    guard depth < Self.maximumGenericDepth else { return nil }
    var index = start + 1
    while kind(index) != .rightAngle {
      if kind(index) == .integer {
        index += 1
      } else if spells(index, "-"), kind(index + 1) == .integer {
        index += 2
      } else if let end = typeEnd(index, depth: depth + 1), end > index {
        index = end
        if spells(index, "...") { index += 1 }
      } else {
        return nil
      }
      guard kind(index) == .comma else { break }
      index += 1
    }
    return kind(index) == .rightAngle ? index + 1 : nil
  }

  private func holdsTypes(_ range: Range<Int>) -> Bool {
    guard range.count <= Self.maximumGenericTokens else { return false }
    for index in range {
      switch kind(index) {
      case .identifier, .leftParen, .rightParen, .leftSquare, .rightSquare, .comma, .colon,
        .period, .doubleColon, .at, .arrow, .leftAngle, .rightAngle, .postfixQuestion,
        .exclamation, .integer, .placeholder:
        continue
      case .keyword:
        switch keyword(index) {
        case .anyType, .selfType, .inout, .repeat, .wildcard, .throws, .rethrows, .in: continue
        default: return false
        }
      default:
        guard isAmpersand(index) || spells(index, "...") || spells(index, "~") else {
          return false
        }
      }
    }
    return true
  }
}
