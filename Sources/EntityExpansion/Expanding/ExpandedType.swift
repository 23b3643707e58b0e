import SwiftReader

/// A class marked `@Entity` with the annotations in it carried out.
package struct ExpandedType: Hashable, Sendable {
  /// The names of the types around the class and its own, without backticks, joined by dots.
  package let path: String

  /// The line of the file in which the class is named.
  package let line: Int

  /// The class with the comments directly above it, moved to the left edge, and a line break.
  package let text: String

  /// Makes `edits` inside `type`.
  init(_ type: TypeDeclaration, _ edits: [SourceEdit]) {
    let tree = type.tree
    var names = [type.identifier ?? "_"]
    var around = type.enclosingType
    while let outer = around {
      names.append(outer.identifier ?? "_")
      around = outer.enclosingType
    }
    path = names.reversed().joined(separator: ".")
    let start = type.range.lowerBound
    line = tree.text.line(at: type.nameRange?.lowerBound ?? start)
    let margin = tree.margin(at: start)
    let isFirst = tree.text.lineStarts[tree.text.line(at: start) - 1] + margin.utf8.count == start
    let lines = isFirst ? tree.startOfComments(above: start, type.fullRange.lowerBound) : start
    text =
      tree.text(in: lines..<type.range.upperBound, after: edits).movedLeft(by: margin) + "\n"
  }
}

/// Why no class is meant by a name.
package enum TypeSearchError: Error, Hashable, Sendable {
  /// There is no such class, but there are these.
  case none(name: String, candidates: [String])

  /// The name means all of these.
  case several(name: String, candidates: [String])
}

extension TypeSearchError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none(let name, let candidates) where candidates.isEmpty:
      "there is no entity '\(name)', and no other one"
    case .none(let name, let candidates):
      "there is no entity '\(name)'; there are \(Self.listed(candidates))"
    case .several(let name, let candidates):
      "'\(name)' may be any of \(Self.listed(candidates))"
    }
  }

  private static func listed(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

extension [ExpandedType] {
  /// Returns the classes that `name` means: those whose path it is, or else those of one path that
  /// ends in it. Under `#if`, several may have one path.
  package func matching(_ name: String) throws(TypeSearchError) -> [ExpandedType] {
    let name = name.replacing("`", with: "")
    let exact = filter { $0.path == name }
    if !exact.isEmpty { return exact }
    let found = filter { $0.path.hasSuffix("." + name) }
    let paths = Set(found.map(\.path)).sorted()
    if paths.count > 1 { throw .several(name: name, candidates: paths) }
    if found.isEmpty { throw .none(name: name, candidates: Set(map(\.path)).sorted()) }
    return found
  }
}

extension SyntaxTree {
  /// Returns the start of the line of `offset`, or that of the first of the lines of comment which
  /// stand directly above it and begin no earlier than `limit`.
  fileprivate func startOfComments(above offset: Int, _ limit: Int) -> Int {
    var line = text.line(at: offset)
    while line > 1 {
      let above = text.lineStarts[line - 2]
      let content = text.string(in: above..<text.lineStarts[line - 1])
      guard above >= limit, !content.allSatisfy(\.isWhitespace) else { break }
      line -= 1
    }
    return text.lineStarts[line - 1]
  }
}

extension String {
  /// Returns the text with `margin` taken from every line, or as it is where a line has it not.
  fileprivate func movedLeft(by margin: String) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let isMovable = lines.allSatisfy { $0.hasPrefix(margin) || $0.allSatisfy(\.isWhitespace) }
    guard isMovable, !margin.isEmpty else { return self }
    return lines.map { $0.hasPrefix(margin) ? $0.dropFirst(margin.count) : $0 }
      .joined(separator: "\n")
  }
}
