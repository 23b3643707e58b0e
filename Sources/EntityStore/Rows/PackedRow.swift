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

  /// Returns a reader of the row, which is of `layout`'s entity, for a single value; nil when so
  /// many have been read that it pays to read them all and be done with it.
  package func readerOfOne(_ layout: EntityLayout) -> RowReader? {
    withUnsafeMutablePointers { header, words in
      header.pointee.readings -= 1
      guard header.pointee.readings >= 0 else { return nil }
      return RowReader(values(header, words), layout)
    }
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

/// A value of a row that is being packed.
private struct Cell {
  let kind: PackedKind

  /// How many bytes the value takes beside its word.
  let size: Int

  /// The bits of a number, or the address of the contents.
  let bits: UInt64

  private init(_ kind: PackedKind, size: Int, bits: UInt64) {
    self.kind = kind
    self.size = size
    self.bits = bits
  }

  static let null = Cell(.null, size: 0, bits: 0)

  init(_ integer: Int64) {
    let bits = UInt64(bitPattern: integer)
    self =
      -(1 << 28)..<(1 << 28) ~= integer
      ? Cell(.smallInteger, size: 0, bits: bits) : Cell(.integer, size: 8, bits: bits)
  }

  init(_ real: Double) { self.init(.real, size: 8, bits: real.bitPattern) }

  /// Creates the cell of `count` bytes at `address`, which is nil where there are none.
  init(_ kind: PackedKind, _ address: UnsafeRawPointer?, _ count: Int32) {
    self.init(
      kind, size: MemoryLayout<UInt32>.size + Int(count), bits: UInt64(UInt(bitPattern: address)))
  }

  /// Returns the word of the value, whose bytes, written to `target`, begin at `start`.
  func write(to target: UnsafeMutableRawPointer, _ start: Int) -> UInt32 {
    switch kind {
    case .null: return kind.rawValue
    case .smallInteger:
      return UInt32(truncatingIfNeeded: bits) << PackedKind.bits | kind.rawValue
    case .integer, .real: target.storeBytes(of: bits, as: UInt64.self)
    case .text, .blob:
      let count = size - MemoryLayout<UInt32>.size
      target.storeBytes(of: UInt32(truncatingIfNeeded: count), as: UInt32.self)
      if let address = UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: bits)) {
        (target + MemoryLayout<UInt32>.size).copyMemory(from: address, byteCount: count)
      }
    }
    return UInt32(truncatingIfNeeded: start) << PackedKind.bits | kind.rawValue
  }
}

extension PackedRow {
  /// Returns a row of the values in `cells`, which take `size` bytes together.
  fileprivate static func make(
    _ cells: UnsafeMutableBufferPointer<Cell>, _ size: Int
  ) -> PackedRow {
    let row = create(minimumCapacity: cells.count + (size + 3) / 4) { _ in
      Header(
        count: Int32(truncatingIfNeeded: cells.count),
        readings: max(2, Int32(truncatingIfNeeded: cells.count / 4)))
    }
    row.withUnsafeMutablePointerToElements { words in
      let bytes = UnsafeMutableRawPointer(words + cells.count)
      var start = 0
      for position in cells.indices {
        let cell = cells[position]
        words[position] = cell.write(to: bytes + start, start)
        start += cell.size
      }
    }
    return unsafeDowncast(row, to: PackedRow.self)
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
    return withUnsafeTemporaryAllocation(of: Cell.self, capacity: columns.count) { cells in
      var size = 0
      for position in columns.indices {
        guard let cell = cell(of: columns[position]) else { return nil }
        cells.initializeElement(at: position, to: cell)
        size += cell.size
      }
      // A word has 29 bits for where a value begins.
      return size < 1 << 29 ? PackedRow.make(cells, size) : nil
    }
  }

  /// Returns the value in `column`, or nil when it is not of its form.
  private func cell(of column: PackedColumn) -> Cell? {
    let value = sqlite3_column_value(statement, column.column)
    switch (sqlite3_value_type(value), column.form) {
    case (SQLITE_INTEGER, .integer): return Cell(sqlite3_value_int64(value))
    case (SQLITE_FLOAT, .real): return Cell(sqlite3_value_double(value))
    case (SQLITE_TEXT, .text):
      return Cell(.text, sqlite3_value_text(value), sqlite3_value_bytes(value))
    case (SQLITE_BLOB, .blob):
      return Cell(.blob, sqlite3_value_blob(value), sqlite3_value_bytes(value))
    case (SQLITE_NULL, _): return column.mayBeNull ? .null : nil
    default: return nil
    }
  }
}
