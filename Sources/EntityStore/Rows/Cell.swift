public import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One value of a row as a store hands it out or takes it: a number, or the address of bytes that
/// somebody else owns.
///
/// A cell is valid for as long as the bytes that it points to; whoever hands it out says how long
/// that is.
public struct __Cell {
  /// What a cell holds.
  public enum Kind: UInt8, Sendable {
    case null, integer, real, text, blob
  }

  /// The integer, the bits of the real, or the address of the bytes.
  @usableFromInline let bits: UInt64

  /// How many bytes the text or blob has; 0 for the others.
  @usableFromInline let byteCount: UInt32

  /// What the cell holds.
  public let kind: Kind

  @inlinable init(kind: Kind, bits: UInt64, byteCount: UInt32) {
    self.kind = kind
    self.bits = bits
    self.byteCount = byteCount
  }

  /// A cell without a value.
  @inlinable public static var null: __Cell { __Cell(kind: .null, bits: 0, byteCount: 0) }

  /// Creates a cell that holds a whole number.
  @inlinable public init(integer: Int64) {
    self.init(kind: .integer, bits: UInt64(bitPattern: integer), byteCount: 0)
  }

  /// Creates a cell that holds a floating-point number.
  @inlinable public init(real: Double) {
    self.init(kind: .real, bits: real.bitPattern, byteCount: 0)
  }

  /// Creates a cell that holds a text, or else a blob, of `count` bytes at `address`.
  ///
  /// - Requires: `count` is less than 2^32.
  @inlinable public init(isText: Bool, address: UnsafeRawPointer?, count: Int) {
    self.init(
      kind: isText ? .text : .blob, bits: UInt64(UInt(bitPattern: address)),
      byteCount: UInt32(truncatingIfNeeded: count))
  }

  /// `true` if there is no value.
  @inlinable public var isNull: Bool { kind == .null }

  /// The whole number; `nil` if the cell holds something else.
  @inlinable public var integer: Int64? {
    kind == .integer ? Int64(bitPattern: bits) : nil
  }

  /// The floating-point number; `nil` if the cell holds something else.
  @inlinable public var real: Double? { kind == .real ? Double(bitPattern: bits) : nil }

  /// `true` if the cell holds a text or a blob.
  @inlinable public var hasBytes: Bool { kind.rawValue >= Kind.text.rawValue }

  /// The bytes of the text or blob; none for other cells.
  @inlinable public var bytes: UnsafeRawBufferPointer {
    guard hasBytes else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: bits)), count: Int(byteCount))
  }

  /// The text; `nil` if the cell holds something else or bytes that are not UTF-8.
  public var text: String? {
    guard kind == .text else { return nil }
    let bytes = bytes
    // The standard library's validating initialiser asks for generic metadata at each call, which
    // takes longer than decoding and comparing.
    let text = String(decoding: bytes, as: UTF8.self)
    if bytes.isASCII { return text }
    let isSame = text.utf8.withContiguousStorageIfAvailable {
      UnsafeRawBufferPointer($0).hasSameBytes(as: bytes)
    }
    return isSame == true ? text : nil
  }

  /// The blob; `nil` if the cell holds something else.
  public var blob: Data? { kind == .blob ? Data(bytes) : nil }

  /// The value, copied; a text whose bytes are not UTF-8 is a blob of them.
  public var storedValue: StoredValue {
    switch kind {
    case .null: .null
    case .integer: .integer(Int64(bitPattern: bits))
    case .real: .real(Double(bitPattern: bits))
    case .text: text.map { .text($0) } ?? .blob(Data(bytes))
    case .blob: .blob(Data(bytes))
    }
  }

  /// `true` if `other` holds the same value: reals of the same bits, texts of the same bytes.
  package func isSame(as other: __Cell) -> Bool {
    guard kind == other.kind, byteCount == other.byteCount else { return false }
    return hasBytes ? bytes.hasSameBytes(as: other.bytes) : bits == other.bits
  }

  /// `true` if `value` is the cell's `storedValue`, which is copied for this only where it has to
  /// be.
  package func holds(_ value: StoredValue) -> Bool {
    switch (kind, value) {
    case (.null, .null): true
    case (.integer, .integer(let number)): Int64(bitPattern: bits) == number
    case (.real, .real(let number)): bits == number.bitPattern
    case (.text, .text(var text)):
      text.withUTF8 { UnsafeRawBufferPointer($0).hasSameBytes(as: bytes) }
    // Bytes that are no text are a blob.
    case (.text, .blob), (.blob, .blob): storedValue == value
    default: false
    }
  }
}

extension UnsafeRawBufferPointer {
  /// `true` if no byte is above 127.
  package var isASCII: Bool {
    guard let start = baseAddress else { return true }
    guard count >= 8 else { return allSatisfy { $0 < 128 } }
    // The last eight bytes may overlap those before.
    var bits = start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    var offset = 0
    while offset < count - 8 {
      bits |= start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}
