import SwiftReader

/// The replacement of some bytes of a file by text.
struct SourceEdit: Sendable {
  let range: Range<Int>
  let text: String
}

extension [SourceEdit] {
  /// The edits in the order in which they are made, those at one offset in the order given.
  ///
  /// An edit inside bytes that another one replaces comes after it; what is inserted at the start
  /// of such bytes does not lie in them and comes before.
  func inOrder() -> [SourceEdit] {
    enumerated().sorted {
      let (first, second) = ($0.element.range, $1.element.range)
      return (first.lowerBound, first.isEmpty ? 0 : 1, -first.count, $0.offset)
        < (second.lowerBound, second.isEmpty ? 0 : 1, -second.count, $1.offset)
    }.map(\.element)
  }
}

extension SyntaxTree {
  /// Returns the text of `range` after those of `edits` that lie in it, without those inside bytes
  /// that another one replaces.
  ///
  /// - Requires: The edits are in order.
  func text(in range: Range<Int>, after edits: [SourceEdit]) -> String {
    var low = 0
    var high = edits.count
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].range.lowerBound < range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var result: [UInt8] = []
    var position = range.lowerBound
    for edit in edits[low...] {
      guard edit.range.lowerBound < range.upperBound else { break }
      guard edit.range.lowerBound >= position, edit.range.upperBound <= range.upperBound else {
        continue
      }
      result += text.bytes[position..<edit.range.lowerBound]
      result += Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    result += text.bytes[position..<range.upperBound]
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the white space at the start of the line that holds `offset`.
  func margin(at offset: Int) -> String {
    let start = text.lineStarts[text.line(at: offset) - 1]
    return String(text.string(in: start..<offset).prefix { $0 == " " || $0 == "\t" })
  }
}
