/// Collects lines of Swift with two spaces for each level and at most 100 columns where it can.
package struct CodeWriter {
  /// The lines so far.
  package private(set) var text = ""
  private var level = 0
  private static let width = 100

  /// Creates a writer without lines.
  package init() {}

  /// Adds a line; an empty one separates declarations.
  package mutating func line(_ content: String = "") {
    if !text.isEmpty { text += "\n" }
    if !content.isEmpty { text += indentation + content }
  }

  /// Adds an empty line and a declaration that `body` writes; the first one needs no empty line.
  mutating func declaration(_ body: (inout CodeWriter) -> Void) {
    if !text.isEmpty { line() }
    body(&self)
  }

  /// Adds `head {`, the lines of `body` one level deeper, and `}`.
  package mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    line(head + " {")
    indented(body)
    line("}")
  }

  /// Adds lines one level deeper.
  package mutating func indented(_ body: (inout CodeWriter) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  /// Adds `opening`, `elements` separated by commas, and `closing` on one line, or on filled lines
  /// one level deeper where one line is too short.
  ///
  /// Like:
  ///
  ///     __values = __Values(
  ///       title: title, genre: genre, created: created, author: .init(), prequel: .init(),
  ///       sequel: .init())
  ///
  /// After parameters `closing` begins a line of its own. An element that brings its own line
  /// breaks has its lines for itself.
  package mutating func list(
    _ opening: String, _ elements: [String], _ closing: String, closesOnOwnLine: Bool = false
  ) {
    let whole = opening + elements.joined(separator: ", ") + closing
    if elements.isEmpty || fits(whole) {
      line(whole)
      return
    }
    line(opening)
    indented { $0.fill(elements, closing: closesOnOwnLine ? "" : closing) }
    if closesOnOwnLine { line(closing) }
  }

  /// Adds `opening`, a call for each of `arguments`, and `closing` after the last of them.
  ///
  /// Like:
  ///
  ///     __values = __Values(
  ///       title: __deferred(
  ///         __row, __start, __Index.title, String.self, default: __placeholder(of: String.self)),
  ///       author: __reference(__row, __start + 1))
  mutating func calls(
    _ opening: String, _ calls: [(function: String, arguments: [String])], _ closing: String
  ) {
    line(opening)
    indented { writer in
      for (index, call) in calls.enumerated() {
        writer.list(
          call.function + "(", call.arguments, ")" + (index == calls.count - 1 ? closing : ","))
      }
    }
  }

  private mutating func fill(_ elements: [String], closing: String) {
    var current = ""
    for (index, element) in elements.enumerated() {
      let piece = element + (index == elements.count - 1 ? closing : ",")
      if !current.isEmpty, !fits(current + " " + piece) {
        line(current)
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + piece
    }
    line(current)
  }

  private var indentation: String { String(repeating: "  ", count: level) }

  /// `true` if `content` can stand on one line at this level.
  func fits(_ content: String) -> Bool {
    level * 2 + content.count <= Self.width && !content.contains(where: \.isNewline)
  }
}

/// Returns `text` as a string literal.
package func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case let scalar where scalar.value < 0x20 || scalar.value == 0x7f:
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
