#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One value as it is stored.
///
/// Two reals are equal when their bits are, so that a change from `0.0` to `-0.0` is a change and a
/// NaN equals itself. `StoredValue.order(_:_:as:)` compares values as a condition does.
public enum StoredValue: Sendable {
  /// The absence of a value.
  case null

  /// A whole number; booleans are 0 and 1.
  case integer(Int64)

  /// A floating-point number, or a date as seconds since the reference date.
  case real(Double)

  /// A string, a decimal, a URL, or the JSON of a Codable value.
  case text(String)

  /// Bytes; a UUID is its sixteen.
  case blob(Data)

  /// `true` if there is no value.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The storage class of the value; `nil` for null.
  package var storageClass: StorageClass? {
    switch self {
    case .null: nil
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}

extension StoredValue: Hashable {
  public static func == (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): a.hasSameBytes(as: b)
    case (.blob(let a), .blob(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(var value): value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension String {
  /// `true` if `other` is the same text byte by byte: texts that look alike may not be.
  // Going through both as sequences takes ten times as long.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer(right))
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// `true` if `other` has the same bytes.
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    var offset = 0
    while offset + 8 <= count {
      let isSame =
        left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if !isSame { return false }
      offset += 8
    }
    while offset < count {
      if left.load(fromByteOffset: offset, as: UInt8.self)
        != right.load(fromByteOffset: offset, as: UInt8.self)
      {
        return false
      }
      offset += 1
    }
    return true
  }
}

extension StoredValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case integer, real, bits, text, blob
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let value = try container.decodeIfPresent(Int64.self, forKey: .integer) {
      self = .integer(value)
    } else if let value = try container.decodeIfPresent(Double.self, forKey: .real) {
      self = .real(value)
    } else if let value = try container.decodeIfPresent(UInt64.self, forKey: .bits) {
      self = .real(Double(bitPattern: value))
    } else if let value = try container.decodeIfPresent(String.self, forKey: .text) {
      self = .text(value)
    } else if let value = try container.decodeIfPresent(Data.self, forKey: .blob) {
      self = .blob(value)
    } else {
      self = .null
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .null: break
    case .integer(let value): try container.encode(value, forKey: .integer)
    // JSON has no NaN, no infinity, and coders may drop the sign of zero.
    case .real(let value) where !value.isFinite || value.isZero:
      try container.encode(value.bitPattern, forKey: .bits)
    case .real(let value): try container.encode(value, forKey: .real)
    case .text(let value): try container.encode(value, forKey: .text)
    case .blob(let value): try container.encode(value, forKey: .blob)
    }
  }
}
