import EntityModel

// Arithmetic of a value that is always there and one that may be nil, of which what is computed is
// nil where it is.

extension Field where Value: AddableAttribute {
  /// The sum of a value and one that may be `nil`.
  public static func + (left: Field, right: Field<Root, Value?>) -> Field<Root, Value?> {
    .computed(Value.addition, left.operand, right.operand)
  }

  /// The sum of a value that may be `nil` and one that is always there.
  public static func + (left: Field<Root, Value?>, right: Field) -> Field<Root, Value?> {
    .computed(Value.addition, left.operand, right.operand)
  }
}

extension Field where Value: SummableAttribute {
  /// The difference of a value and one that may be `nil`.
  public static func - (left: Field, right: Field<Root, Value?>) -> Field<Root, Value?> {
    .computed(.subtract, left.operand, right.operand)
  }

  /// The difference of a value that may be `nil` and one that is always there.
  public static func - (left: Field<Root, Value?>, right: Field) -> Field<Root, Value?> {
    .computed(.subtract, left.operand, right.operand)
  }
}

extension Field where Value: NumericAttribute {
  /// The product of a value and one that may be `nil`.
  public static func * (left: Field, right: Field<Root, Value?>) -> Field<Root, Value?> {
    .computed(.multiply, left.operand, right.operand)
  }

  /// The product of a value that may be `nil` and one that is always there.
  public static func * (left: Field<Root, Value?>, right: Field) -> Field<Root, Value?> {
    .computed(.multiply, left.operand, right.operand)
  }

  /// The quotient of a value and one that may be `nil`.
  public static func / (left: Field, right: Field<Root, Value?>) -> Field<Root, Value?> {
    .computed(.divide, left.operand, right.operand)
  }

  /// The quotient of a value that may be `nil` and one that is always there.
  public static func / (left: Field<Root, Value?>, right: Field) -> Field<Root, Value?> {
    .computed(.divide, left.operand, right.operand)
  }
}

extension Field where Value: NumericAttribute & BinaryInteger {
  /// The remainder of the division of a value and one that may be `nil`.
  public static func % (left: Field, right: Field<Root, Value?>) -> Field<Root, Value?> {
    .computed(.remainder, left.operand, right.operand)
  }

  /// The remainder of the division of a value that may be `nil` and one that is always there.
  public static func % (left: Field<Root, Value?>, right: Field) -> Field<Root, Value?> {
    .computed(.remainder, left.operand, right.operand)
  }
}
