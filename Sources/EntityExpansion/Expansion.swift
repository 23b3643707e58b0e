package import SwiftReader

/// The code for one role of one annotation, and what its author got wrong.
package struct Expansion: Sendable {
  /// The code; empty where there is nothing to add.
  package let source: String
  /// What is wrong, each thing once, in source order.
  package let diagnostics: [TextDiagnostic]

  init(source: String = "", diagnostics: [TextDiagnostic] = []) {
    self.source = source
    var seen: Set<TextDiagnostic> = []
    self.diagnostics = diagnostics.filter { seen.insert($0).inserted }.enumerated()
      .sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }
      .map(\.element)
  }
}
