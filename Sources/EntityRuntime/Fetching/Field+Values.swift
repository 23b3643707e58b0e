import EntityModel
public import EntityStore

extension Field where Value: Storable {
  /// The attribute is one of `values`.
  public func `in`(_ values: some Sequence<Value>) -> Condition<Root> {
    Condition(.membership(operand, values.map(\.storedValue)))
  }
}

extension Field where Value: Storable & Comparable {
  /// The attribute lies in `range`, its upper bound included.
  public func `in`(_ range: ClosedRange<Value>) -> Condition<Root> {
    self >= range.lowerBound && self <= range.upperBound
  }

  /// The attribute lies in `range`, its upper bound left out.
  public func `in`(_ range: Range<Value>) -> Condition<Root> {
    self >= range.lowerBound && self < range.upperBound
  }
}

extension Field {
  /// The attribute is one of `values`; `nil` is one where it is among them.
  public func `in`<Wrapped: Storable>(_ values: some Sequence<Wrapped?>) -> Condition<Root>
  where Value == Wrapped? {
    Condition(.membership(operand, values.map { $0?.storedValue ?? .null }))
  }

  /// The attribute has a value, which lies in `range`, its upper bound included.
  public func `in`<Wrapped: Storable>(_ range: ClosedRange<Wrapped>) -> Condition<Root>
  where Value == Wrapped? {
    self >= range.lowerBound && self <= range.upperBound
  }

  /// The attribute has a value, which lies in `range`, its upper bound left out.
  public func `in`<Wrapped: Storable>(_ range: Range<Wrapped>) -> Condition<Root>
  where Value == Wrapped? {
    self >= range.lowerBound && self < range.upperBound
  }

  /// The attribute, whatever its type, is `nil`.
  public func isNil<Wrapped>() -> Condition<Root> where Value == Wrapped? {
    Condition(.comparison(operand, .equal, .value(.null)))
  }
}

extension Collection where Element: Storable {
  /// The attribute is one of the collection's values.
  public func contains<Root>(_ field: Field<Root, Element>) -> Condition<Root> { field.in(self) }
}

extension ClosedRange where Bound: Storable {
  /// The attribute lies in the range, its upper bound included.
  public func contains<Root>(_ field: Field<Root, Bound>) -> Condition<Root> { field.in(self) }
}

extension Range where Bound: Storable {
  /// The attribute lies in the range, its upper bound left out.
  public func contains<Root>(_ field: Field<Root, Bound>) -> Condition<Root> { field.in(self) }
}

/// A type of attribute that holds text, or nothing.
public protocol TextAttribute {}
extension String: TextAttribute {}
extension Optional: TextAttribute where Wrapped == String {}

extension Field where Value: TextAttribute {
  /// The attribute begins with `prefix`.
  public func hasPrefix(_ prefix: String, ignoringCase: Bool = false) -> Condition<Root> {
    Condition(.text(operand, .prefix, prefix, ignoringCase: ignoringCase))
  }

  /// The attribute ends with `suffix`.
  public func hasSuffix(_ suffix: String, ignoringCase: Bool = false) -> Condition<Root> {
    Condition(.text(operand, .suffix, suffix, ignoringCase: ignoringCase))
  }

  /// The attribute contains `part`; every string contains the empty one.
  public func contains(_ part: String, ignoringCase: Bool = false) -> Condition<Root> {
    Condition(.text(operand, .contains, part, ignoringCase: ignoringCase))
  }

  /// The attribute is `text`, or differs from it in case alone.
  public func equals(_ text: String, ignoringCase: Bool) -> Condition<Root> {
    Condition(.text(operand, .equal, text, ignoringCase: ignoringCase))
  }
}

extension Field where Value == Bool {
  /// The attribute is true.
  public var isTrue: Condition<Root> { self == true }

  /// The attribute is false.
  public static prefix func ! (field: Field) -> Condition<Root> { field == false }
}
