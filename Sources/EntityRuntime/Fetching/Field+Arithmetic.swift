import EntityModel
public import EntityStore

// Arithmetic. What 64 bits cannot hold is `nil`, as is a whole number or a decimal divided by zero;
// the quotient of whole numbers is that toward zero. Texts are added one after the other.

// Each overload of an operator costs the compiler time in every file that imports the library.

extension Field where Value: OrderedAttribute {
  /// Returns what `function` makes of two operands, which are values of the field's type.
  static func computed(
    _ function: PredicateFunction, _ left: PredicateOperand, _ right: PredicateOperand
  ) -> Field { Field(.function(function, Value.Present.storageType, [left, right])) }
}

extension Field where Value: OrderedAttribute, Value.Present: AddableAttribute {
  /// The sum of a value and a constant.
  public static func + (left: Field, right: Value.Present) -> Field {
    computed(Value.Present.addition, left.operand, .value(right.storedValue))
  }

  /// The sum of a constant and a value.
  public static func + (left: Value.Present, right: Field) -> Field {
    computed(Value.Present.addition, .value(left.storedValue), right.operand)
  }

  /// The sum of two values.
  public static func + (left: Field, right: Field) -> Field {
    computed(Value.Present.addition, left.operand, right.operand)
  }
}

extension Field where Value: OrderedAttribute, Value.Present: SummableAttribute {
  /// The difference of a value and a constant.
  public static func - (left: Field, right: Value.Present) -> Field {
    computed(.subtract, left.operand, .value(right.storedValue))
  }

  /// The difference of a constant and a value.
  public static func - (left: Value.Present, right: Field) -> Field {
    computed(.subtract, .value(left.storedValue), right.operand)
  }

  /// The difference of two values.
  public static func - (left: Field, right: Field) -> Field {
    computed(.subtract, left.operand, right.operand)
  }
}

extension Field where Value: OrderedAttribute, Value.Present: NumericAttribute {
  /// The product of a value and a constant.
  public static func * (left: Field, right: Value.Present) -> Field {
    computed(.multiply, left.operand, .value(right.storedValue))
  }

  /// The product of a constant and a value.
  public static func * (left: Value.Present, right: Field) -> Field {
    computed(.multiply, .value(left.storedValue), right.operand)
  }

  /// The product of two values.
  public static func * (left: Field, right: Field) -> Field {
    computed(.multiply, left.operand, right.operand)
  }

  /// The quotient of a value and a constant.
  public static func / (left: Field, right: Value.Present) -> Field {
    computed(.divide, left.operand, .value(right.storedValue))
  }

  /// The quotient of a constant and a value.
  public static func / (left: Value.Present, right: Field) -> Field {
    computed(.divide, .value(left.storedValue), right.operand)
  }

  /// The quotient of two values.
  public static func / (left: Field, right: Field) -> Field {
    computed(.divide, left.operand, right.operand)
  }
}

extension Field where Value: OrderedAttribute, Value.Present: NumericAttribute & BinaryInteger {
  /// The remainder of the division of a value and a constant.
  public static func % (left: Field, right: Value.Present) -> Field {
    computed(.remainder, left.operand, .value(right.storedValue))
  }

  /// The remainder of the division of a constant and a value.
  public static func % (left: Value.Present, right: Field) -> Field {
    computed(.remainder, .value(left.storedValue), right.operand)
  }

  /// The remainder of the division of two values.
  public static func % (left: Field, right: Field) -> Field {
    computed(.remainder, left.operand, right.operand)
  }
}

extension Field where Value: OrderedAttribute, Value.Present: SummableAttribute {
  /// The number with the other sign.
  public static prefix func - (field: Field) -> Field { field.computed(.negate) }

  /// The number without its sign.
  public var magnitude: Field { computed(.absolute) }

  private func computed(_ function: PredicateFunction) -> Field {
    Field(.function(function, Value.Present.storageType, [operand]))
  }
}

extension Field where Value: OrderedAttribute, Value.Present: NumericAttribute {
  /// The nearest whole number, of two the one further from zero.
  public func rounded() -> Field { computed(.rounded) }

  /// The nearest whole number that is not greater, or not less.
  public func rounded(_ direction: RoundingDirection) -> Field {
    computed(direction == .down ? .roundedDown : .roundedUp)
  }
}

/// Where a number is rounded to.
public enum RoundingDirection: Sendable {
  /// To the greatest whole number that is not greater.
  case down

  /// To the least whole number that is not less.
  case up
}

// MARK: Several values

/// The value, or another one where there is none: `{ ($0.subtitle ?? "none") == "none" }`.
public func ?? <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Value
) -> Field<Root, Value> {
  Field(.function(.coalesce, Value.storageType, [left.operand, .value(right.storedValue)]))
}

/// The value, or another one where there is none.
public func ?? <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Field<Root, Value>
) -> Field<Root, Value> {
  Field(.function(.coalesce, Value.storageType, [left.operand, right.operand]))
}

/// The value, or another one where there is none.
public func ?? <Root, Value: Storable>(
  left: Field<Root, Value?>, right: Field<Root, Value?>
) -> Field<Root, Value?> {
  Field(.function(.coalesce, Value.storageType, [left.operand, right.operand]))
}

/// The value of a property that is reached through a to-one or of another class, or another one
/// where there is none: `{ ($0.author.name ?? "none") == "none" }`.
public func ?? <Root, Value: Storable>(
  left: Field<Root, Value>, right: Value
) -> Field<Root, Value> {
  Field(.function(.coalesce, Value.storageType, [left.operand, .value(right.storedValue)]))
}

