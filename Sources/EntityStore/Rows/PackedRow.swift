import CSQLite
import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The values of a row as bytes, each made when it is asked for.
///
/// Most of what is fetched is never looked at. Keeping bytes takes one allocation for a row, where
/// the values would take one for each text, and no text is checked to be UTF-8 before it is read.
///
/// The elements are a word for each value and then the values' bytes. The lowest three bits of a
/// word are the value's kind; the others are a small integer itself, and else where the value's
/// bytes begin, counted from the end of the words. Texts and blobs begin with their length.
package final class PackedRow: ManagedBuffer<PackedRow.Header, UInt32> {
  package struct Header {
    /// How many values there are.
    let count: Int32

    /// How many more times a single value is worth being read by itself.
    var readings: Int32
  }

  private func values(
    _ header: UnsafeMutablePointer<Header>, _ words: UnsafeMutablePointer<UInt32>
  ) -> PackedValues {
    PackedValues(
      words: UnsafePointer(words), bytes: UnsafeRawPointer(words + Int(header.pointee.count)))
  }

  /// Returns a reader of the row for a single value; nil when so many have been read that it pays
  /// to read them all and be done with it.
  package func readerOfOne() -> RowReader? {
    withUnsafeMutablePointers { header, words in
      header.pointee.readings -= 1
      guard header.pointee.readings >= 0 else { return nil }
      return RowReader(values(header, words))
    }
  }

  /// Returns a reader of the row's columns by their positions; it must not outlive the row.
  package func reader() -> RowReader {
    withUnsafeMutablePointers { header, words in RowReader(values(header, words)) }
  }

  /// Returns a reader of the row, which is of `layout`'s entity; it must not outlive the row.
  package func reader(_ layout: EntityLayout) -> RowReader {
    withUnsafeMutablePointers { header, words in RowReader(values(header, words), layout) }
  }
}

/// What the lowest bits of a word say of a value.
private enum PackedKind: UInt32 {
  case null, smallInteger, integer, real, text, blob

  /// How many bits the kind takes.
  static let bits: UInt32 = 3

  /// The kind that `word` is of.
  init(of word: UInt32) { self = PackedKind(rawValue: word & 7) ?? .null }
}

/// The values of a packed row, by position.
struct PackedValues {
  fileprivate let words: UnsafePointer<UInt32>
  fileprivate let bytes: UnsafeRawPointer

  /// `true` iff there is no value at `position`.
  func isNull(at position: Int) -> Bool { PackedKind(of: words[position]) == .null }

  /// The integer at `position`, or nil if it is none.
  func integer(at position: Int) -> Int64? {
    let word = words[position]
    switch PackedKind(of: word) {
    case .smallInteger: return Int64(Int32(bitPattern: word) >> PackedKind.bits)
    case .integer: return start(word).loadUnaligned(as: Int64.self)
    default: return nil
    }
  }

  /// The real at `position`, or nil if it is none.
  func real(at position: Int) -> Double? {
    let word = words[position]
    return PackedKind(of: word) == .real ? start(word).loadUnaligned(as: Double.self) : nil
  }

  /// The text at `position`, or nil if it is none; bytes that are not UTF-8 are replaced.
  func text(at position: Int) -> String? {
    let word = words[position]
    return PackedKind(of: word) == .text ? String(decoding: contents(word), as: UTF8.self) : nil
  }

  /// The blob at `position`, or nil if it is none.
  func blob(at position: Int) -> Data? {
    let word = words[position]
    return PackedKind(of: word) == .blob ? Data(contents(word)) : nil
  }

  /// The UUID at `position`, or nil if it is none.
  func uuid(at position: Int) -> UUID? {
    let word = words[position]
    guard PackedKind(of: word) == .blob, contents(word).count == 16 else { return nil }
    return UUID(uuid: contents(word).loadUnaligned(as: uuid_t.self))
  }

  /// The value at `position`.
  func storedValue(at position: Int) -> StoredValue {
    if let integer = integer(at: position) { return .integer(integer) }
    if let real = real(at: position) { return .real(real) }
    if let text = text(at: position) { return .text(text) }
    return blob(at: position).map { .blob($0) } ?? .null
  }

  /// Where the bytes of the value of `word` begin.
  private func start(_ word: UInt32) -> UnsafeRawPointer { bytes + Int(word >> PackedKind.bits) }

  /// The bytes of the text or blob of `word`.
  private func contents(_ word: UInt32) -> UnsafeRawBufferPointer {
    let start = start(word)
    let count = Int(start.loadUnaligned(as: UInt32.self))
    return UnsafeRawBufferPointer(start: start + MemoryLayout<UInt32>.size, count: count)
  }
}

/// A column of a row that is packed.
struct PackedColumn: Sendable {
  /// Where the column stands in a row as selected.
  let column: Int32

  /// The form of its values.
  let form: StoredForm

  /// `true` iff a row without a value is as it should be.
  let mayBeNull: Bool
}

