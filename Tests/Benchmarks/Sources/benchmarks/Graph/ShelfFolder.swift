import EntityGraph
import Foundation

/// A temporary folder with a store of one shelf and one room, which hold the same volumes.
///
/// All have been put at the end of the shelf, one after the other, but every tenth, which has been
/// moved behind another one since.
final class ShelfFolder {
  private let folder: URL
  private var copies = 0

  /// How many volumes there are.
  let count: Int

  /// The path of the store, which nobody changes.
  var path: String { folder.appending(path: "shelf.sqlite").path }

  /// Makes the store.
  init(count: Int) throws {
    self.count = count
    folder = FileManager.default.temporaryDirectory.appending(
      path: "benchmarks-\(ProcessInfo.processInfo.processIdentifier)-shelf")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let container = try Self.open(path)
    let context = container.newContext()
    let shelf = Shelf(name: "The shelf", in: context)
    let room = Room(name: "The room", in: context)
    try context.save()
    try context.insertAll(Volume.self, from: 0..<count) { volume, number in
      volume.title = Self.title(number)
      volume.pages = number % 1000
      volume.shelf = shelf
      volume.room = room
    }
    let volumes = try context.fetch(Volume.all)
    for number in stride(from: 0, to: count, by: 10) {
      try shelf.$volumes.move(volumes[number], after: volumes[(number * 7919 + 5) % count])
    }
    try context.save()
    container.close()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Opens a store of shelves.
  static func open(_ path: String) throws -> PersistentContainer {
    try PersistentContainer(
      model: ObjectModel(Shelf.self, Room.self, Volume.self), at: .file(path))
  }

  /// The title of volume `number`.
  static func title(_ number: Int) -> String { "The volume with the number \(number)" }

  /// Returns what `body` makes of the path of a copy of the store.
  func withCopy<Result>(_ body: (String) throws -> Result) throws -> Result {
    copies += 1
    let copy = folder.appending(path: "copy\(copies).sqlite").path
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy + suffix)
      }
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return try body(copy)
  }
}
