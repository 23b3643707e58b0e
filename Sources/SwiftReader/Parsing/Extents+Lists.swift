/// The tokens of one parameter, or of one element of a tuple type.
struct ParameterParts {
  var firstName: Int?
  var secondName: Int?
  var type: Range<Int>?
  var value: Range<Int>?
  var end: Int
}

extension Extents {
  /// Returns the tokens between the brackets that open at the start of `clause`.
  func inside(_ clause: Range<Int>) -> Range<Int> {
    guard !clause.isEmpty else { return clause }
    let isClosed = !flags(clause.lowerBound).contains(.unmatched) && clause.count > 1
    let end = isClosed ? clause.upperBound - 1 : clause.upperBound
    return min(clause.lowerBound + 1, end)..<end
  }

  /// Returns the elements of the list in the brackets around `clause`, commas left out.
  func elements(inside clause: Range<Int>) -> [Range<Int>] {
    let bounds = inside(clause)
    var result: [Range<Int>] = []
    var deadEnds = DeadEnds(limit: bounds.upperBound)
    var index = bounds.lowerBound
    while index < bounds.upperBound {
      let end = elementEnd(index, limit: bounds.upperBound, &deadEnds)
      if end > index { result.append(index..<end) }
      index = max(end, index)
      if index < bounds.upperBound { index += 1 }
    }
    return result
  }

  ///     element ::= (label ':')? expression (':' expression)?
  ///
  /// Whatever else stands before the next comma belongs to the element too.
  private func elementEnd(_ start: Int, limit: Int, _ deadEnds: inout DeadEnds) -> Int {
    var index = start
    while index < limit, kind(index) != .comma {
      if let end = expressionEnd(index, &deadEnds), end > index {
        index = end
      } else {
        index = max(stepEnd(index), operatorEnd(index))
      }
    }
    return min(index, limit)
  }

  /// Returns the elements of a list of parameters or of a tuple type, commas left out.
  func parameters(inside clause: Range<Int>) -> [Range<Int>] {
    let bounds = inside(clause)
    var result: [Range<Int>] = []
    var deadEnds = DeadEnds(limit: bounds.upperBound)
    var index = bounds.lowerBound
    while index < bounds.upperBound {
      let parts = parameterParts(of: index..<bounds.upperBound, &deadEnds)
      var end = min(parts.end, bounds.upperBound)
      while end < bounds.upperBound, kind(end) != .comma {
        end = min(max(stepEnd(end), end + 1), bounds.upperBound)
      }
      if end > index { result.append(index..<end) }
      index = end + 1
    }
    return result
  }

  ///     parameter ::= attribute* (name name? ':')? type '...'? ('=' expression)?
  func parameterParts(of range: Range<Int>) -> ParameterParts {
    var deadEnds = DeadEnds(limit: range.upperBound)
    return parameterParts(of: range, &deadEnds)
  }

  /// Returns the same, given what searches over the same tokens did not lead to.
  private func parameterParts(
    of range: Range<Int>, _ deadEnds: inout DeadEnds
  ) -> ParameterParts {
    var index = range.lowerBound
    var parts = ParameterParts(end: index)
    var nameStart = index
    while kind(nameStart) == .at {
      nameStart = qualifiedNameEnd(nameStart + 1)
      if kind(nameStart) == .leftParen, isAdjacent(nameStart) { nameStart = bracketEnd(nameStart) }
    }
    // Words like `isolated` may stand before the name.
    while isMemberName(nameStart), isMemberName(nameStart + 1), isMemberName(nameStart + 2),
      kind(nameStart + 3) == .colon
    {
      nameStart += 1
    }
    if isMemberName(nameStart), kind(nameStart + 1) == .colon {
      parts.firstName = nameStart
      index = nameStart + 2
    } else if isMemberName(nameStart), isMemberName(nameStart + 1), kind(nameStart + 2) == .colon {
      parts.firstName = nameStart
      parts.secondName = nameStart + 1
      index = nameStart + 3
    }
    if let end = typeEnd(index), end <= range.upperBound {
      parts.type = index..<end
      index = end
    }
    if spells(index, "...") { index += 1 }
    if kind(index) == .equal, let end = expressionEnd(index + 1, &deadEnds) {
      parts.value = index + 1..<min(end, range.upperBound)
      index = end
    }
    parts.end = max(min(index, range.upperBound), range.lowerBound)
    return parts
  }
}

extension SyntaxTree {
  /// Returns the elements of the list in the brackets around `clause`, commas left out.
  func elements(inside clause: Range<Int>) -> [Range<Int>] {
    withExtents { $0.elements(inside: clause) }
  }

  /// Returns the parameters in the brackets around `clause`, commas left out.
  func parameters(inside clause: Range<Int>) -> [Range<Int>] {
    withExtents { $0.parameters(inside: clause) }
  }
}
