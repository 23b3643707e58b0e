package import SwiftReader

/// A type marked `@Composition` as its author wrote it.
package struct CompositionDeclaration: Sendable {
  let header: EntityHeader

  /// Every stored `var` and `let` of the type's values, those of every `#if` clause included.
  package let properties: [PropertyDeclaration]

  /// Reads the members of the type that `header` opens.
  package init(_ header: EntityHeader) {
    self.header = header
    properties = header.syntax.flattenedMembers.compactMap { member in
      member.asVariable.map(PropertyDeclaration.init)
    }.filter { property in
      !property.isShared && property.syntax.bindings.contains { $0.isStored }
    }
  }

  /// The properties that are leaves.
  package var leaves: [LeafDeclaration] {
    properties.filter { LeafObstacle($0) == nil }.compactMap(LeafDeclaration.init)
  }

  /// What prevents the type from being a composition, nil if nothing does.
  var obstacle: CompositionObstacle? {
    if header.syntax.kind != .struct { return .notStruct }
    let isGeneric =
      header.syntax.generics != nil || header.surroundings.contains { $0.generics != nil }
    return isGeneric ? .generic : nil
  }

  /// `true` if `annotation` is the one called `name`.
  static func isNamed(_ name: String, _ annotation: Annotation) -> Bool {
    annotation.name == name || annotation.name == "EntityGraph." + name
  }

  /// `true` if `type` is marked as a composition.
  package static func isAnnotated(_ type: TypeDeclaration) -> Bool {
    type.attributes.contains { isNamed("Composition", $0) }
  }
}

/// What prevents a type from being a composition.
enum CompositionObstacle {
  /// It is no struct.
  case notStruct
  /// It, or a type around it, has type parameters.
  case generic
}

/// What prevents a stored property of a composition from being a leaf.
enum LeafObstacle {
  /// It declares several names.
  case severalNames
  /// It is a constant that has a value.
  case constant
  /// It is lazy.
  case lazy
  /// It stands inside `#if`.
  case conditional

  /// Finds what prevents `property`; nil if nothing does.
  init?(_ property: PropertyDeclaration) {
    if property.syntax.isConditional {
      self = .conditional
    } else if property.name == nil {
      self = .severalNames
    } else if property.modifiers.contains("lazy") {
      self = .lazy
    } else if property.syntax.isLet, property.initializer != nil {
      self = .constant
    } else {
      return nil
    }
  }
}

/// A leaf of a composition as its author wrote it.
package struct LeafDeclaration: Sendable {
  /// The name as written, with its backticks.
  let name: String

  /// The name without backticks.
  package let identifier: String

  /// The type as written, nil where it is inferred.
  package let type: TypeSyntax?

  /// `true` if the type is written as that of an optional.
  package let isOptional: Bool

  /// The initial value as written.
  package let initializer: Expression?

  /// `true` if the leaf is to have an index.
  package let isIndexed: Bool

  /// The name that the leaf had before.
  package let originalName: String?

  /// Reads `property`; nil where it has no single name.
  init?(_ property: PropertyDeclaration) {
    guard let name = property.name, let identifier = property.identifier else { return nil }
    self.name = name
    self.identifier = identifier
    type = property.type
    isOptional = property.type?.isOptional == true
    initializer = property.initializer
    let annotation = property.leafAnnotation
    isIndexed = (annotation?.arguments ?? []).contains {
      $0.label == nil && $0.value.memberName(of: "LeafOption") == "indexed"
    }
    originalName = annotation?.argument(labelled: "originalName")?.value.stringValue
  }

  /// The value of the leaf where none is given, nil where it has none, or nil.
  var defaultValue: DefaultValue? {
    guard let initializer else { return nil }
    if let type { return DefaultValue(initializer, of: TypeSpelling(type)) }
    return DefaultValue(initializer)
  }
}

extension PropertyDeclaration {
  /// The annotation `@Leaf`, nil where there is none.
  var leafAnnotation: Annotation? {
    syntax.attributes.first { CompositionDeclaration.isNamed("Leaf", $0) }
  }
}

extension DefaultValue {
  /// Takes the value of a property whose type is inferred from `initializer`.
  init(_ initializer: Expression) {
    text = initializer.text
    isLiteral = initializer.isLiteral
    constant = initializer.isConstant ? initializer.text : nil
  }
}
