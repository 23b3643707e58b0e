import SwiftReader

/// The conformances to coding that an annotation states beside its own, of which they follow.
///
/// The compiler expands an annotation when it looks for a conformance that the annotation says it
/// may add. One that only follows from such a conformance it may look for without expanding
/// anything, where another file has named a member before; it takes it for missing from then on.
package struct CodingConformances: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let decodable = CodingConformances(rawValue: 1)
  package static let encodable = CodingConformances(rawValue: 2)

  /// Those of `placeholder`, a declaration that lists, in place of what it inherits from, the
  /// conformances that a type does not have yet.
  package init(missing placeholder: String) {
    let type = SyntaxTree(parsing: placeholder, as: .members).flattenedDeclarations.first?.asType
    self.init(namedIn: type?.inheritedTypes ?? [])
  }

  /// Those that `header` does not state by itself.
  init(missingIn header: EntityHeader) {
    let stated = CodingConformances(namedIn: header.syntax.inheritedTypes)
    self = CodingConformances([.decodable, .encodable]).subtracting(stated)
  }

  private init(namedIn types: [TypeSyntax]) {
    self = []
    for type in types {
      switch type.spelling.split(separator: ".").last {
      case "Decodable": insert(.decodable)
      case "Encodable": insert(.encodable)
      case "Codable": formUnion([.decodable, .encodable])
      default: break
      }
    }
  }

  /// What follows the annotation's own conformance in the clause of an extension.
  var clause: String {
    switch self {
    case [.decodable, .encodable]: ", Swift.Codable"
    case .decodable: ", Swift.Decodable"
    case .encodable: ", Swift.Encodable"
    default: ""
    }
  }
}
