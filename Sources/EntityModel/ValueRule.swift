/// A rule that the values of an attribute obey when they are saved; `nil` obeys each.
@nonexhaustive public enum ValueRule: Hashable, Sendable {
  /// A number is at least `from`, and at most `through` or less than `below`, of which one at most
  /// is given.
  case range(from: StoredValue? = nil, through: StoredValue? = nil, below: StoredValue? = nil)

  /// A text has so many characters, data so many bytes; `nil` for any number.
  case length(from: Int = 0, through: Int? = nil)

  /// A text has what the regular expression finds, of the syntax that `matches(regex:)` has.
  case pattern(String)

  /// The program's own condition holds.
  ///
  /// - Parameters:
  ///   - text: What a value has to be, to follow the attribute's name: "must be even".
  ///   - id: The permanent name of the rule.
  case custom(_ text: String, id: String)

  /// The permanent name of the rule, as a problem has it: `validation.range`, `validation.length`,
  /// `validation.pattern`, or that of the program's own rule.
  public var id: String {
    switch self {
    case .range: "validation.range"
    case .length: "validation.length"
    case .pattern: "validation.pattern"
    case .custom(_, let id): id
    }
  }

  /// The permanent name of a rule of the program's own that is given none.
  public static var customID: String { "validation.rule" }

  /// What a value of `type` has to be, to follow the attribute's name: "must be from 1 to 9999".
  public func text(for type: StorageType) -> String {
    switch self {
    case .range(let from, let through, let below):
      let least = from.map(Self.number)
      if let least, let through { return "must be from \(least) to \(Self.number(through))" }
      let bounds = [
        least.map { "at least \($0)" }, through.map { "at most \(Self.number($0))" },
        below.map { "less than \(Self.number($0))" },
      ]
      return "must be " + bounds.compactMap(\.self).joined(separator: " and ")
    case .length(let from, let through):
      let unit = type == .data ? "byte" : "character"
      func count(_ number: Int) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
      guard let through else { return "must have at least \(count(from))" }
      if from == through { return "must have \(count(from))" }
      return from == 0
        ? "must have at most \(count(through))" : "must have from \(from) to \(count(through))"
    case .pattern(let pattern): return "must match '\(pattern)'"
    case .custom(let text, _): return text
    }
  }

  /// Returns the number `value` as it is written, without a fraction of zero.
  private static func number(_ value: StoredValue) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .real(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let digits): digits
    case .null, .blob: ""
    }
  }
}
