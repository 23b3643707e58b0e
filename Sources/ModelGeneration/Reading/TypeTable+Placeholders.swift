import EntityExpansion
import SwiftReader

extension TypeTable {
  /// Returns `true` if the sources show that `type` has no placeholder: it conforms only to
  /// protocols that are known to give none.
  func lacksPlaceholder(_ type: DeclaredType) -> Bool {
    guard let declaration = type.type, declaration.kind != .extension,
      !CompositionDeclaration.isAnnotated(declaration),
      !StorageDeclaration.isAnnotated(declaration), !EnumerationDeclaration.isAnnotated(declaration)
    else { return false }
    return namesInherited(by: type, declaration)
      .allSatisfy(Self.protocolsWithoutPlaceholder.contains)
  }

  /// Returns `true` if the sources show that `type` is not Sendable: it is a class without
  /// attributes that conforms only to protocols that are known not to be.
  func isNotSendable(_ type: DeclaredType) -> Bool {
    guard let declaration = type.type, declaration.kind == .class, declaration.attributes.isEmpty
    else { return false }
    return namesInherited(by: type, declaration).allSatisfy {
      Self.protocolsWithoutPlaceholder.contains($0)
        && !["Error", "Sendable", "Storable"].contains($0)
    }
  }

  /// Returns the names, without those of their modules, of what `type` inherits from.
  private func namesInherited(by type: DeclaredType, _ declaration: TypeDeclaration) -> [String] {
    ([declaration] + extensions(of: type)).flatMap(\.inheritedTypes).map { type in
      type.spelling.split(whereSeparator: { $0 == "." || $0 == " " }).last.map(String.init) ?? ""
    }
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
