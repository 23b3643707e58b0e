import EntityModel
public import EntityStore

// MARK: Values among others

extension Field where Value: Storable {
  /// The value is one of `values`.
  public func `in`(_ values: some Sequence<Value>) -> Condition<Root> {
    Condition(.membership(operand, values.map(\.storedValue)))
  }
}

extension Field {
  /// The value is one of `values`; `nil` is one where it is among them.
  public func `in`<Wrapped: Storable>(_ values: some Sequence<Wrapped?>) -> Condition<Root>
  where Value == Wrapped? {
    Condition(.membership(operand, values.map { $0?.storedValue ?? .null }))
  }

  /// The value is present and one of `values`: `{ $0.rating.in(Array(1...3)) }`.
  // A literal is a list of values that may be nil.
  @_disfavoredOverload
  public func `in`<Wrapped: Storable>(_ values: some Sequence<Wrapped>) -> Condition<Root>
  where Value == Wrapped? { Condition(.membership(operand, values.map(\.storedValue))) }
}

extension Field where Value: OrderedAttribute {
  /// The value is one of several: `{ $0.genre.in(.fiction, .science) }`.
  public func `in`(
    _ first: Value.Present, _ second: Value.Present, _ others: Value.Present...
  ) -> Condition<Root> {
    Condition(.membership(operand, ([first, second] + others).map(\.storedValue)))
  }
}

extension Field where Value: OrderedAttribute {
  /// The value is the one given, as where a list of several has become shorter:
  /// `{ $0.genre.in(.fiction) }`.
  // A value that an array literal can be is given as a list of such values.
  @_disfavoredOverload
  public func `in`(_ value: Value.Present) -> Condition<Root> {
    Condition(.membership(operand, [value.storedValue]))
  }
}

extension Field where Value: OrderedAttribute, Value.Present: Comparable {
  /// The value is present and lies in `range`, its upper bound included.
  public func `in`(_ range: ClosedRange<Value.Present>) -> Condition<Root> {
    range.lowerBound <= self && self <= range.upperBound
  }

  /// The value is present and lies in `range`, its upper bound left out.
  public func `in`(_ range: Range<Value.Present>) -> Condition<Root> {
    range.lowerBound <= self && self < range.upperBound
  }

  /// The value is present and not less than the lower bound.
  public func `in`(_ range: PartialRangeFrom<Value.Present>) -> Condition<Root> {
    self >= range.lowerBound
  }

  /// The value is present and not greater than the upper bound.
  public func `in`(_ range: PartialRangeThrough<Value.Present>) -> Condition<Root> {
    self <= range.upperBound
  }

  /// The value is present and less than the upper bound.
  public func `in`(_ range: PartialRangeUpTo<Value.Present>) -> Condition<Root> {
    self < range.upperBound
  }
}

extension Collection where Element: Storable {
  /// The value is one of the collection's.
  public func contains<Root>(_ field: Field<Root, Element>) -> Condition<Root> { field.in(self) }

  /// The value is present and one of the collection's.
  public func contains<Root>(_ field: Field<Root, Element?>) -> Condition<Root> {
    field.in(map { Optional($0) })
  }
}

extension Collection {
  /// The value is one of the collection's; `nil` is one where it is among them.
  public func contains<Root, Wrapped: Storable>(
    _ field: Field<Root, Wrapped?>
  ) -> Condition<Root> where Element == Wrapped? { field.in(self) }
}

extension ClosedRange where Bound: Storable {
  /// The value is present and lies in the range, its upper bound included.
  public func contains<Root, Value: OrderedAttribute>(
    _ field: Field<Root, Value>
  ) -> Condition<Root> where Value.Present == Bound { field.in(self) }
}

extension Range where Bound: Storable {
  /// The value is present and lies in the range, its upper bound left out.
  public func contains<Root, Value: OrderedAttribute>(
    _ field: Field<Root, Value>
  ) -> Condition<Root> where Value.Present == Bound { field.in(self) }
}

extension PartialRangeFrom where Bound: Storable {
  /// The value is present and not less than the lower bound.
  public func contains<Root, Value: OrderedAttribute>(
    _ field: Field<Root, Value>
  ) -> Condition<Root> where Value.Present == Bound { field.in(self) }
}

extension PartialRangeThrough where Bound: Storable {
  /// The value is present and not greater than the upper bound.
  public func contains<Root, Value: OrderedAttribute>(
    _ field: Field<Root, Value>
  ) -> Condition<Root> where Value.Present == Bound { field.in(self) }
}

extension PartialRangeUpTo where Bound: Storable {
  /// The value is present and less than the upper bound.
  public func contains<Root, Value: OrderedAttribute>(
    _ field: Field<Root, Value>
  ) -> Condition<Root> where Value.Present == Bound { field.in(self) }
}

extension Field {
  /// The property, whatever its type, is `nil`, as one that is required is too where a to-one on
  /// the way to it is.
  public func isNil() -> Condition<Root> { isAbsent() }

  /// The property is `nil`, as one that is required is too where a to-one on the way to it is.
  func isAbsent<Inner>() -> Condition<Inner> {
    if Value.self is any ToManyValue.Type {
      return Condition(
        .refused("a comparison of the to-many '\(path.text)' with 'nil' (write 'isEmpty')"))
    }
    if Value.self is any ToOneValue.Type {
      return Condition(.comparison(.object(path), .equal, .identifier(nil)))
    }
    return Condition(.comparison(operand, .equal, .value(.null)))
  }
}

// MARK: Booleans

extension Field where Value: OrderedAttribute, Value.Present == Bool {
  /// The value is present and true.
  public var isTrue: Condition<Root> {
    Condition(.comparison(operand, .equal, .value(.integer(1))))
  }

  /// The value is present and false.
  public var isFalse: Condition<Root> {
    Condition(.comparison(operand, .equal, .value(.integer(0))))
  }
}

extension Field where Value == Bool {
  /// The value is not true: where what leads to it is `nil` it is neither.
  public static prefix func ! (field: Field) -> Condition<Root> {
    field.isOfObject ? field.isFalse : !field.isTrue
  }

  /// `true` if the value is an attribute of the object itself, which is always there.
  private var isOfObject: Bool {
    guard let path = operand.path, path.names.count == 1 else { return false }
    return !path.names[0].contains(".")
  }
}