extension RowReader {
  /// Returns the values of the row's properties as bytes; nil where one of them is not of the form
  /// of its column, which whoever reads the row has to hear of at once.
  package func pack() -> PackedRow? {
    guard let layout else { return nil }
    let columns = layout.packing
    // Most rows are smaller; one that is not is begun again with more room.
    var room = 768 + columns.count * MemoryLayout<UInt32>.stride
    while true {
      let packing = withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { bytes in
        var packing = Packing(bytes, count: columns.count)
        for position in columns.indices where packing.state == .going {
          let column = columns[position]
          packing.add(sqlite3_column_value(statement, column.column), column, at: position)
        }
        return (state: packing.state, row: packing.state == .going ? packing.row() : nil)
      }
      guard packing.state == .full else { return packing.row }
      // A word has 29 bits for where a value begins.
      if room > 1 << 28 { return nil }
      room *= 4
    }
  }
}

/// A row that is being packed: its words and, from their end on, the bytes of its values.
private struct Packing {
  enum State {
    case going

    /// A value is not of the form of its column.
    case refused

    /// There is no room for a value.
    case full
  }

  private(set) var state = State.going
  private let words: UnsafeMutablePointer<UInt32>
  private let bytes: UnsafeMutableRawPointer
  private let count: Int
  private let room: Int

  /// How many bytes the values take.
  private var size = 0

  /// Creates a row of `count` values in `space`, which is more than their words take.
  init(_ space: UnsafeMutableRawBufferPointer, count: Int) {
    self.count = count
    let start = count * MemoryLayout<UInt32>.stride
    guard let base = space.baseAddress else { preconditionFailure("space has an address") }
    words = base.assumingMemoryBound(to: UInt32.self)
    bytes = base + start
    room = space.count - start
  }

  /// Adds `value`, which stands in `column`.
  @inline(__always)
  mutating func add(_ value: OpaquePointer?, _ column: PackedColumn, at position: Int) {
    let type = sqlite3_value_type(value)
    switch column.form {
    case .integer where type == SQLITE_INTEGER:
      let integer = sqlite3_value_int64(value)
      if -(1 << 28)..<(1 << 28) ~= integer {
        let bits = UInt32(truncatingIfNeeded: integer) << PackedKind.bits
        words[position] = bits | PackedKind.smallInteger.rawValue
      } else {
        addNumber(UInt64(bitPattern: integer), .integer, at: position)
      }
    case .real where type == SQLITE_FLOAT:
      addNumber(sqlite3_value_double(value).bitPattern, .real, at: position)
    case .text where type == SQLITE_TEXT:
      let text = sqlite3_value_text(value)
      addBytes(UnsafeRawPointer(text), sqlite3_value_bytes(value), .text, at: position)
    case .blob where type == SQLITE_BLOB:
      addBytes(sqlite3_value_blob(value), sqlite3_value_bytes(value), .blob, at: position)
    default:
      if type != SQLITE_NULL || !column.mayBeNull { state = .refused }
      words[position] = PackedKind.null.rawValue
    }
  }

  @inline(__always)
  private mutating func addNumber(_ bits: UInt64, _ kind: PackedKind, at position: Int) {
    guard size + 8 <= room else { return state = .full }
    (bytes + size).storeBytes(of: bits, as: UInt64.self)
    place(kind, 8, at: position)
  }

  @inline(__always)
  private mutating func addBytes(
    _ address: UnsafeRawPointer?, _ count: Int32, _ kind: PackedKind, at position: Int
  ) {
    let length = MemoryLayout<UInt32>.size
    guard size + length + Int(count) <= room else { return state = .full }
    (bytes + size).storeBytes(of: UInt32(bitPattern: count), as: UInt32.self)
    if let address { (bytes + size + length).copyMemory(from: address, byteCount: Int(count)) }
    place(kind, length + Int(count), at: position)
  }

  /// Notes that the value at `position` takes the next `length` bytes.
  @inline(__always)
  private mutating func place(_ kind: PackedKind, _ length: Int, at position: Int) {
    words[position] = UInt32(truncatingIfNeeded: size) << PackedKind.bits | kind.rawValue
    size += length
  }

  /// Returns the row of what has been added.
  func row() -> PackedRow { PackedRow.make(UnsafeRawPointer(words), count: count, size) }
}

extension PackedRow {
  /// Returns a row of `count` words, which stand at `contents`, and `size` bytes after them.
  fileprivate static func make(
    _ contents: UnsafeRawPointer, count: Int, _ size: Int
  ) -> PackedRow {
    let row = create(minimumCapacity: count + (size + 3) / 4) { _ in
      Header(
        count: Int32(truncatingIfNeeded: count),
        readings: max(2, Int32(truncatingIfNeeded: count / 4)))
    }
    row.withUnsafeMutablePointerToElements { words in
      UnsafeMutableRawPointer(words).copyMemory(
        from: contents, byteCount: count * MemoryLayout<UInt32>.stride + size)
    }
    return unsafeDowncast(row, to: PackedRow.self)
  }
}
