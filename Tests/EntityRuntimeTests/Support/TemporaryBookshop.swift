import EntityGraph
import StoreConformance

@testable import EntityRuntime

/// A bookshop of its own for one test.
final class TemporaryBookshop: Sendable {
  /// Where the bookshop is.
  enum Place: CaseIterable { case file, memory, dictionaries }

  let container: PersistentContainer
  private let directory: TemporaryStore?

  /// Opens an empty bookshop.
  init(_ place: Place, options: StoreOptions = .patient) throws {
    let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
    directory = place == .file ? try TemporaryStore() : nil
    switch place {
    case .dictionaries:
      container = try PersistentContainer(model: model, store: MemoryStore(model: model))
    case .file, .memory:
      container = try PersistentContainer(
        model: model, at: directory.map { .file($0.path) } ?? .memory, options: options)
    }
  }

  /// The path of the file.
  var path: String { directory?.path ?? "" }
}
