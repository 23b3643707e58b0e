extension Parser {
  ///     members ::= '{' (declaration ';'? | conditional)* '}'
  mutating func parseMemberBlock() {
    let block = open(.members)
    let end = extents.bracketEnd(index)
    let isClosed = !extents.flags(index).contains(.unmatched)
    let limit = isClosed ? end - 1 : end
    index += 1
    let isRead = nested { $0.parseMembers(until: limit) }
    if !isRead { index = limit }
    index = max(index, end)
    close(block)
  }

  /// Reads declarations up to the token at `end`.
  mutating func parseMembers(until end: Int) {
    while index < end {
      let start = index
      parseMember(until: end)
      if index == start { index += 1 }
    }
  }

  private mutating func parseMember(until end: Int) {
    switch kind {
    case .semicolon:
      index += 1
    case .poundIf where extents.conditionalAttributesEnd(index) == nil:
      parseConditional(in: .members)
    case .poundSourceLocation:
      index += 1
      if kind == .leftParen { index = extents.bracketEnd(index) }
    default:
      if let start = extents.declarationStart(index, in: .members) {
        parseDeclaration(start)
      } else {
        parseUnknownMember(until: end)
      }
    }
  }

  /// Reads attributes and modifiers that nothing follows, or tokens up to where a declaration may
  /// begin again.
  private mutating func parseUnknownMember(until end: Int) {
    let marksEnd = extents.modifiersEnd(extents.attributesEnd(index))
    if extents.beginsBareProperty(marksEnd) { return parseBareProperty() }
    if marksEnd > index {
      let node = open(.incompleteDeclaration)
      parseAttributes()
      parseModifiers()
      close(node)
      diagnostics.append(.expectedDeclaration(here))
      return
    }
    var stop = max(extents.stepEnd(index), index + 1)
    while stop < end, !canResume(stop) {
      // Where modifiers introduce nothing, none of them does.
      let marksEnd = extents.startsLine(stop) ? extents.modifiersEnd(stop) : stop
      stop = max(extents.stepEnd(stop), marksEnd, stop + 1)
    }
    parseUnexpected(until: min(stop, end))
  }

  /// Reads a property without `var`, as authors of protocols write it.
  private mutating func parseBareProperty() {
    let node = open(.variableDeclaration)
    parseAttributes()
    parseModifiers()
    diagnostics.append(.expectedVar(here))
    parseBindings()
    close(node)
  }

  /// `true` if a declaration may begin at `index` after tokens that fit nowhere.
  private func canResume(_ index: Int) -> Bool {
    switch extents.kind(index) {
    case .semicolon, .at: true
    case .keyword:
      extents.keyword(index) != .class && extents.modifierEnd(index) != nil
        || extents.introducedKind(index, in: .members, isMarked: false) != nil
    case .poundIf, .poundSourceLocation: true
    case .identifier, .pound:
      extents.startsLine(index)
        && extents.introducedKind(extents.modifiersEnd(index), in: .members, isMarked: false)
          != nil
    default: false
    }
  }

  ///     conditional ::= ('#if' | '#elseif' | '#else') condition? … '#endif'
  mutating func parseConditional(in context: Extents.Context) {
    let node = open(.conditional)
    let end = extents.conditionalEnd(index)
    let isRead = nested { parser in
      while parser.isAtClause, parser.index < end {
        parser.parseClause(in: context, limit: end)
      }
    }
    if !isRead { index = end }
    if kind == .poundEndif, index < end { index += 1 }
    index = max(index, end)
    close(node)
  }

  private var isAtClause: Bool {
    kind == .poundIf || kind == .poundElseif || kind == .poundElse
  }

  private mutating func parseClause(in context: Extents.Context, limit: Int) {
    let clause = open(.conditionalClause)
    let next = Int(extents.tokens[index].match)
    let end = next > index ? min(next, limit) : limit
    let conditionEnd = min(extents.conditionEnd(index), end)
    index += 1
    if conditionEnd > index { leaf(.condition, to: conditionEnd) }
    switch context {
    case .members: parseMembers(until: end)
    case .statements: parseStatements(until: end)
    }
    index = max(index, end)
    close(clause)
  }
}

extension Extents {
  /// `true` if a name, a colon and a type stand at `index`.
  func beginsBareProperty(_ index: Int) -> Bool {
    isIdentifier(index) && kind(index + 1) == .colon && beginsType(index + 2)
  }
}
