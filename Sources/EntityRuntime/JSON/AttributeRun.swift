import EntityJSON
import EntityModel
import EntityStore

/// Attributes that are members one after the other.
///
/// Their values are looked at and written together, which takes a third of the time of one by one.
// A class since it is asked for each object: one reference to count.
final class AttributeRun {
  struct Attribute {
    /// The property index.
    let index: Int
    let type: StorageType

    /// The name of the member.
    let name: String

    /// `true` if a value is a number, a text or a UUID, which is written as the store has it.
    var isPlain: Bool {
      switch type {
      case .date, .decimal, .json, .data, .float: false
      default: true
      }
    }
  }

  let attributes: [Attribute]

  /// The property indexes.
  let indexes: [Int]

  private let isPlain: Bool

  private let members: [Member]

  /// The texts that the members begin with.
  private let starts: [UInt8]

  private struct Member {
    let type: StorageType

    /// Where the text that the member begins with is.
    let start: Range<Int>
  }

  /// Creates a run of `attributes`, which are all plain, or one.
  init(_ attributes: [Attribute]) {
    self.attributes = attributes
    indexes = attributes.map(\.index)
    isPlain = attributes.allSatisfy(\.isPlain)
    var starts: [UInt8] = []
    members = attributes.map { attribute in
      let start = starts.count
      starts += JSONWriter.memberStart(attribute.name)
      return Member(type: attribute.type, start: start..<starts.count)
    }
    self.starts = starts
  }

  /// Adds the members whose values are `cells` to `writer`; those that have no value are left out
  /// unless `format` says otherwise.
  ///
  /// - Returns: the position of the first one that JSON has nothing for, behind which nothing has
  ///   been written.
  func write(
    _ cells: UnsafeBufferPointer<__Cell>, to writer: inout JSONWriter, _ format: JSONFormat
  ) -> Int? {
    guard isPlain, let count = byteCount(of: cells), count <= Self.greatestCount else {
      return writeEach(cells, to: &writer, format)
    }
    let writesNulls = format.writesNulls
    writer.append(atMost: count) { piece in
      let first = piece.end
      starts.withUnsafeBufferPointer { starts in
        for position in cells.indices {
          let cell = cells[position]
          if cell.isNull, !writesNulls { continue }
          if piece.end != first { piece.append(UInt8(ascii: ",")) }
          piece.append(contentsOf: UnsafeBufferPointer(rebasing: starts[members[position].start]))
          piece.append(cell, as: members[position].type)
        }
      }
    }
    return nil
  }

  /// The greatest number of bytes that is set aside for a run.
  private static let greatestCount = 1 << 16

  /// Returns how many bytes the members take at most; `nil` if one of `cells` is not written as it
  /// is.
  private func byteCount(of cells: UnsafeBufferPointer<__Cell>) -> Int? {
    var count = starts.count + cells.count
    for position in cells.indices {
      guard let own = JSONPiece.byteCount(of: cells[position], as: members[position].type) else {
        return nil
      }
      count += own
    }
    return count
  }

  /// Does what `write` does, one by one.
  private func writeEach(
    _ cells: UnsafeBufferPointer<__Cell>, to writer: inout JSONWriter, _ format: JSONFormat
  ) -> Int? {
    for position in cells.indices {
      let cell = cells[position]
      if cell.isNull, !format.writesNulls { continue }
      writer.beginMember(written: starts[members[position].start])
      if !writer.append(cell.storedValue, as: members[position].type, format) { return position }
    }
    return nil
  }
}

extension JSONPiece {
  /// Returns how many bytes `append(_:as:)` takes at most for `cell`, which an attribute of `type`
  /// has; `nil` if it is for a look at the value.
  fileprivate static func byteCount(of cell: __Cell, as type: StorageType) -> Int? {
    switch cell.kind {
    case .null: "null".utf8.count
    case .integer: numberCount
    case .real: cell.real?.isFinite == true ? numberCount : nil
    // What is not UTF-8 is no text.
    case .text:
      cell.bytes.isASCII || cell.text != nil ? stringCount(cell.bytes.count) : nil
    case .blob: type == .uuid && cell.bytes.count == 16 ? stringCount(6) : nil
    }
  }

  /// Adds `cell`, which an attribute of `type` has, of those types that a plain run has.
  fileprivate mutating func append(_ cell: __Cell, as type: StorageType) {
    switch cell.kind {
    case .null: append(raw: "null")
    case .integer:
      let number = cell.integer ?? 0
      guard type == .boolean, 0...1 ~= number else { return append(wholeNumber: number) }
      append(raw: number == 1 ? "true" : "false")
    case .real: append(number: cell.real ?? 0)
    case .text: append(string: cell.bytes)
    case .blob: append(uuid: cell.bytes)
    }
  }

  /// Adds the UUID whose bytes are `bytes`.
  private mutating func append(uuid bytes: UnsafeRawBufferPointer) {
    append(UInt8(ascii: "\""))
    for (position, byte) in bytes.enumerated() {
      if position == 4 || position == 6 || position == 8 || position == 10 {
        append(UInt8(ascii: "-"))
      }
      append(Self.hexadecimalDigit(byte >> 4))
      append(Self.hexadecimalDigit(byte & 15))
    }
    append(UInt8(ascii: "\""))
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
  }
}
