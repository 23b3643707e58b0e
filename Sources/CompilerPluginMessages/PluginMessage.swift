#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the plugin says to the compiler.
package enum PluginMessage: Equatable, Sendable {
  /// Answers `getCapability`.
  case getCapabilityResult(protocolVersion: Int, features: [String])

  /// Answers everything else.
  case expandMacroResult(ExpansionResult)

  /// The same message as UTF-8 JSON, with its fields in alphabetical order.
  package var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and integers always have a JSON form.
    return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
  }
}

extension PluginMessage: Encodable {
  private enum CodingKeys: CodingKey {
    case getCapabilityResult
    case expandMacroResult
  }

  private struct CapabilityFields: Encodable {
    var capability: Capability
  }

  private struct Capability: Encodable {
    var protocolVersion: Int
    var features: [String]
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .getCapabilityResult(let protocolVersion, let features):
      let capability = Capability(protocolVersion: protocolVersion, features: features)
      try container.encode(
        CapabilityFields(capability: capability), forKey: .getCapabilityResult)
    case .expandMacroResult(let result):
      try container.encode(result, forKey: .expandMacroResult)
    }
  }
}
