import Foundation

/// Measurements as a table in Markdown: RAW in milliseconds or megabytes, others as ratios to it.
struct Table: CustomStringConvertible {
  let measurements: [Measurement]

  var description: String {
    let names = contenders.dropFirst().map { $0.name }
    let head = ["workload", contenders[0].name] + names + ["target", ""]
    let rule = ["---"] + Array(repeating: "--:", count: contenders.count + 1) + [":-:"]
    return ([head, rule] + measurements.map(cells)).map { cells in
      "| " + cells.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  /// Returns the cells of the row of `measurement`.
  private func cells(_ measurement: Measurement) -> [String] {
    let last = contenders.count - 1
    let ratios = contenders.indices.dropFirst().map { contender in
      let text = measurement.ratio(contender).map { Self.text($0) } ?? "—"
      return contender == last ? "**\(text)**" : text
    }
    let base = String(format: "%.1f ", measurement.base) + measurement.unit
    return [measurement.title, base] + ratios
      + [Self.text(measurement.target), Self.verdict(measurement)]
  }

  /// Returns whether EntityGraph meets the target and is ahead of GRDB's fastest form; nothing
  /// where it takes no part.
  private static func verdict(_ measurement: Measurement) -> String {
    let ratios = contenders.indices.map { measurement.ratio($0) }
    guard let ours = ratios[ratios.count - 1] else { return "" }
    let others = ratios.dropFirst().dropLast().compactMap { $0 }
    return ours <= measurement.target && others.allSatisfy { ours < $0 } ? "✓" : "missed"
  }

  /// Returns a ratio as tables and the chart write it.
  static func text(_ ratio: Double) -> String {
    String(format: ratio < 0.095 ? "%.3f" : ratio < 9.95 ? "%.2f" : "%.1f", ratio)
  }
}
