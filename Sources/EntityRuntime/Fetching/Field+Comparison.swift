import EntityModel
public import EntityStore

// Comparisons of a value with a constant or another value. A comparison by order with nil is false.
//
// A property that may be nil has overloads of its own, since the compiler tries all others of a
// whole condition where one term needs a disfavored one.

/// The value equals the constant.
public func == <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left.form, .equal, right.storedValue)
}

/// The value equals the constant.
public func == <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value
) -> Condition<Root> {
  comparison(left.form, .equal, right.storedValue)
}

/// The value equals the constant.
@_disfavoredOverload
public func == <Root, Value: OrderedAttribute>(
  left: Field<Root, Value>, right: Value.Present?
) -> Condition<Root> {
  comparison(left.form, .equal, right?.storedValue ?? .null)
}

/// The constant equals the value.
public func == <Root, Value: OrderedAttribute>(
  left: Value.Present, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(.value(left.storedValue), .equal, right.operand))
}

/// One value equals another.
public func == <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .equal, right.operand))
}

/// The value does not equal the constant.
public func != <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left.form, .notEqual, right.storedValue)
}

/// The value does not equal the constant.
public func != <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value
) -> Condition<Root> {
  comparison(left.form, .notEqual, right.storedValue)
}

/// The value does not equal the constant.
@_disfavoredOverload
public func != <Root, Value: OrderedAttribute>(
  left: Field<Root, Value>, right: Value.Present?
) -> Condition<Root> {
  comparison(left.form, .notEqual, right?.storedValue ?? .null)
}

/// The constant does not equal the value.
public func != <Root, Value: OrderedAttribute>(
  left: Value.Present, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(.value(left.storedValue), .notEqual, right.operand))
}

/// One value does not equal another.
public func != <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .notEqual, right.operand))
}

/// The value is less than the constant.
public func < <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left.form, .less, right.storedValue)
}

/// The value is less than the constant.
public func < <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value
) -> Condition<Root> {
  comparison(left.form, .less, right.storedValue)
}

/// The value is less than the constant.
@_disfavoredOverload
public func < <Root, Value: OrderedAttribute>(
  left: Field<Root, Value>, right: Value.Present?
) -> Condition<Root> {
  comparison(left.form, .less, right?.storedValue ?? .null)
}

/// The constant is less than the value.
public func < <Root, Value: OrderedAttribute>(
  left: Value.Present, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(.value(left.storedValue), .less, right.operand))
}

/// One value is less than another.
public func < <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .less, right.operand))
}

/// The value is not greater than the constant.
public func <= <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left.form, .lessOrEqual, right.storedValue)
}

/// The value is not greater than the constant.
public func <= <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value
) -> Condition<Root> {
  comparison(left.form, .lessOrEqual, right.storedValue)
}

/// The value is not greater than the constant.
@_disfavoredOverload
public func <= <Root, Value: OrderedAttribute>(
  left: Field<Root, Value>, right: Value.Present?
) -> Condition<Root> {
  comparison(left.form, .lessOrEqual, right?.storedValue ?? .null)
}

/// The constant is not greater than the value.
public func <= <Root, Value: OrderedAttribute>(
  left: Value.Present, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(.value(left.storedValue), .lessOrEqual, right.operand))
}

/// One value is not greater than another.
public func <= <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .lessOrEqual, right.operand))
}

/// The value is greater than the constant.
public func > <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left.form, .greater, right.storedValue)
}

/// The value is greater than the constant.
public func > <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value
) -> Condition<Root> {
  comparison(left.form, .greater, right.storedValue)
}

/// The value is greater than the constant.
@_disfavoredOverload
public func > <Root, Value: OrderedAttribute>(
  left: Field<Root, Value>, right: Value.Present?
) -> Condition<Root> {
  comparison(left.form, .greater, right?.storedValue ?? .null)
}

/// The constant is greater than the value.
public func > <Root, Value: OrderedAttribute>(
  left: Value.Present, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(.value(left.storedValue), .greater, right.operand))
}

/// One value is greater than another.
public func > <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .greater, right.operand))
}

/// The value is not less than the constant.
public func >= <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left.form, .greaterOrEqual, right.storedValue)
}

/// The value is not less than the constant.
public func >= <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value
) -> Condition<Root> {
  comparison(left.form, .greaterOrEqual, right.storedValue)
}

/// The value is not less than the constant.
@_disfavoredOverload
public func >= <Root, Value: OrderedAttribute>(
  left: Field<Root, Value>, right: Value.Present?
) -> Condition<Root> {
  comparison(left.form, .greaterOrEqual, right?.storedValue ?? .null)
}

/// The constant is not less than the value.
public func >= <Root, Value: OrderedAttribute>(
  left: Value.Present, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(.value(left.storedValue), .greaterOrEqual, right.operand))
}

/// One value is not less than another.
public func >= <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root> where Left.Present == Right.Present {
  Condition(.comparison(left.operand, .greaterOrEqual, right.operand))
}

/// Returns the comparison of a value with a constant.
// Nothing in it depends on the constant's type, which would have to be asked for at run time.
private func comparison<Root>(
  _ form: FieldForm, _ comparison: PredicateTree.Comparison, _ constant: StoredValue
) -> Condition<Root> {
  switch form {
  case .property(let path): Condition(.comparison(path, comparison, constant))
  case .operand(let operand): Condition(.comparison(operand, comparison, .value(constant)))
  }
}

// MARK: nil

