import EntityJSON
import SwiftReader

extension DeclarationView {
  /// The documentation of the declaration, as Markdown; nil where there is none.
  ///
  /// It may stand before the attributes or behind them; the last one counts.
  var documentation: String? {
    let introducer = introducerRange?.lowerBound ?? range.lowerBound
    var found: String?
    for token in tokens {
      if let text = tree.text.string(in: tree.triviaRange(token)).documentation { found = text }
      if tree.tokenRange(token).lowerBound >= introducer { break }
    }
    return found
  }

  /// Returns `members` of a schema after what the documentation says, if there is any.
  func described(with members: [(name: String, value: JSON)]) -> [(String, JSON)] {
    (documentation.map { [("description", JSON($0))] } ?? [])
      + members.map { ($0.name, $0.value) }
  }
}

extension Optional where Wrapped: DeclarationView {
  /// Returns `members` of a schema after what the documentation says, if there is any.
  func described(with members: [(name: String, value: JSON)]) -> [(String, JSON)] {
    self?.described(with: members) ?? members.map { ($0.name, $0.value) }
  }
}

extension String {
  /// The text of the last documentation comment in what stands before a declaration.
  fileprivate var documentation: String? {
    var comment: [Substring] = []
    var isWithinBlock = false
    var isOver = false
    func begin() {
      if isOver { comment = [] }
      isOver = false
    }
    for written in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var line = written.drop { $0 == " " || $0 == "\t" }
      if isWithinBlock {
        let end = line.endOfComment
        if let end { line = line[..<end] }
        isWithinBlock = end == nil
        if line.hasPrefix("*") { line = line.dropFirst() }
        comment.append(line)
        isOver = !isWithinBlock
      } else if line.hasPrefix("///"), !line.hasPrefix("////") {
        begin()
        comment.append(line.dropFirst(3))
      } else if line.hasPrefix("/**"), !line.hasPrefix("/**/") {
        isOver = true
        begin()
        line = line.dropFirst(3)
        let end = line.endOfComment
        if let end { line = line[..<end] }
        isWithinBlock = end == nil
        comment.append(line)
        isOver = !isWithinBlock
      } else {
        isOver = !comment.isEmpty
      }
    }
    let lines = comment.map { line in
      var line = line.hasPrefix(" ") ? line.dropFirst() : line
      while line.last?.isWhitespace == true { line = line.dropLast() }
      return line
    }
    let used = lines.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
    return used.isEmpty ? nil : used.joined(separator: "\n")
  }
}

extension Substring {
  /// Where the end of a comment begins; nil if there is none.
  fileprivate var endOfComment: Index? { indices.first { self[$0...].hasPrefix("*/") } }
}
