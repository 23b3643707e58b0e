/// `@X` as written in source.
package struct Annotation: NodeView {
  package let tree: SyntaxTree
  package let node: Int

  /// The name without `@`, module and generic arguments included.
  package var name: String { childText(.attributeName) ?? "" }

  /// The bytes of `name`.
  package var nameRange: Range<Int>? { childRange(.attributeName) }

  /// The last component of the name, without generic arguments and backticks.
  package var baseName: String {
    guard let node = child(.attributeName) else { return "" }
    let tokens = tree.nodes[node].tokens
    var name = tokens.lowerBound
    var depth = 0
    for index in tokens {
      switch tree.tokens[index].kind {
      case .leftAngle: depth += 1
      case .rightAngle: depth -= 1
      case .period, .doubleColon:
        if depth == 0, index + 1 < tokens.upperBound { name = index + 1 }
      default: break
      }
    }
    return unquotedIdentifier(tree.tokenText(name))
  }

  /// `true` if parentheses follow the name.
  package var hasArgumentClause: Bool { child(.arguments) != nil }

  /// The parentheses with what is in them.
  package var argumentRange: Range<Int>? { childRange(.arguments) }

  /// The arguments in parentheses, in order.
  package var arguments: [Argument] {
    guard let clause = child(.arguments) else { return [] }
    return Argument.arguments(in: tree, clause: tree.nodes[clause].tokens)
  }

  /// The closure after the name or the parentheses.
  package var trailingClosure: Expression? {
    child(.expression).map { Expression(tree: tree, tokens: tree.nodes[$0].tokens) }
  }

  /// Returns the first argument labelled `label`.
  package func argument(labelled label: String) -> Argument? {
    arguments.first { $0.label == label }
  }

  /// Returns the attributes of the node at `node`, those inside `#if` included.
  static func annotations(in tree: SyntaxTree, of node: Int) -> [Annotation] {
    var result: [Annotation] = []
    for child in tree.children(of: node) {
      switch tree.nodes[child].kind {
      case .attribute:
        result.append(Annotation(tree: tree, node: child))
      case .conditional where !tree.nodes[node].kind.holdsDeclarations:
        for clause in tree.children(of: child) { result += annotations(in: tree, of: clause) }
      default: break
      }
    }
    return result
  }
}

/// One argument of a call, an annotation or a macro.
package struct Argument: SyntaxView {
  package let tree: SyntaxTree
  package let tokens: Range<Int>
  /// The label without backticks, nil where none is written.
  package let label: String?
  /// The bytes of the label.
  package let labelRange: Range<Int>?
  package let value: Expression

  /// Returns the arguments between the brackets that are the first and last of `clause`.
  static func arguments(in tree: SyntaxTree, clause: Range<Int>) -> [Argument] {
    tree.elements(inside: clause).map { Argument(tree: tree, element: $0) }
  }

  init(tree: SyntaxTree, element: Range<Int>) {
    self.tree = tree
    self.tokens = element
    var start = element.lowerBound
    if element.count > 1, tree.tokens[start + 1].kind == .colon, tree.tokens[start].isName {
      label = unquotedIdentifier(tree.tokenText(start))
      labelRange = tree.tokenRange(start)
      start += 2
    } else {
      label = nil
      labelRange = nil
    }
    value = Expression(tree: tree, tokens: start..<max(start, element.upperBound))
  }
}

extension SyntaxNode.Kind {
  /// `true` if an `#if` directly inside such a node is about declarations, not attributes.
  var holdsDeclarations: Bool { self == .sourceFile || self == .members }
}
