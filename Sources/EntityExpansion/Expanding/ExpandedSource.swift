package import SwiftReader

/// A source file with every annotation of ours carried out, as something that compiles without the
/// macros.
///
/// What stands in place of an annotation is what `EntityExpander` gives the compiler for it, moved
/// to its place, and everything else is byte for byte as it was. The handles of to-manys are left
/// out: Swift lets nobody but a macro declare a name that begins with a dollar sign. A file that
/// its author has to fix first is expanded as far as the compiler would.
package struct ExpandedSource: Sendable {
  /// The whole file.
  package let text: String

  /// The classes marked `@Entity`, in source order.
  package let types: [ExpandedType]

  /// Expands the file that `tree` is of.
  package init(_ tree: SyntaxTree) {
    let edits = SourceExpansion(tree).edits.inOrder()
    let count = tree.text.count
    // What is inserted at the end lies in no bytes of the text.
    text =
      tree.text(in: 0..<count, after: edits)
      + edits.filter { $0.range.lowerBound == count }.map(\.text).joined()
    types = tree.nodes.indices.compactMap { node in
      guard let type = TypeDeclaration(tree: tree, node: node), type.isEntity else { return nil }
      return ExpandedType(type, edits)
    }
  }

  /// Returns the text of the classes that `name` means.
  ///
  /// - Parameter name: The class's name, with as many of the types around it before it as it takes.
  package func text(ofType name: String) throws(TypeSearchError) -> String {
    try types.matching(name).map(\.text).joined(separator: "\n")
  }
}

extension TypeDeclaration {
  /// `true` if `@Entity` stands on the type.
  var isEntity: Bool { attributes.contains { AnnotationKind(annotation: $0) == .entity } }
}
