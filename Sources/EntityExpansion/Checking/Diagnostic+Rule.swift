import SwiftReader

// Rules of attributes: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// A rule that values of the property's type cannot obey; `instead` is the one that was meant.
  static func ruleType(
    _ argument: Argument, _ rule: WrittenRule, _ property: PropertyDeclaration,
    instead: WrittenRule.Kind?
  ) -> Self {
    let reason =
      switch rule.kind {
      case .range:
        "cannot have a range, since its type is not written as that of a number, such as 'Int' or "
          + "'Double?'"
      case .length:
        "cannot have a length, since its type is written neither 'String' nor 'Data', with or "
          + "without '?'"
      case .pattern, .rule:
        "cannot have a pattern, since its type is not written 'String' or 'String?'"
      }
    return Self(
      "attribute.rule-type",
      "\(property.title) \(reason)"
        + (instead.map { "; write '.\($0.rawValue)'" }
          ?? "; write '.rule' with a closure for other types"),
      at: argument.value.range,
      fixIts: instead.map {
        [FixIt("write '.\($0.rawValue)'", replacing: rule.nameRange, by: $0.rawValue)]
      } ?? [])
  }

  /// A rule of a range that is written as something else.
  static func ruleNotRange(_ range: Range<Int>, _ kind: WrittenRule.Kind) -> Self {
    Self(
      "attribute.rule-range",
      "'.\(kind.rawValue)' takes a range of "
        + (kind == .length
          ? "integer literals, such as '1...200', '1...' or '...200'"
          : "number literals, such as '1...9999', '0..<1', '1...' or '...5'")
        + ", since it is read when the program is built",
      at: range)
  }

  /// A range that has no value.
  static func ruleEmpty(_ written: Expression, swapped: String?) -> Self {
    Self(
      "attribute.rule-empty",
      "no value is in '\(written.spelling)', "
        + (swapped == nil ? "since its end is not in it" : "which ends before it begins"),
      at: written.range,
      fixIts: swapped.map { [FixIt("write '\($0)'", replacing: written.range, by: $0)] } ?? [])
  }

  /// An end of a range that the type does not have.
  static func ruleBound(_ bound: Expression, _ kind: WrittenRule.Kind, _ type: TypeSyntax) -> Self {
    Self(
      "attribute.rule-bound",
      kind == .length
        ? "'\(bound.spelling)' is no length; it is a whole number that is not negative"
        : "'\(bound.spelling)' is no value of '\((type.wrapped ?? type).spelling)' that a rule can "
          + "name",
      at: bound.range)
  }

  /// A pattern that is no regular expression.
  static func rulePattern(_ range: Range<Int>, _ message: String?) -> Self {
    Self(
      "attribute.rule-pattern",
      message.map { "'.pattern' takes a regular expression, and this one \($0)" }
        ?? "'.pattern' takes a string literal without interpolations, since it is read when the "
        + "program is built",
      at: range)
  }

  /// A rule of the author's own that is not a text and a closure with the type of the property.
  static func ruleClosure(
    _ range: Range<Int>, _ property: PropertyDeclaration, _ type: TypeSyntax, fix: String? = nil
  ) -> Self {
    Self(
      "attribute.rule-closure",
      "'.rule' takes a text and a closure with its type written, without '?': "
        + "'.rule(\"must be …\") { (\(property.identifier ?? "value"): "
        + "\((type.wrapped ?? type).spelling)) in … }'",
      at: range, fixIts: fix.map { [FixIt("write '\($0)'", replacing: range, by: $0)] } ?? [])
  }

  /// A value of the property that a rule of its own does not accept.
  static func defaultBreaksRule(
    _ initializer: Expression, _ text: String, _ property: PropertyDeclaration
  ) -> Self {
    Self(
      "attribute.rule-default",
      "\(property.title) \(text), and its default value breaks that rule; give it another or change "
        + "the rule",
      at: initializer.range)
  }
}
