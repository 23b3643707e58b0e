public import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One of the types that a store reads and writes directly: Int64, UInt64, Double, String, Data,
/// UUID.
public protocol StoredPrimitive: Sendable {
  /// Creates the primitive that `__storedValue` holds; `nil` if that is of another storage class.
  init?(__storedValue: StoredValue)

  /// The primitive as a stored value.
  var __storedValue: StoredValue { get }

  /// Creates the primitive that `__cell` holds; `nil` if that is of another storage class.
  init?(__cell: __Cell)

  /// Writes the primitive as the next value of a row.
  func __write(to row: __RowWriter)
}

extension Int64: StoredPrimitive {
  @inlinable public init?(__storedValue: StoredValue) {
    guard case .integer(let value) = __storedValue else { return nil }
    self = value
  }
  @inlinable public var __storedValue: StoredValue { .integer(self) }
  @inlinable public init?(__cell: __Cell) {
    guard let value = __cell.integer else { return nil }
    self = value
  }
  @inlinable public func __write(to row: __RowWriter) { row.write(integer: self) }
}

extension UInt64: StoredPrimitive {
  @inlinable public init?(__storedValue: StoredValue) {
    switch __storedValue {
    case .integer(let value): self.init(exactly: value)
    case .blob(let bytes): self.init(bytes: bytes)
    default: return nil
    }
  }
  @inlinable public var __storedValue: StoredValue {
    if let integer = Int64(exactly: self) { return .integer(integer) }
    return .blob(bytes)
  }
  @inlinable public init?(__cell: __Cell) {
    if let integer = __cell.integer {
      self.init(exactly: integer)
    } else if let bytes = __cell.blob {
      self.init(bytes: bytes)
    } else {
      return nil
    }
  }
  @inlinable public func __write(to row: __RowWriter) {
    if let integer = Int64(exactly: self) {
      row.write(integer: integer)
    } else {
      row.write(blob: bytes)
    }
  }

  /// The eight bytes, the most significant one first.
  @usableFromInline var bytes: Data { withUnsafeBytes(of: bigEndian) { Data($0) } }

  /// Creates the number that eight bytes are; `nil` if there are more or fewer, or if the number is
  /// one that is stored as an integer.
  @usableFromInline init?(bytes: Data) {
    guard bytes.count == 8 else { return nil }
    self.init(bigEndian: bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
    guard self > UInt64(Int64.max) else { return nil }
  }
}

extension Double: StoredPrimitive {
  @inlinable public init?(__storedValue: StoredValue) {
    guard case .real(let value) = __storedValue else { return nil }
    self = value
  }
  @inlinable public var __storedValue: StoredValue { .real(self) }
  @inlinable public init?(__cell: __Cell) {
    guard let value = __cell.real else { return nil }
    self = value
  }
  @inlinable public func __write(to row: __RowWriter) { row.write(real: self) }
}

extension String: StoredPrimitive {
  @inlinable public init?(__storedValue: StoredValue) {
    guard case .text(let value) = __storedValue else { return nil }
    self = value
  }
  @inlinable public var __storedValue: StoredValue { .text(self) }
  @inlinable public init?(__cell: __Cell) {
    guard let value = __cell.text else { return nil }
    self = value
  }
  @inlinable public func __write(to row: __RowWriter) { row.write(text: self) }
}

extension Data: StoredPrimitive {
  @inlinable public init?(__storedValue: StoredValue) {
    guard case .blob(let value) = __storedValue else { return nil }
    self = value
  }
  @inlinable public var __storedValue: StoredValue { .blob(self) }
  @inlinable public init?(__cell: __Cell) {
    guard let value = __cell.blob else { return nil }
    self = value
  }
  @inlinable public func __write(to row: __RowWriter) { row.write(blob: self) }
}

extension UUID: StoredPrimitive {
  public init?(__storedValue: StoredValue) {
    guard case .blob(let bytes) = __storedValue, bytes.count == 16 else { return nil }
    self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }
  public var __storedValue: StoredValue { .blob(withUnsafeBytes(of: uuid) { Data($0) }) }
  public init?(__cell: __Cell) {
    guard __cell.kind == .blob, __cell.bytes.count == 16 else { return nil }
    self.init(uuid: __cell.bytes.loadUnaligned(as: uuid_t.self))
  }
  @inlinable public func __write(to row: __RowWriter) { row.write(uuid: self) }
}
