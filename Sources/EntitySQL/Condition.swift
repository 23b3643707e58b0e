/// A condition in SQL; where it comes out NULL it does not hold.
indirect enum Condition: Hashable {
  case constant(Bool)

  /// An expression that binds tighter than AND.
  case term(String)

  /// The term `sql`, which does not hold where the real `column` is NaN.
  case bound(sql: String, column: String)

  /// The term `sql`, that the real `column` is not NaN.
  case number(sql: String, column: String)

  /// All of several conditions hold; none of them is constant or a conjunction.
  case all([Condition])

  /// One of several conditions holds; none of them is constant or a disjunction.
  case any([Condition])

  /// Returns the condition that all of `conditions` hold.
  static func conjunction(_ conditions: [Condition]) -> Condition {
    var parts: [Condition] = []
    for condition in conditions {
      switch condition {
      case .constant(true): break
      case .constant(false): return .constant(false)
      case .all(let inner): parts += inner
      default: parts.append(condition)
      }
    }
    let bounded = Set(parts.compactMap(\.boundedColumn))
    // A row would be compared once more for nothing.
    parts.removeAll { part in
      if case .number(_, let column) = part { bounded.contains(column) } else { false }
    }
    return parts.isEmpty ? .constant(true) : parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Returns the condition that one of `conditions` holds.
  static func disjunction(_ conditions: [Condition]) -> Condition {
    var parts: [Condition] = []
    for condition in conditions {
      switch condition {
      case .constant(false): break
      case .constant(true): return .constant(true)
      case .any(let inner): parts += inner
      default: parts.append(condition)
      }
    }
    return parts.isEmpty ? .constant(false) : parts.count == 1 ? parts[0] : .any(parts)
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
    case .term(let sql), .bound(let sql, _), .number(let sql, _): sql
    case .all(let parts): Self.joined(parts.map(\.operand), by: " AND ")
    case .any(let parts): Self.joined(parts.map(\.operand), by: " OR ")
    }
  }

  /// The real that is not NaN where the condition holds.
  private var boundedColumn: String? {
    if case .bound(_, let column) = self { column } else { nil }
  }

  /// The expression, in parentheses where it is a conjunction or a disjunction.
  private var operand: String {
    switch self {
    case .constant, .term, .bound, .number: sql
    case .all, .any: "(\(sql))"
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
