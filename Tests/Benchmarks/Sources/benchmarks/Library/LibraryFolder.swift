import Foundation

/// A temporary folder with a database that holds a library, one that holds its authors only, and
/// copies of both.
///
/// The tables are those that EntityGraph makes; everybody works with the same ones.
final class LibraryFolder {
  private let folder: URL
  private var copies = 0

  /// The path of the database with all authors and books, which nobody changes.
  var library: String { path("library") }

  /// Makes the databases.
  init(_ library: Library) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try GraphContender.create(path("authors"), library.authors)
    try FileManager.default.copyItem(atPath: path("authors"), toPath: path("library"))
    let graph = try GraphContender(path: path("library"))
    _ = try graph.insert(library)()
    try graph.insertReviews(library.reviews)
    try graph.insertMembers(library.knownMembers)
    graph.container.close()
    try expect(RawConnection(path: path("library")).books(), library.all, "the new library")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the path of a new copy of the database: of that with the authors only, or with all.
  func copy(authorsOnly: Bool) throws -> String {
    let copy = newPath()
    try FileManager.default.copyItem(
      atPath: path(authorsOnly ? "authors" : "library"), toPath: copy)
    return copy
  }

  /// Returns the path of a database that does not exist yet.
  func newPath() -> String {
    copies += 1
    return path("copy\(copies)")
  }

  /// Removes the database at `path`.
  func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private func path(_ name: String) -> String { folder.appending(path: "\(name).sqlite").path }
}
