import CSQLite
import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts and blobs of a row as bytes, each made into a value when it is asked for.
///
/// Most of what is fetched is never looked at. Keeping bytes takes one allocation for a row, where
/// the values would take one for each text, and no text is checked to be UTF-8 before it is read.
///
/// The elements are a word for each value and then the values' bytes. The lowest two bits of a word
/// are the value's kind; the others say where the value's bytes begin, counted from the end of the
/// words. The bytes begin with their count.
package final class PackedRow: ManagedBuffer<PackedRow.Header, UInt32> {
  package struct Header {
    /// How many values there are.
    let count: Int32

    /// How many of them have not been taken over.
    var remaining: Int32

    /// How many more times a value is only read: an object of which little is read is the most
    /// frequent, and takes less memory so.
    var readings = 2
  }

  /// Returns a reader of the row's values by their positions; it must not outlive the row.
  package func reader() -> RowReader {
    withUnsafeMutablePointers { header, words in
      RowReader(
        PackedValues(
          words: UnsafePointer(words), bytes: UnsafeRawPointer(words + Int(header.pointee.count))))
    }
  }

  /// Notes that a value is read; `true` iff it is worth being taken over, so that it is not made
  /// of bytes again.
  package func isReadOften() -> Bool {
    withUnsafeMutablePointerToHeader { header in
      header.pointee.readings -= 1
      return header.pointee.readings < 0
    }
  }

  /// Notes that one more value has been taken over for good; `true` iff it was the last one, so
  /// that nobody needs the row any more.
  package func takeOne() -> Bool {
    withUnsafeMutablePointerToHeader { header in
      header.pointee.remaining -= 1
      return header.pointee.remaining == 0
    }
  }
}

/// What the lowest bits of a word say of a value.
private enum PackedKind: UInt32 {
  case null, text, blob

  /// How many bits the kind takes.
  static let bits: UInt32 = 2

  /// The kind that `word` is of.
  init(of word: UInt32) { self = PackedKind(rawValue: word & 3) ?? .null }
}

/// The values of a packed row, by position.
struct PackedValues {
  fileprivate let words: UnsafePointer<UInt32>
  fileprivate let bytes: UnsafeRawPointer

  /// `true` iff there is no value at `position`.
  func isNull(at position: Int) -> Bool { PackedKind(of: words[position]) == .null }

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

  /// The value at `position`.
  func storedValue(at position: Int) -> StoredValue {
    if let text = text(at: position) { return .text(text) }
    return blob(at: position).map { .blob($0) } ?? .null
  }

  /// The bytes of the text or blob of `word`.
  private func contents(_ word: UInt32) -> UnsafeRawBufferPointer {
    let start = bytes + Int(word >> PackedKind.bits)
    let count = Int(start.loadUnaligned(as: UInt32.self))
    return UnsafeRawBufferPointer(start: start + MemoryLayout<UInt32>.size, count: count)
  }
}

/// Which columns of a row are packed, and how they are found there.
struct Packing: Sendable {
  /// A column that is packed.
  struct Column: Sendable {
    /// Where the column stands in a row as selected.
    let column: Int32

    /// `true` iff its values are texts; blobs else.
    let isText: Bool

    /// `true` iff a row without a value is as it should be.
    let mayBeNull: Bool
  }

  /// The columns in the order of a packed row.
  let columns: [Column]

  /// A bit for each of them, by where it stands in a row as selected.
  let mask: UInt64

  /// Works out what is packed of rows with `columns`, of which `optional` says whether they may
  /// hold nothing.
  init(_ columns: [(layout: ColumnLayout, mayBeNull: Bool)]) {
    self.columns = columns.filter { Self.packs($0.layout) }.map { layout, mayBeNull in
      Column(
        column: Int32(truncatingIfNeeded: layout.position), isText: layout.form == .text,
        mayBeNull: mayBeNull)
    }
    mask = self.columns.reduce(0) { $0 | 1 << UInt64($1.column) }
  }

  /// Returns where `column` stands in a packed row, or nil.
  func position(of column: ColumnLayout) -> Int? {
    columns.firstIndex { Int($0.column) == column.position }
  }

  /// `true` iff the values of `column` are worth being packed: numbers and UUIDs take no allocation
  /// and are read at once.
  private static func packs(_ column: ColumnLayout) -> Bool {
    guard case .value(let type) = column.kind, column.position < UInt64.bitWidth else {
      return false
    }
    return type != .uuid && (type.form == .text || type.form == .blob)
  }
}

extension RowReader {
  /// Returns the row's texts and blobs as bytes, and says of their columns from then on that it
  /// keeps them.
  ///
  /// Nothing is kept where there is none, nor where one of them is not of the form of its column,
  /// which whoever reads the row has to hear of at once.
  package mutating func pack() -> PackedRow? {
    guard let layout, layout.packing.mask != 0 else { return nil }
    let columns = layout.packing.columns
    // Most rows are smaller; one that is not is begun again with more room.
    var room = 768 + columns.count * MemoryLayout<UInt32>.stride
    while true {
      let packed = withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { bytes in
        var packer = Packer(bytes, count: columns.count)
        for position in columns.indices where packer.state == .going {
          let column = columns[position]
          packer.add(sqlite3_column_value(statement, column.column), column, at: position)
        }
        return (state: packer.state, row: packer.state == .going ? packer.row() : nil)
      }
      if packed.state != .full {
        kept = packed.row == nil ? 0 : layout.packing.mask
        return packed.row
      }
      // A word has 30 bits for where a value begins.
      if room > 1 << 28 { return nil }
      room *= 4
    }
  }
}

/// A row that is being packed: its words and, from their end on, the bytes of its values.
private struct Packer {
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
  mutating func add(_ value: OpaquePointer?, _ column: Packing.Column, at position: Int) {
    switch sqlite3_value_type(value) {
    case SQLITE_TEXT where column.isText:
      let text = sqlite3_value_text(value)
      add(UnsafeRawPointer(text), sqlite3_value_bytes(value), .text, at: position)
    case SQLITE_BLOB where !column.isText:
      add(sqlite3_value_blob(value), sqlite3_value_bytes(value), .blob, at: position)
    case SQLITE_NULL where column.mayBeNull:
      words[position] = PackedKind.null.rawValue
    default:
      state = .refused
    }
  }

  /// Adds the `count` bytes at `address`.
  @inline(__always)
  private mutating func add(
    _ address: UnsafeRawPointer?, _ count: Int32, _ kind: PackedKind, at position: Int
  ) {
    let start = size + MemoryLayout<UInt32>.size
    guard start + Int(count) <= room else { return state = .full }
    (bytes + size).storeBytes(of: UInt32(bitPattern: count), as: UInt32.self)
    if let address { (bytes + start).copyMemory(from: address, byteCount: Int(count)) }
    words[position] = UInt32(truncatingIfNeeded: size) << PackedKind.bits | kind.rawValue
    size = start + Int(count)
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
        count: Int32(truncatingIfNeeded: count), remaining: Int32(truncatingIfNeeded: count))
    }
    row.withUnsafeMutablePointerToElements { words in
      UnsafeMutableRawPointer(words).copyMemory(
        from: contents, byteCount: count * MemoryLayout<UInt32>.stride + size)
    }
    return unsafeDowncast(row, to: PackedRow.self)
  }
}
