public import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Collects the values of one row as cells, in the order of its columns.
///
/// The bytes of texts and blobs are copied into memory of the writer, so that the cells are valid
/// until the next row begins. One writer serves any number of rows, one after the other.
public final class __RowWriter {
  // A writer is used by one thread and calls nobody while it changes. Its accesses are inlined into
  // other modules, where the compiler cannot see that and would check each of them, for each row.

  /// The cells of the row.
  @exclusivity(unchecked) @usableFromInline var cells: UnsafeMutablePointer<__Cell>

  /// How many cells have been written.
  @exclusivity(unchecked) @usableFromInline var count = 0

  /// How many cells there is room for.
  @exclusivity(unchecked) @usableFromInline var capacity: Int

  /// Memory for the bytes of texts and blobs.
  private let buffer: UnsafeMutableRawBufferPointer

  /// How many bytes of the buffer have been taken.
  @exclusivity(unchecked) private var used = 0

  /// Bytes for which the buffer had no room.
  @exclusivity(unchecked) private var overflow: [UnsafeMutableRawBufferPointer] = []

  /// The beginning of the memory that deferred values are offsets into, for the object that is
  /// being written.
  @exclusivity(unchecked) public var __base: UnsafeRawPointer?

  /// Makes the next value, a text; `nil` if it has been written.
  @exclusivity(unchecked) private var pending: (() -> String?)?

  /// `true` if a value could not be encoded; the row must not be stored then.
  @exclusivity(unchecked) package private(set) var isRefused = false

  /// `true` if, of a value that the store has apart from the row, the version is written at which
  /// that was stored: rows are compared then, and not stored.
  @exclusivity(unchecked) package var writesVersions = false

  /// Creates a writer that has no row yet, with room for the bytes of most of them.
  package init(byteCapacity: Int = 1 << 16) {
    capacity = 32
    cells = .allocate(capacity: 32)
    buffer = .allocate(byteCount: byteCapacity, alignment: 16)
  }

  deinit {
    freeOverflow()
    cells.deallocate()
    buffer.deallocate()
  }

  /// Begins another row; the cells of the last one are not valid any more.
  package func begin() {
    count = 0
    used = 0
    isRefused = false
    if !overflow.isEmpty { freeOverflow() }
  }

  /// The cells that have been written, valid until the next row begins.
  package var row: UnsafeBufferPointer<__Cell> {
    UnsafeBufferPointer(start: cells, count: count)
  }

  /// Adds `cell`, whose bytes, if it has any, stay valid until the row has been stored.
  @inlinable public func write(_ cell: __Cell) {
    if count == capacity { grow() }
    (cells + count).initialize(to: cell)
    count += 1
  }

  /// Adds the absence of a value.
  @inlinable public func writeNull() { write(__Cell.null) }

  /// Adds a whole number.
  @inlinable public func write(integer: Int64) { write(__Cell(integer: integer)) }

  /// Adds a floating-point number.
  @inlinable public func write(real: Double) { write(__Cell(real: real)) }

  /// Adds a text.
  public func write(text: String) {
    var text = text
    text.withUTF8 { write(utf8: $0) }
  }

  /// Adds the text whose UTF-8 is `bytes`.
  package func write(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    let copy = copy(UnsafeRawBufferPointer(bytes))
    write(__Cell(isText: true, address: copy.baseAddress, count: copy.count))
  }

  /// Adds a blob.
  public func write(blob: Data) { blob.withUnsafeBytes { write(bytes: $0) } }

  /// Adds the sixteen bytes of a UUID.
  public func write(uuid: UUID) { withUnsafeBytes(of: uuid.uuid) { write(bytes: $0) } }

  /// Adds a blob of `bytes`.
  package func write(bytes: UnsafeRawBufferPointer) {
    let copy = copy(bytes)
    write(__Cell(isText: false, address: copy.baseAddress, count: copy.count))
  }

  /// Adds any stored value.
  public func write(_ value: StoredValue) {
    switch value {
    case .null: writeNull()
    case .integer(let value): write(integer: value)
    case .real(let value): write(real: value)
    case .text(let value): write(text: value)
    case .blob(let value): write(blob: value)
    }
  }

  /// Has `finish` add the text that `encode` returns, or refuse the row if that is `nil`.
  public func writeLater(_ encode: @escaping () -> String?) { pending = encode }

  /// Adds the value that is to be written later, if there is one.
  package func finish() {
    guard let encode = pending else { return }
    pending = nil
    if let text = encode() { write(text: text) } else { refuse() }
  }

  /// Forgets the value that is to be written later, without encoding it; `false` if there is none.
  package func forgetPending() -> Bool {
    guard pending != nil else { return false }
    pending = nil
    return true
  }

  /// Adds nothing in place of a value that could not be encoded.
  package func refuse() {
    isRefused = true
    writeNull()
  }

  /// Adds nothing in place of a value that a transform has made nothing of.
  public func __refuse() { refuse() }

  /// Doubles the room for cells.
  @usableFromInline func grow() {
    let larger = UnsafeMutablePointer<__Cell>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: cells, count: count)
    cells.deallocate()
    cells = larger
    capacity *= 2
  }

  /// Returns a copy of `bytes` that stays until the next row begins.
  private func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let source = bytes.baseAddress, !bytes.isEmpty else {
      return UnsafeRawBufferPointer(start: buffer.baseAddress, count: 0)
    }
    let target: UnsafeMutableRawPointer
    if bytes.count <= buffer.count - used, let start = buffer.baseAddress {
      target = start + used
      used += bytes.count
    } else {
      let own = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      overflow.append(own)
      guard let start = own.baseAddress else { return UnsafeRawBufferPointer(own) }
      target = start
    }
    target.copyMemory(from: source, byteCount: bytes.count)
    return UnsafeRawBufferPointer(start: target, count: bytes.count)
  }

  private func freeOverflow() {
    for bytes in overflow { bytes.deallocate() }
    overflow = []
  }
}
