package import SwiftReader

/// One `var` or `let` of a class as its author wrote it.
package struct PropertyDeclaration: Sendable {
  package let syntax: VariableDeclaration
  /// The words before the declaration, like `public` or `lazy`.
  let modifiers: [String]
  /// Our annotations in the order in which they are written.
  package let annotations: [PropertyAnnotation]
  /// The binding, nil where there are several.
  let binding: Binding?
  /// The name as written, with its backticks; nil unless a single name is declared.
  let name: String?
  /// The name without backticks.
  package let identifier: String?
  /// The type as written, nil where it is inferred.
  package let type: TypeSyntax?
  /// Everything that may prevent the property from being what it is meant to be, the most helpful
  /// first.
  private(set) var obstacles: [PropertyObstacle] = []

  /// Reads `syntax`.
  init(_ syntax: VariableDeclaration) {
    self.syntax = syntax
    modifiers = syntax.modifiers.map(\.name)
    annotations = syntax.attributes.compactMap(PropertyAnnotation.init)
    let bindings = syntax.bindings
    binding = bindings.count == 1 ? bindings[0] : nil
    identifier = binding?.name
    name = identifier == nil ? nil : binding?.pattern?.text
    type = binding?.type
    obstacles = findObstacles()
  }

  /// What the property is: what its first annotation says, or an attribute where it has none.
  var kind: AnnotationKind { annotations.first?.kind ?? .attribute }

  /// `true` if none of our annotations is written.
  var isImplicit: Bool { annotations.isEmpty }

  /// Returns `true` if `annotation` stands in a clause of an `#if` among the attributes.
  func isConditional(_ annotation: PropertyAnnotation) -> Bool {
    !syntax.tree.children(of: syntax.node).contains(annotation.syntax.node)
  }

  /// The bytes of the name, or of what stands in its place.
  package var nameRange: Range<Int> {
    binding?.pattern?.range ?? syntax.introducerRange ?? syntax.rangeWithoutAttributes
  }

  /// The initial value as written.
  package var initializer: Expression? { binding?.initializer }

  /// How far the property can be seen; `internal` where nothing is written.
  var access: Access { syntax.accessLevel.flatMap(Access.init(rawValue:)) ?? .internal }

  /// How far the property can be given a value; as far as it can be seen where nothing is written.
  package var setterAccess: Access {
    syntax.modifiers.first { $0.detail == "set" }.flatMap { Access(rawValue: $0.name) } ?? access
  }

  /// `true` if the property is marked as deprecated.
  var isDeprecated: Bool { syntax.isDeprecated }

  /// `true` if every object has storage of its own for the property, observed or not.
  var isStoredInstanceVariable: Bool {
    !syntax.isLet && !isShared && !modifiers.contains("override")
      && syntax.bindings.contains { $0.isStored }
  }

  /// `true` if the property belongs to the class and not to its objects.
  var isShared: Bool { modifiers.contains("static") || modifiers.contains("class") }

  /// `true` if an object can be created without a value for the property.
  var hasValue: Bool {
    initializer != nil || (!syntax.isLet && type?.isOptional == true)
  }
}
