import SwiftReader

/// What prevents a declaration from being a property that accessors can be generated for.
package enum PropertyObstacle: Sendable {
  /// It is a `let`.
  case constant
  /// It belongs to the class.
  case shared
  /// It overrides another property.
  case overriding
  /// The declaration declares others too.
  case severalBindings
  /// It has no single name.
  case pattern
  /// It is lazy.
  case lazy
  /// It is weak or unowned.
  case reference
  /// It has accessors of its own.
  case computed
  /// It has observers.
  case observed
  /// Its type is inferred.
  case untyped
  /// It belongs to a global actor.
  case isolated
  /// Nothing says that it is an attribute, and a property wrapper may hold its value.
  case wrapped
  /// It has several of our annotations.
  case twofold
  /// No column can hold its type.
  case unkeepable
  /// It is a relationship to a type that is no class.
  case notObject

  /// `true` if a property of `kind` may not be so.
  func matters(to kind: AnnotationKind) -> Bool {
    switch (kind, self) {
    case (.transient, .lazy), (.transient, .reference), (.transient, .observed): false
    case (.ignore, .lazy), (.ignore, .reference), (.ignore, .observed): false
    case (.ignore, .isolated), (.ignore, .untyped): false
    default: true
    }
  }
}

extension PropertyDeclaration {
  /// Returns everything that may prevent the property from being what it is meant to be, the most
  /// helpful first.
  func findObstacles() -> [PropertyObstacle] {
    var found: [PropertyObstacle] = []
    if syntax.isLet { found.append(.constant) }
    if isShared { found.append(.shared) }
    if modifiers.contains("override") { found.append(.overriding) }
    if binding == nil, syntax.bindings.count > 1 { found.append(.severalBindings) }
    if binding != nil, name == nil { found.append(.pattern) }
    if modifiers.contains("lazy") { found.append(.lazy) }
    if modifiers.contains("weak") || modifiers.contains("unowned") { found.append(.reference) }
    if isImplicit, syntax.wrapper != nil { found.append(.wrapped) }
    if let accessors = binding?.accessors {
      found.append(accessors.hasOnlyObservers ? .observed : .computed)
    }
    if binding != nil, type == nil { found.append(.untyped) }
    if syntax.globalActor != nil { found.append(.isolated) }
    if annotations.count > 1 { found.append(.twofold) }
    if let type, kind == .attribute, !type.isKeepable { found.append(.unkeepable) }
    if let type, kind == .relationship, !type.canHoldObjects { found.append(.notObject) }
    return found
  }

  /// The obstacle that matters most for the property's kind, nil if there is none.
  package var obstacle: PropertyObstacle? { obstacles.first { $0.matters(to: kind) } }
}

extension TypeSyntax {
  /// `true` unless the form of the type shows that it is neither Storable nor Codable.
  fileprivate var isKeepable: Bool {
    let form = form
    return switch form.wrapped?.form ?? form {
    case .tuple, .function, .metatype, .some, .any, .composition: false
    case .identifier(let identifier): !["Any", "AnyObject"].contains(identifier.name)
    default: true
    }
  }

  /// `true` unless the name of the type shows that it is no class and no set of objects of a class.
  fileprivate var canHoldObjects: Bool {
    let form = form
    let heldForm = form.wrapped?.form ?? form
    let objectForm = (heldForm.setElement ?? heldForm.arrayElement)?.form ?? heldForm
    guard case .identifier(let identifier) = objectForm, identifier.genericArguments.isEmpty else {
      return false
    }
    return !Self.values.contains(identifier.name)
  }

  private static let values: Set<String> = [
    "Any", "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int8",
    "Int16", "Int32", "Int64", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL",
    "UUID",
  ]
}

extension DeclarationView {
  /// The annotation that ties the declaration to a global actor, known by the end of its name.
  var globalActor: Annotation? { attributes.first(where: \.namesActor) }

  /// The first annotation that names a type or macro of somebody else's; those of the language
  /// begin with a small letter.
  var wrapper: Annotation? {
    attributes.first { annotation in
      AnnotationKind(annotation: annotation) == nil
        && annotation.baseName.first?.isUppercase == true
        && !annotation.namesActor && !Self.marks.contains(annotation.baseName)
    }
  }

  /// Annotations that begin with a capital and are no wrappers: those of the language, and the one
  /// of ours that says more of a property which needs none.
  private static var marks: Set<String> {
    ["GKInspectable", "IBInspectable", "IBOutlet", "NSCopying", "Sendable", "Stored"]
  }
}

extension Annotation {
  /// `true` if the annotation looks like that of a global actor.
  fileprivate var namesActor: Bool {
    baseName.hasSuffix("Actor") && baseName != "EntityActor" && !hasArgumentClause
  }
}
