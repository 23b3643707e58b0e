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
      let isAccount = try JSONDecoder().decode(Form.self, from: data).isAccount
      // A snapshot in which types are missing has no version.
      let facts = try decode(Facts.self, from: data, isAccount: isAccount)
      guard !facts.isIncomplete else {
        throw Failure(
          description: "\(path): the \(isAccount ? "description" : "snapshot") does not say how "
            + "all attributes are stored")
      }
      let model = try decode(ObjectModel.self, from: data, isAccount: isAccount)
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

  /// Returns what `data` say of a model: themselves, or those beside which there is more.
  private func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, isAccount: Bool
  ) throws -> Value {
    isAccount
      ? try JSONDecoder().decode(Account<Value>.self, from: data).model
      : try JSONDecoder().decode(Value.self, from: data)
  }

  /// The members by which what 'describe' prints differs from a model by itself.
  private struct Form: Decodable {
    let isAccount: Bool

    private enum CodingKeys: String, CodingKey {
      case model, entities
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      isAccount = container.contains(.model) && !container.contains(.entities)
    }
  }

  /// A model as `ModelAccount` has it.
  private struct Account<Model: Decodable>: Decodable {
    let model: Model
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
