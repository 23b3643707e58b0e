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

  ///     attribute ::= '@' qualified-name ('(' arguments ')' closure?)?
  private mutating func parseAttribute() {
    let node = open(.attribute)
    index += 1
    leaf(.attributeName, to: extents.qualifiedNameEnd(index))
    if extents.hasAttributeArguments(index) {
      parseBracket(.arguments)
      if kind == .leftBrace, !extents.startsLine(index), !extents.isAdjacent(index) {
        parseExpression(to: extents.bracketEnd(index))
      }
    }
    close(node)
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
