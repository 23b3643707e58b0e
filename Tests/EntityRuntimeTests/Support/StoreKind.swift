import EntityGraph
import StoreConformance

@testable import EntityRuntime

/// The stores that must all serve a context alike.
enum StoreKind: CaseIterable {
  /// SQLite, in memory.
  case sqlite

  /// The oracle of stores, in dictionaries.
  case dictionaries

  /// Opens a store of `classes`.
  func container(_ classes: ManagedObject.Type...) throws -> PersistentContainer {
    try container(classes)
  }

  /// Opens a store of `classes`.
  func container(_ classes: [ManagedObject.Type]) throws -> PersistentContainer {
    let model = try ObjectModel(classes: classes)
    switch self {
    case .sqlite: return try PersistentContainer(model: model, at: .memory)
    case .dictionaries:
      return try PersistentContainer(model: model, store: MemoryStore(model: model))
    }
  }
}
