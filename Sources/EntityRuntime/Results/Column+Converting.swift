import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Numbers as numbers of another type, as in a condition: `$0.price * $0.quantity.decimal`.

extension Column where Value: NumericAttribute & BinaryInteger {
  /// The number as an `Int`.
  public var int: Column<Root, Int> { Column<Root, Int>(Self.computed(.whole, operand)) }

  /// The number as a `Double`.
  public var double: Column<Root, Double> { Column<Root, Double>(Self.computed(.real, operand)) }

  /// The number as a `Decimal`.
  public var decimal: Column<Root, Decimal> {
    Column<Root, Decimal>(Self.computed(.decimal, operand))
  }
}

extension Column where Value: NumericAttribute & BinaryFloatingPoint {
  /// The number without its fraction; `nil` where an `Int` cannot hold it.
  public var int: OptionalColumn<Root, Int> {
    OptionalColumn<Root, Int>(Self.computed(.whole, operand))
  }

  /// The number as a `Double`.
  public var double: Column<Root, Double> { Column<Root, Double>(Self.computed(.real, operand)) }

  /// The number as the `Decimal` that is written as it is; `nil` where a `Decimal` cannot hold it.
  public var decimal: OptionalColumn<Root, Decimal> {
    OptionalColumn<Root, Decimal>(Self.computed(.decimal, operand))
  }
}

extension Column where Value == Decimal {
  /// The number without its fraction; `nil` where an `Int` cannot hold it.
  public var int: OptionalColumn<Root, Int> {
    OptionalColumn<Root, Int>(Self.computed(.whole, operand))
  }

  /// The number as the `Double` that is nearest to it.
  public var double: Column<Root, Double> { Column<Root, Double>(Self.computed(.real, operand)) }
}

extension OptionalColumn where Value: NumericAttribute {
  /// The number without its fraction; `nil` where there is none or an `Int` cannot hold it.
  public var int: OptionalColumn<Root, Int> {
    OptionalColumn<Root, Int>(Self.computed(.whole, operand))
  }

  /// The number as a `Double`, or `nil`.
  public var double: OptionalColumn<Root, Double> {
    OptionalColumn<Root, Double>(Self.computed(.real, operand))
  }

  /// The number as the `Decimal` that is written as it is; `nil` where there is none or a `Decimal`
  /// cannot hold it.
  public var decimal: OptionalColumn<Root, Decimal> {
    OptionalColumn<Root, Decimal>(Self.computed(.decimal, operand))
  }
}

/// The number without its sign.
public func abs<Root, Value: SummableAttribute>(
  _ column: Column<Root, Value>
) -> Column<Root, Value> { column.magnitude }

/// The number without its sign.
public func abs<Root, Value: SummableAttribute>(
  _ column: OptionalColumn<Root, Value>
) -> OptionalColumn<Root, Value> { column.magnitude }

extension Column where Value == Bool {
  /// The opposite: `.select { !$0.isRead }`.
  public static prefix func ! (column: Column) -> Column {
    Column(Columns<Root>.truth { _ in !Field<Root, Bool>(column.operand) })
  }
}
