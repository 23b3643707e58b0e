/// The braces after a property or subscript.
package struct AccessorBlock: NodeView {
  package let tree: SyntaxTree
  package let node: Int

  /// Creates the view of the block at `node`.
  package init(tree: SyntaxTree, node: Int) {
    self.tree = tree
    self.node = node
  }

  /// `true` if the braces hold the body of a getter rather than accessors.
  package var isShorthand: Bool { child(.codeBlock) != nil }

  /// The accessors in order; none for a shorthand getter.
  package var accessors: [Accessor] { children(.accessor).map { Accessor(tree: tree, node: $0) } }

  /// `true` if every accessor observes a stored value.
  package var hasOnlyObservers: Bool {
    !isShorthand && accessors.allSatisfy { $0.kind == .willSet || $0.kind == .didSet }
  }
}

/// One accessor or observer.
package struct Accessor: NodeView {
  package enum Kind: String, Sendable {
    case get, set, willSet, didSet
    case read = "_read"
    case modify = "_modify"
    case yieldingBorrow = "yielding borrow"
    case yieldingMutate = "yielding mutate"
    case borrow, mutate
    case `init`
    case unsafeAddress, unsafeMutableAddress
    case other
  }

  package let tree: SyntaxTree
  package let node: Int

  package var attributes: [Annotation] { Annotation.annotations(in: tree, of: node) }
  package var modifiers: [Modifier] { children(.modifier).map { Modifier(tree: tree, node: $0) } }

  /// The word that says what the accessor does, as written.
  package var specifier: String? { childText(.introducer) }

  /// The meaning of `specifier`.
  package var kind: Kind { specifier.flatMap(Kind.init(rawValue:)) ?? .other }

  /// The parentheses with the name of the value, if written.
  package var parameter: String? { childText(.parameters) }

  /// The words between the specifier and the body, like `async throws`.
  package var effects: String? { childText(.effects) }

  /// The bytes of the body, braces included.
  package var bodyRange: Range<Int>? { childRange(.codeBlock) }
}
