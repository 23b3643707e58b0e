/// One ORDER BY term: a value, a direction, and how values are compared.
package struct SortTerm: Hashable, Sendable {
  /// The value to sort by: an attribute, reached through to-one relationships, or a computed one.
  package var operand: PredicateOperand

  /// The direction.
  package var order: Order

  /// `true` if strings that differ in case alone are equal.
  package var ignoresCase: Bool

  /// Where the objects come that have no value; `nil` for before all others, and after them when
  /// descending.
  package var absent: AbsentValues?

  /// The language in whose order texts are; `nil` for the order of their UTF-8.
  package var language: TextOrder?

  /// A direction.
  package typealias Order = SortDirection

  /// Creates a term.
  package init(
    _ operand: PredicateOperand, order: Order = .ascending, ignoresCase: Bool = false,
    absent: AbsentValues? = nil, language: TextOrder? = nil
  ) {
    self.operand = operand
    self.order = order
    self.ignoresCase = ignoresCase
    self.absent = absent
    self.language = language
  }

  /// Creates a term that sorts by the attribute at `path`.
  package init(path: PropertyPath, order: Order = .ascending, ignoresCase: Bool = false) {
    self.init(.attribute(path), order: order, ignoresCase: ignoresCase)
  }
}

/// Where objects come that have no value to sort by.
public enum AbsentValues: String, Codable, Hashable, Sendable {
  /// Before all others, whatever the direction.
  case first

  /// After all others, whatever the direction.
  case last
}

extension SortTerm: Codable {
  private enum Key: CodingKey {
    case path, operand, order, ignoresCase, absent, language
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let path = try container.decodeIfPresent(PropertyPath.self, forKey: .path)
    self.init(
      try path.map { .attribute($0) } ?? container.decode(PredicateOperand.self, forKey: .operand),
      order: try container.decode(Order.self, forKey: .order),
      ignoresCase: try container.decode(Bool.self, forKey: .ignoresCase),
      absent: try container.decodeIfPresent(AbsentValues.self, forKey: .absent),
      language: try container.decodeIfPresent(TextOrder.self, forKey: .language))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if let path = operand.path {
      try container.encode(path, forKey: .path)
    } else {
      try container.encode(operand, forKey: .operand)
    }
    try container.encode(order, forKey: .order)
    try container.encode(ignoresCase, forKey: .ignoresCase)
    try container.encodeIfPresent(absent, forKey: .absent)
    try container.encodeIfPresent(language, forKey: .language)
  }
}
