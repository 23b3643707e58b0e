import Foundation
import Testing

/// Expands every annotation in `source` and compares the whole of what comes out.
///
/// - Parameters:
///   - source: A file as its author writes it.
///   - diagnostics: What is reported, each with the line concerned and carets under it.
///   - fixed: The file after the first fix-it of every diagnostic.
///   - expansion: The file with all expansions in place; left out where only the diagnostics
///     matter.
///
/// With `RECORD=1` in the environment the literals in the test's source are rewritten, and the test
/// fails.
func assertExpansion(
  of source: String, diagnostics: String = "", fixed: String? = nil,
  file: StaticString = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
  expansion: (() -> String)? = nil
) {
  let driver = ExpansionDriver(source)
  let results = [
    (label: "diagnostics", actual: driver.report, expected: diagnostics),
    (label: "fixed", actual: driver.fixed, expected: fixed ?? driver.fixed),
    (label: nil, actual: driver.expanded, expected: expansion?() ?? driver.expanded),
  ]
  for (label, actual, expected) in results where actual != expected {
    report(actual, expected, label, "\(file)", sourceLocation)
  }
}

/// Expands every annotation in `source` and compares only the members called `names`, those of
/// generated code and the author's own, in the order of the expansion with an empty line between
/// them.
///
/// With `RECORD=1` in the environment the literal in the test's source is rewritten, and the test
/// fails.
func assertMembers(
  _ names: Set<String>, of source: String, file: StaticString = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation, expansion: () -> String
) {
  let driver = ExpansionDriver(source)
  if driver.report != "" { Issue.record("\(driver.report)", sourceLocation: sourceLocation) }
  let actual = driver.members(named: names).joined(separator: "\n\n")
  if actual != expansion() { report(actual, expansion(), nil, "\(file)", sourceLocation) }
}

/// Records the difference, or `actual` in place of the literal where the environment asks for it.
private func report(
  _ actual: String, _ expected: String, _ label: String?, _ file: String,
  _ sourceLocation: SourceLocation
) {
  if ProcessInfo.processInfo.environment["RECORD"] == "1" {
    InlineRecording.shared.record(actual, at: sourceLocation.line, of: file, argument: label)
    Issue.record("recorded", sourceLocation: sourceLocation)
  } else {
    Issue.record(
      "\(label ?? "expansion"):\n\(lineDifference(expected, actual))",
      sourceLocation: sourceLocation)
  }
}

/// Returns the lines of `expected` and `actual` with `-` and `+` before those that only one of them
/// has.
private func lineDifference(_ expected: String, _ actual: String) -> Comment {
  let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
  let changes = new.difference(from: old)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in changes {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [String] = []
  var (left, right) = (0, 0)
  while left < old.count || right < new.count {
    if left < old.count, removed.contains(left) {
      lines.append("- \(old[left])")
      left += 1
    } else if right < new.count, inserted.contains(right) {
      lines.append("+ \(new[right])")
      right += 1
    } else {
      if right < new.count { lines.append("  \(new[right])") }
      left += 1
      right += 1
    }
  }
  return Comment(rawValue: lines.joined(separator: "\n"))
}
