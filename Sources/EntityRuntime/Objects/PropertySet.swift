/// A set of property indexes.
struct PropertySet: ExpressibleByArrayLiteral {
  /// The indexes below 64, a bit for each.
  private var low: UInt64 = 0

  /// The others.
  private var high: Set<Int> = []

  init(arrayLiteral elements: Int...) {
    for element in elements { insert(element) }
  }

  /// `true` iff there is no index.
  var isEmpty: Bool { low == 0 && high.isEmpty }

  /// `true` iff `index` is in the set.
  func contains(_ index: Int) -> Bool {
    index < 64 ? low & (1 << UInt64(index)) != 0 : high.contains(index)
  }

  /// Adds `index`.
  mutating func insert(_ index: Int) {
    if index < 64 { low |= 1 << UInt64(index) } else { high.insert(index) }
  }

  /// Takes `index` out.
  mutating func remove(_ index: Int) {
    if index < 64 { low &= ~(1 << UInt64(index)) } else { high.remove(index) }
  }

  /// Returns those indexes that satisfy `condition`, in ascending order.
  func filter(_ condition: (Int) -> Bool) -> [Int] {
    var result: [Int] = []
    var rest = low
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      if condition(index) { result.append(index) }
      rest &= rest - 1
    }
    return high.isEmpty ? result : result + high.sorted().filter(condition)
  }

  /// The indexes in ascending order.
  var sorted: [Int] {
    var result: [Int] = []
    var rest = low
    while rest != 0 {
      result.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return result + high.sorted()
  }
}
