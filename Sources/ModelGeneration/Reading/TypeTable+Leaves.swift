package import EntityExpansion
package import EntityModel
import SwiftReader

extension TypeTable {
  /// Returns the leaves of the composition that `type` is, written where `user` stands; none where
  /// it is no composition, nil where the sources do not show the types of all.
  func leaves(of type: TypeSyntax, for user: DeclaredType) -> [Leaf]? {
    leaves(of: type, for: user, depth: 0)
  }

  private func leaves(of type: TypeSyntax, for user: DeclaredType, depth: Int) -> [Leaf]? {
    let bare = type.wrapped ?? type
    if let bound = rangeBound(of: bare, for: user) {
      return [Leaf(name: "lowerBound", type: bound), Leaf(name: "upperBound", type: bound)]
    }
    // Structs that are made of themselves are the compiler's matter.
    guard depth < 16, let found = resolvedType(named: bare.spelling, for: user),
      let declaration = found.type, CompositionDeclaration.isAnnotated(declaration)
    else { return [] }
    let composition = CompositionDeclaration(
      EntityHeader(declaration, inside: found.surroundings))
    var leaves: [Leaf] = []
    for leaf in composition.leaves {
      guard let type = storageType(of: leaf, found) else { return nil }
      guard
        let inner = leaf.type.map({ self.leaves(of: $0, for: found, depth: depth + 1) }) ?? []
      else { return nil }
      leaves.append(
        Leaf(
          name: leaf.identifier, originalName: leaf.originalName, type: type,
          isOptional: leaf.isOptional, isIndexed: leaf.isIndexed,
          defaultValue: leaf.isOptional ? nil : leaf.initializer?.storedValue(as: type),
          leaves: inner))
    }
    return leaves
  }

  /// Returns the kind of value of the bounds of the range that `type` is, written where `user`
  /// stands, whose bounds requests can name; nil for other types.
  private func rangeBound(of type: TypeSyntax, for user: DeclaredType) -> StorageType? {
    guard case .identifier(let identifier) = type.form,
      ["Range", "ClosedRange"].contains(identifier.name), identifier.genericArguments.count == 1,
      self.type(named: identifier.name, for: user) == nil
    else { return nil }
    var bound = identifier.genericArguments[0]
    var user = user
    // Aliases that lead back to themselves are the compiler's matter.
    for _ in 0..<32 {
      guard let found = self.type(named: bound.spelling, for: user) else { break }
      guard case .alias(let alias) = found.syntax, let type = alias.type else { return nil }
      bound = type
      user = found
    }
    // Those of which 'RangeBound' says so.
    guard case .identifier(let name) = bound.form, name.name != "Duration",
      let storage = StorageType(ofStandard: name),
      ![.boolean, .data, .uuid, .url, .json].contains(storage)
    else { return nil }
    return storage
  }

  /// A leaf: the names that lead to it from a composition, and its type.
  typealias LackingLeaf = (path: String, type: TypeSyntax, isEnumeration: Bool)

  /// Returns the required leaves without a value for where none can be read of the composition that
  /// `type` is, written where `user` stands, and of those within it.
  func leavesWithoutPlaceholder(
    of type: TypeSyntax, for user: DeclaredType
  ) -> [LackingLeaf] {
    leavesWithoutPlaceholder(of: type, for: user, depth: 0)
  }

  private func leavesWithoutPlaceholder(
    of type: TypeSyntax, for user: DeclaredType, depth: Int
  ) -> [LackingLeaf] {
    let bare = type.wrapped ?? type
    guard depth < 16, let found = resolvedType(named: bare.spelling, for: user),
      let declaration = found.type, CompositionDeclaration.isAnnotated(declaration)
    else { return [] }
    let composition = CompositionDeclaration(EntityHeader(declaration, inside: found.surroundings))
    return composition.leaves.flatMap { leaf -> [LackingLeaf] in
      guard let type = leaf.type else { return [] }
      let inner = leavesWithoutPlaceholder(of: type, for: found, depth: depth + 1)
        .map { inner -> LackingLeaf in
          ("\(leaf.identifier).\(inner.path)", inner.type, inner.isEnumeration)
        }
      guard inner.isEmpty, !leaf.isOptional, leaf.initializer == nil,
        let held = resolvedType(named: type.spelling, for: found), let kind = held.type?.kind,
        held.module == 0, lacksPlaceholder(held)
      else { return inner }
      return [(leaf.identifier, type, kind == .enum)]
    }
  }

  /// Returns the kind of value that `leaf` of `composition` holds, nil where that cannot be seen.
  package func storageType(
    of leaf: LeafDeclaration, _ composition: DeclaredType
  ) -> StorageType? {
    if let type = leaf.type { return storageType(of: type, for: composition) }
    guard let value = leaf.initializer else { return nil }
    return switch value.form {
    case .string: .string
    case .integer: .int64
    case .boolean: .boolean
    default: Double(value.text) == nil ? nil : .double
    }
  }
}
