extension Parser {
  /// Reads attributes, those in `#if` included.
  mutating func parseAttributes() {
    while true {
      if kind == .at, extents.attributeEnd(index) != nil {
        parseAttribute()
      } else if kind == .poundIf, extents.conditionalAttributesEnd(index) != nil {
        parseConditionalAttributes()
      } else {
        return
      }
    }
  }

  ///     attribute ::= '@' qualified-name ('(' arguments ')')? closure?
  private mutating func parseAttribute() {
    let node = open(.attribute)
    index += 1
    leaf(.attributeName, to: extents.qualifiedNameEnd(index))
    if extents.hasAttributeArguments(index) {
      if let start = extents.abiDeclaration(index) {
        parseABIArguments(start)
      } else {
        parseBracket(.arguments)
      }
    }
    if extents.hasAttributeClosure(index) { parseExpression(to: extents.bracketEnd(index)) }
    close(node)
  }

  /// Reads the declaration that `@abi(…)` holds.
  private mutating func parseABIArguments(_ start: DeclarationStart) {
    let arguments = open(.arguments)
    let end = extents.bracketEnd(index)
    index += 1
    _ = nested { $0.parseDeclaration(start) }
    index = max(index, end)
    close(arguments)
  }

  private mutating func parseConditionalAttributes() {
    let node = open(.conditional)
    while kind != .poundEndif, index < extents.last {
      let clause = open(.conditionalClause)
      let conditionEnd = extents.conditionEnd(index)
      index += 1
      if conditionEnd > index { leaf(.condition, to: conditionEnd) }
      parseAttributes()
      close(clause)
    }
    index += 1
    close(node)
  }

  /// Reads the modifiers before a declaration.
  mutating func parseModifiers() {
    while let end = extents.modifierEnd(index) { leaf(.modifier, to: end) }
  }
}

extension Extents {
  /// Returns the declaration in the parentheses at `index`, nil unless they are those of `@abi` and
  /// end somewhere.
  func abiDeclaration(_ index: Int) -> DeclarationStart? {
    guard spells(index - 1, "abi"), !flags(index).contains(.unmatched) else { return nil }
    return declarationStart(index + 1, in: .members)
  }
}