/// The value of a property that is reached through a to-one or of another class, or another one
/// where there is none.
public func ?? <Root, Value: Storable>(
  left: Field<Root, Value>, right: Field<Root, Value>
) -> Field<Root, Value> {
  Field(.function(.coalesce, Value.storageType, [left.operand, right.operand]))
}

/// The number without its sign.
public func abs<Root, Value: OrderedAttribute>(
  _ value: Field<Root, Value>
) -> Field<Root, Value> where Value.Present: SummableAttribute { value.magnitude }

/// The least of several values, of those that are present.
public func min<Root, Value: OrderedAttribute>(
  _ first: Field<Root, Value>, _ others: Field<Root, Value>...
) -> Field<Root, Value> {
  Field(
    .function(.least, Value.Present.storageType, [first.operand] + others.map(\.operand)))
}

/// The greatest of several values, of those that are present.
public func max<Root, Value: OrderedAttribute>(
  _ first: Field<Root, Value>, _ others: Field<Root, Value>...
) -> Field<Root, Value> {
  Field(
    .function(.greatest, Value.Present.storageType, [first.operand] + others.map(\.operand)))
}

/// The lesser of a value, where it is present, and one that always is.
public func min<Root, Value: Storable>(
  _ first: Field<Root, Value?>, _ other: Field<Root, Value>
) -> Field<Root, Value> { Field(min(first, Field<Root, Value?>(other.operand)).operand) }

/// The lesser of a value and another one, where that is present.
public func min<Root, Value: Storable>(
  _ first: Field<Root, Value>, _ other: Field<Root, Value?>
) -> Field<Root, Value> { Field(min(Field<Root, Value?>(first.operand), other).operand) }

/// The greater of a value, where it is present, and one that always is.
public func max<Root, Value: Storable>(
  _ first: Field<Root, Value?>, _ other: Field<Root, Value>
) -> Field<Root, Value> { Field(max(first, Field<Root, Value?>(other.operand)).operand) }

/// The greater of a value and another one, where that is present.
public func max<Root, Value: Storable>(
  _ first: Field<Root, Value>, _ other: Field<Root, Value?>
) -> Field<Root, Value> { Field(max(Field<Root, Value?>(first.operand), other).operand) }

/// The lesser of a value, where it is present, and a constant.
public func min<Root, Value: OrderedAttribute>(
  _ first: Field<Root, Value>, _ other: Value.Present
) -> Field<Root, Value> { min(first, Field(.value(other.storedValue))) }

/// The greater of a value, where it is present, and a constant.
public func max<Root, Value: OrderedAttribute>(
  _ first: Field<Root, Value>, _ other: Value.Present
) -> Field<Root, Value> { max(first, Field(.value(other.storedValue))) }

/// The lesser of a constant and a value, where that is present.
public func min<Root, Value: OrderedAttribute>(
  _ first: Value.Present, _ other: Field<Root, Value>
) -> Field<Root, Value> { min(Field(.value(first.storedValue)), other) }

/// The greater of a constant and a value, where that is present: `max(0, $0.stock - 5)`.
public func max<Root, Value: OrderedAttribute>(
  _ first: Value.Present, _ other: Field<Root, Value>
) -> Field<Root, Value> { max(Field(.value(first.storedValue)), other) }

extension Condition {
  /// The one value where the condition holds, the other where it does not:
  /// `{ ($0.pages > 300).then("long", else: "short") == "long" }`.
  public func then<Value: Storable>(_ value: Value, else other: Value) -> Field<Root, Value> {
    then(Field<Root, Value>(.value(value.storedValue)), else: Field(.value(other.storedValue)))
  }

  /// The one value where the condition holds, the other where it does not.
  public func then<Value: OrderedAttribute>(
    _ value: Field<Root, Value>, else other: Field<Root, Value>
  ) -> Field<Root, Value> {
    Field(.choice(Value.Present.storageType, tree, value.operand, other.operand))
  }

  /// The value where the condition holds, the constant where it does not.
  public func then<Value: OrderedAttribute>(
    _ value: Field<Root, Value>, else other: Value.Present
  ) -> Field<Root, Value> { then(value, else: Field(.value(other.storedValue))) }

  /// The value where the condition holds, and `nil` where it does not.
  @_disfavoredOverload
  public func then<Value: OrderedAttribute>(
    _ value: Field<Root, Value>, else other: _OptionalNilComparisonType
  ) -> Field<Root, Value.Present?> {
    Field<Root, Value.Present?>(
      .choice(Value.Present.storageType, tree, value.operand, .value(.null)))
  }

  /// The constant where the condition holds, the value where it does not.
  public func then<Value: OrderedAttribute>(
    _ value: Value.Present, else other: Field<Root, Value>
  ) -> Field<Root, Value> { then(Field(.value(value.storedValue)), else: other) }
}

extension Field where Value == Bool {
  /// The one value where the attribute is true, the other where it is false:
  /// `{ $0.isOpen.then($0.pages, else: 0) > 300 }`.
  public func then<Result: Storable>(
    _ value: Result, else other: Result
  ) -> Field<Root, Result> { isTrue.then(value, else: other) }

  /// The one value where the attribute is true, the other where it is false.
  public func then<Result: OrderedAttribute>(
    _ value: Field<Root, Result>, else other: Field<Root, Result>
  ) -> Field<Root, Result> { isTrue.then(value, else: other) }

  /// The value where the attribute is true, the constant where it is false.
  public func then<Result: OrderedAttribute>(
    _ value: Field<Root, Result>, else other: Result.Present
  ) -> Field<Root, Result> { isTrue.then(value, else: other) }

  /// The constant where the attribute is true, the value where it is false.
  public func then<Result: OrderedAttribute>(
    _ value: Result.Present, else other: Field<Root, Result>
  ) -> Field<Root, Result> { isTrue.then(value, else: other) }
}
