public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of an object that may still be bytes of its row.
///
/// This type alone decides what stays bytes: a text or a blob does until it has been
/// read twice, since most objects are read once or not at all, and an allocation that is released
/// at once costs less than one that lasts; what takes no allocation of its own, such as the case of
/// an enumeration, and what is costly to decode, such as JSON, is stored at its first reading.
public struct __Deferred<Value> {
  /// Where the bytes of a value are among those of its object.
  public struct __Bytes {
    /// The offset, and in the highest bit whether the value has been read.
    @usableFromInline var offset: UInt32

    /// How many bytes there are, and in the highest bit whether they are a blob.
    @usableFromInline let count: UInt32

    @inlinable init(offset: UInt32, count: UInt32) {
      self.offset = offset
      self.count = count
    }

    /// The bit beside an offset or a count.
    @usableFromInline static var mark: UInt32 { 1 << 31 }
  }

  @usableFromInline enum Storage {
    case value(Value)
    case bytes(__Bytes)
  }

  @usableFromInline var storage: Storage

  /// Creates a value that has been made.
  @inlinable public init(_ value: Value) { storage = .value(value) }

  /// Creates the value that `cell` holds, whose bytes are among those that begin at `base`.
  // Whoever calls it knows that there are bytes, which need not be asked again.
  @inlinable @inline(__always) init(bytes cell: __Cell, base: UnsafeRawPointer) {
    let bytes = cell.bytes
    let offset = bytes.baseAddress.map { $0 - base } ?? 0
    let kind = cell.kind == .text ? 0 : __Bytes.mark
    storage = .bytes(
      __Bytes(
        offset: UInt32(truncatingIfNeeded: offset),
        count: UInt32(truncatingIfNeeded: bytes.count) | kind))
  }

  /// The value; `nil` while it is bytes.
  @inlinable public var value: Value? {
    if case .value(let value) = storage { value } else { nil }
  }

  /// Returns the cell of the bytes, which are among those that begin at `base`; a cell without a
  /// value if the value has been made.
  @inlinable public func cell(base: UnsafeRawPointer?) -> __Cell {
    guard case .bytes(let bytes) = storage, let base else { return .null }
    return __Cell(
      isText: bytes.count & __Bytes.mark == 0,
      address: base + Int(bytes.offset & ~__Bytes.mark), count: Int(bytes.count & ~__Bytes.mark))
  }

  /// Returns `value`, which has just been made of the bytes, and stores it instead of them if that
  /// is worth it.
  @discardableResult @inlinable public mutating func didRead(_ value: Value) -> Value {
    guard case .bytes(var bytes) = storage else { return value }
    if Self.isReadTwice, bytes.offset & __Bytes.mark == 0 {
      bytes.offset |= __Bytes.mark
      storage = .bytes(bytes)
    } else {
      storage = .value(value)
    }
    return value
  }

  /// `true` if the first reading leaves the bytes.
  @inlinable static var isReadTwice: Bool {
    Value.self == String.self || Value.self == String?.self || Value.self == Data.self
      || Value.self == Data?.self
  }
}

extension Storable {
  /// `true` if the type is stored as bytes, which are moved to the memory of the object. A damaged
  /// column of another type may hold bytes too, which are gone with the row.
  @inlinable static var staysBytes: Bool {
    Primitive.self == String.self || Primitive.self == Data.self
      || Primitive.self == __TransformedPrimitive<String>.self
      || Primitive.self == __TransformedPrimitive<Data>.self
  }
}
