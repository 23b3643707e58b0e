import EntityModel
import EntityStore

// Arithmetic of columns, as of values in a condition: what 64 bits cannot hold is no value, nor is
// a whole number or a decimal that is divided by zero.

// Each overload of an operator costs the compiler time. The two types are named here, since an
// extension of their protocol costs a multiple.

extension Column where Value: AddableAttribute {
  /// The sum of a column and a constant.
  public static func + (left: Column, right: Value) -> Column {
    Column(Self.addition, left.operand, .value(right.storedValue))
  }

  /// The sum of a constant and a column.
  public static func + (left: Value, right: Column) -> Column {
    Column(Self.addition, .value(left.storedValue), right.operand)
  }

  /// The sum of two columns.
  public static func + (left: Column, right: Column) -> Column {
    Column(Self.addition, left.operand, right.operand)
  }
}

extension Column where Value: SummableAttribute {
  /// The difference of a column and a constant.
  public static func - (left: Column, right: Value) -> Column {
    Column(.subtract, left.operand, .value(right.storedValue))
  }

  /// The difference of a constant and a column.
  public static func - (left: Value, right: Column) -> Column {
    Column(.subtract, .value(left.storedValue), right.operand)
  }

  /// The difference of two columns.
  public static func - (left: Column, right: Column) -> Column {
    Column(.subtract, left.operand, right.operand)
  }
}

extension Column where Value: NumericAttribute {
  /// The product of a column and a constant.
  public static func * (left: Column, right: Value) -> Column {
    Column(.multiply, left.operand, .value(right.storedValue))
  }

  /// The product of a constant and a column.
  public static func * (left: Value, right: Column) -> Column {
    Column(.multiply, .value(left.storedValue), right.operand)
  }

  /// The product of two columns.
  public static func * (left: Column, right: Column) -> Column {
    Column(.multiply, left.operand, right.operand)
  }

  /// The quotient of a column and a constant.
  public static func / (left: Column, right: Value) -> Column {
    Column(.divide, left.operand, .value(right.storedValue))
  }

  /// The quotient of a constant and a column.
  public static func / (left: Value, right: Column) -> Column {
    Column(.divide, .value(left.storedValue), right.operand)
  }

  /// The quotient of two columns.
  public static func / (left: Column, right: Column) -> Column {
    Column(.divide, left.operand, right.operand)
  }
}

extension Column where Value: NumericAttribute & BinaryInteger {
  /// The remainder of the division of a column and a constant.
  public static func % (left: Column, right: Value) -> Column {
    Column(.remainder, left.operand, .value(right.storedValue))
  }

  /// The remainder of the division of a constant and a column.
  public static func % (left: Value, right: Column) -> Column {
    Column(.remainder, .value(left.storedValue), right.operand)
  }

  /// The remainder of the division of two columns.
  public static func % (left: Column, right: Column) -> Column {
    Column(.remainder, left.operand, right.operand)
  }
}

extension Column where Value: SummableAttribute {
  /// The number with the other sign.
  public static prefix func - (column: Column) -> Column { Column(.negate, column.operand) }

  /// The number without its sign.
  public var magnitude: Column { Column(.absolute, operand) }
}

extension Column where Value: NumericAttribute {
  /// The nearest whole number, of two the one further from zero.
  public func rounded() -> Column { Column(.rounded, operand) }

  /// The nearest whole number that is not greater, or not less.
  public func rounded(_ direction: RoundingDirection) -> Column {
    Column(direction == .down ? .roundedDown : .roundedUp, operand)
  }
}

extension Column {
  /// Creates the column of what `function` makes of `operands`.
  fileprivate init(_ function: PredicateFunction, _ operands: PredicateOperand...) {
    self.init(.function(function, Value.storageType, operands))
  }

  /// What joins texts, and adds all else.
  fileprivate static var addition: PredicateFunction {
    Value.storageType == .string ? .concatenate : .add
  }
}

extension OptionalColumn where Value: AddableAttribute {
  /// The sum of a column and a constant.
  public static func + (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(Self.addition, left.operand, .value(right.storedValue))
  }

  /// The sum of a constant and a column.
  public static func + (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(Self.addition, .value(left.storedValue), right.operand)
  }

  /// The sum of two columns.
  public static func + (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(Self.addition, left.operand, right.operand)
  }
}

extension OptionalColumn where Value: SummableAttribute {
  /// The difference of a column and a constant.
  public static func - (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(.subtract, left.operand, .value(right.storedValue))
  }

  /// The difference of a constant and a column.
  public static func - (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(.subtract, .value(left.storedValue), right.operand)
  }

  /// The difference of two columns.
  public static func - (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(.subtract, left.operand, right.operand)
  }
}

extension OptionalColumn where Value: NumericAttribute {
  /// The product of a column and a constant.
  public static func * (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(.multiply, left.operand, .value(right.storedValue))
  }

  /// The product of a constant and a column.
  public static func * (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(.multiply, .value(left.storedValue), right.operand)
  }

  /// The product of two columns.
  public static func * (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(.multiply, left.operand, right.operand)
  }

  /// The quotient of a column and a constant.
  public static func / (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(.divide, left.operand, .value(right.storedValue))
  }

  /// The quotient of a constant and a column.
  public static func / (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(.divide, .value(left.storedValue), right.operand)
  }

  /// The quotient of two columns.
  public static func / (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(.divide, left.operand, right.operand)
  }
}

extension OptionalColumn where Value: NumericAttribute & BinaryInteger {
  /// The remainder of the division of a column and a constant.
  public static func % (left: OptionalColumn, right: Value) -> OptionalColumn {
    OptionalColumn(.remainder, left.operand, .value(right.storedValue))
  }

  /// The remainder of the division of a constant and a column.
  public static func % (left: Value, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(.remainder, .value(left.storedValue), right.operand)
  }

  /// The remainder of the division of two columns.
  public static func % (left: OptionalColumn, right: OptionalColumn) -> OptionalColumn {
    OptionalColumn(.remainder, left.operand, right.operand)
  }
}

extension OptionalColumn where Value: SummableAttribute {
  /// The number with the other sign.
  public static prefix func - (column: OptionalColumn) -> OptionalColumn {
    OptionalColumn(.negate, column.operand)
  }

  /// The number without its sign.
  public var magnitude: OptionalColumn { OptionalColumn(.absolute, operand) }
}

extension OptionalColumn where Value: NumericAttribute {
  /// The nearest whole number, of two the one further from zero.
  public func rounded() -> OptionalColumn { OptionalColumn(.rounded, operand) }

  /// The nearest whole number that is not greater, or not less.
  public func rounded(_ direction: RoundingDirection) -> OptionalColumn {
    OptionalColumn(direction == .down ? .roundedDown : .roundedUp, operand)
  }
}

extension OptionalColumn {
  /// Creates the column of what `function` makes of `operands`.
  fileprivate init(_ function: PredicateFunction, _ operands: PredicateOperand...) {
    self.init(.function(function, Value.storageType, operands))
  }

  /// What joins texts, and adds all else.
  fileprivate static var addition: PredicateFunction {
    Value.storageType == .string ? .concatenate : .add
  }
}
