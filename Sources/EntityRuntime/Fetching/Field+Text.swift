public import EntityModel
public import EntityStore

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

  /// The text as a whole is as `pattern` says, in which `%` is any number of characters and `_` is
  /// one; a backslash before one of these has it mean itself: `{ $0.title.like("%home%") }`.
  ///
  /// A character is a Unicode scalar here. Every text is a pattern, so that one may come from a
  /// client. One without wildcards but a last `%` is looked up in an index.
  public func like(_ pattern: String, ignoringCase: Bool = false) -> Condition<Root> {
    Condition(.text(operand, .like, pattern, ignoringCase: ignoringCase))
  }

  /// The regular expression `pattern` is found in the text: `{ $0.title.matches(regex: "^[A-M]")
  /// }`.
  ///
  /// The syntax is what most engines share: `.`, `[a-z]`, `[^a-z]`, `\d`, `\w`, `\s` and their
  /// opposites, `^` and `$` for the ends of the text, `\b`, groups, `|`, `*`, `+`, `?`, `{2,5}`,
  /// and `(?i)` at the beginning to ignore case. A character is a Unicode scalar. The time that it
  /// takes grows with the lengths of the text and the pattern alone, so that a pattern may come
  /// from a client; the fetch refuses one that cannot be read with the code `invalidRequest`.
  public func matches(regex pattern: String, ignoringCase: Bool = false) -> Condition<Root> {
    Condition(.text(operand, .pattern, pattern, ignoringCase: ignoringCase))
  }

  /// The text is the empty one; `nil` is not.
  public var isEmpty: Condition<Root> {
    Condition(.comparison(operand, .equal, .value(.text(""))))
  }

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
  public func folded(
    _ folding: TextFolding = [.ignoringCase, .ignoringDiacritics]
  ) -> Field { Field(computed(.folded(folding))) }

  fileprivate func computed(_ function: PredicateFunction) -> PredicateOperand {
    .function(function, .string, [operand])
  }
}

extension Field where Value == String {
  /// How many characters the text has, as Swift counts them.
  public var length: Field<Root, Int> { Field<Root, Int>(computed(.length)) }

  /// How many characters the text has, as Swift counts them.
  public var count: Field<Root, Int> { length }
}

extension Field where Value == String? {
  /// How many characters the text has, as Swift counts them; `nil` where there is none.
  public var length: Field<Root, Int?> { Field<Root, Int?>(computed(.length)) }

  /// How many characters the text has, as Swift counts them; `nil` where there is none.
  public var count: Field<Root, Int?> { length }
}

// MARK: Texts of objects

extension Field where Value: TextAttribute {
  /// The text begins with `prefix`, another text of the object; of `nil` neither is true.
  public func hasPrefix<Text: TextAttribute>(
    _ prefix: Field<Root, Text>, ignoringCase: Bool = false
  ) -> Condition<Root> { has(.prefix, prefix.operand, ignoringCase) }

  /// The text begins with `prefix`, that of an object of another closure:
  /// `{ author in author.books.any { $0.title.hasPrefix(author.name) } }`.
  @_disfavoredOverload
  public func hasPrefix<Inner, Other, Text: TextAttribute>(
    _ prefix: Field<Other, Text>, ignoringCase: Bool = false
  ) -> Condition<Inner> { has(.prefix, prefix.operand, ignoringCase) }

  /// The text ends with `suffix`, another text of the object; of `nil` neither is true.
  public func hasSuffix<Text: TextAttribute>(
    _ suffix: Field<Root, Text>, ignoringCase: Bool = false
  ) -> Condition<Root> { has(.suffix, suffix.operand, ignoringCase) }

  /// The text ends with `suffix`, that of an object of another closure:
  /// `{ author in author.books.any { $0.title.hasSuffix(author.name) } }`.
  @_disfavoredOverload
  public func hasSuffix<Inner, Other, Text: TextAttribute>(
    _ suffix: Field<Other, Text>, ignoringCase: Bool = false
  ) -> Condition<Inner> { has(.suffix, suffix.operand, ignoringCase) }

  /// The text contains `part`, another text of the object; of `nil` neither is true.
  public func contains<Text: TextAttribute>(
    _ part: Field<Root, Text>, ignoringCase: Bool = false
  ) -> Condition<Root> { has(.contains, part.operand, ignoringCase) }

  /// The text contains `part`, that of an object of another closure:
  /// `{ author in author.books.any { $0.title.contains(author.name) } }`.
  @_disfavoredOverload
  public func contains<Inner, Other, Text: TextAttribute>(
    _ part: Field<Other, Text>, ignoringCase: Bool = false
  ) -> Condition<Inner> { has(.contains, part.operand, ignoringCase) }

  private func has<Inner>(
    _ match: PredicateTree.TextMatch, _ part: PredicateOperand, _ ignoringCase: Bool
  ) -> Condition<Inner> {
    let texts = [operand, part].map { text in
      ignoringCase ? PredicateOperand.function(.folded(.ignoringCase), .string, [text]) : text
    }
    return Condition(
      .comparison(.function(.textMatch(match), .string, texts), .equal, .value(.integer(1))))
  }
}

// MARK: Raw values

extension Field where Value: RawRepresentable & Storable, Value.RawValue: Storable {
  /// The raw value of the enumeration, as which it is stored.
  public var rawValue: Field<Root, Value.RawValue> { Field<Root, Value.RawValue>(operand) }
}

extension Field
where
  Value: OrderedAttribute & ExpressibleByNilLiteral, Value.Present: RawRepresentable,
  Value.Present.RawValue: Storable
{
  /// The raw value of the enumeration, as which it is stored; `nil` for none.
  public var rawValue: Field<Root, Value.Present.RawValue?> {
    Field<Root, Value.Present.RawValue?>(operand)
  }
}
