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
///
/// A change of many objects assigns it, `{ $0.payload["customer"]["name"] = "Ada" }`, also what is
/// computed of the object, `{ $0.payload["pages"] = $0.pages.json }`.
public struct FieldJSON<Root>: Sendable, __StoreOperand {
  /// The attribute, with what has been assigned.
  private var whole: PredicateOperand

  /// The names and positions that lead to the value.
  private let steps: [JSON]

  /// `true` once something within has been assigned.
  private var isChanged = false

  init(_ whole: PredicateOperand, _ steps: [JSON]) {
    (self.whole, self.steps) = (whole, steps)
  }

  /// The member called `name` of an object; of several, the first.
  public subscript(_ name: String) -> FieldJSON {
    get { FieldJSON(whole, steps + [JSON(name)]) }
    set { assign(newValue, JSON(name)) }
  }

  /// The element of a list at `position`, from 0.
  public subscript(_ position: Int) -> FieldJSON {
    get { FieldJSON(whole, steps + [JSON(position)]) }
    set { assign(newValue, JSON(position)) }
  }

  /// The member called `name`, which is made a constant, or is taken away.
  @_disfavoredOverload
  public subscript(_ name: String) -> JSON? {
    @available(
      *, unavailable,
      message: "the store knows the value; name it as '$0.payload[\"n\"].int', '.string', '.bool'"
    )
    get { nil }
    set { assign(newValue, JSON(name)) }
  }

  /// The element at `position`, which is made a constant, or is taken away.
  @_disfavoredOverload
  public subscript(_ position: Int) -> JSON? {
    @available(
      *, unavailable,
      message: "the store knows the value; name it as '$0.payload[0].int', '.string', '.bool'"
    )
    get { nil }
    set { assign(newValue, JSON(position)) }
  }

  private mutating func assign(_ value: JSON?, _ step: JSON) {
    whole = whole.setting(constant: value, at: steps + [step])
    isChanged = true
  }

  /// Takes over what has been assigned within `part`, which `step` leads to; another one is a value
  /// that is assigned.
  private mutating func assign(_ part: FieldJSON, _ step: JSON) {
    whole = part.whole(assignedTo: whole, at: steps + [step])
    isChanged = true
  }

  /// Returns `target` with what has been assigned within the value, if that is the one at `steps`,
  /// or else with the value itself there.
  fileprivate func whole(assignedTo target: PredicateOperand, at steps: [JSON]) -> PredicateOperand
  {
    isChanged && steps == self.steps ? whole : target.setting(operand(.json), at: steps)
  }

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
    steps.isEmpty && type == .json ? whole : .function(.member(steps.path), type, [whole])
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

extension Field where Value: OrderedAttribute, Value.Present: JSONRepresentable {
  /// The value as JSON, for a change of many objects to assign: as `value.json` writes it, one of a
  /// type of your own as what is stored of it. Where there is none, there is nothing to assign, and
  /// what was there is taken away.
  public var json: FieldJSON<Root> {
    FieldJSON(.function(.written, Value.Present.storageType, [operand]), [])
  }
}

extension [JSON] {
  /// The names and positions as JSON of ASCII alone: of two ways to write a character in a name,
  /// each is another path, and texts of Swift that differ so are equal.
  fileprivate var path: String {
    let text = JSON(self).text
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    return text.utf16.reduce(into: "") { path, unit in
      if let ascii = Unicode.Scalar(unit), ascii.isASCII {
        path.unicodeScalars.append(ascii)
      } else {
        path += "\\u" + String(0x1_0000 | UInt32(unit), radix: 16).dropFirst()
      }
    }
  }
}

extension PredicateOperand {
  /// Returns the operand, JSON, with `value` at the end of `steps`.
  fileprivate func setting(_ value: PredicateOperand, at steps: [JSON]) -> PredicateOperand {
    .function(.settingMember(steps.path), .json, [self, value])
  }

  /// Returns the operand, JSON, with `value` at the end of `steps`; with nothing there for `nil`.
  fileprivate func setting(constant value: JSON?, at steps: [JSON]) -> PredicateOperand {
    setting(.value(value.map { .text($0.text) } ?? .null), at: steps)
  }
}

/// The type of an attribute whose values are `JSON`, or `nil` beside that.
public protocol __JSONAttribute {}

extension JSON: __JSONAttribute {}
extension Optional: __JSONAttribute where Wrapped == JSON {}

extension Field where Value: __JSONAttribute {
  /// The member called `name` of the object that the attribute is.
  public subscript(_ name: String) -> FieldJSON<Root> {
    get { FieldJSON(operand, [JSON(name)]) }
    set { self = Field(newValue.whole(assignedTo: operand, at: [JSON(name)])) }
  }

  /// The element, at `position` from 0, of the list that the attribute is.
  public subscript(_ position: Int) -> FieldJSON<Root> {
    get { FieldJSON(operand, [JSON(position)]) }
    set { self = Field(newValue.whole(assignedTo: operand, at: [JSON(position)])) }
  }

  /// The member called `name`, which is made a constant, or is taken away.
  @_disfavoredOverload
  public subscript(_ name: String) -> JSON? {
    @available(
      *, unavailable,
      message: "the store knows the value; name it as '$0.payload[\"n\"].int', '.string', '.bool'"
    )
    get { nil }
    set { self = Field(operand.setting(constant: newValue, at: [JSON(name)])) }
  }

  /// The element at `position`, which is made a constant, or is taken away.
  @_disfavoredOverload
  public subscript(_ position: Int) -> JSON? {
    @available(
      *, unavailable,
      message: "the store knows the value; name it as '$0.payload[0].int', '.string', '.bool'"
    )
    get { nil }
    set { self = Field(operand.setting(constant: newValue, at: [JSON(position)])) }
  }
}
