/// A set of property indexes.
struct PropertySet: Equatable, ExpressibleByArrayLiteral {
  /// The indexes below 64, a bit for each.
  private var low: UInt64 = 0

  /// The others, nil where there is none: an empty set has a reference to be counted.
  private var high: Set<Int>?

  init(arrayLiteral elements: Int...) {
    for element in elements { insert(element) }
  }

  /// Creates the set of `indexes`.
  init(_ indexes: some Sequence<Int>) {
    for index in indexes { insert(index) }
  }

  /// `true` if there is no index.
  var isEmpty: Bool { low == 0 && high == nil }

  /// `true` if `index` is in the set.
  func contains(_ index: Int) -> Bool {
    index < 64 ? low & (1 << UInt64(index)) != 0 : high?.contains(index) ?? false
  }

  /// Adds `index`.
  mutating func insert(_ index: Int) {
    if index < 64 { low |= 1 << UInt64(index) } else { high = (high ?? []).union([index]) }
  }

  /// Takes `index` out.
  mutating func remove(_ index: Int) {
    if index < 64 { low &= ~(1 << UInt64(index)) } else { setHigh(high?.subtracting([index])) }
  }

  /// Returns those indexes that satisfy `condition`.
  func filter(_ condition: (Int) -> Bool) -> PropertySet {
    var result: PropertySet = []
    var rest = low
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      if condition(index) { result.insert(index) }
      rest &= rest - 1
    }
    if let high { result.setHigh(high.filter(condition)) }
    return result
  }

  /// Calls `body` with each index.
  @inline(__always) func forEach(_ body: (Int) -> Void) {
    var rest = low
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    if let high { high.forEach(body) }
  }

  /// Adds the indexes of `other`.
  mutating func formUnion(_ other: PropertySet) {
    low |= other.low
    if let others = other.high { high = (high ?? []).union(others) }
  }

  /// `true` if all indexes of `other` are in the set.
  func contains(all other: PropertySet) -> Bool {
    other.low & ~low == 0 && (other.high?.isSubset(of: high ?? []) ?? true)
  }

  /// Returns the indexes that are in both sets.
  func intersection(_ other: PropertySet) -> PropertySet {
    var result = self
    result.low &= other.low
    if let high { result.setHigh(high.intersection(other.high ?? [])) }
    return result
  }

  /// Returns the indexes that are not in `other`.
  func subtracting(_ other: PropertySet) -> PropertySet {
    var result = self
    result.low &= ~other.low
    if let high { result.setHigh(high.subtracting(other.high ?? [])) }
    return result
  }

  /// The indexes in ascending order.
  var sorted: [Int] {
    var result: [Int] = []
    var rest = low
    while rest != 0 {
      result.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    // Hardly any class has so many properties, and an empty set is made and sorted for long.
    guard let high else { return result }
    return result + high.sorted()
  }

  /// Makes `indexes` those that are not below 64.
  private mutating func setHigh(_ indexes: Set<Int>?) {
    high = indexes?.isEmpty == true ? nil : indexes
  }
}
