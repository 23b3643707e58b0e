import SwiftReader

/// What is wrong with a type marked `@Composition`, and with properties marked `@Leaf`.
struct CompositionCheck {
  let declaration: CompositionDeclaration

  /// Everything that is wrong.
  var diagnostics: [TextDiagnostic] {
    if let obstacle = declaration.obstacle {
      return [.composition(declaration.header, is: obstacle)]
    }
    return declaration.properties.flatMap { property -> [TextDiagnostic] in
      if let obstacle = LeafObstacle(property) { return [.leaf(property, is: obstacle)] }
      return property.leafAnnotation.map(Self.diagnostics) ?? []
    }
  }

  /// Returns what is wrong with the arguments of `annotation`.
  private static func diagnostics(of annotation: Annotation) -> [TextDiagnostic] {
    guard let name = annotation.argument(labelled: "originalName")?.value,
      name.stringValue == nil, !name.isNil
    else { return [] }
    return [.leafNameNotLiteral(at: name.range)]
  }

  /// Returns what is wrong with `@Leaf` on `declared`, which stands inside the declarations that
  /// `context` holds, innermost first.
  static func diagnostics(ofLeaf declared: Declaration, in context: [String]) -> [TextDiagnostic] {
    if let header = EntityHeader.around(context), CompositionDeclaration.isAnnotated(header.syntax),
      let variable = declared.asVariable
    {
      let property = PropertyDeclaration(variable)
      let isStored = variable.bindings.contains { $0.isStored }
      if isStored, !property.isShared { return [] }
    }
    let range =
      declared.asVariable.map { PropertyDeclaration($0).leafAnnotation?.range ?? $0.range }
    return [.leafOutside(at: range ?? 0..<0)]
  }
}