// Swift prefers these to comparing the field itself, as an optional, with nil.

/// The property is `nil`.
public func == <Root, Value>(
  left: Field<Root, Value>, right: _OptionalNilComparisonType
) -> Condition<Root> { left.isAbsent() }

/// The property is not `nil`.
public func != <Root, Value>(
  left: Field<Root, Value>, right: _OptionalNilComparisonType
) -> Condition<Root> { !left.isAbsent() }

/// The property is `nil`.
public func == <Root, Value>(
  left: _OptionalNilComparisonType, right: Field<Root, Value>
) -> Condition<Root> { right.isAbsent() }

/// The property is not `nil`.
public func != <Root, Value>(
  left: _OptionalNilComparisonType, right: Field<Root, Value>
) -> Condition<Root> { !right.isAbsent() }

/// The property, that of an object of another closure, is `nil`.
@_disfavoredOverload
public func == <Root, Inner, Value>(
  left: Field<Root, Value>, right: _OptionalNilComparisonType
) -> Condition<Inner> { left.isAbsent() }

/// The property, that of an object of another closure, is not `nil`.
@_disfavoredOverload
public func != <Root, Inner, Value>(
  left: Field<Root, Value>, right: _OptionalNilComparisonType
) -> Condition<Inner> { !left.isAbsent() }

// MARK: What Swift takes for a Bool

/// Has the fetch refuse the condition: where Swift takes a comparison with `nil` for one of `Bool`,
/// as that of an `if` is, it would be a constant.
@available(
  *, deprecated,
  message: """
    Swift takes this comparison with nil for a Bool, which no store can answer; write 'isNil()', or \
    'isNil().outer()' of what another closure is given
    """
)
@_disfavoredOverload
public func == <Root, Value>(
  left: Field<Root, Value>, right: _OptionalNilComparisonType
) -> Bool {
  FieldVariables.noteMisread(left.operand)
  return false
}

/// Has the fetch refuse the condition, as `==` does.
@available(
  *, deprecated,
  message: """
    Swift takes this comparison with nil for a Bool, which no store can answer; write 'isNil()', or \
    'isNil().outer()' of what another closure is given
    """
)
@_disfavoredOverload
public func != <Root, Value>(
  left: Field<Root, Value>, right: _OptionalNilComparisonType
) -> Bool {
  FieldVariables.noteMisread(left.operand)
  return true
}

// MARK: What cannot be compared

/// Refuses a value that is stored as JSON, or by a transform.
@available(
  *, unavailable,
  message: """
    an attribute that is stored as JSON can only be compared with nil; declare its type Storable \
    ('enum Kind: String, Storable') to compare it; of one with a transform write '$0.$color', of a \
    to-many '$0.books.isEmpty' or '$0.books.contains(book)'
    """
)
@_disfavoredOverload
public func == <Root, Value>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> { .false }

/// Refuses a value that is stored as JSON, or by a transform.
@available(
  *, unavailable,
  message: """
    an attribute that is stored as JSON can only be compared with nil; declare its type Storable \
    ('enum Kind: String, Storable') to compare it; of one with a transform write '$0.$color', of a \
    to-many '$0.books.isEmpty' or '$0.books.contains(book)'
    """
)
@_disfavoredOverload
public func != <Root, Value>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> { .false }

// MARK: Whole numbers and reals

// They compare as numbers, without being converted; of `UInt64`, whose great values are stored as
// bytes, these are none.

/// The whole number is less than the real.
public func < <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root>
where Left.Present: NumericAttribute & BinaryInteger, Right.Present: BinaryFloatingPoint {
  Condition(.comparison(left.operand, .less, right.operand))
}

/// The real is less than the whole number.
public func < <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root>
where Left.Present: BinaryFloatingPoint, Right.Present: NumericAttribute & BinaryInteger {
  Condition(.comparison(left.operand, .less, right.operand))
}

/// The whole number is not greater than the real.
public func <= <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root>
where Left.Present: NumericAttribute & BinaryInteger, Right.Present: BinaryFloatingPoint {
  Condition(.comparison(left.operand, .lessOrEqual, right.operand))
}

/// The real is not greater than the whole number.
public func <= <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root>
where Left.Present: BinaryFloatingPoint, Right.Present: NumericAttribute & BinaryInteger {
  Condition(.comparison(left.operand, .lessOrEqual, right.operand))
}

/// The whole number is greater than the real.
public func > <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root>
where Left.Present: NumericAttribute & BinaryInteger, Right.Present: BinaryFloatingPoint {
  Condition(.comparison(left.operand, .greater, right.operand))
}

/// The real is greater than the whole number.
public func > <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root>
where Left.Present: BinaryFloatingPoint, Right.Present: NumericAttribute & BinaryInteger {
  Condition(.comparison(left.operand, .greater, right.operand))
}

/// The whole number is not less than the real.
public func >= <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root>
where Left.Present: NumericAttribute & BinaryInteger, Right.Present: BinaryFloatingPoint {
  Condition(.comparison(left.operand, .greaterOrEqual, right.operand))
}

/// The real is not less than the whole number.
public func >= <Root, Left: OrderedAttribute, Right: OrderedAttribute>(
  left: Field<Root, Left>, right: Field<Root, Right>
) -> Condition<Root>
where Left.Present: BinaryFloatingPoint, Right.Present: NumericAttribute & BinaryInteger {
  Condition(.comparison(left.operand, .greaterOrEqual, right.operand))
}
