extension Extents {
  ///     expression ::= operand (operator operand | 'is' type | 'as' type | '?' expression ':' …)*
  ///
  /// Looks for the blocks of branches no further than `limit`.
  func expressionEnd(_ start: Int, limit: Int = .max) -> Int? {
    var deadEnds = DeadEnds(limit: limit)
    return expressionEnd(start, &deadEnds)
  }

  /// Returns the same, given what searches over the same tokens did not lead to.
  func expressionEnd(_ start: Int, _ deadEnds: inout DeadEnds) -> Int? {
    guard var index = operandEnd(start, &deadEnds) else { return nil }
    var openTernaries = 0
    while true {
      switch kind(index) {
      case .binaryOperator, .leftAngle, .rightAngle:
        guard isBinaryOperator(index) else { return index }
        index = operatorEnd(index)
      case .equal:
        index = operatorEnd(index)
      case .infixQuestion:
        openTernaries += 1
        index += 1
      case .colon where openTernaries > 0:
        openTernaries -= 1
        index += 1
      case .arrow:
        index += 1
      case .keyword:
        switch keyword(index) {
        case .is, .as:
          let isCast = keyword(index) == .as
          index += 1
          if isCast, kind(index) == .postfixQuestion || kind(index) == .exclamation { index += 1 }
          guard let end = typeEnd(index) else { return index }
          index = end
          continue
        case .throws:
          guard let arrow = functionArrow(index, &deadEnds) else { return index }
          index = arrow + 1
        default: return index
        }
      case .identifier where keyword(index) == .async:
        guard let arrow = functionArrow(index, &deadEnds) else { return index }
        index = arrow + 1
      default:
        return index
      }
      guard let end = operandEnd(index, &deadEnds) else { return index }
      index = end
    }
  }

  ///     operand ::= ('try' | 'await' | prefix-operator | …)* (primary suffix* | key-path | branch)
  private func operandEnd(_ start: Int, _ deadEnds: inout DeadEnds) -> Int? {
    var index = start
    while true {
      if isPrefixOperator(index) {
        index = operatorEnd(index)
        continue
      }
      switch kind(index) {
      case .at, .doubleColon:
        guard let end = typeEnd(index) else { return index > start ? index : nil }
        return suffixEnd(end, isLiteral: false)
      case .backslash:
        return keyPathEnd(index)
      case .keyword:
        switch keyword(index) {
        case .try:
          index += 1
          if kind(index) == .postfixQuestion || kind(index) == .exclamation { index += 1 }
          continue
        case .repeat:
          index += 1
          continue
        case .inout:
          return typeEnd(index)
        case .if: return ifEnd(index, &deadEnds)
        case .switch: return switchEnd(index, &deadEnds)
        case .do: return doEnd(index, &deadEnds)
        default: break
        }
      case .identifier:
        switch keyword(index) {
        case .await:
          index += 1
          continue
        case .unsafe where beginsOperand(index + 1, after: index, acceptsBrackets: true),
          .consume where beginsOperand(index + 1, after: index),
          .copy where beginsOperand(index + 1, after: index),
          .borrow where beginsOperand(index + 1, after: index),
          .each where beginsOperand(index + 1, after: index):
          index += 1
          continue
        case .any where beginsOperand(index + 1, after: index) || spells(index + 1, "~"):
          guard let end = typeEnd(index) else { return index + 1 }
          return end
        default: break
        }
      default: break
      }
      guard let end = primaryEnd(index) else { return index > start ? index : nil }
      return suffixEnd(end, isLiteral: isLiteral(index))
    }
  }

