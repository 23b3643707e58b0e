import Foundation

/// Comparisons as a table in Markdown.
struct ComparisonTable: CustomStringConvertible {
  /// What is compared, as the first column's head.
  let subject: String

  let comparisons: [Comparison]

  var description: String {
    let head = [subject, "compared with", "that", "EntityGraph", "ratio", "target", ""]
    let rule = ["---", "---"] + Array(repeating: "--:", count: 4) + [":-:"]
    return ([head, rule] + comparisons.map(cells)).map { cells in
      "| " + cells.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private func cells(_ comparison: Comparison) -> [String] {
    let (base, ours) = comparison.medians
    let figures = [base, ours].map { Self.text($0, comparison.unit) }
    let target =
      switch comparison.target {
      case .ratio(let most): Table.text(most)
      case .figure(let most): Self.text(most, comparison.unit)
      case nil: ""
      }
    return [comparison.title, comparison.baseTitle] + figures
      + [
        "**\(Table.text(comparison.ratio))**", target,
        comparison.isMet.map { $0 ? "✓" : "missed" } ?? "",
      ]
  }

  /// Returns a figure with its unit; what is counted one by one has no fraction.
  private static func text(_ figure: Double, _ unit: String) -> String {
    let isWhole = unit == "pages" || unit == "statements"
    return String(format: isWhole ? "%.0f " : "%.1f ", figure) + unit
  }
}
