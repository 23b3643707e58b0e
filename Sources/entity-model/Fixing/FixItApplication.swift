import ModelGeneration
import SwiftReader

/// The sources of a module with the fix-its of its diagnostics applied.
///
/// A fix-it is applied where it is the only one of its diagnostic and leaves nothing for the author
/// to fill in; which of several is meant only the author knows.
struct FixItApplication {
  /// What is read after all fix-its have been applied.
  private(set) var reading: ModuleReading

  /// The texts of the files that have changed, by their paths.
  private(set) var texts: [String: [UInt8]] = [:]

  /// How many fix-its have been applied.
  private(set) var count = 0

  /// One fix-it may show what else is wrong; more rounds than this would be fix-its that undo each
  /// other.
  private static let maximumRounds = 8

  /// Applies the fix-its of what is wrong with `reading`, in memory.
  init(_ reading: ModuleReading) {
    self.reading = reading
    for _ in 0..<Self.maximumRounds {
      let edits = nextEdits()
      if edits.isEmpty { break }
      for (path, edits) in edits {
        guard let file = self.reading.files.first(where: { $0.path == path }) else { continue }
        texts[path] = Self.text(file.tree.text.bytes, after: edits)
      }
      self.reading = reading.replacing(texts)
    }
  }

  /// Returns the edits of the fix-its that can be applied together, by path, and counts them.
  private mutating func nextEdits() -> [String: [FileDiagnostic.Edit]] {
    let paths = Set(reading.files.map(\.path))
    var found: [String: [FileDiagnostic.Edit]] = [:]
    for diagnostic in reading.diagnostics where diagnostic.fixIts.count == 1 {
      let edits = diagnostic.fixIts[0].edits
      let isFree = edits.allSatisfy { edit in
        paths.contains(edit.location.path) && !edit.text.contains("<#")
          && (found[edit.location.path] ?? []).allSatisfy { !$0.touches(edit) }
      }
      guard isFree else { continue }
      for edit in edits { found[edit.location.path, default: []].append(edit) }
      count += 1
    }
    return found
  }

  /// Returns `bytes` after `edits`, none of which touch.
  private static func text(_ bytes: [UInt8], after edits: [FileDiagnostic.Edit]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.location.bytes.lowerBound < $1.location.bytes.lowerBound }) {
      let range = edit.location.bytes.clamped(to: position..<bytes.count)
      result += bytes[position..<range.lowerBound]
      result += Array(edit.text.utf8)
      position = range.upperBound
    }
    return result + bytes[position...]
  }
}

extension FileDiagnostic.Edit where Location == FileRange {
  /// Returns `true` if the edit and `other` change bytes that overlap or lie side by side.
  fileprivate func touches(_ other: Self) -> Bool {
    location.path == other.location.path
      && location.bytes.lowerBound <= other.location.bytes.upperBound
      && other.location.bytes.lowerBound <= location.bytes.upperBound
  }
}
