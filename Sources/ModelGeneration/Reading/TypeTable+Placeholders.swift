import EntityExpansion
import SwiftReader

extension TypeTable {
  /// Returns `true` if the sources show that `type` has no placeholder: it conforms only to
  /// protocols that are known to give none.
  func lacksPlaceholder(_ type: DeclaredType) -> Bool {
    guard let declaration = type.type, declaration.kind != .extension else { return false }
    let declarations = [declaration] + extensions(of: type)
    let inherited = declarations.flatMap(\.inheritedTypes).map { type in
      type.spelling.split(separator: ".").last.map(String.init) ?? ""
    }
    return inherited.allSatisfy(Self.protocolsWithoutPlaceholder.contains)
  }

  /// The raw types of enumerations, and protocols that give no placeholder.
  private static let protocolsWithoutPlaceholder: Set<String> = [
    "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Error", "ExpressibleByIntegerLiteral",
    "ExpressibleByStringLiteral", "Hashable", "Identifiable", "LosslessStringConvertible",
    "RawRepresentable", "Sendable", "Storable",
    "Character", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String", "UInt",
    "UInt8", "UInt16", "UInt32", "UInt64",
  ]
}
