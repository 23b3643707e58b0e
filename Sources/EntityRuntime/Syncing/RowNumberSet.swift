/// Numbers of rows, which are close to one another: a bit for each where many are, so that millions
/// take little room.
struct RowNumberSet {
  /// The bits of 4,096 numbers that follow one another, by the first of them divided by that.
  private var pages: [Int64: [UInt64]] = [:]

  /// `true` if `number` is in the set.
  func contains(_ number: Int64) -> Bool {
    guard let page = pages[number >> 12] else { return false }
    return page[Int(number >> 6 & 63)] & 1 << UInt64(number & 63) != 0
  }

  /// Adds `number`.
  mutating func insert(_ number: Int64) {
    pages[number >> 12, default: Array(repeating: 0, count: 64)][Int(number >> 6 & 63)] |=
      1 << UInt64(number & 63)
  }

  /// Takes `number` out.
  mutating func remove(_ number: Int64) {
    let bit: UInt64 = 1 << UInt64(number & 63)
    pages[number >> 12]?[Int(number >> 6 & 63)] &= ~bit
  }
}
