import EntityExpansion
import EntityModel
import SwiftReader

extension TypeTable {
  /// Returns the properties of the storage that `type` is, written where `user` stands, by which
  /// objects can be found; none where it is no storage. What they are where their members are
  /// missing is not known.
  func members(of type: TypeSyntax, for user: DeclaredType) -> [StoredMember] {
    members(of: type, for: user, behind: [])
  }

  private func members(
    of type: TypeSyntax, for user: DeclaredType, behind names: [String]
  ) -> [StoredMember] {
    let bare = type.wrapped ?? type
    // Storages that are made of themselves have no end.
    guard names.count < 8, let found = resolvedType(named: bare.spelling, for: user),
      let declaration = found.type, StorageDeclaration.isAnnotated(declaration)
    else { return [] }
    let storage = StorageDeclaration(EntityHeader(declaration, inside: found.surroundings))
    return storage.namedTypes.flatMap { name, type, value -> [StoredMember] in
      let names = names + [name]
      let inner = type.map { members(of: $0, for: found, behind: names) } ?? []
      if !inner.isEmpty { return inner }
      // Of a type that the sources do not show, it is the program that knows.
      let storage = type.map { storageType(of: $0, for: found) } ?? .string
      guard storage != .json else { return [] }
      return [
        StoredMember(
          name: names.joined(separator: "."),
          steps: names.map { StoredMember.Step(path: $0, readsNull: true, fallback: .null) },
          type: storage ?? .string)
      ]
    }
  }
}
