import Foundation

/// Measurements of migrations as a table in Markdown.
struct MigrationTable: CustomStringConvertible {
  let measurements: [MigrationMeasurement]

  var description: String {
    let head = ["migration", "compared with", "that", "EntityGraph", "ratio", "target", ""]
    let rule = ["---", "---"] + Array(repeating: "--:", count: 4) + [":-:"]
    return ([head, rule] + measurements.map(cells)).map { cells in
      "| " + cells.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private func cells(_ measurement: MigrationMeasurement) -> [String] {
    let (base, ours) = measurement.medians
    let target = measurement.row.target
    let format = measurement.row == .optionalPages ? "%.0f " : "%.1f "
    let figures = [base, ours].map { String(format: format, $0) + measurement.row.unit }
    return [measurement.title, measurement.baseTitle] + figures
      + [
        "**\(Table.text(measurement.ratio))**", target.map { Table.text($0) } ?? "",
        target.map { measurement.ratio <= $0 ? "✓" : "missed" } ?? "",
      ]
  }
}