  /// `true` if the token at `index` is the operand of the word at `word`, which would otherwise be
  /// a name.
  private func beginsOperand(_ index: Int, after word: Int, acceptsBrackets: Bool = false) -> Bool {
    guard !startsLine(index) else { return false }
    switch kind(index) {
    case .identifier, .dollarIdentifier, .placeholder, .integer, .float, .string, .stringHead,
      .regex, .prefixAmpersand, .prefixOperator, .at, .backslash, .pound:
      return true
    case .keyword:
      switch keyword(index) {
      case .anyType, .selfType, .selfValue, .super, .initWord, .true, .false, .nil, .repeat, .try,
        .if,
        .switch, .wildcard:
        return true
      default: return false
      }
    case .period, .leftParen, .leftSquare:
      return acceptsBrackets && !isAdjacent(index)
    case .leftBrace:
      return acceptsBrackets && isTrailingClosure(index)
    default: return isPrefixOperator(index)
    }
  }

  func isLiteral(_ index: Int) -> Bool {
    switch kind(index) {
    case .integer, .float, .string, .stringHead, .regex, .leftSquare: true
    case .keyword: [.true, .false, .nil].contains(keyword(index))
    default: false
    }
  }

  ///     primary ::= literal | name | '.' name | '(' … ')' | '[' … ']' | closure | '#' name …
  func primaryEnd(_ index: Int) -> Int? {
    switch kind(index) {
    case .integer, .float, .string, .regex:
      return index + 1
    case .stringHead:
      return stringEnd(index)
    case .identifier, .dollarIdentifier, .placeholder:
      return nameEnd(index)
    case .keyword:
      switch keyword(index) {
      case .selfValue, .selfType, .super, .initWord, .deinit, .subscript, .anyType:
        return nameEnd(index)
      case .true, .false, .nil, .wildcard: return index + 1
      default: return nil
      }
    case .period:
      guard isMemberName(index + 1) || kind(index + 1) == .integer else { return index + 1 }
      return nameEnd(index + 1)
    case .pound:
      guard isMemberName(index + 1), !startsLine(index + 1) else { return index + 1 }
      return nameEnd(index + 1)
    case .leftParen, .leftSquare, .leftBrace:
      return bracketEnd(index)
    case .binaryOperator, .postfixOperator, .leftAngle, .rightAngle, .equal:
      // An operator that is passed as a value, as in `reduce(0, +)`.
      let end = operatorEnd(index)
      switch kind(end) {
      case .comma, .rightParen, .rightSquare: return end
      default: return nil
      }
    default:
      return nil
    }
  }

  ///     name ::= (module '::')? identifier generic-arguments?
  func nameEnd(_ index: Int) -> Int {
    var end = index + 1
    while kind(end) == .doubleColon, isMemberName(end + 1) { end += 2 }
    return genericArgumentsEnd(end) ?? end
  }

  private func suffixEnd(_ start: Int, isLiteral: Bool) -> Int {
    var index = start
    var isLiteral = isLiteral
    while let end = suffixStepEnd(index, isLiteral: isLiteral) {
      // A call takes trailing closures once.
      let isClosure = kind(index) == .leftBrace
      index = end
      if isClosure, kind(index) == .leftBrace { break }
      isLiteral = false
    }
    return index
  }

  ///     suffix ::= '.' name | '(' … ')' closures? | '[' … ']' closures? | closures | operator
  ///
  /// Takes one suffix of the operand that ends before `index`.
  func suffixStepEnd(_ index: Int, isLiteral: Bool) -> Int? {
    switch kind(index) {
    case .period:
      guard isMemberName(index + 1) || kind(index + 1) == .integer else { return index + 1 }
      return nameEnd(index + 1)
    case .leftParen, .leftSquare:
      if startsLine(index) { return nil }
      let end = bracketEnd(index)
      return kind(end) == .leftBrace && isTrailingClosure(end) ? trailingClosuresEnd(end) : end
    case .leftBrace:
      guard !isLiteral, isTrailingClosure(index) else { return nil }
      return trailingClosuresEnd(index)
    case .postfixQuestion, .exclamation:
      return index + 1
    case .postfixOperator, .leftAngle, .rightAngle:
      return isPostfixOperator(index) ? operatorEnd(index) : nil
    case .poundIf:
      return beginsConditionalSuffix(index) ? conditionalEnd(index) : nil
    default:
      return nil
    }
  }

