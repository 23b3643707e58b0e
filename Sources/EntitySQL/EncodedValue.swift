package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value after a letter for its storage class, in characters that JSON need not escape: a text as
/// it is, or else hexadecimal digits.
package enum EncodedValue {
  /// Adds `value`, encoded, to `code`.
  static func append(_ value: StoredValue, to code: inout [UInt8]) {
    switch value {
    case .text(var text):
      text.withUTF8 { bytes in
        if bytes.allSatisfy({ $0 >= 0x20 && $0 != quote && $0 != backslash }) {
          code.append(plainText)
          code.append(contentsOf: bytes)
        } else {
          code.append(UInt8(ascii: "t"))
          append(digitsOf: bytes, to: &code)
        }
      }
    case .blob(let data):
      code.append(UInt8(ascii: "b"))
      append(digitsOf: data, to: &code)
    case .real(let real):
      code.append(UInt8(ascii: "r"))
      code.append(contentsOf: String(real.bitPattern, radix: 16).utf8)
    case .integer(let integer):
      code.append(UInt8(ascii: "i"))
      code.append(contentsOf: String(integer).utf8)
    case .null: break
    }
  }

  /// Returns the text that `code` encodes as it is; `nil` for other codes.
  package static func plainText(
    of code: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    code.first == plainText ? UnsafeBufferPointer(rebasing: code.dropFirst()) : nil
  }

  /// Returns the value that `code` encodes; null for what is no code.
  package static func decode(_ code: UnsafeBufferPointer<UInt8>) -> StoredValue {
    let rest = code.dropFirst()
    switch code.first {
    case plainText: return .text(String(decoding: rest, as: UTF8.self))
    case UInt8(ascii: "t"): return .text(String(decoding: bytes(rest), as: UTF8.self))
    case UInt8(ascii: "b"): return .blob(Data(bytes(rest)))
    case UInt8(ascii: "r"):
      let digits = String(decoding: rest, as: UTF8.self)
      return UInt64(digits, radix: 16).map { .real(Double(bitPattern: $0)) } ?? .null
    case UInt8(ascii: "i"):
      return Int64(String(decoding: rest, as: UTF8.self)).map { .integer($0) } ?? .null
    default: return .null
    }
  }

  private static let plainText = UInt8(ascii: "s")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Adds two digits for each of `bytes`.
  private static func append(digitsOf bytes: some Sequence<UInt8>, to code: inout [UInt8]) {
    for byte in bytes { code += [digit(byte >> 4), digit(byte & 15)] }
  }

  private static func digit(_ half: UInt8) -> UInt8 {
    half < 10 ? half + UInt8(ascii: "0") : half - 10 + UInt8(ascii: "a")
  }

  /// Returns the bytes that `digits` write, two for each.
  private static func bytes(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      let value = digit < 58 ? digit &- 48 : digit &- 87
      if let first = high {
        bytes.append(first << 4 | value & 15)
        high = nil
      } else {
        high = value & 15
      }
    }
    return bytes
  }
}
