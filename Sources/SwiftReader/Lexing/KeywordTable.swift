/// Finds the keyword that some bytes spell.
///
/// An open-addressed hash table over all keywords, built once.
struct KeywordTable: @unchecked Sendable {
  // The memory is written before the table is shared and never again.
  private let words: UnsafeMutablePointer<StaticWord>
  private static let slotCount = 1024

  /// A keyword with the first sixteen bytes of its spelling in two machine words.
  private struct StaticWord {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var keyword: Keyword = .none
    /// What follows the first sixteen bytes.
    var rest: [UInt8] = []
  }

  static let shared = KeywordTable()
  /// The longest spelling that the table holds.
  static let maximumLength = 32

  private init() {
    words = .allocate(capacity: Self.slotCount)
    words.initialize(repeating: StaticWord(), count: Self.slotCount)
    for keyword in Keyword.allCases where keyword != .none {
      let bytes = Array(keyword.text.utf8)
      var word = StaticWord(keyword: keyword, rest: Array(bytes.dropFirst(16)))
      for (index, byte) in bytes.prefix(16).enumerated() {
        if index < 8 {
          word.low |= UInt64(byte) << UInt64(index * 8)
        } else {
          word.high |= UInt64(byte) << UInt64(index * 8 - 64)
        }
      }
      var slot = Self.slot(word.low, word.high)
      while words[slot].keyword != .none { slot = (slot + 1) & (Self.slotCount - 1) }
      words[slot] = word
    }
  }

  /// Returns the keyword that the `count` bytes at `start` spell, `.none` if they spell none.
  ///
  /// - Requires: sixteen bytes at `start` can be read.
  @inline(__always)
  func keyword(at start: UnsafePointer<UInt8>, count: Int) -> Keyword {
    guard count <= Self.maximumLength else { return .none }
    let raw = UnsafeRawPointer(start)
    var low = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
    var high: UInt64 = 0
    if count < 8 {
      low &= (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
    } else if count > 8 {
      high = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      if count < 16 { high &= (1 &<< UInt64(truncatingIfNeeded: count &* 8 &- 64)) &- 1 }
    }
    var slot = Self.slot(low, high)
    while words[slot].keyword != .none {
      if words[slot].low == low, words[slot].high == high,
        count <= 16 ? words[slot].rest.isEmpty : hasRest(words[slot].rest, start, count)
      {
        return words[slot].keyword
      }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return .none
  }

  private func hasRest(_ rest: [UInt8], _ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    rest.elementsEqual(UnsafeBufferPointer(start: start + 16, count: count - 16))
  }

  @inline(__always)
  private static func slot(_ low: UInt64, _ high: UInt64) -> Int {
    let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: mixed &>> 54)
  }
}
