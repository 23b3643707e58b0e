/// The code for one role of one annotation, and what its author got wrong.
package struct Expansion: Sendable {
  /// The code; empty where there is nothing to add.
  package let source: String
  /// What is wrong, each thing once, in source order.
  package let diagnostics: [ExpansionDiagnostic]

  init(source: String = "", diagnostics: [ExpansionDiagnostic] = []) {
    self.source = source
    var seen: Set<ExpansionDiagnostic> = []
    self.diagnostics = diagnostics.filter { seen.insert($0).inserted }.enumerated()
      .sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }
      .map(\.element)
  }
}
