import SwiftReader

/// One of our annotations on a property.
struct PropertyAnnotation: Sendable {
  let kind: AnnotationKind
  let syntax: Annotation

  /// Reads `syntax`, nil if it is somebody else's annotation.
  init?(_ syntax: Annotation) {
    guard let kind = AnnotationKind(annotation: syntax), kind != .entity else { return nil }
    self.kind = kind
    self.syntax = syntax
  }

  /// The arguments without label, in order.
  var unlabeled: [Argument] { syntax.arguments.filter { $0.label == nil } }

  /// Returns the text of the string literal labelled `label`, nil where it is missing or no
  /// literal.
  func string(_ label: String) -> String? { syntax.argument(labelled: label)?.value.stringValue }

  /// Returns the integer literal labelled `label`, nil where it is missing or no literal.
  func integer(_ label: String) -> Int? { syntax.argument(labelled: label)?.value.signedInteger }
}

extension AnnotationKind {
  /// The meaning of `annotation`, nil if it is not one of ours.
  init?(annotation: Annotation) {
    self.init(rawValue: annotation.baseName)
    let name = annotation.name
    guard name == rawValue || name == "EntityGraph." + rawValue else { return nil }
  }
}
