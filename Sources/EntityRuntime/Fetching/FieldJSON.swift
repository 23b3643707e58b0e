public import EntityJSON
import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value in an attribute of the type `JSON`, as a condition names it:
/// `{ $0.payload["customer"]["name"].string == "Ada" }`.
///
/// Whatever is missing, null or of another type than the one asked for is `nil`.
public struct FieldJSON<Root>: Sendable, __StoreOperand {
  /// The attribute.
  private let whole: PredicateOperand

  /// The names and positions that lead to the value.
  private let steps: [JSON]

  init(_ whole: PredicateOperand, _ steps: [JSON]) {
    (self.whole, self.steps) = (whole, steps)
  }

  /// The member called `name` of an object; of several, the first.
  public subscript(_ name: String) -> FieldJSON { FieldJSON(whole, steps + [JSON(name)]) }

  /// The element of a list at `position`, from 0.
  public subscript(_ position: Int) -> FieldJSON { FieldJSON(whole, steps + [JSON(position)]) }

  /// The truth value.
  public var bool: Field<Root, Bool?> { self.as(Bool.self) }

  /// The string.
  public var string: Field<Root, String?> { self.as(String.self) }

  /// The whole number, as long as it fits; `1.0` and `1e2` too.
  public var int: Field<Root, Int?> { self.as(Int.self) }

  /// The number that is nearest.
  public var double: Field<Root, Double?> { self.as(Double.self) }

  /// The number with all its digits, or the one whose digits a string has.
  public var decimal: Field<Root, Decimal?> { self.as(Decimal.self) }

  /// The value as one of `type`, written as a property of a `@DictionaryStorage` is: a date in
  /// ISO 8601 or as seconds since 1970, data in Base64, an enumeration as its raw value, whether it
  /// has that case or not.
  public func `as`<Value: Storable>(_ type: Value.Type) -> Field<Root, Value?> {
    Field<Root, Value?>(operand(Value.storageType))
  }

  /// There is something, be it null.
  public var exists: Condition<Root> {
    Condition(.comparison(operand(.json), .notEqual, .value(.null)))
  }

  private func operand(_ type: StorageType) -> PredicateOperand {
    .function(.member(JSON(steps).text), type, [whole])
  }
}

extension FieldJSON {
  /// There is nothing, not even null.
  public static func == (left: FieldJSON, right: _OptionalNilComparisonType) -> Condition<Root> {
    !left.exists
  }

  /// There is something, be it null.
  public static func != (left: FieldJSON, right: _OptionalNilComparisonType) -> Condition<Root> {
    left.exists
  }

  /// Refuses a comparison that does not say as what.
  @available(
    *, unavailable,
    message: "say what the value has to be: '$0.payload[\"n\"].int == 1', '.string', '.bool'"
  )
  @_disfavoredOverload
  public static func == (left: FieldJSON, right: JSON) -> Condition<Root> { left.exists }

  /// Refuses a comparison that does not say as what.
  @available(
    *, unavailable,
    message: "say what the value has to be: '$0.payload[\"n\"].int != 1', '.string', '.bool'"
  )
  @_disfavoredOverload
  public static func != (left: FieldJSON, right: JSON) -> Condition<Root> { left.exists }
}

extension Field where Value == JSON {
  /// The member called `name` of the object that the attribute is.
  public subscript(_ name: String) -> FieldJSON<Root> { FieldJSON(operand, [JSON(name)]) }

  /// The element, at `position` from 0, of the list that the attribute is.
  public subscript(_ position: Int) -> FieldJSON<Root> { FieldJSON(operand, [JSON(position)]) }
}

extension Field where Value == JSON? {
  /// The member called `name` of the object that the attribute is.
  public subscript(_ name: String) -> FieldJSON<Root> { FieldJSON(operand, [JSON(name)]) }

  /// The element, at `position` from 0, of the list that the attribute is.
  public subscript(_ position: Int) -> FieldJSON<Root> { FieldJSON(operand, [JSON(position)]) }
}
