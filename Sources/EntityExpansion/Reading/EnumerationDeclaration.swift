package import SwiftReader

/// A type marked `@OpenEnumeration` as its author wrote it.
package struct EnumerationDeclaration: Sendable {
  let header: EntityHeader

  /// The cases in their order, those of every `#if` clause included.
  let cases: [EnumerationCase]

  /// The texts of the cases that are for one each, by the names of these.
  package var namedTexts: [(name: String, text: String)] {
    cases.compactMap { declared in
      guard case .exact(let text) = declared.texts else { return nil }
      return (declared.identifier, text)
    }
  }

  /// Reads the members of the type that `header` opens.
  package init(_ header: EntityHeader) {
    self.header = header
    cases = header.syntax.flattenedMembers.compactMap(\.asEnumCase).flatMap { declaration in
      declaration.elements.map { EnumerationCase($0, of: declaration) }
    }
  }

  /// `true` if `type` is marked as an open enumeration.
  package static func isAnnotated(_ type: TypeDeclaration) -> Bool {
    type.attributes.contains { CompositionDeclaration.isNamed("OpenEnumeration", $0) }
  }
}

/// One case of an open enumeration.
struct EnumerationCase: Sendable {
  /// The texts that a case is for.
  enum Texts: Hashable {
    /// One text.
    case exact(String)
    /// Those that begin with a text, the rest of which is the associated value.
    case prefix(String)
    /// Those of no other case.
    case unknown
  }

  let declaration: EnumCaseDeclaration
  let element: EnumCaseDeclaration.Element

  /// The name as written, with its backticks.
  let name: String

  /// The name without backticks.
  let identifier: String

  /// The annotation `@CaseName`, nil where there is none.
  let annotation: Annotation?

  /// Reads `element` of `declaration`.
  init(_ element: EnumCaseDeclaration.Element, of declaration: EnumCaseDeclaration) {
    self.declaration = declaration
    self.element = element
    name = element.name ?? "_"
    identifier = element.identifier ?? "_"
    annotation = declaration.attributes.first { CompositionDeclaration.isNamed("CaseName", $0) }
  }

  /// The argument that gives the name or the prefix.
  var argument: Argument? { annotation?.arguments.first }

  /// The texts that the case is for.
  var texts: Texts {
    if identifier == "unknown" { return .unknown }
    guard let argument, let text = argument.value.stringValue else { return .exact(identifier) }
    return argument.label == "prefix" ? .prefix(text) : .exact(text)
  }

  /// The label of the associated value and a colon, empty where there is none.
  var label: String {
    guard let label = element.payload?.first?.firstName, label != "_" else { return "" }
    return "\(label): "
  }

  /// `true` if the case has one associated value, of the type String.
  var hasText: Bool {
    guard let payload = element.payload, payload.count == 1 else { return false }
    return ["String", "Swift.String"].contains(payload[0].type?.spelling)
  }

  /// What prevents the case from having the texts that it is for; nil if nothing does.
  var obstacle: EnumerationObstacle? {
    if declaration.isConditional { return .conditional }
    if annotation != nil, declaration.elements.count > 1 { return .severalNames }
    if let argument, argument.value.stringValue?.isEmpty != false { return .nameNotLiteral }
    if element.rawValue != nil { return .rawValue }
    switch texts {
    case .exact: return element.payload == nil ? nil : .associatedValue
    case .prefix, .unknown:
      return hasText ? (texts == .unknown && annotation != nil ? .namedUnknown : nil) : .noText
    }
  }
}

/// What prevents a case of an open enumeration from having the texts that it is for.
enum EnumerationObstacle {
  /// It stands inside `#if`.
  case conditional
  /// Its annotation is about several cases.
  case severalNames
  /// Its name is computed or empty.
  case nameNotLiteral
  /// It has a raw value behind `=`.
  case rawValue
  /// It has an associated value that no text gives.
  case associatedValue
  /// It has not one associated value of the type String, which it needs.
  case noText
  /// It is `unknown` and has another name.
  case namedUnknown
}
