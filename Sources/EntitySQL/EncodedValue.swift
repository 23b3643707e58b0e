package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value as hexadecimal digits after a letter for its storage class, so that any text can carry
/// it.
package enum EncodedValue {
  /// Returns `value`, a text, real or blob, encoded.
  static func encode(_ value: StoredValue) -> String {
    switch value {
    case .text(let text): "t" + digits(text.utf8)
    case .blob(let data): "b" + digits(data)
    case .real(let real): "r" + String(real.bitPattern, radix: 16)
    case .integer(let integer): "i" + String(integer)
    case .null: ""
    }
  }

  /// Returns the value that `code` encodes; null for what is no code.
  package static func decode(_ code: some StringProtocol) -> StoredValue {
    let rest = code.dropFirst()
    switch code.first {
    case "t": return .text(String(decoding: bytes(rest), as: UTF8.self))
    case "b": return .blob(Data(bytes(rest)))
    case "r": return UInt64(rest, radix: 16).map { .real(Double(bitPattern: $0)) } ?? .null
    case "i": return Int64(rest).map { .integer($0) } ?? .null
    default: return .null
    }
  }

  /// Returns two digits for each of `bytes`.
  private static func digits(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that `digits` write, two for each.
  private static func bytes(_ digits: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits.utf8 {
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
