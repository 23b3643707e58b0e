#if !COUNTS_LOOKS
  package import SwiftReader
#endif

extension SyntaxTree {
  /// Asks every view of the tree for everything it can tell; returns how many answers there were.
  @discardableResult
  package func askEveryView() -> Int {
    var count = 0
    for node in nodes.indices {
      guard let declaration = Declaration(tree: self, node: node) else { continue }
      count += 1
      for annotation in declaration.attributes { count += ask(annotation) }
      count += declaration.modifiers.map(\.text).count
      switch declaration {
      case .type(let type): count += ask(type)
      case .variable(let variable): count += variable.bindings.map(ask).reduce(0, +)
      case .function(let function): count += ask(function)
      case .enumCase(let enumCase): count += enumCase.elements.map(ask).reduce(0, +)
      case .conditional(let block): count += block.clauses.map(\.condition).count
      case .other(let other): count += other.name?.utf8.count ?? 0
      }
    }
    return count
  }

  private func ask(_ annotation: Annotation) -> Int {
    annotation.baseName.utf8.count + annotation.arguments.map { ask($0.value) }.reduce(0, +)
      + (annotation.trailingClosure.map { ask($0) } ?? 0)
  }

  private func ask(_ type: TypeDeclaration) -> Int {
    let words = [type.identifier, type.generics, type.whereClause, type.enclosingType?.name]
    return words.count + type.inheritedTypes.map(ask).reduce(0, +) + type.flattenedMembers.count
  }

  private func ask(_ binding: Binding) -> Int {
    let accessors = binding.accessors?.accessors ?? []
    return accessors.map { [$0.parameter, $0.effects].count + $0.attributes.count }.reduce(0, +)
      + binding.identifiers.count + (binding.name?.utf8.count ?? 0)
      + (binding.type.map(ask) ?? 0) + (binding.initializer.map { ask($0) } ?? 0)
  }

  private func ask(_ function: FunctionDeclaration) -> Int {
    let words = [function.name, function.generics, function.effects, function.whereClause]
    return words.count + function.parameters.map(ask).reduce(0, +)
      + (function.returnType.map(ask) ?? 0)
  }

  private func ask(_ parameter: Parameter) -> Int {
    (parameter.type.map(ask) ?? 0) + (parameter.defaultValue.map { ask($0) } ?? 0)
  }

  private func ask(_ element: EnumCaseDeclaration.Element) -> Int {
    (element.payload ?? []).map(ask).reduce(0, +) + (element.rawValue.map { ask($0) } ?? 0)
  }

  private func ask(_ type: TypeSyntax) -> Int {
    _ = type.form
    return type.isOptional ? 2 : 1
  }

  /// Asks for the form of `expression` and of those in it, as deep as annotations go.
  private func ask(_ expression: Expression, depth: Int = 3) -> Int {
    guard depth > 0 else { return 0 }
    let inner: [Expression] =
      switch expression.form {
      case .array(let elements): elements
      case .dictionary(let elements): elements.flatMap { [$0.key, $0.value] }
      case .tuple(let elements): elements.map(\.value)
      case .call(let callee, let arguments, _): [callee] + arguments.map(\.value)
      case .macro(_, let arguments, _): arguments.map(\.value)
      case .member(let base, _): base.map { [$0] } ?? []
      default: []
      }
    return (expression.stringValue == nil ? 1 : 2)
      + inner.map { ask($0, depth: depth - 1) }.reduce(0, +)
  }
}
