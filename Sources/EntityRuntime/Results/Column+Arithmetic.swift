import EntityModel
import EntityStore

// Arithmetic of columns, as of values in a condition: what 64 bits cannot hold is no value, nor is
// a whole number or a decimal that is divided by zero.

// Each overload of an operator costs the compiler time. The two types are named here, since an
// extension of their protocol costs a multiple.

extension Column where Value: AddableAttribute {
  /// The sum of a column and a constant.
  public static func + (left: Column, right: Value) -> Column {
    Column(computed(Value.addition, left.operand, .value(right.storedValue)))
  }

  /// The sum of a constant and a column.
  public static func + (left: Value, right: Column) -> Column {
    Column(computed(Value.addition, .value(left.storedValue), right.operand))
  }

  /// The sum of two columns.
  public static func + (left: Column, right: Column) -> Column {
    Column(computed(Value.addition, left.operand, right.operand))
  }
}

extension Column where Value: SummableAttribute {
  /// The difference of a column and a constant.
  public static func - (left: Column, right: Value) -> Column {
    Column(computed(.subtract, left.operand, .value(right.storedValue)))
  }

  /// The difference of a constant and a column.
  public static func - (left: Value, right: Column) -> Column {
    Column(computed(.subtract, .value(left.storedValue), right.operand))
  }

  /// The difference of two columns.
  public static func - (left: Column, right: Column) -> Column {
    Column(computed(.subtract, left.operand, right.operand))
  }
}

extension Column where Value: NumericAttribute {
  /// The product of a column and a constant.
  public static func * (left: Column, right: Value) -> Column {
    Column(computed(.multiply, left.operand, .value(right.storedValue)))
  }

  /// The product of a constant and a column.
  public static func * (left: Value, right: Column) -> Column {
    Column(computed(.multiply, .value(left.storedValue), right.operand))
  }

  /// The product of two columns.
  public static func * (left: Column, right: Column) -> Column {
    Column(computed(.multiply, left.operand, right.operand))
  }

  /// The quotient of a column and a constant.
  public static func / (left: Column, right: Value) -> Column {
    Column(computed(.divide, left.operand, .value(right.storedValue)))
  }

  /// The quotient of a constant and a column.
  public static func / (left: Value, right: Column) -> Column {
    Column(computed(.divide, .value(left.storedValue), right.operand))
  }

  /// The quotient of two columns.
  public static func / (left: Column, right: Column) -> Column {
    Column(computed(.divide, left.operand, right.operand))
  }
}

extension Column where Value: NumericAttribute & BinaryInteger {
  /// The remainder of the division of a column and a constant.
  public static func % (left: Column, right: Value) -> Column {
    Column(computed(.remainder, left.operand, .value(right.storedValue)))
  }

  /// The remainder of the division of a constant and a column.
  public static func % (left: Value, right: Column) -> Column {
    Column(computed(.remainder, .value(left.storedValue), right.operand))
  }

  /// The remainder of the division of two columns.
  public static func % (left: Column, right: Column) -> Column {
    Column(computed(.remainder, left.operand, right.operand))
  }
}

extension Column where Value: SummableAttribute {
  /// The number with the other sign.
  public static prefix func - (column: Column) -> Column {
    Column(computed(.negate, column.operand))
  }

  /// The number without its sign.
  public var magnitude: Column { Column(Self.computed(.absolute, operand)) }
}

extension Column where Value: NumericAttribute {
  /// The nearest whole number, of two the one further from zero.
  public func rounded() -> Column { Column(Self.computed(.rounded, operand)) }

  /// The nearest whole number that is not greater, or not less.
  public func rounded(_ direction: RoundingDirection) -> Column {
    Column(Self.computed(direction == .down ? .roundedDown : .roundedUp, operand))
  }
}

extension OptionalColumn where Value: AddableAttribute {
  /// The sum of a column and a constant.
  public static func + (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(computed(Value.addition, left.operand, .value(right.storedValue)))
  }

  /// The sum of a constant and a column.
  public static func + (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(Value.addition, .value(left.storedValue), right.operand))
  }

  /// The sum of two columns.
  public static func + (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(Value.addition, left.operand, right.operand))
  }
}

extension OptionalColumn where Value: SummableAttribute {
  /// The difference of a column and a constant.
  public static func - (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(computed(.subtract, left.operand, .value(right.storedValue)))
  }

