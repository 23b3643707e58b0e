#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSON {
  /// The value if it is a number that a `Decimal` holds with all its digits; `nil` if it is
  /// something else.
  public var decimal: Decimal? {
    guard let digits, let value = Decimal(string: digits), !value.isNaN,
      JSONNumber(digits) == JSONNumber(value.description)
    else { return nil }
    return value
  }

  /// Creates a number with all its digits; `nil` if the value is not a number.
  public init?(_ value: Decimal) {
    guard !value.isNaN else { return nil }
    let digits = value.description
    self.init(written: digits, digits.contains(".") ? .fraction : .integer)
  }
}
