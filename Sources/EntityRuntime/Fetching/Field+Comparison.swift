import EntityModel
public import EntityStore

// Comparisons of an attribute with a value. A comparison by order with nil is false.

/// The attribute equals the value.
public func == <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left, .equal, right.storedValue)
}

/// The attribute equals the value.
public func == <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value?
) -> Condition<Root> {
  comparison(left, .equal, right?.storedValue ?? .null)
}

/// The attribute does not equal the value.
public func != <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left, .notEqual, right.storedValue)
}

/// The attribute does not equal the value.
public func != <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value?
) -> Condition<Root> {
  comparison(left, .notEqual, right?.storedValue ?? .null)
}

/// The attribute is less than the value.
public func < <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left, .less, right.storedValue)
}

/// The attribute is less than the value.
public func < <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value?
) -> Condition<Root> {
  comparison(left, .less, right?.storedValue ?? .null)
}

/// The attribute is not greater than the value.
public func <= <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left, .lessOrEqual, right.storedValue)
}

/// The attribute is not greater than the value.
public func <= <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value?
) -> Condition<Root> {
  comparison(left, .lessOrEqual, right?.storedValue ?? .null)
}

/// The attribute is greater than the value.
public func > <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left, .greater, right.storedValue)
}

/// The attribute is greater than the value.
public func > <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value?
) -> Condition<Root> {
  comparison(left, .greater, right?.storedValue ?? .null)
}

/// The attribute is not less than the value.
public func >= <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> {
  comparison(left, .greaterOrEqual, right.storedValue)
}

/// The attribute is not less than the value.
public func >= <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value?
) -> Condition<Root> {
  comparison(left, .greaterOrEqual, right?.storedValue ?? .null)
}

// Comparisons of two attributes.

/// One attribute equals another.
public func == <Root, Value: Storable>(
  left: Field<Root, Value>, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .equal, right.operand))
}

/// One attribute equals another.
public func == <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Field<Root, Value?>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .equal, right.operand))
}

/// One attribute does not equal another.
public func != <Root, Value: Storable>(
  left: Field<Root, Value>, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .notEqual, right.operand))
}

/// One attribute does not equal another.
public func != <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Field<Root, Value?>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .notEqual, right.operand))
}

/// One attribute is less than another.
public func < <Root, Value: Storable>(
  left: Field<Root, Value>, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .less, right.operand))
}

/// One attribute is less than another.
public func < <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Field<Root, Value?>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .less, right.operand))
}

/// One attribute is not greater than another.
public func <= <Root, Value: Storable>(
  left: Field<Root, Value>, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .lessOrEqual, right.operand))
}

/// One attribute is not greater than another.
public func <= <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Field<Root, Value?>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .lessOrEqual, right.operand))
}

/// One attribute is greater than another.
public func > <Root, Value: Storable>(
  left: Field<Root, Value>, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .greater, right.operand))
}

/// One attribute is greater than another.
public func > <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Field<Root, Value?>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .greater, right.operand))
}

/// One attribute is not less than another.
public func >= <Root, Value: Storable>(
  left: Field<Root, Value>, right: Field<Root, Value>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .greaterOrEqual, right.operand))
}

/// One attribute is not less than another.
public func >= <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Field<Root, Value?>
) -> Condition<Root> {
  Condition(.comparison(left.operand, .greaterOrEqual, right.operand))
}

/// Returns the comparison of an attribute with a constant.
private func comparison<Root, Value>(
  _ field: Field<Root, Value>, _ comparison: PredicateTree.Comparison, _ value: StoredValue
) -> Condition<Root> {
  Condition(.comparison(field.operand, comparison, .value(value)))
}
