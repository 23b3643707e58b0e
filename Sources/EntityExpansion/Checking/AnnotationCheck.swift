package import SwiftReader

/// What is wrong with annotations of properties on a declaration that is no property of an entity.
package struct AnnotationCheck {
  let declaration: Declaration
  let header: EntityHeader?

  /// Checks `declaration`, which stands in the type that `header` opens, or in none.
  package init(_ declaration: Declaration, in header: EntityHeader?) {
    self.declaration = declaration
    self.header = header
  }

  /// Everything that is wrong; nothing for a property of an entity, which PropertyCheck checks.
  package var diagnostics: [TextDiagnostic] {
    if case .conditional = declaration { return [] }
    guard let variable = declaration.asVariable else {
      return annotations.map { .notProperty($0, declaration) }
    }
    guard header?.isAnnotated != true else { return [] }
    let property = PropertyDeclaration(variable)
    return property.annotations.indices.flatMap {
      PropertyCheck(property, in: header).diagnostics(ofAnnotation: $0)
    }
  }

  /// The annotations of properties that the declaration has.
  private var annotations: [PropertyAnnotation] {
    declaration.attributes.compactMap(PropertyAnnotation.init)
  }

  /// Returns what is wrong with the first annotation of `kind` on what is no property.
  func diagnostics(of kind: AnnotationKind) -> [TextDiagnostic] {
    guard declaration.asVariable == nil else { return [] }
    return annotations.filter { $0.kind == kind }.prefix(1).map { .notProperty($0, declaration) }
  }
}
