import EntityGraph
import Foundation

/// What the catalogue knows, as text for people.
struct Report {
  /// The widest that a line should be.
  private static let width = 80

  private var lines: [String] = []

  /// The text.
  private var text: String { lines.joined(separator: "\n").printable }

  // MARK: Accounts

  /// Returns an account of the whole index.
  static func summary(of index: PackageIndex) throws -> String {
    var report = Report()
    let count = try index.packageCount()
    let undescribed = try index.undescribedCount()
    report.lines.append(
      "\(count.of("package")), and \(undescribed.of("name")) that "
        + "\(undescribed == 1 ? "is" : "are") only depended on")
    try report.addSections(of: index)
    try report.addMaintainers(of: index)
    try report.addLargest(of: index)
    try report.addNeeded(of: index)
    try report.addUnneeded(of: index)
    return report.text
  }

  /// Returns an account of a package: what it is, needs and is needed by.
  static func account(of package: Package) -> String {
    var report = Report()
    let version = [package.version, package.architecture.map { "(\($0))" }].compactMap(\.self)
    report.lines.append(([package.name] + version).joined(separator: " "))
    if package.isDescribed {
      report.addDescription(of: package)
    } else {
      report.lines.append("No record describes it: it is virtual, or not in the index.")
    }
    let all = package.allDependencies.count
    report.add(
      package.dependencies.map(\.name),
      under: "Depends on \(package.dependencies.count.of("package"))"
        + " directly, \(all.grouped) in all")
    report.add(
      package.dependents.map(\.name).sorted(),
      under: "\(package.dependents.count.of("package")) "
        + "\(package.dependents.count == 1 ? "depends" : "depend") on it directly, "
        + "\(package.allDependents.count.grouped) in all")
    return report.text
  }

  /// Returns an account of what a search has found.
  static func found(
    _ packages: [(name: String, summary: String?, installed: Int?)]
  ) -> String {
    var report = Report()
    report.lines = packages.map { line(of: $0.name, $0.summary, $0.installed) }
    if packages.isEmpty { report.lines = ["no package has all these words"] }
    return report.text
  }

  /// Returns an account of a page of packages, and how the next one is asked for.
  static func page(_ page: FetchedPage<Package>, of section: String?) -> String {
    var report = Report()
    report.lines = page.map { line(of: $0.name, $0.summary, $0.footprint?.installed) }
    if page.items.isEmpty { report.lines = ["no packages"] }
    if let next = page.next {
      let words = ["catalog", "browse"] + [section].compactMap(\.self)
      report.lines += ["", "\(words.joined(separator: " ")) --after \(next)"]
    }
    return report.text
  }

  /// Returns an account of the months in which packages have changed.
  static func months(_ months: [(month: Date, count: Int, footprint: Footprint)]) -> String {
    var report = Report()
    var chart = BarChart()
    for (month, count, footprint) in months {
      let label = String(month.formatted(.iso8601.year().month()))
      chart.add(label, count, as: "\(count.of("package")), \(footprint.text)")
    }
    report.lines = months.isEmpty ? ["no package has changed"] : chart.lines
    return report.text
  }

  /// Returns an account of an import that took `duration`.
  static func account(
    of outcome: CatalogImport.Outcome, file: String, duration: Duration
  ) -> String {
    let seconds = duration / .seconds(1)
    let rate = Int(Double(outcome.packages) / max(seconds, 0.001))
    var report = Report()
    report.lines.append(
      "\(file): \(outcome.packages.of("package")), "
        + "\(outcome.links.of("dependency", "dependencies"))"
        + " in \(rounded(seconds)) s, \(rate.grouped) packages/s")
    var parts = [
      "\(outcome.added.grouped) added", "\(outcome.updated.grouped) updated",
      "\(outcome.unchanged.grouped) unchanged",
    ]
    if outcome.superseded > 0 {
      parts.append("\(outcome.superseded.of("record")) of the same packages left out")
    }
    report.lines.append("  " + parts.joined(separator: ", "))
    return report.text
  }

  // MARK: Parts

