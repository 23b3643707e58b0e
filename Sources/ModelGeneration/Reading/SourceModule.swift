package import SwiftReader

/// The Swift sources of one module.
package struct SourceModule: Sendable {
  /// Where a module stands, seen from the one whose model is made.
  package enum Relation: Sendable {
    /// It is that module.
    case own
    /// That module depends on it, and both belong to one package.
    case samePackage
    /// That module depends on it, and it belongs to another package.
    case otherPackage
  }

  /// One source file.
  package struct File: Sendable {
    package let path: String
    package let tree: SyntaxTree

    package init(path: String, tree: SyntaxTree) {
      self.path = path
      self.tree = tree
    }
  }

  package let name: String
  package let relation: Relation
  package let files: [File]

  package init(name: String, relation: Relation, files: [File]) {
    self.name = name
    self.relation = relation
    self.files = files
  }
}
