import EntityExpansion
import SwiftReader

// What is wrong with a property that shows only where all types of a module are seen.

extension Diagnostic where Location == Range<Int> {
  /// A property that refers to entities and is no relationship.
  static func forgottenRelationship(
    _ property: PropertyDeclaration, of entity: String, to target: String, type: TypeSyntax
  ) -> Self {
    let annotation = "@Relationship(inverse: \"<#inverse#>\", deleteRule: .nullify)"
    return Self(
      "model.attribute.entity",
      "'\(entity).\(property.identifier ?? "")' refers to the entity '\(target)' and cannot be an "
        + "attribute; mark it '@Relationship(inverse:deleteRule:)'",
      at: type.range,
      fixIts: [
        property.annotations.first.map {
          FixIt("make it a relationship", replacing: $0.syntax.range, by: annotation)
        }
          ?? FixIt(
            "mark it '@Relationship'", inserting: annotation + " ",
            at: property.syntax.range.lowerBound)
      ])
  }

  /// A required attribute, or a leaf of one, without a value for where none can be read; `name` is
  /// that of the attribute, or leads to the leaf, which is of `type`, and `range` is the
  /// attribute's type.
  static func missingPlaceholder(
    _ name: String, of entity: String, type: TypeSyntax, isEnumeration: Bool,
    at range: Range<Int>
  ) -> Self {
    Self(
      "model.attribute.placeholder-missing",
      "'\(entity).\(name)' needs a value for where the stored one cannot be "
        + "read: give it a default value, make it optional, or make '\(type.spelling)' "
        + (isEnumeration ? "CaseIterable" : "PlaceholderProviding"),
      at: range)
  }

  /// A transform that is seen less far than the attribute, beside which a property of its type
  /// stands.
  static func transformAccess(
    _ argument: Expression, _ property: PropertyDeclaration, of entity: String, _ access: Access,
    transform: String, _ transformAccess: Access
  ) -> Self {
    let name = property.identifier ?? ""
    return Self(
      "model.attribute.transform-access",
      "'\(entity).\(name)' is \(access.rawValue), and so is '$\(name)', whose type names "
        + "'\(transform)', which is \(transformAccess.rawValue); make '\(transform)' "
        + "\(access.rawValue), or the attribute \(transformAccess.rawValue)",
      at: argument.range)
  }

  /// An attribute that the values of its entity cannot be sent with.
  static func attributeNotSendable(
    _ property: PropertyDeclaration, of entity: String, type: TypeSyntax, class name: String
  ) -> Self {
    Self(
      "model.attribute.not-sendable",
      "'\(entity).\(property.identifier ?? "")' cannot be part of '\(entity).Values', since the "
        + "class '\(name)' is not Sendable; use a struct, make the class Sendable, or remove "
        + "'.values'",
      at: type.range)
  }

  /// An entity with values that extends one without.
  static func valuesNotInherited(_ header: EntityHeader, superentity: String) -> Self {
    Self(
      "model.entity.values-not-inherited",
      "entity '\(header.identifier)' has '.values', which hold what it inherits too; mark "
        + "'\(superentity)', which it extends, '@Entity(.values)'",
      at: header.firstInherited?.range ?? header.nameRange)
  }

  /// An entity that extends one which cannot be extended: a `final` class, or one of another module
  /// that is not `open`.
  static func superclassNotInheritable(
    _ header: EntityHeader, superentity: String, isFinal: Bool
  ) -> Self {
    Self(
      "model.entity.superclass-not-inheritable",
      "'\(header.identifier)' cannot extend '\(superentity)', which is "
        + (isFinal
          ? "final; remove 'final' from '\(superentity)'"
          : "not open; make '\(superentity)' open, or extend it in its own module"),
      at: header.firstInherited?.range ?? header.nameRange)
  }

  /// A fetched property in the order of an attribute that is stored as JSON.
  static func sortedByJSON(_ order: Expression, _ attribute: String, of entity: String) -> Self {
    Self(
      "model.fetched.sorted-by-json",
      "'\(entity).\(attribute)' is stored as JSON, which has no order; sort by another attribute, "
        + "or make its type Storable",
      at: order.range)
  }
}
