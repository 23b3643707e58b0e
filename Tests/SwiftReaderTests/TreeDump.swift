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
}
