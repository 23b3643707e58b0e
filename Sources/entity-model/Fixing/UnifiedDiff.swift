/// What changes from one text to another, as `diff -u` prints it and `patch` reads it.
struct UnifiedDiff {
  /// How many unchanged lines are printed around a change.
  private static let context = 3

  /// One line of both texts or of one of them, with its line break.
  private struct Line {
    let mark: Character
    let text: Substring
  }

  private let lines: [Line]

  /// Compares `old` with `new` line by line.
  init(from old: String, to new: String) {
    let (before, after) = (Self.lines(of: old), Self.lines(of: new))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      if left < before.count, removed.contains(left) {
        lines.append(Line(mark: "-", text: before[left]))
        left += 1
      } else if right < after.count, inserted.contains(right) {
        lines.append(Line(mark: "+", text: after[right]))
        right += 1
      } else {
        lines.append(Line(mark: " ", text: before[left]))
        (left, right) = (left + 1, right + 1)
      }
    }
    self.lines = lines
  }

  /// Returns the difference of the file at `path`, empty where there is none.
  func text(path: String) -> String {
    let changed = lines.indices.filter { lines[$0].mark != " " }
    guard !changed.isEmpty else { return "" }
    var hunks: [Range<Int>] = []
    for index in changed {
      let range = max(0, index - Self.context)..<min(lines.count, index + Self.context + 1)
      if let last = hunks.last, range.lowerBound <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return "--- \(path)\n+++ \(path)\n" + hunks.map(text).joined()
  }

  /// Returns the lines of `hunk` with their heading.
  private func text(of hunk: Range<Int>) -> String {
    func span(without mark: Character) -> String {
      let start = lines[..<hunk.lowerBound].count { $0.mark != mark }
      let count = lines[hunk].count { $0.mark != mark }
      return "\(count == 0 ? start : start + 1),\(count)"
    }
    let body = lines[hunk].map { line in
      let isEnded = line.text.utf8.last == 0x0A
      return "\(line.mark)\(line.text)" + (isEnded ? "" : "\n\\ No newline at end of file\n")
    }
    return "@@ -\(span(without: "+")) +\(span(without: "-")) @@\n" + body.joined()
  }

  /// Returns the lines of `text`, each with its line break.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    let bytes = text.utf8
    while start < text.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A).map { bytes.index(after: $0) } ?? text.endIndex
      lines.append(Substring(bytes[start..<end]))
      start = end
    }
    return lines
  }
}
