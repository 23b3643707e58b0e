/// Bytes that are written one after the other.
struct ByteWriter {
  // The owner frees it.
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 10, alignment: 16)

  /// How many bytes have been written.
  private(set) var count = 0

  /// Creates a writer of nothing yet.
  init() {}

  /// Releases the memory; the writer is of no use any more.
  func deallocate() { buffer.deallocate() }

  /// The bytes that have been written, valid until the next ones are.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[..<count]) }

  /// Forgets what has been written.
  mutating func removeAll() {
    count = 0
    // What one large commit has needed is not held for ever.
    guard buffer.count > 1 << 20 else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: 1 << 10, alignment: 16)
  }

  /// Has what has been written be `bytes`.
  mutating func replace(with bytes: [UInt8]) {
    count = 0
    bytes.withUnsafeBytes { append($0) }
  }

  /// Makes sure that there is room for `more` bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if buffer.count - count < more { grow(more) }
  }

  private mutating func grow(_ more: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(buffer.count * 2, count + more), alignment: 16)
    larger.copyMemory(from: bytes)
    buffer.deallocate()
    buffer = larger
  }

  /// Adds one byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    buffer[count] = byte
    count += 1
  }

  /// Adds `bytes`.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count)
    guard let target = buffer.baseAddress else { return }
    (target + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// Adds a number that is rarely large, seven bits a byte.
  @inline(__always)
  mutating func append(number: UInt64) {
    reserve(10)
    var rest = number
    while rest >= 0x80 {
      buffer[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      count += 1
      rest >>= 7
    }
    buffer[count] = UInt8(truncatingIfNeeded: rest)
    count += 1
  }

  /// Adds a number that may be negative.
  @inline(__always)
  mutating func append(signed number: Int64) {
    append(number: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  /// Adds the bytes of `text` after their number.
  mutating func append(text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(number: UInt64(utf8.count))
      append(UnsafeRawBufferPointer(utf8))
    }
  }

  /// Adds `cell`, marked as what it is.
  @inline(__always)
  mutating func append(_ cell: __Cell) {
    append(cell.kind.rawValue)
    switch cell.kind {
    case .null: break
    case .integer: append(signed: cell.integer ?? 0)
    case .real: withUnsafeBytes(of: (cell.real ?? 0).bitPattern.littleEndian) { append($0) }
    case .text, .blob:
      let bytes = cell.bytes
      append(number: UInt64(bytes.count))
      append(bytes)
    }
  }
}
