public import EntityModel

/// A duration is stored as the decimal number of its seconds, with as many digits as it has: `90`,
/// `-0.25`. That is exact to the attosecond, and the store compares, orders and adds it as a
/// number.
///
/// A number with more digits, as an average or another program may make, is rounded to the nearest
/// attosecond; one that is more than a duration can be is none.
extension Duration: Storable, PlaceholderProviding {
  public static var storageType: StorageType { .decimal }
  public static var placeholder: Duration { .zero }

  public var primitive: String {
    // There are longer durations than an Int64 has seconds.
    let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsInSecond)
    guard rest != 0 else { return "\(seconds)" }
    var fraction = String(rest.magnitude)[...]
    let zeros = String(repeating: "0", count: Self.digits - fraction.count)
    while fraction.last == "0" { fraction.removeLast() }
    return "\(attoseconds < 0 ? "-" : "")\(seconds.magnitude).\(zeros)\(fraction)"
  }

  public init?(primitive: String) {
    var text = primitive.utf8[...]
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative || text.first == UInt8(ascii: "+") { text.removeFirst() }
    let parts = text.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""[...].utf8
    guard let whole = parts.first, !(whole.isEmpty && fraction.isEmpty) else { return nil }
    // The longest that a duration can be is less than half of what this holds.
    var attoseconds: UInt128 = 0
    for digit in whole {
      guard let value = digit.decimalDigit, attoseconds <= Self.mostSeconds else { return nil }
      attoseconds = attoseconds * 10 + value
    }
    guard attoseconds <= Self.mostSeconds else { return nil }
    var count = 0
    var roundsUp = false
    for digit in fraction {
      guard let value = digit.decimalDigit else { return nil }
      if count < Self.digits { attoseconds = attoseconds * 10 + value }
      if count == Self.digits { roundsUp = value >= 5 }
      count += 1
    }
    for _ in count..<max(count, Self.digits) { attoseconds *= 10 }
    if roundsUp { attoseconds += 1 }
    let found =
      isNegative && attoseconds == Int128.min.magnitude
      ? Int128.min : Int128(exactly: attoseconds).map { isNegative ? -$0 : $0 }
    guard let found else { return nil }
    self.init(attoseconds: found)
  }

  private static var attosecondsInSecond: Int128 { 1_000_000_000_000_000_000 }

  /// How many whole seconds the longest duration has.
  private static var mostSeconds: UInt128 {
    Int128.min.magnitude / attosecondsInSecond.magnitude
  }

  /// How many digits of a second an attosecond is.
  private static var digits: Int { 18 }
}

extension UInt8 {
  /// The value of the ASCII digit, or `nil`.
  fileprivate var decimalDigit: UInt128? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? UInt128(self - UInt8(ascii: "0")) : nil
  }
}
