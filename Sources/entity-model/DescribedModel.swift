import EntityModel
import ModelGeneration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that describes a model: what `describe` prints, or a snapshot.
struct DescribedModel {
  /// The path of the file.
  let path: String

  /// Why the description of the model cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the model that is described.
  func read() throws(Failure) -> ObjectModel {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.bytes(at: path)
    } catch {
      throw Failure(description: "\(path): the file cannot be read: \(error)")
    }
    let data = Data(bytes)
    do {
      // A snapshot in which types are missing has no version.
      let facts = try JSONDecoder().decode(Facts.self, from: data)
      guard !facts.isIncomplete else {
        throw Failure(
          description: "\(path): the snapshot does not say how all attributes are stored")
      }
      let model = try JSONDecoder().decode(ObjectModel.self, from: data)
      try model.validate()
      return model
    } catch let error as Failure {
      throw error
    } catch let error as ModelError {
      throw Failure(description: "\(path): \(error)")
    } catch {
      throw Failure(
        description:
          "\(path): it describes no model; give it what 'describe' prints, or a snapshot")
    }
  }

  /// What a description says besides entities.
  private struct Facts: Decodable {
    let entities: [Entity]

    struct Entity: Decodable {
      let properties: [Property]
    }

    struct Property: Decodable {
      let attribute: String?
      let type: String?
    }

    var isIncomplete: Bool {
      entities.contains { $0.properties.contains { $0.attribute != nil && $0.type == nil } }
    }
  }
}
