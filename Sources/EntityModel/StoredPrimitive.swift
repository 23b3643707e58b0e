#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One of the types that a store reads and writes directly: Int64, Double, String, Data, UUID.
public protocol StoredPrimitive: Sendable {
  /// Creates the primitive that `storedValue` holds, or nil when it holds another form.
  init?(storedValue: StoredValue)

  /// The primitive as a stored value.
  var storedValue: StoredValue { get }

  /// Returns the primitive in `column` of a row, or nil when the column holds another form.
  static func read(from row: borrowing some ColumnReading, at column: Int) -> Self?

  /// Writes the primitive as the next value of a row.
  func write(to row: inout some ColumnWriting)
}

/// Reads one row's columns, counted from 0.
///
/// A typed reading answers nil when the column holds NULL or a value of another form.
public protocol ColumnReading: ~Copyable {
  func isNull(at column: Int) -> Bool
  func integer(at column: Int) -> Int64?
  func real(at column: Int) -> Double?
  func text(at column: Int) -> String?
  func blob(at column: Int) -> Data?
  func uuid(at column: Int) -> UUID?
  func storedValue(at column: Int) -> StoredValue
}

/// Writes one row's columns in order.
public protocol ColumnWriting: ~Copyable {
  mutating func writeNull()
  mutating func write(integer: Int64)
  mutating func write(real: Double)
  mutating func write(text: String)
  mutating func write(blob: Data)
  mutating func write(uuid: UUID)
}

extension ColumnWriting where Self: ~Copyable {
  /// Writes any stored value as the next one of the row.
  public mutating func write(_ value: StoredValue) {
    switch value {
    case .null: writeNull()
    case .integer(let value): write(integer: value)
    case .real(let value): write(real: value)
    case .text(let value): write(text: value)
    case .blob(let value): write(blob: value)
    }
  }
}

extension Int64: StoredPrimitive {
  @inlinable public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    self = value
  }
  @inlinable public var storedValue: StoredValue { .integer(self) }
  @inlinable public static func read(
    from row: borrowing some ColumnReading, at column: Int
  ) -> Int64? { row.integer(at: column) }
  @inlinable public func write(to row: inout some ColumnWriting) { row.write(integer: self) }
}

extension Double: StoredPrimitive {
  @inlinable public init?(storedValue: StoredValue) {
    guard case .real(let value) = storedValue else { return nil }
    self = value
  }
  @inlinable public var storedValue: StoredValue { .real(self) }
  @inlinable public static func read(
    from row: borrowing some ColumnReading, at column: Int
  ) -> Double? { row.real(at: column) }
  @inlinable public func write(to row: inout some ColumnWriting) { row.write(real: self) }
}

extension String: StoredPrimitive {
  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let value) = storedValue else { return nil }
    self = value
  }
  @inlinable public var storedValue: StoredValue { .text(self) }
  @inlinable public static func read(
    from row: borrowing some ColumnReading, at column: Int
  ) -> String? { row.text(at: column) }
  @inlinable public func write(to row: inout some ColumnWriting) { row.write(text: self) }
}

extension Data: StoredPrimitive {
  @inlinable public init?(storedValue: StoredValue) {
    guard case .blob(let value) = storedValue else { return nil }
    self = value
  }
  @inlinable public var storedValue: StoredValue { .blob(self) }
  @inlinable public static func read(
    from row: borrowing some ColumnReading, at column: Int
  ) -> Data? { row.blob(at: column) }
  @inlinable public func write(to row: inout some ColumnWriting) { row.write(blob: self) }
}

extension UUID: StoredPrimitive {
  public init?(storedValue: StoredValue) {
    guard case .blob(let bytes) = storedValue, bytes.count == 16 else { return nil }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { target in
      for (index, byte) in bytes.enumerated() { target[index] = byte }
    }
    self.init(uuid: uuid)
  }
  public var storedValue: StoredValue { .blob(withUnsafeBytes(of: uuid) { Data($0) }) }
  @inlinable public static func read(
    from row: borrowing some ColumnReading, at column: Int
  ) -> UUID? { row.uuid(at: column) }
  @inlinable public func write(to row: inout some ColumnWriting) { row.write(uuid: self) }
}
