import Foundation
import Stockroom

/// A temporary folder with stores of items: of the first snapshot with all of them and with a
/// quarter, and of the second with all and with none.
final class StockFolder {
  private let folder: URL
  private var copies = 0

  /// The path of the store with all items.
  var all: String { path("all") }

  /// The path of the store with a quarter of them.
  var fewer: String { path("fewer") }

  /// The path of the store of the second snapshot with all items.
  var migrated: String { path("migrated") }

  /// The path of the store of the second snapshot without items.
  var empty: String { path("empty") }

  /// What the items come to.
  let answer: Tally

  /// Makes the stores.
  init(_ scale: Scale) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "benchmarks-\(ProcessInfo.processInfo.processIdentifier)-stock")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = { [folder] (name: String) in folder.appending(path: "\(name).sqlite").path }
    try FirstStock.create(path("all"), count: scale.items)
    try FirstStock.create(path("fewer"), count: scale.fewerItems)
    answer = try RawConnection(path: path("all")).items()
    try FileManager.default.copyItem(atPath: path("all"), toPath: path("migrated"))
    _ = try Stockroom.open(path("migrated"))
    try FirstStock.create(path("empty"), count: 0)
    _ = try Stockroom.open(path("empty"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns what `body` makes of the path of a copy of the store at `path`.
  func withCopy<Result>(of path: String, _ body: (String) throws -> Result) throws -> Result {
    copies += 1
    let copy = self.path("copy\(copies)")
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy + suffix)
      }
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return try body(copy)
  }

  private func path(_ name: String) -> String { folder.appending(path: "\(name).sqlite").path }
}
