import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A block of memory with the texts and blobs of rows, each made into a value when it is asked for.
///
/// Most of what is fetched is never looked at. Rows that come one after the other take one
/// allocation for some twenty of them, where their values would take one for each text, and no text
/// is checked to be UTF-8 before it is read. The block lives as long as the last object that has a
/// row in it.
///
/// A row begins with its header; a word for each value and the values' bytes follow. The lowest two
/// bits of a word are the value's kind; the others say where the value's bytes end, counted from
/// the end of the words. They begin where those of the value before end.
package final class PackedRows: ManagedBuffer<PackedRows.Header, UInt64> {
  package struct Header {
    /// How many elements there is room for.
    let room: Int

    /// How many of them rows have taken.
    var used = 0
  }

  /// What a row begins with.
  fileprivate struct RowHeader {
    /// How many values there are.
    let count: UInt8

    /// How many of them have not been taken over.
    var remaining: UInt8

    /// How many more times a value is only read: an object of which little is read is the most
    /// frequent, and takes less memory so.
    var readings: UInt8 = 2
  }

  /// Where a row begins in its block, counted in elements.
  package typealias Place = UInt16

  /// Returns a reader of the values of the row at `place` by their positions; it must not outlive
  /// the block.
  package func reader(at place: Place) -> RowReader {
    withUnsafeMutablePointerToElements {
      RowReader(PackedValues(UnsafeRawPointer($0 + Int(place))))
    }
  }

  /// Notes that a value of the row at `place` is read; `true` iff it is worth being taken over, so
  /// that it is not made of bytes again.
  package func isReadOften(at place: Place) -> Bool {
    withHeader(at: place) { row in
      guard row.readings > 0 else { return true }
      row.readings -= 1
      return false
    }
  }

  /// Notes that one more value of the row at `place` has been taken over for good; `true` iff it
  /// was the last one, so that nobody needs the row any more.
  package func takeOne(at place: Place) -> Bool {
    withHeader(at: place) { row in
      if row.remaining > 0 { row.remaining -= 1 }
      return row.remaining == 0
    }
  }

  private func withHeader(at place: Place, _ body: (inout RowHeader) -> Bool) -> Bool {
    withUnsafeMutablePointerToElements { elements in
      (elements + Int(place)).withMemoryRebound(to: RowHeader.self, capacity: 1) {
        body(&$0.pointee)
      }
    }
  }
}

/// The values of a packed row, by position.
struct PackedValues {
  /// A word for each value.
  private let words: UnsafePointer<UInt32>

  /// The end of the words.
  private let bytes: UnsafeRawPointer

  /// What the lowest bits of a word say of a value.
  fileprivate enum Kind: UInt32 {
    case null, text, blob

    /// How many bits the kind takes.
    static let bits: UInt32 = 2

    /// The kind that `word` is of.
    init(of word: UInt32) { self = Kind(rawValue: word & 3) ?? .null }
  }

  /// Reads the row that begins at `start`.
  fileprivate init(_ start: UnsafeRawPointer) {
    let count = Int(start.load(as: PackedRows.RowHeader.self).count)
    words = (start + MemoryLayout<UInt32>.size).assumingMemoryBound(to: UInt32.self)
    bytes = UnsafeRawPointer(words + count)
  }

  /// `true` iff there is no value at `position`.
  func isNull(at position: Int) -> Bool { Kind(of: words[position]) == .null }

  /// The text at `position`, or nil if it is none; bytes that are not UTF-8 are replaced.
  func text(at position: Int) -> String? {
    guard Kind(of: words[position]) == .text else { return nil }
    return String(decoding: contents(at: position), as: UTF8.self)
  }

  /// The blob at `position`, or nil if it is none.
  func blob(at position: Int) -> Data? {
    Kind(of: words[position]) == .blob ? Data(contents(at: position)) : nil
  }

  /// The value at `position`.
  func storedValue(at position: Int) -> StoredValue {
    if let text = text(at: position) { return .text(text) }
    return blob(at: position).map { .blob($0) } ?? .null
  }

  /// The bytes of the value at `position`.
  private func contents(at position: Int) -> UnsafeRawBufferPointer {
    let start = position == 0 ? 0 : Int(words[position - 1] >> Kind.bits)
    let end = Int(words[position] >> Kind.bits)
    return UnsafeRawBufferPointer(start: bytes + start, count: end - start)
  }
}

/// A text or a blob that stands in a row of SQLite; none where it has no value.
struct UnpackedValue {
  let isText: Bool
  let address: UnsafeRawPointer?
  let count: Int
}

extension PackedRows {
  /// Adds a row of `values` to `block`, or, where there is no room, to a new one in its place;
  /// returns where it begins.
  static func add(
    _ values: UnsafeMutableBufferPointer<UnpackedValue>, to block: inout PackedRows?
  ) -> Place? {
    var size = (values.count + 1) * MemoryLayout<UInt32>.stride
    for value in values { size += value.count }
    // A word has 30 bits for where a value ends.
    guard size < 1 << 30 else { return nil }
    let needed = (size + 7) / 8
    if let place = block?.write(values, needed) { return place }
    // Who reads few rows gets little. A block is small enough not to weigh much when one object of
    // it is kept, and large enough to cost little for each.
    let room = max(needed, min((block?.header.room ?? 16) * 2, 256))
    let new = unsafeDowncast(
      PackedRows.create(minimumCapacity: room) { _ in Header(room: room) }, to: PackedRows.self)
    block = new
    return new.write(values, needed)
  }

  /// Writes a row of `values`, which takes `needed` elements; nil where there is no room for it.
  private func write(
    _ values: UnsafeMutableBufferPointer<UnpackedValue>, _ needed: Int
  ) -> Place? {
    withUnsafeMutablePointers { header, elements in
      let used = header.pointee.used
      guard used + needed <= header.pointee.room, let place = Place(exactly: used) else {
        return nil
      }
      header.pointee.used = used + needed
      let start = UnsafeMutableRawPointer(elements + used)
      let count = UInt8(truncatingIfNeeded: values.count)
      start.storeBytes(of: RowHeader(count: count, remaining: count), as: RowHeader.self)
      let words = (start + MemoryLayout<UInt32>.size).assumingMemoryBound(to: UInt32.self)
      let bytes = UnsafeMutableRawPointer(words + values.count)
      var end = 0
      for (position, value) in values.enumerated() {
        var kind = PackedValues.Kind.null
        if let address = value.address {
          kind = value.isText ? .text : .blob
          (bytes + end).copyMemory(from: address, byteCount: value.count)
          end += value.count
        }
        words[position] = UInt32(truncatingIfNeeded: end) << PackedValues.Kind.bits | kind.rawValue
      }
      return place
    }
  }
}