  /// The difference of a constant and a column.
  public static func - (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.subtract, .value(left.storedValue), right.operand))
  }

  /// The difference of two columns.
  public static func - (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.subtract, left.operand, right.operand))
  }
}

extension OptionalColumn where Value: NumericAttribute {
  /// The product of a column and a constant.
  public static func * (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(computed(.multiply, left.operand, .value(right.storedValue)))
  }

  /// The product of a constant and a column.
  public static func * (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.multiply, .value(left.storedValue), right.operand))
  }

  /// The product of two columns.
  public static func * (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.multiply, left.operand, right.operand))
  }

  /// The quotient of a column and a constant.
  public static func / (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(computed(.divide, left.operand, .value(right.storedValue)))
  }

  /// The quotient of a constant and a column.
  public static func / (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.divide, .value(left.storedValue), right.operand))
  }

  /// The quotient of two columns.
  public static func / (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.divide, left.operand, right.operand))
  }
}

extension OptionalColumn where Value: NumericAttribute & BinaryInteger {
  /// The remainder of the division of a column and a constant.
  public static func % (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(computed(.remainder, left.operand, .value(right.storedValue)))
  }

  /// The remainder of the division of a constant and a column.
  public static func % (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.remainder, .value(left.storedValue), right.operand))
  }

  /// The remainder of the division of two columns.
  public static func % (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.remainder, left.operand, right.operand))
  }
}

extension OptionalColumn where Value: SummableAttribute {
  /// The number with the other sign.
  public static prefix func - (column: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.negate, column.operand))
  }

  /// The number without its sign.
  public var magnitude: OptionalColumn { OptionalColumn(Self.computed(.absolute, operand)) }
}

extension OptionalColumn where Value: NumericAttribute {
  /// The nearest whole number, of two the one further from zero.
  public func rounded() -> OptionalColumn { OptionalColumn(Self.computed(.rounded, operand)) }

  /// The nearest whole number that is not greater, or not less.
  public func rounded(_ direction: RoundingDirection) -> OptionalColumn {
    OptionalColumn(Self.computed(direction == .down ? .roundedDown : .roundedUp, operand))
  }
}

extension OptionalColumn where Value: AddableAttribute {
  /// The sum of a column that is always there and one that may be `nil`.
  public static func + (left: Column<Root, Value>, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(Value.addition, left.operand, right.operand))
  }

  /// The sum of a column that may be `nil` and one that is always there.
  public static func + (left: OptionalColumn, right: Column<Root, Value>) -> OptionalColumn {
    OptionalColumn(computed(Value.addition, left.operand, right.operand))
  }
}

extension OptionalColumn where Value: SummableAttribute {
  /// The difference of a column that is always there and one that may be `nil`.
  public static func - (left: Column<Root, Value>, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.subtract, left.operand, right.operand))
  }

  /// The difference of a column that may be `nil` and one that is always there.
  public static func - (left: OptionalColumn, right: Column<Root, Value>) -> OptionalColumn {
    OptionalColumn(computed(.subtract, left.operand, right.operand))
  }
}

extension OptionalColumn where Value: NumericAttribute {
  /// The product of a column that is always there and one that may be `nil`.
  public static func * (left: Column<Root, Value>, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.multiply, left.operand, right.operand))
  }

  /// The product of a column that may be `nil` and one that is always there.
  public static func * (left: OptionalColumn, right: Column<Root, Value>) -> OptionalColumn {
    OptionalColumn(computed(.multiply, left.operand, right.operand))
  }

  /// The quotient of a column that is always there and one that may be `nil`.
  public static func / (left: Column<Root, Value>, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.divide, left.operand, right.operand))
  }

  /// The quotient of a column that may be `nil` and one that is always there.
  public static func / (left: OptionalColumn, right: Column<Root, Value>) -> OptionalColumn {
    OptionalColumn(computed(.divide, left.operand, right.operand))
  }
}

extension OptionalColumn where Value: NumericAttribute & BinaryInteger {
  /// The remainder of the division of a column that is always there and one that may be `nil`.
  public static func % (left: Column<Root, Value>, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(computed(.remainder, left.operand, right.operand))
  }

  /// The remainder of the division of a column that may be `nil` and one that is always there.
  public static func % (left: OptionalColumn, right: Column<Root, Value>) -> OptionalColumn {
    OptionalColumn(computed(.remainder, left.operand, right.operand))
  }
}
