/// A declaration of any kind.
package enum Declaration: SyntaxView {
  case type(TypeDeclaration)
  case variable(VariableDeclaration)
  case function(FunctionDeclaration)
  case enumCase(EnumCaseDeclaration)
  case conditional(ConditionalBlock)
  case other(OtherDeclaration)

  /// Reads the node at `node`, nil if it is no declaration.
  package init?(tree: SyntaxTree, node: Int) {
    if let type = TypeDeclaration(tree: tree, node: node) {
      self = .type(type)
    } else if let variable = VariableDeclaration(tree: tree, node: node) {
      self = .variable(variable)
    } else if let function = FunctionDeclaration(tree: tree, node: node) {
      self = .function(function)
    } else if let enumCase = EnumCaseDeclaration(tree: tree, node: node) {
      self = .enumCase(enumCase)
    } else if let block = ConditionalBlock(tree: tree, node: node) {
      self = .conditional(block)
    } else if let other = OtherDeclaration(tree: tree, node: node) {
      self = .other(other)
    } else {
      return nil
    }
  }

  private var view: any NodeView {
    switch self {
    case .type(let view): view
    case .variable(let view): view
    case .function(let view): view
    case .enumCase(let view): view
    case .conditional(let view): view
    case .other(let view): view
    }
  }

  package var tree: SyntaxTree { view.tree }
  package var node: Int { view.node }
  package var tokens: Range<Int> { view.tokens }

  /// The attributes in order; an `#if` block has none.
  package var attributes: [Annotation] { (view as? any DeclarationView)?.attributes ?? [] }

  /// The modifiers in order; an `#if` block has none.
  package var modifiers: [Modifier] { (view as? any DeclarationView)?.modifiers ?? [] }

  /// This declaration, or what the clauses of an `#if` block declare, at any depth of `#if`.
  package var flattened: [Declaration] {
    guard case .conditional(let block) = self else { return [self] }
    return block.clauses.flatMap { $0.declarations.flatMap(\.flattened) }
  }

  package var asType: TypeDeclaration? {
    if case .type(let view) = self { view } else { nil }
  }

  package var asVariable: VariableDeclaration? {
    if case .variable(let view) = self { view } else { nil }
  }

  package var asFunction: FunctionDeclaration? {
    if case .function(let view) = self { view } else { nil }
  }

  package var asEnumCase: EnumCaseDeclaration? {
    if case .enumCase(let view) = self { view } else { nil }
  }
}
