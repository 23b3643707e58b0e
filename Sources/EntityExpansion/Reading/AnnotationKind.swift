/// One of the annotations that this package gives a meaning to.
package enum AnnotationKind: String, CaseIterable, Sendable {
  case entity = "Entity"
  case attribute = "Attribute"
  case relationship = "Relationship"
  case fetched = "Fetched"
  case transient = "Transient"
  case ignore = "Ignore"

  /// The name of the type that implements the annotation, as in `#externalMacro(module:type:)`.
  package var macroTypeName: String { rawValue + "Macro" }

  /// The annotation as its author writes it.
  var spelling: String { "@" + rawValue }

  /// `true` if the annotation makes its property part of the entity's description.
  var isDescribed: Bool {
    switch self {
    case .attribute, .relationship, .fetched: true
    case .entity, .transient, .ignore: false
    }
  }
}
