/// A Swift file or a document as the rules see it.
struct SourceFile {
  /// The path from the top of the package.
  var path: String

  /// The lines as they are written.
  var lines: [String]

  /// The same lines with comments and string literals blanked out, so that only code is left.
  var codeLines: [String]

  /// Creates a file from its text.
  init(path: String, text: String) {
    self.path = path
    lines = Self.lines(of: text)
    codeLines = Self.lines(of: CodeFilter.code(in: text))
  }

  /// The part of the path between the first two slashes: for `Sources/X/Y.swift`, X.
  var folder: String {
    path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
  }

  /// The last component of the path without its extension.
  var name: String {
    let component = path.split(separator: "/").last ?? ""
    return String(component.prefix { $0 != "." })
  }

  /// Returns the lines of a text, without an empty one after the last line break.
  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
