package import SwiftReader

/// Some bytes of a file, and where they begin as people count.
package struct FileRange: Hashable, Sendable {
  package let path: String
  package let bytes: Range<Int>
  /// The line and the column of the first byte, both from one, columns in bytes.
  package let line: Int
  package let column: Int

  /// Creates the location of `bytes` in `text`, the contents of the file at `path`.
  package init(_ bytes: Range<Int>, of text: SourceText, path: String) {
    let position = text.position(at: bytes.lowerBound)
    self.path = path
    self.bytes = bytes
    line = position.line
    column = position.column
  }

  /// Creates the location of the start of the file at `path`.
  package init(startOf path: String) {
    self.path = path
    bytes = 0..<0
    line = 1
    column = 1
  }
}

/// A diagnostic as it is reported, located in a file.
package typealias FileDiagnostic = Diagnostic<FileRange>

extension Diagnostic where Location == FileRange {
  /// The diagnostic in the form of the compiler's own, a line for each remark.
  package var report: String {
    let first = "\(location.report): \(severity.rawValue): \(message) [\(id)]"
    return ([first] + notes.map { "\($0.location.report): note: \($0.message)" })
      .joined(separator: "\n")
  }

  /// Returns `true` if the diagnostic is reported before `other`: by file, line, column, then rule.
  package func precedes(_ other: Self) -> Bool {
    (location.path, location.line, location.column, id, message)
      < (other.location.path, other.location.line, other.location.column, other.id, other.message)
  }
}

extension FileRange {
  /// The location in the form of the compiler's own.
  fileprivate var report: String { "\(path):\(line):\(column)" }
}
