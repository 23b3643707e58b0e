import EntityModel
import EntityStore

extension MemorySession {
  func metadata(_ key: String, as storageClass: StorageClass) throws -> StoredValue? {
    state.metadata[Array(key.utf8)]
  }

  func metadataKeys() throws -> [String] {
    state.metadata.keys.sorted { $0.lexicographicallyPrecedes($1) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func setMetadata(_ value: StoredValue?, for key: String) throws {
    state.metadata[Array(key.utf8)] = value
  }

  func removeEverything() throws {
    state.tables = [:]
    state.joins = [:]
    state.metadata = [:]
  }
}
