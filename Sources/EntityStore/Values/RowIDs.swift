/// A set of row ids: about half a byte for each where they follow each other, as they mostly do.
package struct RowIDs: Sendable {
  /// Which of the 64 ids from a multiple of 64 on are in the set, by that multiple's number.
  private var words: [Int64: UInt64] = [:]

  /// How many ids there are.
  package private(set) var count = 0

  /// Creates the set of none.
  package init() {}

  /// `true` if there are none.
  package var isEmpty: Bool { count == 0 }

  /// `true` if `id` is in the set.
  package func contains(_ id: Int64) -> Bool {
    guard let word = words[id >> 6] else { return false }
    return word & Self.bit(id) != 0
  }

  /// Adds `id`; returns `false` if it was there.
  @discardableResult
  package mutating func insert(_ id: Int64) -> Bool {
    let (number, bit) = (id >> 6, Self.bit(id))
    let word = words[number, default: 0]
    guard word & bit == 0 else { return false }
    words[number] = word | bit
    count += 1
    return true
  }

  /// Adds `ids`.
  package mutating func insert(contentsOf ids: Range<Int64>) {
    var id = ids.lowerBound
    while id < ids.upperBound {
      let end = min((id >> 6 + 1) << 6, ids.upperBound)
      // As many ones as there are ids, from the bit of the first on.
      let bits = (UInt64.max >> UInt64(64 - (end - id))) << UInt64(id & 63)
      let word = words[id >> 6, default: 0]
      count += (bits & ~word).nonzeroBitCount
      words[id >> 6] = word | bits
      id = end
    }
  }

  /// Removes `id`.
  package mutating func remove(_ id: Int64) {
    guard contains(id), let word = words[id >> 6] else { return }
    words[id >> 6] = word & ~Self.bit(id)
    count -= 1
  }

  /// Adds the ids of `others`.
  package mutating func formUnion(_ others: RowIDs) {
    for (number, word) in others.words {
      let own = words[number, default: 0]
      count += (word & ~own).nonzeroBitCount
      words[number] = own | word
    }
  }

  /// Calls `body` with the ids in ascending order, at most `size` of them at a time.
  package func forEachChunk(of size: Int, _ body: ([Int64]) throws -> Void) rethrows {
    var chunk: [Int64] = []
    chunk.reserveCapacity(min(size, count))
    for number in words.keys.sorted() {
      var word = words[number] ?? 0
      while word != 0 {
        chunk.append(number << 6 | Int64(word.trailingZeroBitCount))
        word &= word - 1
        if chunk.count == size {
          try body(chunk)
          chunk.removeAll(keepingCapacity: true)
        }
      }
    }
    if !chunk.isEmpty { try body(chunk) }
  }

  private static func bit(_ id: Int64) -> UInt64 { 1 << UInt64(id & 63) }
}
