/// The beginning of a declaration, as far as its introducing keyword.
struct DeclarationStart {
  let kind: SyntaxNode.Kind
  /// The index of the keyword that introduces the declaration.
  let introducer: Int
}

extension Extents {
  /// Where a declaration stands.
  enum Context {
    /// Among members, where nothing else can stand.
    case members
    /// Among statements.
    case statements
  }

  /// Returns what declaration begins at `start`, with attributes and modifiers or without.
  func declarationStart(_ start: Int, in context: Context) -> DeclarationStart? {
    let attributesEnd = attributesEnd(start)
    let modifiersEnd = modifiersEnd(attributesEnd)
    let isMarked = modifiersEnd > start
    return introducedKind(modifiersEnd, in: context, isMarked: isMarked).map {
      DeclarationStart(kind: $0, introducer: modifiersEnd)
    }
  }

  /// Returns the index after the attributes at `start`, those in `#if` included.
  func attributesEnd(_ start: Int) -> Int {
    var index = start
    while true {
      if kind(index) == .at, let end = attributeEnd(index) {
        index = end
      } else if kind(index) == .poundIf, let end = conditionalAttributesEnd(index) {
        index = end
      } else {
        return index
      }
    }
  }

  ///     attribute ::= '@' qualified-name ('(' … ')')? closure?
  func attributeEnd(_ index: Int) -> Int? {
    guard kind(index) == .at, isAttributeName(index + 1) else { return nil }
    let nameEnd = qualifiedNameEnd(index + 1)
    let end = hasAttributeArguments(nameEnd) ? bracketEnd(nameEnd) : nameEnd
    return hasAttributeClosure(end) ? bracketEnd(end) : end
  }

  /// `true` if the braces at `index` are a closure given to the attribute before them, which a
  /// declaration or another attribute follows.
  func hasAttributeClosure(_ index: Int) -> Bool {
    guard kind(index) == .leftBrace, !startsLine(index), !flags(index).contains(.unmatched) else {
      return false
    }
    let end = bracketEnd(index)
    return kind(end) == .at
      || introducedKind(modifiersEnd(end), in: .members, isMarked: true) != nil
  }

  /// `true` if the token may begin the name of an attribute.
  func isAttributeName(_ index: Int) -> Bool {
    switch kind(index) {
    case .identifier, .placeholder: true
    case .doubleColon: isMemberName(index + 1)
    case .keyword:
      switch keyword(index) {
      case .selfType, .anyType, .rethrows: true
      default: false
      }
    default: false
    }
  }

  /// `true` if the arguments of the attribute whose name ends before `index` begin there.
  func hasAttributeArguments(_ index: Int) -> Bool {
    guard kind(index) == .leftParen, !startsLine(index) else { return false }
    if isAdjacent(index) { return true }
    // Space before the parentheses is an old habit; a declaration or the next attribute follows.
    let end = bracketEnd(index)
    return kind(end) == .at
      || introducedKind(modifiersEnd(end), in: .members, isMarked: true) != nil
  }

  /// Returns the index after the `#if` at `start` if it holds attributes and nothing else.
  func conditionalAttributesEnd(_ start: Int) -> Int? {
    var index = start
    var depth = 0
    var hasAttributes = false
    while true {
      switch kind(index) {
      case .poundIf:
        depth += 1
        if depth > 8 { return nil }
        index = conditionEnd(index)
      case .poundElseif, .poundElse:
        index = conditionEnd(index)
      case .poundEndif:
        depth -= 1
        index += 1
        if depth == 0 { return hasAttributes ? index : nil }
      case .at:
        guard let end = attributeEnd(index) else { return nil }
        hasAttributes = true
        index = end
      default:
        return nil
      }
    }
  }

  /// Returns the index after the modifiers at `start`.
  func modifiersEnd(_ start: Int) -> Int {
    var index = start
    while let end = modifierEnd(index) { index = end }
    return index
  }

  ///     modifier ::= word ('(' … ')')?
  func modifierEnd(_ index: Int) -> Int? {
    switch keyword(index) {
    case .public, .private, .fileprivate, .internal, .package, .open, .unowned, .nonisolated:
      if kind(index + 1) == .leftParen, !startsLine(index + 1) {
        return modifierDetailEnd(index + 1)
      }
      return index + 1
    case .static, .final, .dynamic, .lazy, .optional, .required, .convenience, .override, .weak,
      .mutating, .nonmutating, .indirect, .prefix, .postfix, .infix, .consuming, .borrowing,
      .isolated, .distributed, .async, .reasync, .sending, ._const, ._local, .oldConsuming,
      .setterAccess:
      return index + 1
    case .class:
      return isClassModifier(index) ? index + 1 : nil
    default: return nil
    }
  }

  /// `true` if the `class` at `index` stands before a member rather than a name.
  private func isClassModifier(_ index: Int) -> Bool {
    var index = index + 1
    while keyword(index) != .class, let end = modifierEnd(index) { index = end }
    switch keyword(index) {
    case .var, .let, .func, .subscript, .initWord, .deinit, .typealias, .case, .operator, .struct,
      .enum, .protocol, .extension, .associatedtype, .import, .precedencegroup:
      return true
    default:
      return kind(index) == .at
    }
  }

  /// Returns the index after the parentheses of a modifier, nil where they are a call.
  private func modifierDetailEnd(_ index: Int) -> Int? {
    let end = bracketEnd(index)
    return end - index <= 3 && isMemberName(index + 1) ? end : nil
  }

  /// Returns what the keyword at `index` introduces.
  func introducedKind(
    _ index: Int, in context: Context, isMarked: Bool
  ) -> SyntaxNode.Kind? {
    switch keyword(index) {
    case .class: return .classDeclaration
    case .struct: return .structDeclaration
    case .enum: return .enumDeclaration
    case .protocol: return .protocolDeclaration
    case .extension: return .extensionDeclaration
    case .func: return .functionDeclaration
    case .var, .let: return .variableDeclaration
    case .initWord: return .initializerDeclaration
    case .deinit: return .deinitializerDeclaration
    case .subscript: return .subscriptDeclaration
    case .typealias: return .typealiasDeclaration
    case .associatedtype: return .associatedtypeDeclaration
    case .import: return .importDeclaration
    case .operator: return .operatorDeclaration
    case .precedencegroup: return .precedenceGroupDeclaration
    case .case: return context == .members ? .enumCaseDeclaration : nil
    case .actor: return kind(index + 1) == .identifier ? .actorDeclaration : nil
    case .macro: return kind(index + 1) == .identifier ? .macroDeclaration : nil
    default:
      guard kind(index) == .pound, context == .members || isMarked, isMemberName(index + 1),
        !startsLine(index + 1)
      else { return nil }
      return .macroExpansion
    }
  }
}
