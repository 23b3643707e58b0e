package import EntityModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Any number of values as the bytes of one, which the table `SQLiteDialect.listTable` has in rows.
///
/// A value is a byte for its storage class and, unless it is null, 8 bytes: those of a number, or
/// how many bytes a text or blob has, which follow. They are as memory has them, since no list is
/// ever stored.
package enum ValueList {
  /// A value of a list, whose bytes stay where they are.
  package enum Element {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
  }

  private enum Kind: UInt8 {
    case null, integer, real, text, blob
  }

  /// Returns `values` as the bytes of a list.
  package static func encode(_ values: [StoredValue]) -> Data {
    var list: [UInt8] = []
    list.reserveCapacity(values.count * 9)
    for value in values {
      switch value {
      case .null: list.append(Kind.null.rawValue)
      case .integer(let integer): append(.integer, UInt64(bitPattern: integer), to: &list)
      case .real(let real): append(.real, real.bitPattern, to: &list)
      case .text(var text):
        text.withUTF8 {
          append(.text, UInt64($0.count), to: &list)
          list.append(contentsOf: $0)
        }
      case .blob(let data):
        append(.blob, UInt64(data.count), to: &list)
        data.withUnsafeBytes { list.append(contentsOf: $0) }
      }
    }
    return Data(list)
  }

  private static func append(_ kind: Kind, _ number: UInt64, to list: inout [UInt8]) {
    list.append(kind.rawValue)
    withUnsafeBytes(of: number) { list.append(contentsOf: $0) }
  }

  /// Returns the value at `position` of the list that `bytes` are, and moves on to the next one;
  /// `nil` at the end, and at bytes that are no value.
  package static func next(
    in bytes: UnsafeRawBufferPointer, at position: inout Int
  ) -> Element? {
    guard position < bytes.count, let kind = Kind(rawValue: bytes[position]) else { return nil }
    if kind == .null {
      position += 1
      return .null
    }
    let start = position + 9
    guard start <= bytes.count else { return nil }
    let number = bytes.loadUnaligned(fromByteOffset: position + 1, as: UInt64.self)
    position = start
    switch kind {
    case .null: return .null
    case .integer: return .integer(Int64(bitPattern: number))
    case .real: return .real(Double(bitPattern: number))
    case .text, .blob:
      guard let count = Int(exactly: number), count <= bytes.count - start else { return nil }
      position += count
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
      return kind == .text ? .text(part) : .blob(part)
    }
  }
}
