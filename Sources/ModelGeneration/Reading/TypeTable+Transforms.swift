import EntityExpansion
import EntityModel
import SwiftReader

extension TypeTable {
  /// Returns the kind of value that the transform called `name` stores, written where `user` stands;
  /// nil where the sources do not show.
  ///
  /// It is what the transform says with `typealias Stored`, or what its function `stored` returns.
  func storedType(ofTransform name: String, for user: DeclaredType) -> StorageType? {
    guard let transform = resolvedType(named: name, for: user), let declaration = transform.type
    else { return nil }
    if let alias = type(named: "Stored", for: transform),
      alias.path.dropLast().elementsEqual(transform.path), case .alias(let stored) = alias.syntax,
      let type = stored.type
    {
      return storageType(of: type, for: alias)
    }
    let members = ([declaration] + extensions(of: transform)).flatMap(\.flattenedMembers)
    let written = members.compactMap(\.asFunction).first { $0.name == "stored" }?.returnType
    return written.flatMap { storageType(of: $0, for: transform) }
  }
}
