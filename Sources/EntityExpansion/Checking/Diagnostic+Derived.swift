import SwiftReader

// Derived attributes: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// What an attribute is derived of is no closure with the type of its parameter.
  static func derivedClosure(_ argument: Argument, _ entity: String) -> Self {
    Self(
      "attribute.derived-closure",
      "'.derived' takes a closure with its type written, which says what the attribute is: "
        + "'.derived { (object: Fields<\(entity)>) in object.… }'",
      at: argument.value.range)
  }

  /// A parameter that has the properties of another class.
  static func derivedEntity(_ argument: Argument, _ written: String, _ entity: String) -> Self {
    Self(
      "attribute.derived-entity",
      "'.derived' is given the properties of the object itself, 'Fields<\(entity)>', and not of "
        + "'\(written)'",
      at: argument.value.range)
  }

  /// Something that an attribute cannot be beside being derived.
  static func derivedArgument(_ argument: Argument, _ property: PropertyDeclaration) -> Self {
    Self(
      "attribute.derived-argument",
      "\(property.title) is derived, which goes with '.indexed' and nothing else; leave "
        + "'\(argument.label.map { "\($0):" } ?? argument.value.spelling)' out",
      at: argument.labelRange ?? argument.value.range)
  }

  /// A value of what nobody gives one.
  static func derivedValue(_ property: PropertyDeclaration, _ value: Expression) -> Self {
    Self(
      "attribute.derived-value",
      "\(property.title) cannot have a default value, since it is derived of others; remove the "
        + "value",
      at: value.range, fixIts: [property.removingValue])
  }

  /// A derived attribute of a type that is made of several values, or of other objects.
  static func derivedType(_ property: PropertyDeclaration, _ type: TypeSyntax) -> Self {
    Self(
      "attribute.derived-type",
      "\(property.title) cannot be of the type '\(type.spelling)'; what is derived is a number, a "
        + "text or another single value, and the count of a to-many is an 'Int'",
      at: type.range)
  }
}
