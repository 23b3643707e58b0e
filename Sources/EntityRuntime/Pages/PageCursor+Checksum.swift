extension PageCursor {
  /// The last bytes of a cursor, by which it is noticed that others have been changed or are
  /// missing: CRC-32, which any change of up to 32 bits in a row alters, and so that of one
  /// character.
  enum Checksum {
    /// How many bytes it takes.
    static let size = 4

    /// What half a byte adds.
    private static let table: [UInt32] = (0..<16).map { half in
      (0..<4).reduce(UInt32(half)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }

    /// Returns the checksum of `bytes`.
    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
      let table = table
      return ~bytes.reduce(UInt32.max) { sum, byte in
        let low = sum >> 4 ^ table[Int((sum ^ UInt32(byte)) & 15)]
        return low >> 4 ^ table[Int((low ^ UInt32(byte >> 4)) & 15)]
      }
    }

    /// Returns `true` if `bytes` end with the checksum of those before it.
    static func ends(_ bytes: [UInt8]) -> Bool {
      guard bytes.count > size else { return false }
      let stored = bytes.suffix(size).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return stored == of(bytes.dropLast(size))
    }
  }
}

extension [UInt8] {
  /// Adds the checksum of a cursor.
  mutating func append(checksum: UInt32) {
    Swift.withUnsafeBytes(of: checksum.littleEndian) { append(contentsOf: $0) }
  }
}
