import Foundation

/// The page in the documents that holds the table and the chart.
struct PerformancePage {
  /// The folder of the documents.
  let folder: URL

  private static let begin = "<!-- benchmarks: begin -->"
  private static let end = "<!-- benchmarks: end -->"
  private static let name = "Performance.md"

  /// Puts the table between the page's markers, and the chart beside the page.
  ///
  /// - Throws: a `PageProblem` when the page has no markers.
  func write(_ measurements: [Measurement]) throws {
    let page = folder.appending(path: Self.name)
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let begin = text.range(of: Self.begin), let end = text.range(of: Self.end),
      begin.upperBound <= end.lowerBound
    else {
      throw PageProblem(description: "\(page.path) has no '\(Self.begin)' before '\(Self.end)'")
    }
    let section = """


      ![Time of each workload as a ratio to RAW](Performance.svg)

      \(Table(measurements: measurements))


      """
    let whole = text[..<begin.upperBound] + section + text[end.lowerBound...]
    try Data("\(Chart(measurements: measurements))".utf8)
      .write(to: folder.appending(path: "Performance.svg"))
    try Data(whole.utf8).write(to: page)
  }
}

/// Says why the page cannot be written.
struct PageProblem: Error, CustomStringConvertible {
  let description: String
}
