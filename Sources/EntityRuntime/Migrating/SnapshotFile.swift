import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A snapshot of a model as generated code holds it: its number and the text of its file.
struct SnapshotFile: Sendable {
  let number: Int
  let text: String

  /// What a file says besides the model.
  private struct Facts: Decodable {
    let version: String?
    let accepted: [String]?
  }

  /// Reads the file.
  func version() throws -> ModelHistory.Version {
    do {
      let data = Data(text.utf8)
      let facts = try JSONDecoder().decode(Facts.self, from: data)
      return ModelHistory.Version(
        number: number, model: try JSONDecoder().decode(ObjectModel.self, from: data),
        isComplete: facts.version != nil,
        accepted: Set((facts.accepted ?? []).compactMap { .init(text: $0) }))
    } catch {
      throw StoreError(.other, "snapshot \(number) cannot be read", underlying: error)
    }
  }
}
