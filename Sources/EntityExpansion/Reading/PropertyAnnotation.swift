package import SwiftReader

/// One of our annotations on a property.
package struct PropertyAnnotation: Sendable {
  let kind: AnnotationKind
  package let syntax: Annotation
  /// The arguments in parentheses, in order.
  package let arguments: [Argument]

  /// Reads `syntax`, nil if it is somebody else's annotation.
  init?(_ syntax: Annotation) {
    guard let kind = AnnotationKind(annotation: syntax), kind != .entity else { return nil }
    self.kind = kind
    self.syntax = syntax
    arguments = syntax.arguments
  }

  /// The arguments without label, in order.
  var unlabeled: [Argument] { arguments.filter { $0.label == nil } }

  /// Returns the first argument labelled `label`.
  package func argument(labelled label: String) -> Argument? {
    arguments.first { $0.label == label }
  }

  /// Returns the text of the string literal labelled `label`, nil where it is missing or no
  /// literal.
  func string(_ label: String) -> String? { argument(labelled: label)?.value.stringValue }

  /// Returns the integer literal labelled `label`, nil where it is missing or no literal.
  func integer(_ label: String) -> Int? { argument(labelled: label)?.value.signedInteger }
}

extension AnnotationKind {
  /// The meaning of `annotation`, nil if it is not one of ours.
  init?(annotation: Annotation) {
    let name = annotation.name
    let prefix = "EntityGraph."
    self.init(rawValue: name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name)
  }
}
