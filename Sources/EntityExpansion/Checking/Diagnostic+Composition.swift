import SwiftReader

// Compositions and their leaves: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// A type marked `@Composition` that cannot be a composition.
  static func composition(_ header: EntityHeader, is obstacle: CompositionObstacle) -> Self {
    switch obstacle {
    case .notStruct: notAStruct(header)
    case .generic: genericComposition(header)
    }
  }

  /// `@Composition` on a class, an enum, an actor, a protocol or an extension.
  private static func notAStruct(_ header: EntityHeader) -> Self {
    let kind = header.syntax.kind
    let advice =
      switch kind {
      case .class, .actor: "; make it a struct, or an entity of its own"
      case .enum: "; an enum is an attribute as it is, with ': Codable' or ': String, Storable'"
      default: ""
      }
    return Self(
      "composition.not-a-struct",
      "'@Composition' applies to structs, and '\(header.identifier)' is "
        + (kind == .extension ? "extended here" : "\(kind.article) \(kind.rawValue)") + advice,
      at: header.syntax.introducerRange ?? header.nameRange)
  }

  /// A composition with type parameters.
  private static func genericComposition(_ header: EntityHeader) -> Self {
    Self(
      "composition.generic",
      "composition '\(header.identifier)' cannot be generic, or stand inside a generic type, since "
        + "its leaves are columns of one type each; write the types of the leaves",
      at: header.nameRange)
  }

  /// A stored property of a composition that cannot be a leaf.
  static func leaf(_ property: PropertyDeclaration, is obstacle: LeafObstacle) -> Self {
    let rule =
      switch obstacle {
      case .severalNames: "is declared by itself, with one name; write a 'var' for each"
      case .constant: "has no fixed value; make it a 'var', or 'static' where all share the value"
      case .lazy: "is stored with the others; remove 'lazy', or compute the value each time"
      case .conditional:
        "is there in every build, since stores are; move it out of '#if'"
      }
    return Self(
      "composition.leaf", "a leaf of a composition \(rule)", at: property.nameRange)
  }

  /// An original name that is computed.
  static func leafNameNotLiteral(at range: Range<Int>) -> Self {
    Self(
      "composition.name-not-literal",
      "'originalName' is a string literal, which is read when the program is built",
      at: range)
  }

  /// `@Leaf` on what is no leaf.
  static func leafOutside(at range: Range<Int>) -> Self {
    Self(
      "composition.leaf-outside",
      "'@Leaf' applies to stored properties of structs marked '@Composition'; remove it here",
      at: range)
  }
}