  /// `true` if the `#if` at `index` holds a continuation of the expression before it.
  private func beginsConditionalSuffix(_ index: Int) -> Bool {
    var index = index
    while kind(index) == .poundIf { index = conditionEnd(index) }
    return kind(index) == .period && isMemberName(index + 1)
  }

  ///     trailing-closures ::= closure (label ':' closure)*
  func trailingClosuresEnd(_ start: Int) -> Int {
    var index = bracketEnd(start)
    while isMemberName(index), kind(index + 1) == .colon, keyword(index) != .default {
      if kind(index + 2) == .leftBrace {
        index = bracketEnd(index + 2)
      } else if kind(index + 2) == .placeholder {
        index += 3
      } else {
        break
      }
    }
    return index
  }

  /// `true` if the brace at `index` opens a closure rather than accessors or a `switch` body.
  func isTrailingClosure(_ index: Int) -> Bool {
    keyword(index + 1) != .case && !opensObservers(index)
  }

  /// `true` if the brace at `index` opens observers or an `init` accessor.
  func opensObservers(_ index: Int) -> Bool {
    func isObserver(_ index: Int) -> Bool {
      switch keyword(index) {
      case .didSet, .willSet, .initWord: true
      default: false
      }
    }
    var index = index + 1
    if isObserver(index) { return true }
    guard kind(index) == .at else { return false }
    while kind(index) == .at {
      guard kind(index + 1) == .identifier else { return false }
      if spells(index + 1, "_accessorBlock") { return true }
      index += 2
      if kind(index) == .leftParen { index = bracketEnd(index) }
    }
    return isObserver(index)
  }

  ///     key-path ::= '\' root? ('.' name | '[' … ']' | '?' | '!')*
  func keyPathEnd(_ start: Int) -> Int {
    var index = start + 1
    switch kind(index) {
    case .identifier, .placeholder: index = typeNameGenericsEnd(index)
    case .keyword where keyword(index) == .selfType || keyword(index) == .anyType:
      index = typeNameGenericsEnd(index)
    case .leftParen, .leftSquare: index = bracketEnd(index)
    default: break
    }
    while true {
      switch kind(index) {
      case .period:
        if isMemberName(index + 1) || kind(index + 1) == .integer {
          index = nameEnd(index + 1)
          // `\.name(label:)`
          if kind(index) == .leftParen, !startsLine(index), isAdjacent(index) {
            index = bracketEnd(index)
          }
        } else if kind(index + 1) == .leftSquare {
          index = bracketEnd(index + 1)
        } else {
          return index + 1
        }
      case .leftSquare:
        if startsLine(index) { return index }
        index = bracketEnd(index)
      case .postfixQuestion, .exclamation:
        index += 1
      case .prefixOperator, .binaryOperator, .postfixOperator:
        guard isOptionalChain(index) else { return index }
        index = operatorEnd(index)
        // `.?.name`: the operator swallowed the dot.
        if isMemberName(index), isAdjacent(index), endsWithPeriod(index - 1) {
          index = nameEnd(index)
        }
      default:
        return index
      }
    }
  }

  func typeNameGenericsEnd(_ index: Int) -> Int {
    guard kind(index + 1) == .leftAngle else { return index + 1 }
    return genericsEnd(index + 1) ?? index + 1
  }

  /// `true` if the operator at `index` consists of dots and `?` or `!`, as in `\.?.name`.
  private func isOptionalChain(_ index: Int) -> Bool {
    var hasMark = false
    for offset in tokens[index].range {
      switch source[offset] {
      case Ascii.question, Ascii.exclamation: hasMark = true
      case Ascii.period: continue
      default: return false
      }
    }
    return hasMark
  }

  private func endsWithPeriod(_ index: Int) -> Bool {
    source[tokens[index].range.upperBound - 1] == Ascii.period
  }
}