  private mutating func addSections(of index: PackageIndex) throws {
    let sections = try index.packagesPerSection()
    guard !sections.isEmpty else { return }
    var chart = BarChart()
    for (name, count) in sections.prefix(12) { chart.add(name, count) }
    let others = sections.dropFirst(12)
    if !others.isEmpty {
      // A bar for all of them would dwarf the others.
      let count = others.reduce(0) { $0 + $1.count }
      chart.add(others.count.of("other"), 0, as: count.grouped)
    }
    add(chart, under: "Packages per section")
  }

  private mutating func addMaintainers(of index: PackageIndex) throws {
    var chart = BarChart()
    for maintainer in try index.busiestMaintainers(10) {
      chart.add(maintainer.name.shortened(to: 36), maintainer.packageCount)
    }
    let (people, teams) = try index.maintainerCounts()
    add(
      chart,
      under: "Maintainers with most packages, of \(people.of("person", "people"))"
        + " and \(teams.of("team"))")
  }

  private mutating func addLargest(of index: PackageIndex) throws {
    var chart = BarChart()
    for package in try index.largest(10) {
      let size = package.footprint?.installed ?? 0
      chart.add(package.name.shortened(to: 36), size, as: size.bytes)
    }
    add(chart, under: "Largest installed sizes")
  }

  private mutating func addNeeded(of index: PackageIndex) throws {
    let rows = try index.mostNeeded(5).map { package in
      (package.name, direct: package.dependents.count, all: package.allDependents.count)
    }
    let widest = rows.map(\.all.grouped.count).max() ?? 0
    var chart = BarChart()
    for (name, direct, all) in rows {
      let value = "\(direct.grouped)  \(all.grouped.padded(to: -widest))"
      chart.add(name.shortened(to: 36), all, as: value)
    }
    add(chart, under: "Packages that most others depend on, directly and in all")
  }

  private mutating func addUnneeded(of index: PackageIndex) throws {
    let count = try index.context.count(index.neededByNobody)
    guard count > 0 else { return }
    let largest = try index.context.fetch(
      index.neededByNobody.sorted(by: \.footprint?.installed, .descending).sorted(by: \.name)
        .limit(8))
    lines += ["", "\(count.of("package")) nobody depends on; the largest"]
    lines += largest.map(\.name).flowing(to: Self.width - 2).map { "  \($0)" }
  }

  private mutating func addDescription(of package: Package) {
    if let summary = package.summary { lines.append(summary) }
    let maintainer = package.maintainer.map {
      $0.name == $0.address ? $0.name : "\($0.name) <\($0.address)>"
    }
    let rows = [
      ("Section", package.section?.name), ("Priority", package.priority?.rawValue),
      (package.maintainer is Team ? "Team" : "Maintainer", maintainer),
      ("Download", package.footprint?.download?.bytes),
      ("Installed", package.footprint?.installed?.bytes), ("Homepage", package.homepage),
    ]
    lines.append("")
    for case (let label, let value?) in rows { lines.append("\(label.padded(to: 12))\(value)") }
    if let details = package.details { lines += ["", details] }
  }

  private mutating func add(_ chart: BarChart, under heading: String) {
    guard !chart.lines.isEmpty else { return }
    lines += ["", heading] + chart.lines
  }

  private mutating func add(_ names: [String], under heading: String) {
    let most = 60
    lines += ["", heading]
    lines += names.prefix(most).map(\.self).flowing(to: Self.width - 2).map { "  \($0)" }
    if names.count > most { lines.append("  and \((names.count - most).of("other"))") }
  }

  /// Returns a line about a package in a list.
  private static func line(of name: String, _ summary: String?, _ installed: Int?) -> String {
    (summary.map { "\(name): \($0)" } ?? name) + (installed.map { " (\($0.bytes))" } ?? "")
  }

  /// Returns `number` with one decimal, three where it is small.
  private static func rounded(_ number: Double) -> String {
    number < 1 ? "\((number * 1000).rounded() / 1000)" : "\((number * 10).rounded() / 10)"
  }
}
