import Foundation
import SwiftReader
import Synchronization

/// Rewrites the expected texts in the source of tests.
final class InlineRecording: Sendable {
  static let shared = InlineRecording()

  private struct File {
    let tree: SyntaxTree
    var edits: [(range: Range<Int>, text: String)] = []
  }

  private let files = Mutex<[String: File]>([:])

  /// Makes `text` the string literal of the argument labelled `argument`, or of the trailing
  /// closure, in the call of an assertion on `line` of `path`.
  func record(_ text: String, at line: Int, of path: String, argument: String?) {
    files.withLock { files in
      guard
        var file = files[path]
          ?? (try? String(contentsOfFile: path, encoding: .utf8)).map({
            File(tree: SyntaxTree(parsing: $0))
          }), let range = file.tree.literal(of: argument, inCallOn: line)
      else { return }
      let source = file.tree.text
      let start = source.lineStarts[source.line(at: range.lowerBound) - 1]
      let margin =
        source.string(in: start..<range.lowerBound).prefix { $0 == " " }
        + (argument == nil ? "" : "  ")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : String(margin + $0) }
      let isRaw = text.contains("\\") || text.contains("\"\"\"")
      let quotes = isRaw ? ("#\"\"\"", "\"\"\"#") : ("\"\"\"", "\"\"\"")
      let literal = ([quotes.0] + lines + [margin + quotes.1]).joined(separator: "\n")
      file.edits.append((range, literal))
      files[path] = file
      try? file.tree.description.replacing(file.edits)
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}

extension SyntaxTree {
  /// Returns the bytes of the string literal that is the argument labelled `label`, or the only
  /// content of the trailing closure, of the call of an assertion that begins on `line`.
  fileprivate func literal(of label: String?, inCallOn line: Int) -> Range<Int>? {
    guard
      let call = tokens.indices.first(where: {
        tokenText($0).hasPrefix("assert") && text.line(at: tokenRange($0).lowerBound) == line
      })
    else { return nil }
    var depth = 0
    var index = call + 1
    while index < tokens.count {
      switch tokens[index].kind {
      case .leftParen: depth += 1
      case .rightParen:
        depth -= 1
        if depth == 0 {
          guard label == nil, tokens[index + 1].kind == .leftBrace else { return nil }
          return tokenRange(index + 2)
        }
      case .identifier where depth == 1 && tokenText(index) == label:
        return tokenRange(index + 2)
      default: break
      }
      index += 1
    }
    return nil
  }
}
