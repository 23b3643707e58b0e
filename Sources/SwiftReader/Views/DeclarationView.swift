/// What every declaration has.
package protocol DeclarationView: NodeView {}

extension DeclarationView {
  /// The attributes in order, those of every `#if` clause included.
  package var attributes: [Annotation] { Annotation.annotations(in: tree, of: node) }

  /// The modifiers in order, those of every `#if` clause included.
  package var modifiers: [Modifier] { children(.modifier).map { Modifier(tree: tree, node: $0) } }

  /// The keyword that introduces the declaration, like `var` or `class`.
  package var introducer: String? { childText(.introducer) }

  /// The bytes of the keyword that introduces the declaration.
  package var introducerRange: Range<Int>? { childRange(.introducer) }

  /// The bytes of the declaration after its attributes.
  package var rangeWithoutAttributes: Range<Int> {
    let first = tree.children(of: node).first {
      tree.nodes[$0].kind != .attribute && tree.nodes[$0].kind != .conditional
    }
    guard let first else { return range }
    return tree.range(of: first).lowerBound..<range.upperBound
  }

  /// The nearest type declaration around this one, nil at the top and inside executable code
  /// that lies in no type.
  package var enclosingType: TypeDeclaration? {
    var index = Int(tree.nodes[node].parent)
    while index != 0 {
      if let type = TypeDeclaration(tree: tree, node: index) { return type }
      index = Int(tree.nodes[index].parent)
    }
    return nil
  }

  /// `true` if executable code lies between this declaration and the type or file around it.
  package var isLocal: Bool { tree.surroundings(of: node).isLocal }

  /// `true` if an `#if` lies between this declaration and the type or file around it.
  package var isConditional: Bool { tree.surroundings(of: node).isConditional }

  /// Returns `true` if a modifier of this name is there, with or without details.
  package func has(modifier name: String) -> Bool { modifiers.contains { $0.name == name } }

  /// Returns the attributes whose last name component is `baseName`.
  package func attributes(named baseName: String) -> [Annotation] {
    attributes.filter { $0.baseName == baseName }
  }

  /// The access modifier of the declaration itself, nil where none is written.
  package var accessLevel: String? {
    let modifiers = modifiers
    guard !modifiers.isEmpty else { return nil }
    let levels = ["open", "public", "package", "internal", "fileprivate", "private"]
    return modifiers.first { $0.detail == nil && levels.contains($0.name) }?.name
  }
}

extension SyntaxTree {
  /// Returns what lies between the node at `index` and the type or file around it.
  package func surroundings(of index: Int) -> (isLocal: Bool, isConditional: Bool) {
    var isLocal = false
    var isConditional = false
    var index = Int(nodes[index].parent)
    while index != 0, !nodes[index].kind.isTypeDeclaration {
      switch nodes[index].kind {
      case .conditional: isConditional = true
      case .codeBlock, .code, .expression, .accessor, .parameters, .arguments: isLocal = true
      default: break
      }
      index = Int(nodes[index].parent)
    }
    return (isLocal, isConditional)
  }
}

extension SyntaxNode.Kind {
  /// `true` if nodes of this kind are nominal types or extensions.
  package var isTypeDeclaration: Bool {
    switch self {
    case .classDeclaration, .structDeclaration, .enumDeclaration, .actorDeclaration,
      .protocolDeclaration, .extensionDeclaration:
      true
    default: false
    }
  }
}
