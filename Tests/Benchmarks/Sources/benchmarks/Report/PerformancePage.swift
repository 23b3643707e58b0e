import Foundation

/// The page in the documents that holds the tables and the chart.
struct PerformancePage {
  /// The folder of the documents.
  let folder: URL

  private static let name = "Performance.md"

  /// Puts the tables between the page's markers, and the chart beside the page.
  ///
  /// - Throws: a `PageProblem` when the page has no markers.
  func write(
    _ measurements: [Measurement], served: [Measurement], server: [Comparison],
    payloads: [Comparison], graph: [Comparison], migrations: [Comparison]
  ) throws {
    let page = folder.appending(path: Self.name)
    var text = try String(contentsOf: page, encoding: .utf8)
    try replace(
      "benchmarks", of: &text,
      """
      ![Time of each workload as a ratio to RAW](Performance.svg)

      \(Table(measurements: measurements))
      """)
    try replace(
      "server", of: &text,
      """
      \(Table(measurements: served))

      \(ComparisonTable(subject: "on a server", comparisons: server))
      """)
    try replace(
      "payloads", of: &text, "\(ComparisonTable(subject: "payload", comparisons: payloads))")
    try replace(
      "graph", of: &text, "\(ComparisonTable(subject: "objects", comparisons: graph))")
    try replace(
      "migrations", of: &text,
      "\(ComparisonTable(subject: "migration", comparisons: migrations))")
    try Data("\(Chart(measurements: measurements))".utf8)
      .write(to: folder.appending(path: "Performance.svg"))
    try Data(text.utf8).write(to: page)
  }

  /// Puts `section` between the markers of `text` that are called `name`.
  private func replace(_ name: String, of text: inout String, _ section: String) throws {
    let (begin, end) = ("<!-- \(name): begin -->", "<!-- \(name): end -->")
    guard let first = text.range(of: begin), let last = text.range(of: end),
      first.upperBound <= last.lowerBound
    else { throw PageProblem(description: "\(Self.name) has no '\(begin)' before '\(end)'") }
    text.replaceSubrange(first.upperBound..<last.lowerBound, with: "\n\n\(section)\n\n")
  }
}

/// Says why the page cannot be written.
struct PageProblem: Error, CustomStringConvertible {
  let description: String
}
