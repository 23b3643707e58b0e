/// A decimal of few digits, as most are, which compares without Foundation's.
struct PlainDecimal {
  /// The digits, without the point.
  private let digits: Int64

  /// How many of them stand behind the point.
  private let scale: Int

  /// Reads `text`: a sign that may be missing, and at most 18 digits, among which a point may
  /// stand; `nil` for anything else.
  init?(_ text: String) {
    var (digits, count, scale): (Int64, Int, Int?) = (0, 0, nil)
    var isNegative = false
    for (position, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        guard count <= 18 else { return nil }
        digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
        if let known = scale { scale = known + 1 }
      case UInt8(ascii: ".") where scale == nil: scale = 0
      case UInt8(ascii: "-") where position == 0: isNegative = true
      default: return nil
      }
    }
    guard count > 0 else { return nil }
    self.digits = isNegative ? -digits : digits
    self.scale = scale ?? 0
  }

  /// Returns how the decimal compares with `other`: -1, 0 or 1.
  func order(_ other: PlainDecimal) -> Int {
    let left = Int128(digits) * Self.power(max(other.scale - scale, 0))
    let right = Int128(other.digits) * Self.power(max(scale - other.scale, 0))
    return left < right ? -1 : left == right ? 0 : 1
  }

  /// Ten to the power of `exponent`, which is no more than 18.
  private static func power(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
