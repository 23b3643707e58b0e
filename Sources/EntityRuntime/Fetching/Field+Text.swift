public import EntityModel
import EntityStore

/// A type of attribute that holds text, or nothing.
public protocol TextAttribute {}
extension String: TextAttribute {}
extension Optional: TextAttribute where Wrapped == String {}

extension Field where Value: TextAttribute {
  /// The text begins with `prefix`.
  public func hasPrefix(_ prefix: String, ignoringCase: Bool = false) -> Condition<Root> {
    Condition(.text(operand, .prefix, prefix, ignoringCase: ignoringCase))
  }

  /// The text ends with `suffix`.
  public func hasSuffix(_ suffix: String, ignoringCase: Bool = false) -> Condition<Root> {
    Condition(.text(operand, .suffix, suffix, ignoringCase: ignoringCase))
  }

  /// The text contains `part`; every string contains the empty one.
  public func contains(_ part: String, ignoringCase: Bool = false) -> Condition<Root> {
    Condition(.text(operand, .contains, part, ignoringCase: ignoringCase))
  }

  /// The text is `text`, or differs from it in case alone.
  public func equals(_ text: String, ignoringCase: Bool) -> Condition<Root> {
    Condition(.text(operand, .equal, text, ignoringCase: ignoringCase))
  }

  /// The text is the empty one; `nil` is not.
  public var isEmpty: Condition<Root> {
    Condition(.comparison(operand, .equal, .value(.text(""))))
  }

  /// How many characters the text has, as Swift counts them.
  public var length: Field<Root, Int?> { Field<Root, Int?>(computed(.length)) }

  /// How many characters the text has, as Swift counts them.
  public var count: Field<Root, Int?> { length }

  /// The text in small letters.
  public func lowercased() -> Field { Field(computed(.lowercased)) }

  /// The text in capital letters.
  public func uppercased() -> Field { Field(computed(.uppercased)) }

  /// The text without white space at its ends.
  public func trimmed() -> Field { Field(computed(.trimmed)) }

  /// The text in a form in which texts are equal that differ only in what is ignored:
  /// `{ $0.name.folded([.ignoringCase, .ignoringDiacritics]).contains("andre") }`.
  ///
  /// The form is that of `String.lowercased()`, and of letters without the accents that Unicode
  /// decomposes them into.
  public func folded(_ folding: TextFolding) -> Field { Field(computed(.folded(folding))) }

  private func computed(_ function: PredicateFunction) -> PredicateOperand {
    .function(function, .string, [operand])
  }
}
