import EntityModel
import SwiftReader

// Relationships: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// A relationship that names no inverse.
  static func missingInverse(_ annotation: PropertyAnnotation, _ property: PropertyDeclaration)
    -> Self
  {
    Self(
      "relationship.inverse-missing",
      "relationship \(property.title) needs an inverse: the name of the property at the other end "
        + "that refers back",
      at: annotation.syntax.range,
      fixIts: [
        annotation.argument(labelled: "deleteRule") == nil
          ? annotation.adding("inverse: \"<#inverse#>\", deleteRule: .nullify", first: true)
          : annotation.adding("inverse: \"<#inverse#>\"", first: true)
      ])
  }

  /// A relationship whose inverse has no name.
  static func emptyInverse(_ argument: Argument, _ property: PropertyDeclaration) -> Self {
    Self(
      "relationship.inverse-empty",
      "the inverse of \(property.title) needs a name: that of the property at the other end that "
        + "refers back",
      at: argument.value.range)
  }

  /// A relationship without delete rule.
  static func missingDeleteRule(
    _ annotation: PropertyAnnotation, _ property: PropertyDeclaration
  ) -> Self {
    Self(
      "relationship.delete-rule-missing",
      "relationship \(property.title) needs a delete rule: \(DeleteRule.list)",
      at: annotation.syntax.range,
      fixIts: annotation.argument(labelled: "inverse") == nil
        ? []
        : DeleteRule.suggested.map {
          annotation.adding("deleteRule: .\($0.rawValue)", first: false)
        })
  }

  /// A delete rule that does not exist.
  static func unknownDeleteRule(_ argument: Argument) -> Self {
    Self(
      "relationship.delete-rule-unknown",
      "'\(argument.value.spelling)' is no delete rule; the rules are \(DeleteRule.list)",
      at: argument.value.range)
  }

  /// A relationship with an initial value.
  static func relationshipValue(_ property: PropertyDeclaration, _ value: Expression) -> Self {
    Self(
      "relationship.default-value",
      "relationship \(property.title) cannot have a default value, since it holds objects of one "
        + "context; remove the value",
      at: value.range, fixIts: [property.removingValue])
  }

  /// A relationship of type `Set<T>?` or `[T]?`.
  static func optionalToMany(
    _ property: PropertyDeclaration, _ type: TypeSyntax, _ wrapped: TypeSyntax
  ) -> Self {
    Self(
      "relationship.to-many-optional",
      "to-many relationship \(property.title) cannot be optional; where there are no objects, the "
        + "\(wrapped.arrayElement == nil ? "set" : "array") is empty",
      at: type.range,
      fixIts: [
        FixIt(
          "make it '\(wrapped.spelling)'", replacing: type.range, by: wrapped.text)
      ])
  }

  /// A relationship to a type that is no class.
  static func valueRelationship(_ property: PropertyDeclaration) -> Self {
    Self(
      "relationship.not-an-object",
      "relationship \(property.title) must refer to an entity, and "
        + "'\(property.type?.spelling ?? "")' is none; mark a value '@Attribute'",
      at: property.type?.range ?? property.nameRange)
  }

  /// A count below the least that makes sense.
  static func countTooSmall(_ argument: Argument, least: Int) -> Self {
    Self(
      "relationship.count-too-small",
      "'\(argument.label ?? ""):' must be at least \(least)", at: argument.value.range)
  }

  /// A least count above the greatest.
  static func countsCrossed(_ argument: Argument, least: Int, most: Int) -> Self {
    Self(
      "relationship.counts-crossed",
      "'minimumCount:' must not exceed 'maximumCount:', and \(least) is more than \(most)",
      at: argument.value.range)
  }

  /// A count for a relationship to a single object.
  static func countOnToOne(_ argument: Argument, _ property: PropertyDeclaration) -> Self {
    Self(
      "relationship.count-on-to-one",
      "'\(argument.label ?? ""):' is for sets, and \(property.title) refers to a single object; "
        + "make the property optional or not instead",
      at: argument.range)
  }

  /// A column for a relationship to a set of objects.
  static func columnOnToMany(_ argument: Argument, _ property: PropertyDeclaration) -> Self {
    Self(
      "relationship.column-on-to-many",
      "to-many relationship \(property.title) has no column; remove 'column:'", at: argument.range)
  }
}
