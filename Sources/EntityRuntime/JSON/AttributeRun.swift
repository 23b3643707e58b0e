import EntityJSON
import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

    /// `true` if a value is a number, a text, a UUID or a date, written as the store has it.
    var isPlain: Bool {
      switch type {
      case .decimal, .json, .data, .float: false
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
    guard isPlain, writeTogether(cells, to: &writer, format) else {
      return writeEach(cells, to: &writer, format)
    }
    return nil
  }

  /// How many bytes a number, a date or the quotes of a text take at most.
  private static var valueCount: Int { max(JSONPiece.numberCount, ISO8601Text.greatestCount) }

  /// The greatest number of bytes that is set aside for a run.
  private static var greatestCount: Int { 1 << 16 }

  /// Does what `write` does for values that are written as they are; returns `false`, and has not
  /// written anything, if there are others.
  private func writeTogether(
    _ cells: UnsafeBufferPointer<__Cell>, to writer: inout JSONWriter, _ format: JSONFormat
  ) -> Bool {
    let textCount = cells.reduce(0) { $0 + $1.bytes.count }
    let count =
      starts.count + JSONPiece.stringCount(textCount) + cells.count * (Self.valueCount + 1)
    guard count <= Self.greatestCount else { return false }
    let (writesNulls, dates) = (format.writesNulls, format.dates)
    return writer.append(atMost: count) { piece in
      let first = piece.end
      return starts.withUnsafeBufferPointer { starts in
        for position in cells.indices {
          let cell = cells[position]
          if cell.isNull, !writesNulls { continue }
          if piece.end != first { piece.append(UInt8(ascii: ",")) }
          piece.append(contentsOf: UnsafeBufferPointer(rebasing: starts[members[position].start]))
          guard piece.append(cell, as: members[position].type, dates) else { return false }
        }
        return true
      }
    }
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
  /// Adds `cell`, which an attribute of `type` has, of those types that a plain run has; `false` if
  /// it is not written as it is.
  ///
  /// It takes `valueCount` bytes at most, and for its own bytes `stringCount` of them.
  fileprivate mutating func append(
    _ cell: __Cell, as type: StorageType, _ dates: JSONDateForm
  ) -> Bool {
    switch cell.kind {
    case .null: append(raw: "null")
    case .integer:
      let number = cell.integer ?? 0
      if type == .boolean, 0...1 ~= number {
        append(raw: number == 1 ? "true" : "false")
      } else {
        append(wholeNumber: number)
      }
    case .real:
      guard let number = cell.real, number.isFinite else { return false }
      if type == .date {
        return dates.write(Date(timeIntervalSinceReferenceDate: number), to: &self)
      }
      append(number: number)
    case .text:
      // What is not UTF-8 is no text.
      guard cell.bytes.isASCII || cell.text != nil else { return false }
      append(string: cell.bytes)
    case .blob:
      guard type == .uuid, cell.bytes.count == 16 else { return false }
      append(uuid: cell.bytes)
    }
    return true
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
