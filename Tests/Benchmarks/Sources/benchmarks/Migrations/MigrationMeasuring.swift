import Foundation
import Stockroom

/// Measures migrations and what they are compared with, in turn.
struct MigrationMeasuring {
  let scale: Scale
  let folder: StockFolder
  let rounds: Int
  let stopwatch: Stopwatch
  let progress: ProgressLine

  /// Measures `row`; a round before the first does not count.
  func measure(_ row: MigrationRow) throws -> Comparison {
    var measurement = Comparison(
      title: row.title(scale), baseTitle: row.base(scale), unit: row.unit,
      target: row.target.map { .ratio($0) })
    let first = row.unit == "ms" ? 0 : 1
    for round in first...rounds {
      progress.show("\(row.rawValue): round \(round) of \(rounds)", "")
      var (base, ours) = (0.0, 0.0)
      // Who comes first in a round comes last in the next.
      if round % 2 == 0 { base = try self.base(row) }
      ours = try self.ours(row)
      if round % 2 == 1 { base = try self.base(row) }
      if round > 0 { measurement.add(base, ours) }
    }
    return measurement
  }

  /// Returns the figure of what `row` is compared with.
  private func base(_ row: MigrationRow) throws -> Double {
    switch row {
    case .rebuild: try raw { try $0.copy() }
    case .stageRaw: try raw { try $0.copyRowByRow() }
    case .stage:
      try folder.withCopy(of: folder.empty) { path in
        let work = try Stockroom.copying(folder.migrated, to: path)
        let time = try stopwatch.milliseconds(of: work)
        try check(path)
        return time
      }
    case .stageMemory: try memoryOfStage(folder.fewer)
    case .optional: try optional(folder.fewer).time
    case .optionalPages: try optional(folder.fewer).pages
    }
  }

  /// Returns the figure of a migration.
  private func ours(_ row: MigrationRow) throws -> Double {
    switch row {
    case .rebuild: try migration(isStaged: false)
    case .stage, .stageRaw: try migration(isStaged: true)
    case .stageMemory: try memoryOfStage(folder.all)
    case .optional: try optional(folder.all).time
    case .optionalPages: try optional(folder.all).pages
    }
  }

  /// Returns how long `body` takes with the C interface.
  private func raw(_ body: (RawStock) throws -> Void) throws -> Double {
    try folder.withCopy(of: folder.all) { path in
      let stock = try RawStock(path: path, model: folder.empty)
      let time = try stopwatch.milliseconds { try body(stock) }
      try check(path, table: "NewItem")
      return time
    }
  }

  private func migration(isStaged: Bool) throws -> Double {
    try folder.withCopy(of: folder.all) { path in
      var store: AnyObject?
      let time = try stopwatch.milliseconds { store = try Stockroom.open(path, isStaged: isStaged) }
      try check(path)
      return withExtendedLifetime(store) { time }
    }
  }

  /// Returns how long it takes to add an optional attribute to a copy of the store at `path`, and
  /// how many pages of the file that writes.
  private func optional(_ path: String) throws -> (time: Double, pages: Double) {
    try folder.withCopy(of: path) { path in
      var store: AnyObject?
      let time = try stopwatch.milliseconds { store = try NotedStock.open(path) }
      // A page of the log is one of the file with a header of 24 bytes.
      let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
      let pages = Double((attributes[.size] as? Int ?? 0) / (4096 + 24))
      return withExtendedLifetime(store) { (time, pages) }
    }
  }

  private func memoryOfStage(_ path: String) throws -> Double {
    try folder.withCopy(of: path) { try PeakMemory.ofChild(migrating: $0) }
  }

  /// Makes sure that the table of the store at `path` has all items.
  private func check(_ path: String, table: String = "Item") throws {
    try expect(RawConnection(path: path).items(table), folder.answer, "the items of \(table)")
  }
}
