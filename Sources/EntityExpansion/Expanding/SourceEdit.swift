import SwiftReader

/// The replacement of some bytes of a file by text.
struct SourceEdit: Sendable {
  let range: Range<Int>
  let text: String
}

extension SyntaxTree {
  /// Returns the text of `range` after those of `edits` that lie in it.
  ///
  /// An edit inside bytes that another one replaces is left out, and of several at one place each
  /// is made, in their order.
  func text(in range: Range<Int>, after edits: [SourceEdit]) -> String {
    // What is inserted at the start of other bytes does not lie in them.
    let ordered = edits.enumerated().sorted {
      let (first, second) = ($0.element.range, $1.element.range)
      return (first.lowerBound, first.isEmpty ? 0 : 1, -first.count, $0.offset)
        < (second.lowerBound, second.isEmpty ? 0 : 1, -second.count, $1.offset)
    }
    var result: [UInt8] = []
    var position = range.lowerBound
    for edit in ordered.map(\.element)
    where edit.range.lowerBound >= position && edit.range.upperBound <= range.upperBound {
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
