package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoredValue {
  /// Returns how two present values of `type` compare: negative, zero or positive; nil where they
  /// have no order, as a NaN and anything.
  ///
  /// Strings compare by their UTF-8, decimals as numbers, bytes one by one, and of whole numbers
  /// without a sign those that are too great for an integer come last.
  package static func order(_ left: StoredValue, _ right: StoredValue, as type: StorageType) -> Int?
  {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b ? -1 : a == b ? 0 : 1
    case (.real(let a), .real(let b)): a < b ? -1 : a == b ? 0 : a > b ? 1 : nil
    case (.text(let a), .text(let b)) where type == .decimal: decimalOrder(a, b)
    case (.text(let a), .text(let b)): bytesOrder(a.utf8, b.utf8)
    case (.blob(let a), .blob(let b)): bytesOrder(a, b)
    case (.integer, .blob) where type == .uint64: -1
    case (.blob, .integer) where type == .uint64: 1
    default: nil
    }
  }

  /// Returns how a whole number compares with a real, by what both are and not by what the one is
  /// as the other's type; `nil` for a NaN.
  static func order(_ whole: Int64, _ real: Double) -> Int? {
    if real.isNaN { return nil }
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let part = Int64(real)
    if whole != part { return whole < part ? -1 : 1 }
    let rest = real - Double(part)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }

  /// Returns how two values of `type` sort: as `order`, with null before and NaNs after all others,
  /// these by their bits.
  package static func sortOrder(
    _ left: StoredValue, _ right: StoredValue, as type: StorageType
  ) -> Int {
    if left.isNull || right.isNull { return (left.isNull ? 0 : 1) - (right.isNull ? 0 : 1) }
    if let order = order(left, right, as: type) { return order }
    guard case .real(let a) = left, case .real(let b) = right, a.isNaN, b.isNaN else {
      return (left.isNaN ? 1 : 0) - (right.isNaN ? 1 : 0)
    }
    return a.bitPattern < b.bitPattern ? -1 : a.bitPattern == b.bitPattern ? 0 : 1
  }

  /// The form of `text` in which strings that differ in case alone are equal.
  package static func folded(_ text: String) -> String { text.lowercased() }

  /// Returns how the decimals written in `left` and `right` compare.
  ///
  /// Text that is no number, as that of a NaN, comes after all decimals, by its UTF-8.
  package static func decimalOrder(_ left: String, _ right: String) -> Int {
    if let left = PlainDecimal(left), let right = PlainDecimal(right) { return left.order(right) }
    return switch (Decimal(digits: left), Decimal(digits: right)) {
    case (let a?, let b?): a < b ? -1 : a == b ? 0 : 1
    case (.some, nil): -1
    case (nil, .some): 1
    case (nil, nil): bytesOrder(left.utf8, right.utf8)
    }
  }

  /// Returns how two sequences of bytes compare, a beginning coming before the whole.
  private static func bytesOrder(
    _ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>
  ) -> Int {
    if left.elementsEqual(right) { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  /// `true` if the value is a real that is not a number.
  private var isNaN: Bool {
    if case .real(let value) = self { value.isNaN } else { false }
  }
}
