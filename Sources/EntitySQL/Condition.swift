/// A condition in SQL; where it comes out NULL it does not hold.
enum Condition: Hashable {
  case constant(Bool)

  /// One term.
  case single(Term)

  /// All of several terms hold.
  case all([Term])

  /// One of several expressions holds, each of which binds tighter than AND.
  case any([String])

  /// An expression that binds tighter than AND.
  struct Term: Hashable {
    /// The expression.
    let sql: String

    /// The real that is not NaN where the expression holds.
    var bounded: String?

    /// The real that is not NaN, where the expression says nothing else.
    var number: String?
  }

  /// Returns the condition `sql`, an expression that binds tighter than AND.
  static func term(_ sql: String) -> Condition { .single(Term(sql: sql)) }

  /// Returns the term `sql`, which does not hold where the real `column` is NaN.
  static func bound(sql: String, column: String) -> Condition {
    .single(Term(sql: sql, bounded: column))
  }

  /// Returns the term `sql`, that the real `column` is not NaN.
  static func number(sql: String, column: String) -> Condition {
    .single(Term(sql: sql, number: column))
  }

  /// Returns the condition that all of `conditions` hold.
  static func conjunction(_ conditions: [Condition]) -> Condition {
    if conditions.contains(.constant(false)) { return .constant(false) }
    let conditions = conditions.filter { $0 != .constant(true) }
    guard conditions.count > 1 else { return conditions.first ?? .constant(true) }
    var terms = conditions.flatMap { condition in
      switch condition {
      case .single(let term): [term]
      case .all(let terms): terms
      case .any, .constant: [Term(sql: "(\(condition.sql))")]
      }
    }
    let bounded = Set(terms.compactMap(\.bounded))
    // A row would be compared once more for nothing.
    terms.removeAll { $0.number.map(bounded.contains) ?? false }
    if let deep = terms.firstIndex(where: { $0.sql.isDeep }) {
      terms.insert(terms.remove(at: deep), at: 0)
    }
    return terms.count == 1 ? .single(terms[0]) : .all(terms)
  }

  /// Returns the condition that one of `conditions` holds.
  static func disjunction(_ conditions: [Condition]) -> Condition {
    if conditions.contains(.constant(true)) { return .constant(true) }
    let conditions = conditions.filter { $0 != .constant(false) }
    guard conditions.count > 1 else { return conditions.first ?? .constant(false) }
    var parts = conditions.flatMap { condition in
      switch condition {
      case .single(let term): [term.sql]
      case .any(let parts): parts
      case .all, .constant: [condition.sql.isDeep ? condition.sql : "(\(condition.sql))"]
      }
    }
    if let deep = parts.firstIndex(where: \.isDeep) { parts.insert(parts.remove(at: deep), at: 0) }
    return .any(parts)
  }

  /// The condition that holds where this one does not.
  var untrue: Condition {
    if case .constant(let value) = self { return .constant(!value) }
    return .term("(\(sql)) IS NOT TRUE")
  }

  /// The expression, not in parentheses.
  var sql: String {
    switch self {
    case .constant(let value): value ? "TRUE" : "FALSE"
    case .single(let term): term.sql
    case .all(let terms): Self.joined(terms.map(\.sql), by: " AND ")
    case .any(let parts): Self.joined(parts, by: " OR ")
    }
  }

  /// Returns `parts` joined by an associative operator.
  private static func joined(_ parts: [String], by separator: String) -> String {
    // SQLite nests a chain of n operators n deep, and refuses a depth of 1000.
    guard parts.count > 128 else { return parts.joined(separator: separator) }
    let groups = stride(from: 0, to: parts.count, by: 64).map { start in
      "(\(parts[start..<min(start + 64, parts.count)].joined(separator: separator)))"
    }
    return joined(groups, by: separator)
  }
}

extension String {
  /// `true` if many parentheses are open at the beginning of the expression.
  ///
  /// SQLite's parser stops where about a hundred entries of its stack are in use. What is deep
  /// stands first, where an open parenthesis takes one, and has none that SQL does not need: AND
  /// binds tighter than OR.
  fileprivate var isDeep: Bool {
    utf8.prefix(20).count == 20 && utf8.prefix(20).allSatisfy { $0 == UInt8(ascii: "(") }
  }
}
