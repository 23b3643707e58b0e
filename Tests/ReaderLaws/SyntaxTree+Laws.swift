import ReaderOutline
import CountingReader
package import SwiftReader

extension SwiftReader.SyntaxTree {
  /// The most looks at the source and its tokens that reading may take for each byte.
  ///
  /// Ordinary source takes about thirty; lists in angle brackets that never end take the most,
  /// since each is looked ahead for over a thousand tokens.
  package static let looksPerByte = 2_000

  /// The first of the laws that this tree breaks, whatever the source; nil if it keeps them all.
  package var brokenLaw: String? {
    brokenTokens ?? brokenNodes ?? brokenDiagnostics ?? brokenOutline ?? excessiveReading
  }

  /// The trivia and the tokens put together one after the other.
  package var reassembled: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in tokens.indices {
      bytes += text.bytes[triviaRange(index)]
      bytes += text.bytes[tokenRange(index)]
    }
    return bytes
  }

  private var brokenTokens: String? {
    var end = 0
    for (index, token) in tokens.enumerated().dropLast() {
      if token.range.lowerBound < end { return "token \(index) begins before the last one ends" }
      if token.range.isEmpty { return "token \(index) is empty" }
      end = token.range.upperBound
    }
    guard end <= text.count, tokens.last?.kind == .endOfFile,
      triviaRange(tokens.count - 1) == end..<text.count
    else { return "the tokens and the trivia at the end do not end with the source" }
    return nil
  }

  private var brokenNodes: String? {
    guard nodes.first?.kind == .sourceFile, nodes[0].tokens == tokens.indices else {
      return "the root does not hold every token"
    }
    var seen = 1
    var open = [0]
    while let parent = open.popLast() {
      var end = nodes[parent].tokens.lowerBound
      for child in children(of: parent) {
        guard child > parent, child < nodes.count else { return "node \(parent) holds no node" }
        let tokens = nodes[child].tokens
        guard tokens.lowerBound >= end, tokens.upperBound <= nodes[parent].tokens.upperBound else {
          return "node \(child) does not lie behind its siblings in its parent \(parent)"
        }
        end = tokens.upperBound
        seen += 1
        open.append(child)
      }
    }
    return seen == nodes.count ? nil : "\(nodes.count - seen) nodes have no parent"
  }

  private var brokenDiagnostics: String? {
    var start = 0
    for diagnostic in diagnostics {
      guard diagnostic.range.lowerBound >= start, diagnostic.range.upperBound <= text.count else {
        return "'\(diagnostic.id)' does not stand in source order within the source"
      }
      start = diagnostic.range.lowerBound
    }
    return diagnostics.count <= text.count + 2 ? nil : "there are more diagnostics than bytes"
  }

  private var brokenOutline: String? {
    let outline = Outline(of: self, path: "")
    var offset = 0
    for (index, type) in outline.types.enumerated() {
      let parent = type.parent.map { outline.types[$0] }
      guard type.parent ?? -1 < index, type.path == parent.map({ $0.path + [$0.name] }) ?? [],
        type.offset >= offset, type.offset <= type.endOffset,
        type.endOffset <= parent?.endOffset ?? text.count,
        type.line <= type.nameLine, type.nameLine <= outline.lines
      else { return "type \(index) of the outline does not lie in its parent" }
      offset = type.offset
    }
    return outline.functions.count <= outline.functionCount ? nil : "functions are not counted"
  }

  private var excessiveReading: String? {
    for fragment in [CountingReader.SyntaxTree.Fragment.file, .members] {
      let looks = countingLooks {
        _ = CountingReader.SyntaxTree(parsing: text.bytes, as: fragment)
      }
      if looks > Self.looksPerByte * (text.count + 16) {
        return "\(text.count) bytes took \(looks) looks"
      }
    }
    return nil
  }
}
