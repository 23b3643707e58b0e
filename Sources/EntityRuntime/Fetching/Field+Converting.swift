import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Numbers as numbers of another type, for the operators, whose two sides have one:
// `{ $0.price / $0.pages.double > 0.1 }`, `{ $0.unitPrice * $0.amount.decimal > 100 }`.

extension Field where Value: NumericAttribute & BinaryInteger {
  /// The number as an `Int`.
  public var int: Field<Root, Int> { converted(.whole) }

  /// The number as a `Double`.
  public var double: Field<Root, Double> { converted(.real) }

  /// The number as a `Decimal`.
  public var decimal: Field<Root, Decimal> { converted(.decimal) }
}

extension Field where Value: NumericAttribute & BinaryFloatingPoint {
  /// The number without its fraction; `nil` where an `Int` cannot hold it.
  public var int: Field<Root, Int?> { converted(.whole) }

  /// The number as a `Double`.
  public var double: Field<Root, Double> { converted(.real) }

  /// The number as the `Decimal` that is written as it is; `nil` where a `Decimal` cannot hold it.
  public var decimal: Field<Root, Decimal?> { converted(.decimal) }
}

extension Field where Value == Decimal {
  /// The number without its fraction; `nil` where an `Int` cannot hold it.
  public var int: Field<Root, Int?> { converted(.whole) }

  /// The number as the `Double` that is nearest to it.
  public var double: Field<Root, Double> { converted(.real) }
}

extension Field where Value: OptionalNumericAttribute {
  /// The number without its fraction; `nil` where there is none or an `Int` cannot hold it.
  public var int: Field<Root, Int?> { converted(.whole) }

  /// The number as a `Double`, or `nil`.
  public var double: Field<Root, Double?> { converted(.real) }

  /// The number as the `Decimal` that is written as it is; `nil` where there is none or a `Decimal`
  /// cannot hold it.
  public var decimal: Field<Root, Decimal?> { converted(.decimal) }
}

extension Field where Value: OrderedAttribute, Value.Present: NumericAttribute {
  private func converted<Other>(_ function: PredicateFunction) -> Field<Root, Other> {
    Field<Root, Other>(.function(function, Value.Present.storageType, [operand]))
  }
}

/// The type of an attribute that is a number or `nil`.
public protocol OptionalNumericAttribute: OrderedAttribute where Present: NumericAttribute {}

extension Optional: OptionalNumericAttribute where Wrapped: NumericAttribute {}
