import EntityExpansion
package import EntityModel
package import SwiftReader

extension TypeTable {
  /// Returns the kind of value that an attribute of `type` holds, written where `user` stands; nil
  /// where the sources do not show.
  package func storageType(of type: TypeSyntax, for user: DeclaredType) -> StorageType? {
    storageType(of: type, for: user, depth: 0)
  }

  private func storageType(
    of type: TypeSyntax, for user: DeclaredType, depth: Int
  ) -> StorageType? {
    // Types that are made of themselves are the compiler's matter.
    guard depth < 32 else { return nil }
    if let wrapped = type.wrapped { return storageType(of: wrapped, for: user, depth: depth + 1) }
    switch type.form {
    case .array, .dictionary, .inlineArray: return .json
    case .identifier(let identifier):
      guard let found = self.type(named: type.spelling, for: user) else {
        return StorageType(ofStandard: identifier)
      }
      switch found.syntax {
      case .alias(let alias):
        return alias.type.flatMap { storageType(of: $0, for: found, depth: depth + 1) }
      case .type(let declaration):
        return storageType(of: declaration, found, depth: depth)
      }
    default: return nil
    }
  }

  /// Returns the kind of value of a type that a module declares: what it says itself, that of its
  /// raw values where it is Storable, which open enumerations are, JSON where it is not.
  private func storageType(
    of declaration: TypeDeclaration, _ type: DeclaredType, depth: Int
  ) -> StorageType? {
    if EnumerationDeclaration.isAnnotated(declaration) { return .string }
    let declarations = [declaration] + extensions(of: type)
    let inherited = declarations.flatMap(\.inheritedTypes)
    let members = declarations.flatMap(\.flattenedMembers).compactMap(\.asVariable)
    guard inherited.contains(where: { ["Storable", "EntityGraph.Storable"].contains($0.spelling) })
    else { return .json }
    if let written = members.first(where: { $0.declares("storageType") }) {
      return written.lastMemberName.flatMap(StorageType.init(rawValue:))
    }
    if declaration.kind == .enum, let raw = declaration.inheritedTypes.first {
      return storageType(of: raw, for: type, depth: depth + 1)
    }
    let raw = members.first { $0.declares("rawValue") }?.bindings.first?.type
    return raw.flatMap { storageType(of: $0, for: type, depth: depth + 1) }
  }
}

extension VariableDeclaration {
  /// `true` if the declaration declares `name`.
  fileprivate func declares(_ name: String) -> Bool { bindings.contains { $0.name == name } }

  /// The name after the last dot of the declaration, as in `{ .string }`.
  fileprivate var lastMemberName: String? {
    guard let dot = tokens.last(where: { tree.tokenText($0) == "." }), dot + 1 < tokens.upperBound
    else { return nil }
    return tree.tokenText(dot + 1)
  }
}
