#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A rule of an attribute, made ready to be held against many values.
package struct RuleCheck: Sendable {
  /// What is compared, as the attribute's type compares it.
  private enum Condition: Sendable {
    case integers(least: Int64, most: Int64)
    case reals(least: Double, most: Double, isBelow: Bool)
    case floats(least: Float, most: Float, isBelow: Bool)
    case decimals(least: Decimal?, most: Decimal?, isBelow: Bool)
    case length(least: Int, most: Int)
    case pattern(RegularExpression)
    /// The program's own condition is known to its class alone, and one that says nothing, such as
    /// a range of texts, holds for each value.
    case nothing
  }

  private let condition: Condition

  /// Creates the check of `rule`, which values of an attribute of `type` obey.
  package init(_ rule: ValueRule, of type: StorageType) {
    condition =
      switch rule {
      case .range(let from, let through, let below):
        Self.range(from: from, to: through ?? below, isBelow: through == nil && below != nil, type)
      case .length(let from, let through): .length(least: from, most: through ?? .max)
      case .pattern(let pattern):
        if let expression = try? RegularExpression(pattern) {
          .pattern(expression)
        } else {
          .nothing
        }
      case .custom: .nothing
      }
  }

  /// `true` if `value` obeys the rule; nil does, and so does what is no value of the type.
  package func accepts(_ value: StoredValue) -> Bool {
    switch (condition, value) {
    case (.integers(let least, let most), .integer(let number)):
      return number >= least && number <= most
    // A number above all that a rule can name is stored as bytes.
    case (.integers(_, let most), .blob): return most == .max
    case (.reals(let least, let most, let isBelow), .real(let number)):
      return number >= least && (isBelow ? number < most : number <= most)
    case (.floats(let least, let most, let isBelow), .real(let number)):
      let number = Float(number)
      return number >= least && (isBelow ? number < most : number <= most)
    case (.decimals(let least, let most, let isBelow), .text(let digits)):
      // What is not a number is in no range.
      guard let number = Decimal(string: digits), !number.isNaN else { return false }
      if let least, number < least { return false }
      guard let most else { return true }
      return isBelow ? number < most : number <= most
    case (.length(let least, let most), .text(let text)):
      // Texts of as many bytes may have fewer characters, and none has more characters than bytes.
      if text.utf8.count < least { return false }
      let count = text.count
      return count >= least && count <= most
    case (.length(let least, let most), .blob(let data)):
      return data.count >= least && data.count <= most
    case (.pattern(let expression), .text(let text)): return expression.isFound(in: text)
    default: return true
    }
  }

  private static func range(
    from: StoredValue?, to: StoredValue?, isBelow: Bool, _ type: StorageType
  ) -> Condition {
    switch type {
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64:
      let least = from?.wholeNumber ?? .min
      guard let most = to?.wholeNumber else { return .integers(least: least, most: .max) }
      guard isBelow else { return .integers(least: least, most: most) }
      // Nothing is less than the least number.
      return most == .min
        ? .integers(least: .max, most: .min) : .integers(least: least, most: most - 1)
    case .double:
      return .reals(
        least: from?.realNumber ?? -.infinity, most: to?.realNumber ?? .infinity, isBelow: isBelow)
    case .float:
      return .floats(
        least: (from?.realNumber).map { Float($0) } ?? -.infinity,
        most: (to?.realNumber).map { Float($0) } ?? .infinity, isBelow: isBelow)
    case .decimal:
      return .decimals(least: from?.decimalNumber, most: to?.decimalNumber, isBelow: isBelow)
    default: return .nothing
    }
  }
}

extension StoredValue {
  /// The whole number, `nil` for another value.
  fileprivate var wholeNumber: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The real or whole number as a real, `nil` for another value.
  fileprivate var realNumber: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  /// The number whose digits the value is, or the whole number; `nil` for another value.
  fileprivate var decimalNumber: Decimal? {
    switch self {
    case .text(let digits): Decimal(string: digits)
    case .integer(let number): Decimal(number)
    default: nil
    }
  }
}
