extension Parser {
  ///     variable ::= ('var' | 'let') binding (',' binding)*
  mutating func parseVariable() {
    parseIntroducer()
    parseBindings()
  }

  /// Reads bindings, also those before which `var` or `let` stands again.
  mutating func parseBindings() {
    parseBinding(isFirst: true)
    while kind == .comma {
      index += 1
      parseBinding(isFirst: false)
    }
  }

  ///     binding ::= pattern (':' type)? ('=' expression)? accessors?
  private mutating func parseBinding(isFirst: Bool) {
    let binding = open(.binding)
    if !isFirst, keyword == .var || keyword == .let, extents.isIdentifier(index + 1) {
      parseUnexpected(until: index + 1)
    }
    parsePattern()
    if kind == .colon {
      index += 1
      parseTypeNode()
    }
    let hasInitializer = kind == .equal
    parseInitializerClause()
    if kind == .leftBrace,
      !hasInitializer || !extents.startsLine(index) || extents.opensObservers(index)
    {
      parseAccessors()
    }
    close(binding)
  }

  ///     pattern ::= name | '_' | '(' … ')'
  private mutating func parsePattern() {
    switch kind {
    case .identifier, .dollarIdentifier, .placeholder:
      leaf(.pattern, to: index + 1)
    case .leftParen:
      leaf(.pattern, to: extents.bracketEnd(index))
    case .keyword where !extents.startsLine(index):
      leaf(.pattern, to: index + 1)
    default:
      diagnostics.append(.expectedPattern(here))
    }
  }

  ///     type-node ::= generics? type
  mutating func parseTypeNode() {
    let start = kind == .leftAngle ? extents.genericsEnd(index) ?? index : index
    if let end = extents.typeEnd(start), end > index {
      leaf(.type, to: end)
    } else {
      diagnostics.append(.expectedType(here))
    }
  }

  ///     initializer-clause ::= '=' expression
  mutating func parseInitializerClause() {
    guard kind == .equal else { return }
    index = extents.operatorEnd(index)
    if let end = extents.expressionEnd(index), end > index {
      parseExpression(to: end)
    } else {
      diagnostics.append(.expectedExpression(here))
    }
  }

  ///     accessors ::= '{' (accessor* | statement*) '}'
  mutating func parseAccessors() {
    let block = open(.accessors)
    let end = extents.bracketEnd(index)
    let isClosed = !extents.flags(index).contains(.unmatched)
    let limit = isClosed ? end - 1 : end
    if extents.accessorSpecifier(index + 1, isFirst: true) == nil {
      // The braces are those of the getter; its statements are what lies between them.
      let isPlain = !extents.flags(index).contains(.holdsDeclarations)
      index += 1
      if isPlain {
        leaf(.codeBlock, to: limit)
      } else {
        let body = open(.codeBlock)
        let isRead = nested { $0.walkCode(until: limit) }
        if !isRead { index = limit }
        close(body)
      }
    } else {
      index += 1
      var isFirst = true
      while index < limit, let specifier = extents.accessorSpecifier(index, isFirst: isFirst) {
        parseAccessor(specifier)
        isFirst = false
      }
      while index < limit, kind == .semicolon { index += 1 }
      if index < limit {
        diagnostics.append(.expectedAccessor(tokenRange))
        parseUnexpected(until: limit)
      }
    }
    index = max(index, end)
    close(block)
  }

  ///     accessor ::= attribute* modifier? specifier ('(' name ')')? effects block?
  private mutating func parseAccessor(_ specifier: Range<Int>) {
    let accessor = open(.accessor)
    parseAttributes()
    while index < specifier.lowerBound { leaf(.modifier, to: index + 1) }
    leaf(.introducer, to: specifier.upperBound)
    if kind == .leftParen { leaf(.parameters, to: extents.bracketEnd(index)) }
    parseEffects()
    parseBody()
    while kind == .semicolon { index += 1 }
    close(accessor)
  }
}

extension Extents {
  /// Returns the word or words that name the accessor at `start`, nil where none begins.
  func accessorSpecifier(_ start: Int, isFirst: Bool) -> Range<Int>? {
    var index = attributesEnd(start)
    while true {
      switch keyword(index) {
      case .mutating, .nonmutating, .consuming, .borrowing, .oldConsuming, .nonisolated:
        index += 1
        if kind(index) == .leftParen, keyword(index - 1) == .nonisolated {
          index = bracketEnd(index)
        }
        continue
      default: break
      }
      break
    }
    switch keyword(index) {
    case .get, .set, .willSet, .didSet, ._read, ._modify, .borrow, .initWord, .unsafeAddress,
      .unsafeMutableAddress, .addressWithOwner, .addressWithNativeOwner,
      .mutableAddressWithOwner, .mutableAddressWithNativeOwner:
      return index..<index + 1
    case .mutate where !isFirst && endsSpecifier(index + 1),
      .read where !isFirst && endsSpecifier(index + 1),
      .modify where !isFirst && endsSpecifier(index + 1):
      return index..<index + 1
    case .yielding where keyword(index + 1) == .borrow || keyword(index + 1) == .mutate:
      return index..<index + 2
    default: return nil
    }
  }

  /// `true` if what stands at `index` may follow a word that could also be a name in a getter.
  private func endsSpecifier(_ index: Int) -> Bool {
    kind(index) == .leftBrace || kind(index) == .rightBrace
  }
}
