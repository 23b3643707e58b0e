package import SwiftReader

/// What is wrong with one property, seen for itself.
package struct PropertyCheck {
  let property: PropertyDeclaration
  let header: EntityHeader?

  package init(_ property: PropertyDeclaration, in header: EntityHeader?) {
    self.property = property
    self.header = header
  }

  /// Returns what the annotation at `index` among the property's has to report: the first one all
  /// that is wrong with the property, the others that they are one too many.
  package func diagnostics(ofAnnotation index: Int) -> [TextDiagnostic] {
    guard index < property.annotations.count else { return [] }
    let annotation = property.annotations[index]
    // The class reports conditional annotations, since the compiler asks only about those it
    // takes.
    guard !property.isConditional(annotation) else { return [] }
    if index > 0 { return [.twoAnnotations(annotation, property.annotations[0], property)] }
    guard header?.isAnnotated == true else { return [.outsideEntity(annotation)] }
    // What is wrong with the class is reported by its own annotation.
    guard header?.obstacle == nil else { return [] }
    return obstacleDiagnostics
      ?? nameDiagnostics + argumentDiagnostics(of: annotation) + contentDiagnostics(of: annotation)
  }

  /// What is wrong with a property that is an attribute because nothing says otherwise.
  var diagnosticsOfImplicitAttribute: [TextDiagnostic] {
    obstacleDiagnostics ?? nameDiagnostics
  }

  /// The diagnostic of what prevents the property from being one at all, nil where nothing does.
  ///
  /// A second annotation speaks for itself, and a declaration of several properties, for which the
  /// compiler asks no accessors, is reported by the class.
  private var obstacleDiagnostics: [TextDiagnostic]? {
    guard let obstacle = property.obstacle else { return nil }
    return obstacle == .twofold || obstacle == .severalBindings
      ? [] : [.property(property, is: obstacle)]
  }

  private func contentDiagnostics(of annotation: PropertyAnnotation) -> [TextDiagnostic] {
    switch annotation.kind {
    case .attribute: derivedDiagnostics(annotation)
    case .entity: []
    case .relationship: relationshipDiagnostics(annotation)
    case .fetched: fetchedDiagnostics(annotation)
    case .transient, .ignore: property.missingValue
    }
  }

  /// Names that are reserved for Swift or generated code.
  private var nameDiagnostics: [TextDiagnostic] {
    guard let name = property.identifier else { return [] }
    if name.hasPrefix("__") || ["self", "Type", "Protocol", "init"].contains(name) {
      return [.reservedName(property)]
    }
    guard name.hasPrefix("_"), PropertyDescription(property)?.hasColumn == true else { return [] }
    let column = property.annotations.first?.argument(labelled: "column")
    return column == nil ? [.reservedColumn(property)] : []
  }
}

extension PropertyDeclaration {
  /// The diagnostic that objects cannot be created without a value for the property, if so.
  var missingValue: [TextDiagnostic] {
    hasValue || binding == nil || name == nil ? [] : [.missingValue(self)]
  }
}
