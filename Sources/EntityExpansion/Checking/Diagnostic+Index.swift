import EntityModel
import SwiftReader

// What can be wrong with properties that are unique or indexed together, by the rule.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// A name that is no property of the class, which extends no entity.
  static func unknownIndexedProperty(
    _ literal: Expression, _ term: IndexTerm, of header: EntityHeader,
    _ properties: [PropertyDescription]
  ) -> Self {
    let name = term.property
    let meant = properties.first { $0.identifier.lowercased() == name.lowercased() }
    // Whoever writes more than a name has another form in mind.
    let forms =
      name.isPlainName || term.isLeaf
      ? ""
      : "; a list has names, those of leaves too ('home.city'), '-name' for a descending order, "
        + "'name.lowercased()' where case does not count, and 'name == nil' or 'name != nil'"
    return Self(
      "entity.index-property-unknown",
      "'\(header.identifier)' has no attribute and no relationship '\(name)'\(forms)",
      at: literal.range,
      fixIts: meant.map {
        [
          FixIt(
            "replace '\(name)' by '\($0.identifier)'", replacing: literal.range,
            by: "\"\(term.renamed($0.identifier).text)\"")
        ]
      } ?? [])
  }

  /// A property that is stored in no column.
  static func indexedProperty(_ literal: Expression, _ property: PropertyDescription) -> Self {
    let kind =
      switch property.content {
      case .toMany: "a to-many relationship"
      case .fetched: "a fetched property"
      default: "not stored"
      }
    return Self(
      "entity.index-property-kind",
      "'\(property.identifier)' is \(kind), and attributes and to-one relationships alone are "
        + "unique or indexed together",
      at: literal.range)
  }

  /// A derived attribute among what is unique together.
  static func uniqueDerived(_ literal: Expression, _ property: PropertyDescription) -> Self {
    derivedTerm(
      literal,
      "'\(property.identifier)' is derived of others, which lists of 'indexes:' alone name; what is "
        + "unique are attributes and to-one relationships, and texts without case, "
        + "'name.lowercased()'")
  }

  /// A derived attribute without case, or as what is asked for in a condition.
  static func derivedTerm(_ literal: Expression, _ property: PropertyDescription) -> Self {
    let name = property.identifier
    return derivedTerm(
      literal,
      "'\(name)' is derived of others, and a list has it by its name alone; write '\(name)'",
      [FixIt("write '\(name)'", replacing: literal.range, by: "\"\(name)\"")])
  }

  private static func derivedTerm(
    _ literal: Expression, _ message: String, _ fixIts: [FixIt] = []
  ) -> Self {
    Self("entity.index-derived", message, at: literal.range, fixIts: fixIts)
  }

  /// A direction of what is unique together.
  static func uniqueTerm(_ literal: Expression, _ term: IndexTerm) -> Self {
    Self(
      "entity.unique-term",
      "what is unique together has no direction, which 'indexes:' alone have; write "
        + "'\(term.property)'",
      at: literal.range,
      fixIts: [
        FixIt(
          "write '\(term.property)'", replacing: literal.range, by: "\"\(term.property)\"")
      ])
  }

  /// The class among what is unique together.
  static func uniqueKind(_ literal: Expression, _ term: IndexTerm) -> Self {
    kindTerm(
      literal,
      "'\(term.property)' is the class of an object, which lists of 'indexes:' alone name; leave it "
        + "out, since a list of a class that extends this one is about its objects")
  }

  /// The class as a text without case, or as what may be nil.
  static func kindTerm(_ literal: Expression, _ term: IndexTerm) -> Self {
    kindTerm(
      literal,
      "'\(term.property)' is the class of an object, and has neither case nor nil; write "
        + "'\(term.property)'",
      [
        FixIt(
          "write '\(term.property)'", replacing: literal.range, by: "\"\(term.property)\"")
      ])
  }

  private static func kindTerm(
    _ literal: Expression, _ message: String, _ fixIts: [FixIt] = []
  ) -> Self {
    Self("entity.index-kind", message, at: literal.range, fixIts: fixIts)
  }

  /// A condition on a property that always has a value.
  static func requiredIndexCondition(
    _ literal: Expression, _ property: PropertyDescription
  ) -> Self {
    Self(
      "entity.index-condition",
      "'\(property.identifier)' is never nil; leave the condition out, or make the property "
        + "optional",
      at: literal.range)
  }

  /// A property of another object.
  static func indexedPath(
    _ literal: Expression, _ term: IndexTerm, of header: EntityHeader
  ) -> Self {
    Self(
      "entity.index-path",
      "'\(term.property)' is of another object, and what is unique or indexed together are columns "
        + "of one table; name properties of '\(header.identifier)' and leaves of its compositions",
      at: literal.range)
  }

  /// A leaf without case.
  static func foldedLeaf(_ literal: Expression, _ term: IndexTerm) -> Self {
    foldedTerm(
      literal, term,
      "'\(term.property)' is a leaf, whose texts are not stored without case; write "
        + "'\(term.property)', or make it an attribute of its own")
  }

  /// A property without case that is no text.
  static func foldedTerm(_ literal: Expression, _ term: IndexTerm) -> Self {
    foldedTerm(
      literal, term,
      "'\(term.property)' has no case, since its type is not written 'String' or 'String?'; write "
        + "'\(term.property)'")
  }

  private static func foldedTerm(
    _ literal: Expression, _ term: IndexTerm, _ message: String
  ) -> Self {
    let plain = IndexTerm(term.property, term.role).text
    return Self(
      "entity.index-case", message, at: literal.range,
      fixIts: [FixIt("write '\(plain)'", replacing: literal.range, by: "\"\(plain)\"")])
  }

  /// A property that a list names again.
  static func repeatedIndexedProperty(_ literal: Expression, _ name: String) -> Self {
    Self(
      "entity.index-property-repeated", "the list names '\(name)' twice; name it once",
      at: literal.range)
  }

  /// A list that names fewer than two properties.
  static func shortIndex(
    _ list: Expression, _ term: IndexTerm?, _ kind: IndexArgument.Kind
  ) -> Self {
    Self(
      "entity.index-short",
      term.map {
        "one property is not \(kind.words); mark '\($0.property)' "
          + "'@Attribute(\(kind.mark)\($0.ignoresCase ? "(.ignoringCase)" : ""))' instead"
      } ?? "'[]' names no property; name those that are \(kind.words)",
      at: list.range)
  }

  /// A list that is there twice.
  static func repeatedIndex(_ list: Expression) -> Self {
    Self(
      "entity.index-repeated",
      "'\(list.spelling)' is there already; leave one out, since what is unique together is indexed "
        + "too",
      at: list.range)
  }

  /// A list without a property that the class declares.
  static func inheritedIndex(_ list: Expression, of header: EntityHeader) -> Self {
    Self(
      "entity.index-inherited",
      "'\(header.identifier)' declares none of these properties; write the list in the annotation "
        + "of the class that does",
      at: list.range)
  }
}
