extension Expression {
  /// The two ends of a range.
  package struct RangeEnds: Sendable {
    /// Where the range begins, nil for `...5` and `..<5`.
    package let lower: Expression?
    /// Where the range ends, nil for `1...`.
    package let upper: Expression?
    /// `true` if the end belongs to the range.
    package let isClosed: Bool
  }

  /// The ends of a range written with `...` or `..<`; nil for other expressions and for `...`
  /// alone.
  package var rangeEnds: RangeEnds? {
    var depth = 0
    for index in tokens {
      switch tree.tokens[index].kind {
      case .leftParen, .leftSquare, .leftBrace: depth += 1
      case .rightParen, .rightSquare, .rightBrace: depth -= 1
      case .prefixOperator, .binaryOperator, .postfixOperator:
        let text = tree.tokenText(index)
        guard depth == 0, text == "..." || text == "..<" else { continue }
        let lower = tokens.lowerBound..<index
        let upper = index + 1..<tokens.upperBound
        if lower.isEmpty, upper.isEmpty { return nil }
        return RangeEnds(
          lower: lower.isEmpty ? nil : Expression(tree: tree, tokens: lower),
          upper: upper.isEmpty ? nil : Expression(tree: tree, tokens: upper),
          isClosed: text == "...")
      default: continue
      }
    }
    return nil
  }
}
