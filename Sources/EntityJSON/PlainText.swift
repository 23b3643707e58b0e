/// ASCII that strings hold as it is, without control characters, quotes and backslashes.
enum PlainText {
  /// Returns where such text ends that begins at `start`: at a byte that is none of it, or, of the
  /// last seven bytes, at any.
  @inline(__always)
  static func end(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(text)
    var position = start
    while position + 8 <= text.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      // A byte's highest bit is set where the byte is less than what is subtracted from it, or is
      // no ASCII. Bytes behind such a one may be reported too, but none before the first.
      let found =
        ((word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones) | word) & (ones &* 0x80)
      guard found == 0 else { return position + found.trailingZeroBitCount >> 3 }
      position += 8
    }
    return position
  }
}
