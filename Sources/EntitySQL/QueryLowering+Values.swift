import EntityModel
import EntityStore

extension QueryLowering {
  /// Lists up to this length are written as one parameter for each value.
  private static var longestWrittenList: Int { 100 }

  /// Returns the condition that `operand` equals one of `values`, or its opposite when `negated`.
  func membership(_ operand: SQLOperand, _ values: [StoredValue], negated: Bool) -> Condition {
    switch operand {
    case .expression(let sql, let type, let isNullable):
      return among(
        sql, isNullable: isNullable, values.filter { type.stores($0) && $0.isComparable },
        orNull: values.contains { $0.isNull }, negated: negated)
    case .value(let value):
      let tree = PredicateTree.membership(.value(value), values)
      return .constant(tree.isSatisfied(by: NoObject()) != negated)
    case .object, .identifier:
      return .constant(negated)
    }
  }

  /// Returns the condition that an expression equals one of `values`, which are comparable and may
  /// be its values, or is NULL when `orNull`; its opposite when `negated`.
  func among(
    _ sql: String, isNullable: Bool, _ values: [StoredValue], orNull: Bool, negated: Bool
  ) -> Condition {
    var conditions: [Condition] = []
    if values.count == 1 {
      conditions.append(.term("\(sql) \(negated ? "<>" : "=") \(bind(values[0]))"))
    } else if !values.isEmpty {
      let found =
        values.count > Self.longestWrittenList
        ? dialect.isAmong(sql, bind(dialect.list(values)))
        : "\(sql) IN (\(values.map { bind($0) }.joined(separator: ", ")))"
      conditions.append(.term(negated ? "NOT \(found)" : found))
    }
    // Between an expression that is NULL and a list, SQL says neither yes nor no.
    if negated {
      if orNull {
        return .conjunction(conditions + (isNullable ? [.term("\(sql) IS NOT NULL")] : []))
      }
      if conditions.isEmpty { return .constant(true) }
      return .disjunction(conditions + (isNullable ? [.term("\(sql) IS NULL")] : []))
    }
    return .disjunction(conditions + (orNull && isNullable ? [.term("\(sql) IS NULL")] : []))
  }

  /// Returns the condition that `text` stands in `operand` where `match` says, or its opposite when
  /// `negated`.
  func text(
    _ operand: SQLOperand, _ match: PredicateTree.TextMatch, _ text: String, ignoringCase: Bool,
    negated: Bool
  ) -> Condition {
    if match == .like, let (place, part) = WildcardPattern(text).soleText {
      let match = PredicateTree.TextMatch(place)
      return self.text(operand, match, part, ignoringCase: ignoringCase, negated: negated)
    }
    guard case .expression(let sql, let type, let isNullable) = operand, type.storageClass == .text
    else {
      guard case .value(let value) = operand else { return .constant(negated) }
      let tree = PredicateTree.text(.value(value), match, text, ignoringCase: ignoringCase)
      return .constant(tree.isSatisfied(by: NoObject()) != negated)
    }
    if match == .pattern {
      let pattern = ignoringCase ? "(?i)" + text : text
      let whole = type == .decimal ? dialect.plain(sql) : sql
      let found = Condition.term(dialect.matches(match, whole, bind(.text(pattern))))
      return negated ? found.untrue : found
    }
    if ignoringCase, let stored = foldedColumn(of: sql) {
      return self.text(
        .expression(stored, type, isNullable: isNullable), match, StoredValue.folded(text),
        ignoringCase: false, negated: negated)
    }
    if ignoringCase {
      let part = StoredValue.folded(text)
      let found = Condition.term(dialect.matches(match, dialect.folded(sql), bind(.text(part))))
      return negated ? found.untrue : found
    }
    if text.isEmpty, match != .equal, match != .like {
      // Every text has the empty one in it, at every offset.
      guard isNullable else { return .constant(!negated) }
      return .term(negated ? "\(sql) IS NULL" : "\(sql) IS NOT NULL")
    }
    // Only plain text has the order of its bytes, which an index has too.
    if match == .equal, type != .decimal {
      return comparison(operand, .equal, .value(.text(text)), negated: negated)
    }
    guard match == .prefix, type != .decimal else {
      let whole = type == .decimal ? dialect.plain(sql) : sql
      let found = Condition.term(dialect.matches(match, whole, bind(.text(text))))
      return negated ? found.untrue : found
    }
    let from = Condition.term("\(sql) >= \(bind(.text(text)))")
    guard let end = text.firstTextAfterPrefix else { return negated ? from.untrue : from }
    let range = Condition.conjunction([from, .term("\(sql) < \(bind(.text(end)))")])
    return negated ? range.untrue : range
  }
}

extension String {
  /// The first text, in the order of UTF-8, after all those that begin with this one; `nil` when
  /// there is none.
  fileprivate var firstTextAfterPrefix: String? {
    var scalars = unicodeScalars
    while let last = scalars.popLast() {
      // There is no scalar between these two.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      return String(scalars)
    }
    return nil
  }
}

extension PredicateTree.TextMatch {
  /// Creates the place where a pattern says that a text stands.
  fileprivate init(_ place: WildcardPattern.SoleMatch) {
    switch place {
    case .equal: self = .equal
    case .prefix: self = .prefix
    case .suffix: self = .suffix
    case .contains: self = .contains
    }
  }
}
