/// The escapes of JSON's strings.
enum JSONEscapes {
  /// Returns the text that `written` represents, which has been checked.
  static func text(_ written: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: written.count) { text in
      // No escape is shorter than what it represents.
      var (from, to) = (0, 0)
      while from < written.count {
        let byte = written[from]
        from += 1
        guard byte == UInt8(ascii: "\\") else {
          text[to] = byte
          to += 1
          continue
        }
        let letter = written[from]
        from += 1
        guard letter == UInt8(ascii: "u") else {
          text[to] = simple(letter) ?? letter
          to += 1
          continue
        }
        var scalar = hexadecimal(written, at: from) ?? 0xFFFD
        from += 4
        if 0xD800..<0xDC00 ~= scalar {
          let low = hexadecimal(written, at: from + 2) ?? 0xDC00
          from += 6
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        }
        for unit in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}").map(Array.init) ?? [] {
          text[to] = unit
          to += 1
        }
      }
      return to
    }
  }

  /// Returns the byte that `letter` represents behind a backslash; `nil` if it represents none.
  static func simple(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Returns the number of the four hexadecimal digits at `index`; `nil` if they are not there.
  static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for offset in index..<index + 4 {
      guard let digit = bytes[offset].hexadecimalValue else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit, or nil for any other byte.
  var hexadecimalValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
