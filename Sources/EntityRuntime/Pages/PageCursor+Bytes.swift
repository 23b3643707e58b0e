import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The form of a cursor: Base64 for URLs (RFC 4648, section 5) without padding, of bytes. Numbers
// are eight bytes, the least significant first; a value is a byte that says what it is, and what it
// takes. The last four bytes are a checksum of all others.

extension PageCursor {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The six bits that each byte of a text is for; 64 for those that are none of the alphabet.
  private static let bits: [UInt8] = {
    var bits = [UInt8](repeating: 64, count: 256)
    for (index, byte) in alphabet.enumerated() { bits[Int(byte)] = UInt8(index) }
    return bits
  }()

  /// Returns the text of `bytes`.
  static func text(of bytes: [UInt8]) -> String {
    let (alphabet, count) = (alphabet, (bytes.count * 8 + 5) / 6)
    return String(unsafeUninitializedCapacity: count) { text in
      var (group, filled, end) = (UInt32(0), 0, 0)
      for byte in bytes {
        group = group << 8 | UInt32(byte)
        filled += 8
        while filled >= 6 {
          filled -= 6
          text[end] = alphabet[Int(group >> filled & 63)]
          end += 1
        }
      }
      if filled > 0 {
        text[end] = alphabet[Int(group << (6 - filled) & 63)]
        end += 1
      }
      return end
    }
  }

  /// Returns the bytes that `text` is of; `nil` if it is of none.
  static func bytes(of text: String) -> [UInt8]? {
    let bits = bits
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 6 / 8)
    var (group, filled) = (UInt32(0), 0)
    for byte in text.utf8 {
      let six = bits[Int(byte)]
      if six > 63 { return nil }
      group = group << 6 | UInt32(six)
      filled += 6
      if filled >= 8 {
        filled -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> filled))
      }
    }
    // What is left over are the zeros that fill the last group up.
    return filled < 6 && group & (1 << filled - 1) == 0 ? bytes : nil
  }

  /// Reads the bytes of a cursor between that of the version and the checksum.
  struct Reader {
    private var bytes: ArraySlice<UInt8>

    init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Reads everything; `nil` if it is damaged.
    mutating func content() -> Content? {
      guard let request = number(), let rowID = number() else { return nil }
      var values: [StoredValue] = []
      while !bytes.isEmpty {
        guard let value = value() else { return nil }
        values.append(value)
      }
      return Content(request: request, values: values, rowID: Int64(bitPattern: rowID))
    }

    private mutating func number() -> UInt64? {
      guard let bytes = take(8) else { return nil }
      return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func value() -> StoredValue? {
      guard let kind = take(1)?.first else { return nil }
      switch kind {
      case 0: return .null
      case 1: return number().map { .integer(Int64(bitPattern: $0)) }
      case 2: return number().map { .real(Double(bitPattern: $0)) }
      // Foundation takes a mark of the byte order at the beginning for none of the text.
      case 3: return counted().flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
      case 4: return counted().map { .blob(Data($0)) }
      default: return nil
      }
    }

    /// Reads bytes after their number.
    private mutating func counted() -> ArraySlice<UInt8>? {
      number().flatMap { Int(exactly: $0) }.flatMap { take($0) }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard bytes.count >= count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count)
    }
  }
}

extension [UInt8] {
  /// Adds a number of a cursor.
  mutating func append(number: UInt64) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Adds a value of a cursor.
  mutating func append(_ value: StoredValue) {
    switch value {
    case .null: append(0)
    case .integer(let integer):
      append(1)
      append(number: UInt64(bitPattern: integer))
    case .real(let real):
      append(2)
      append(number: real.bitPattern)
    case .text(let text):
      append(3)
      append(number: UInt64(text.utf8.count))
      append(contentsOf: text.utf8)
    case .blob(let data):
      append(4)
      append(number: UInt64(data.count))
      append(contentsOf: data)
    }
  }
}
