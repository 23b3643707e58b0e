extension Parser {
  ///     declaration ::= attribute* modifier* introducer …
  mutating func parseDeclaration(_ start: DeclarationStart) {
    let node = open(start.kind)
    parseAttributes()
    while index < start.introducer, let end = extents.modifierEnd(index) {
      leaf(.modifier, to: min(end, start.introducer))
    }
    index = start.introducer
    switch start.kind {
    case .classDeclaration, .structDeclaration, .enumDeclaration, .actorDeclaration,
      .protocolDeclaration, .extensionDeclaration:
      parseType(start.kind)
    case .variableDeclaration: parseVariable()
    case .functionDeclaration: parseFunction()
    case .initializerDeclaration: parseInitializer()
    case .deinitializerDeclaration:
      parseIntroducer()
      parseEffects()
      parseBody()
    case .subscriptDeclaration: parseSubscript()
    case .enumCaseDeclaration: parseEnumCase()
    case .typealiasDeclaration: parseTypealias()
    case .associatedtypeDeclaration: parseAssociatedtype()
    case .importDeclaration: parseImport()
    case .operatorDeclaration: parseOperator()
    case .precedenceGroupDeclaration:
      parseIntroducer()
      parseName(of: "precedence group")
      if kind == .leftBrace { index = extents.bracketEnd(index) }
    case .macroDeclaration: parseMacro()
    case .macroExpansion: parseMacroExpansion()
    default: index += 1
    }
    close(node)
  }

  mutating func parseIntroducer() { leaf(.introducer, to: index + 1) }

  /// Reads a name, also a reserved word where one stands on the same line.
  mutating func parseName(of thing: String) {
    if kind == .identifier || kind == .dollarIdentifier || kind == .placeholder {
      leaf(.name, to: index + 1)
    } else if kind == .keyword, !extents.startsLine(index) {
      leaf(.name, to: index + 1)
    } else {
      diagnostics.append(.expectedName(of: thing, here))
    }
  }

  ///     type-declaration ::= introducer name generics? inheritance? where? members
  private mutating func parseType(_ kind: SyntaxNode.Kind) {
    let thing = extents.keyword(index).text
    parseIntroducer()
    if kind == .extensionDeclaration {
      if let end = extents.typeEnd(index) {
        leaf(.name, to: end)
      } else {
        diagnostics.append(.expectedType(here))
      }
    } else {
      parseName(of: thing)
      parseGenericParameters()
    }
    parseInheritance()
    parseWhere()
    if self.kind == .leftBrace {
      parseMemberBlock()
    } else {
      diagnostics.append(.expectedMembers(of: thing, here))
    }
  }

  ///     generics ::= '<' … '>'
  mutating func parseGenericParameters() {
    if kind == .leftAngle, let end = extents.genericsEnd(index) {
      leaf(.genericParameters, to: end)
    }
  }

  ///     inheritance ::= ':' ('class' | type) (',' ('class' | type))*
  mutating func parseInheritance() {
    guard kind == .colon else { return }
    repeat {
      index += 1
      if keyword == .class {
        leaf(.inheritedType, to: index + 1)
      } else if let end = extents.typeEnd(index), end > index {
        leaf(.inheritedType, to: end)
      } else {
        diagnostics.append(.expectedType(here))
      }
    } while kind == .comma
  }

  ///     where ::= 'where' type (':' type | '==' type) (',' …)*
  mutating func parseWhere() {
    guard keyword == .where else { return }
    var end = index + 1
    while true {
      guard let left = requirementSideEnd(end) else { break }
      end = left
      if extents.kind(end) == .colon || extents.spells(end, "==") {
        end = extents.operatorEnd(end)
        guard let right = requirementSideEnd(end) else { break }
        end = right
        // A layout such as `_Trivial(64)`.
        if extents.kind(end) == .leftParen, extents.isAdjacent(end) {
          end = extents.bracketEnd(end)
        }
      }
      guard extents.kind(end) == .comma else { break }
      end += 1
    }
    leaf(.whereClause, to: end)
  }

  private func requirementSideEnd(_ index: Int) -> Int? {
    if extents.kind(index) == .integer { return index + 1 }
    if extents.spells(index, "-"), extents.kind(index + 1) == .integer { return index + 2 }
    if extents.keyword(index) == .class { return index + 1 }
    return extents.typeEnd(index)
  }

  ///     typealias ::= 'typealias' name generics? '=' type where?
  private mutating func parseTypealias() {
    parseIntroducer()
    parseName(of: "typealias")
    parseGenericParameters()
    if kind == .equal {
      index += 1
      parseTypeNode()
    }
    parseWhere()
  }

  ///     associatedtype ::= 'associatedtype' name inheritance? ('=' type)? where?
  private mutating func parseAssociatedtype() {
    parseIntroducer()
    parseName(of: "associated type")
    if kind == .postfixOperator, extents.spells(index, "...") { index += 1 }
    parseInheritance()
    if kind == .equal {
      index += 1
      parseTypeNode()
    }
    parseWhere()
  }

  ///     import ::= 'import' kind? name ('.' name)*
  private mutating func parseImport() {
    parseIntroducer()
    switch keyword {
    case .typealias, .struct, .class, .enum, .protocol, .var, .let, .func: index += 1
    default: break
    }
    var end = index
    while extents.isMemberName(end) {
      end += 1
      // `Swift.+`: the dot is part of the operator.
      if extents.isAdjacent(end), extents.firstByte(end) == Ascii.period,
        extents.kind(end) != .period, end < extents.last
      {
        end = extents.operatorEnd(end)
      }
      guard extents.kind(end) == .period || extents.kind(end) == .doubleColon else { break }
      end += 1
    }
    if end > index { leaf(.name, to: end) } else { parseName(of: "module") }
  }

  ///     operator ::= 'operator' operator-name (':' name (',' name)*)? ('{' … '}')?
  private mutating func parseOperator() {
    parseIntroducer()
    if !extents.endsList(index), !extents.startsLine(index) {
      leaf(.name, to: extents.operatorEnd(index))
    } else {
      diagnostics.append(.expectedName(of: "operator", here))
    }
    if kind == .colon {
      repeat {
        index += 1
        if extents.isMemberName(index) { index += 1 }
      } while kind == .comma
    }
    if kind == .leftBrace { index = extents.bracketEnd(index) }
  }

  ///     macro ::= 'macro' name generics? parameters effects ('->' type)? ('=' expression)? where?
  private mutating func parseMacro() {
    parseIntroducer()
    parseName(of: "macro")
    parseGenericParameters()
    parseSignature(of: "macro")
    parseInitializerClause()
    parseWhere()
  }

  ///     macro-expansion ::= '#' name generics? arguments? closures?
  private mutating func parseMacroExpansion() {
    parseIntroducer()
    leaf(.name, to: index + 1)
    while kind == .doubleColon, extents.isMemberName(index + 1) { index += 2 }
    if let end = extents.genericArgumentsEnd(index) { leaf(.genericParameters, to: end) }
    if kind == .leftParen, !extents.startsLine(index) { parseBracket(.arguments) }
    if kind == .leftBrace, extents.isTrailingClosure(index) {
      parseExpression(to: extents.trailingClosuresEnd(index))
    }
  }

  ///     case ::= 'case' element (',' element)*
  ///     element ::= name parameters? ('=' expression)?
  private mutating func parseEnumCase() {
    parseIntroducer()
    while true {
      let element = open(.enumCaseElement)
      if kind == .period { index += 1 }
      parseName(of: "case")
      parseGenericParameters()
      if kind == .leftParen { parseBracket(.parameters) }
      parseInitializerClause()
      close(element)
      guard kind == .comma else { return }
      index += 1
    }
  }
}
