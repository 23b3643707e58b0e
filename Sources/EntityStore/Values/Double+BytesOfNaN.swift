package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Double {
  /// Creates the NaN that a store has as `bytes`; `nil` if they are not those of a NaN.
  ///
  /// SQLite takes a NaN for NULL. A store has one as a blob of its bits, the most significant byte
  /// first, which comes after all numbers in an order and is the same when it is read.
  package init?(bytesOfNaN bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 8 else { return nil }
    self.init(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    guard isNaN else { return nil }
  }

  /// Returns what `body` returns for the bytes that a store has of this NaN.
  package func withBytesOfNaN<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: bitPattern.bigEndian, body)
  }
}

extension StoredValue {
  /// `true` if these are the bytes that a store has of a NaN.
  package var isBytesOfNaN: Bool {
    guard case .blob(let bytes) = self else { return false }
    return bytes.withUnsafeBytes { Double(bytesOfNaN: $0) } != nil
  }
}
