extension Parser {
  /// Reads declarations and statements up to the token at `end`.
  mutating func parseStatements(until end: Int) {
    while index < end {
      switch kind {
      case .semicolon:
        index += 1
      case .poundIf where extents.conditionalAttributesEnd(index) == nil:
        parseConditional(in: .statements)
      case .poundSourceLocation:
        index += 1
        if kind == .leftParen { index = extents.bracketEnd(index) }
      default:
        if let start = extents.declarationStart(index, in: .statements) {
          parseDeclaration(start)
        } else {
          let node = open(.code)
          walkCode(until: end, stopsAtDeclarations: true)
          close(node)
        }
      }
    }
  }

  /// Reads the expression that ends before `end`.
  mutating func parseExpression(to end: Int) {
    parseRange(.expression, to: end)
  }

  /// Reads the bracket that opens here, all within it included.
  mutating func parseBracket(_ kind: SyntaxNode.Kind) {
    parseRange(kind, to: extents.bracketEnd(index))
  }

  private mutating func parseRange(_ kind: SyntaxNode.Kind, to end: Int) {
    guard holdsDeclarations(until: end) else { return leaf(kind, to: end) }
    let node = open(kind)
    let isRead = nested { $0.walkCode(until: end) }
    if !isRead { index = end }
    close(node)
  }

  /// `true` if declarations may stand in the brackets before the token at `end`.
  ///
  /// Brackets that were left open and reach beyond `end` count as holding none.
  private func holdsDeclarations(until end: Int) -> Bool {
    var index = index
    while index < end {
      if extents.lexicalEnd(index) > end { return false }
      if extents.flags(index).contains(.holdsDeclarations) {
        switch extents.kind(index) {
        case .leftParen, .leftSquare, .leftBrace, .stringHead, .stringMiddle, .poundIf,
          .poundElseif, .poundElse:
          return true
        default: break
        }
      }
      index = max(extents.stepEnd(index), index + 1)
    }
    return false
  }

  /// A bracket or `#if` around the code being walked.
  private struct Enclosure {
    /// The index at which it ends.
    let end: Int
    /// `true` if statements may stand directly inside.
    let holdsStatements: Bool
    /// The node of an `#if`.
    let node: Int?
  }

  /// Walks over code up to the token at `end` and reads the types and functions declared in it.
  ///
  /// With `stopsAtDeclarations`, ends before a declaration or `#if` that is no part of a statement.
  mutating func walkCode(until end: Int, stopsAtDeclarations: Bool = false) {
    var enclosures: [Enclosure] = []
    let start = index
    while index < end {
      while let last = enclosures.last, index >= last.end {
        enclosures.removeLast()
        if let node = last.node { close(node) }
      }
      guard index < end else { break }
      let isOutside = enclosures.isEmpty
      if stopsAtDeclarations, isOutside, index > start, canStop { break }
      switch kind {
      case .leftParen, .leftSquare, .stringHead, .leftBrace:
        enterBracket(&enclosures, limit: end)
      case .poundIf:
        if let attributesEnd = extents.conditionalAttributesEnd(index) {
          if enclosures.last?.holdsStatements ?? true {
            parseLocalDeclaration(from: start)
          } else {
            index = attributesEnd
          }
        } else {
          let conditional = open(.conditional)
          enclosures.append(
            Enclosure(
              end: min(extents.conditionalEnd(index), end),
              holdsStatements: enclosures.last?.holdsStatements ?? true, node: conditional))
          index = extents.conditionEnd(index)
        }
      case .poundElseif, .poundElse:
        index = extents.conditionEnd(index)
      case .at, .keyword, .identifier:
        if enclosures.last?.holdsStatements ?? true {
          parseLocalDeclaration(from: start)
        } else {
          index += 1
        }
      default:
        index += 1
      }
    }
    index = max(index, min(end, index))
    while let last = enclosures.popLast() {
      if let node = last.node { close(node) }
    }
  }

  private mutating func enterBracket(_ enclosures: inout [Enclosure], limit: Int) {
    let isString = kind == .stringHead
    let end = isString ? extents.stringEnd(index) : extents.lexicalEnd(index)
    let isPlain =
      isString
      ? !stringHoldsDeclarations(until: end)
      : !extents.flags(index).contains(.holdsDeclarations)
    if isPlain {
      index = min(end, limit)
    } else {
      enclosures.append(
        Enclosure(end: min(end, limit), holdsStatements: kind == .leftBrace, node: nil))
      index += 1
    }
  }

  private func stringHoldsDeclarations(until end: Int) -> Bool {
    var index = index
    while index < end {
      if extents.flags(index).contains(.holdsDeclarations) { return true }
      let next = Int(extents.tokens[index].match)
      guard next > index else { return false }
      index = next
    }
    return false
  }

  /// `true` if a statement has ended and a declaration or `#if` begins.
  private var canStop: Bool {
    if kind == .poundIf { return true }
    guard kind == .at || kind == .keyword || kind == .identifier else { return false }
    switch extents.kind(index - 1) {
    case .semicolon, .rightBrace: break
    case .comma: return false
    case .keyword:
      switch extents.keyword(index - 1) {
      case .if, .guard, .while, .case, .for, .catch, .try, .import: return false
      default: guard extents.startsLine(index) else { return false }
      }
    default: guard extents.startsLine(index) else { return false }
    }
    return extents.declarationStart(index, in: .statements) != nil
  }

  /// Reads the type or function that begins here, or goes past what begins none.
  private mutating func parseLocalDeclaration(from first: Int) {
    let marksEnd = extents.modifiersEnd(extents.attributesEnd(index))
    let introducer = extents.keyword(marksEnd)
    guard introducer.isLandmark, isStatementStart(first: first),
      extents.introducesLocalDeclaration(marksEnd),
      let kind = extents.introducedKind(marksEnd, in: .statements, isMarked: false)
    else {
      index = max(marksEnd, index + 1)
      return
    }
    let start = DeclarationStart(kind: kind, introducer: marksEnd)
    let isRead = nested { $0.parseDeclaration(start) }
    if !isRead { index = max(extents.stepEnd(marksEnd + 1), marksEnd + 1) }
  }

  /// `true` if the token before the next one does not bind the two together.
  private func isStatementStart(first: Int) -> Bool {
    guard index > first else { return true }
    switch extents.kind(index - 1) {
    case .period, .doubleColon, .backslash, .pound: return false
    case .keyword: return extents.keyword(index - 1) != .import
    default: return true
    }
  }
}

extension Extents {
  /// `true` if the keyword at `index` introduces a declaration rather than being a label.
  func introducesLocalDeclaration(_ index: Int) -> Bool {
    switch keyword(index) {
    case .func: isMemberName(index + 1) || operatorNameEnd(index + 1) != nil
    case .extension: beginsType(index + 1)
    case .actor:
      kind(index + 1) == .identifier && !startsLine(index + 1)
    default: isMemberName(index + 1)
    }
  }
}
