import SwiftReader

// Fetched properties: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// A fetched property that does not say what is fetched.
  static func missingFetchedEntity(_ annotation: PropertyAnnotation) -> Self {
    Self(
      "fetched.entity-missing",
      "'@Fetched' needs the entity to fetch first, like '@Fetched(Book.self)' or "
        + "'@Fetched(countOf: Book.self)'",
      at: annotation.syntax.range)
  }

  /// A fetched property whose entity is not written `T.self`.
  static func fetchedEntityNotType(_ argument: Argument) -> Self {
    Self(
      "fetched.entity-not-a-type",
      "'@Fetched' needs the class of an entity, written like 'Book.self'", at: argument.value.range)
  }

  /// A fetched property of a type that its form does not give.
  static func fetchedType(
    _ property: PropertyDeclaration, _ type: TypeSyntax, _ form: FetchedForm,
    shouldBe expected: String
  ) -> Self {
    let label = form.label.map { "(\($0):)" } ?? ""
    return Self(
      "fetched.type",
      "a property marked '@Fetched\(label)' holds '\(expected)', and \(property.title) is declared "
        + "'\(type.spelling)'",
      at: type.range,
      fixIts: [FixIt("make it '\(expected)'", replacing: type.range, by: expected)])
  }

  /// A fetched property with an initial value.
  static func fetchedValue(_ property: PropertyDeclaration, _ value: Expression) -> Self {
    Self(
      "fetched.default-value",
      "fetched property \(property.title) cannot have a default value, since it is read only; "
        + "remove the value",
      at: value.range, fixIts: [property.removingValue])
  }

  /// A negative number of objects to fetch or to leave out.
  static func negativeBound(_ argument: Argument) -> Self {
    Self(
      "fetched.bound-negative",
      "'\(argument.label ?? "")' of a fetched property must be at least 0",
      at: argument.value.range)
  }

  /// A count in some order.
  static func sortedCount(_ argument: Argument) -> Self {
    Self(
      "fetched.count-sorted", "a count has no order; remove 'sortedBy:'", at: argument.range)
  }
}
