@testable import SwiftReader

extension SyntaxTree {
  /// One line per node, indented by depth, with the text of nodes that hold no others.
  var dump: String {
    var lines: [String] = []
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      while let end = ends.last, index >= end { ends.removeLast() }
      let indentation = String(repeating: "  ", count: ends.count)
      let isLeaf = Int(node.end) == index + 1
      lines.append(indentation + "\(node.kind)" + (isLeaf ? " \(shortText(of: index))" : ""))
      ends.append(Int(node.end))
    }
    lines += diagnostics.map { "! \(text.position(at: $0.range.lowerBound)) \($0.id)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func shortText(of node: Int) -> String {
    let words = text.string(in: range(of: node)).split { $0 == " " || $0 == "\n" }
    let line = words.joined(separator: " ")
    return line.count > 60 ? "‹\(line.prefix(40)) … \(line.suffix(16))›" : "‹\(line)›"
  }

  /// The kinds and texts of the tokens, the end of the file left out.
  var tokenDump: String {
    tokens.indices.dropLast().map { "\(tokens[$0].kind)‹\(tokenText($0))›" }
      .joined(separator: " ")
  }

  /// Trivia and tokens put together one after the other.
  var reassembled: [UInt8] {
    var bytes: [UInt8] = []
    for index in tokens.indices {
      bytes += text.bytes[triviaRange(index)]
      bytes += text.bytes[tokenRange(index)]
    }
    return bytes
  }

  /// What every tree must satisfy, whatever the source; the first thing that is broken.
  var brokenInvariant: String? { brokenTokens ?? brokenNodes }

  private var brokenTokens: String? {
    var end: UInt32 = 0
    for token in tokens.dropLast() {
      if token.startOffset < end { return "a token begins before the one before it ends" }
      if token.endOffset <= token.startOffset { return "a token is empty" }
      end = token.endOffset
    }
    return Int(end) <= text.count && tokens.last?.kind == .endOfFile
      ? nil : "the tokens do not end with the source"
  }

  private var brokenNodes: String? {
    if nodes.first?.kind != .sourceFile || Int(nodes[0].end) != nodes.count {
      return "the root does not hold every node"
    }
    for index in 1..<max(1, nodes.count) {
      let node = nodes[index]
      let parent = nodes[Int(node.parent)]
      guard Int(node.parent) < index, node.end <= parent.end, Int(node.end) > index else {
        return "node \(index) does not lie in its parent"
      }
      guard node.firstToken >= parent.firstToken, node.endToken <= parent.endToken,
        node.firstToken <= node.endToken
      else { return "the tokens of node \(index) do not lie in its parent" }
    }
    return nil
  }
}
