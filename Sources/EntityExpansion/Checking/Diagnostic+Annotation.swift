import EntityModel
import SwiftReader

// Annotations, arguments and attributes: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// An annotation under `#if` whose property is not.
  static func conditionalAnnotation(_ annotation: PropertyAnnotation) -> Self {
    Self(
      "annotation.conditional",
      "'\(annotation.kind.spelling)' cannot stand inside '#if' by itself; put the whole property "
        + "there",
      at: annotation.syntax.range)
  }

  /// An argument that the annotation does not take.
  static func unknownArgument(_ argument: Argument, of kind: AnnotationKind) -> Self {
    let name = argument.label.map { "'\($0):'" } ?? "without label"
    return Self(
      "annotation.argument-unknown",
      "'\(kind.spelling)' takes no argument \(name); it takes " + kind.argumentList,
      at: argument.labelRange ?? argument.range)
  }

  /// An argument that is given again.
  static func repeatedArgument(_ argument: Argument, of kind: AnnotationKind) -> Self {
    Self(
      "annotation.argument-repeated",
      "'\(kind.spelling)' takes '\(argument.label ?? ""):' once",
      at: argument.labelRange ?? argument.range)
  }

  /// An argument that only a running program could evaluate; `form` says what is wanted.
  static func notLiteral(_ argument: Argument, _ form: String) -> Self {
    Self(
      "annotation.argument-not-literal",
      "'\(argument.label ?? ""):' must be \(form), since it is read when the program is built",
      at: argument.value.range)
  }

  /// An option that attributes do not have.
  static func unknownOption(_ argument: Argument) -> Self {
    Self(
      "attribute.option-unknown",
      "'\(argument.value.spelling)' is no option of an attribute; the options are '.unique', "
        + "'.indexed', '.unique(.ignoringCase)', '.indexed(.ignoringCase)', '.secret', "
        + "'.external', '.searchable' and '.searchable(tokenizer)', which is '.unicode', '.ascii', "
        + "'.porter' or '.trigram', '.createdAt', '.updatedAt', '.deletedAt', "
        + "'.undecodable(policy)', which is '.throw', '.useDefault' or '.keep', the rules "
        + "'.range', '.length', '.pattern' and '.rule', and '.derived' with a closure",
      at: argument.value.range)
  }

  /// A second way in which an attribute is searchable.
  static func secondTokenizer(_ argument: Argument) -> Self {
    Self(
      "attribute.searchable-twice",
      "an attribute is searchable in one way; leave '\(argument.value.spelling)' out, or what says "
        + "otherwise before it",
      at: argument.value.range)
  }

  /// A second policy for values that cannot be decoded.
  static func secondPolicy(_ argument: Argument) -> Self {
    Self(
      "attribute.undecodable-twice",
      "what becomes of values that cannot be decoded is said once; leave "
        + "'\(argument.value.spelling)' out, or what says otherwise before it",
      at: argument.value.range)
  }

  /// What is to store values and is not written as a type.
  static func transformNotType(_ argument: Argument) -> Self {
    Self(
      "attribute.transform-not-type",
      "'transform:' takes a type with '.self', since it is read when the program is built: "
        + "'transform: HexColor.self'",
      at: argument.value.range)
  }

  /// An option that asks about values as they are, of an attribute that is stored otherwise.
  static func optionBesideTransform(
    _ argument: Argument, _ transform: String, rule: Bool
  ) -> Self {
    Self(
      "attribute.transform-option",
      "'\(argument.value.spelling)' would be asked of what '\(transform)' stores and not of the "
        + "value; leave it out" + (rule ? ", or write a rule of your own, '.rule'" : ""),
      at: argument.value.range)
  }

  /// A searchable attribute that is no text.
  static func searchableType(_ argument: Argument, _ property: PropertyDeclaration) -> Self {
    Self(
      "attribute.searchable-type",
      "\(property.title) cannot be searchable, since its type is not written 'String' or "
        + "'String?'; the words of texts alone are found",
      at: argument.value.range)
  }

  /// An external attribute of a type whose values take a few bytes.
  static func externalType(_ argument: Argument, _ property: PropertyDeclaration) -> Self {
    Self(
      "attribute.external-type",
      "\(property.title) cannot be external, since values of its type take a few bytes, which are "
        + "read faster with the row; leave '.external' out",
      at: argument.value.range)
  }

  /// An option of an external attribute that the store carries out by what rows have.
  static func optionBesideExternal(_ argument: Argument) -> Self {
    Self(
      "attribute.external-option",
      "'\(argument.value.spelling)' is about what rows have, and an external attribute's values "
        + "are apart from the rows; leave one of the two out",
      at: argument.value.range)
  }

  /// An attribute that says when an object was deleted, and is no optional date.
  static func deletedAtType(_ argument: Argument, _ property: PropertyDeclaration) -> Self {
    Self(
      "attribute.deleted-at-type",
      "\(property.title) cannot say when an object was deleted, since its type is not written "
        + "'Date?'; nil is what an object has that has not been deleted",
      at: argument.value.range)
  }

  /// An attribute that is no text, indexed or unique ignoring case.
  static func ignoringCaseType(
    _ argument: Argument, _ option: AttributeOption, _ property: PropertyDeclaration
  ) -> Self {
    Self(
      "attribute.ignoring-case-type",
      "\(property.title) cannot be \(option.plainName) ignoring case, since its type is not "
        + "written 'String' or 'String?'; only texts have a case, so write '.\(option.plainName)'",
      at: argument.value.range,
      fixIts: [
        FixIt(
          "write '.\(option.plainName)'", replacing: argument.value.range,
          by: ".\(option.plainName)")
      ])
  }

  /// A second time that an attribute is to keep.
  static func secondTimestamp(_ argument: Argument, _ first: AttributeOption) -> Self {
    Self(
      "attribute.timestamp-twice",
      "an attribute is '.\(first.spelling)' or '\(argument.value.spelling)', and not both; leave "
        + "one out, and declare a second property for it",
      at: argument.value.range)
  }

  /// An attribute that is to keep a time and is no date.
  static func timestampType(
    _ argument: Argument, _ option: AttributeOption, _ property: PropertyDeclaration
  ) -> Self {
    Self(
      "attribute.timestamp-type",
      "\(property.title) cannot be '.\(option.spelling)', since its type is not written 'Date' or "
        + "'Date?'",
      at: argument.value.range)
  }

  /// An option that entities do not have.
  static func unknownEntityOption(_ argument: Argument) -> Self {
    Self(
      "entity.option-unknown",
      "'\(argument.value.spelling)' is no option of an entity; the options are '.values', "
        + "'.codable', '.observable', '.abstract' and '.noInitializer'",
      at: argument.value.range)
  }

  /// A column that no store can have.
  static func invalidColumn(_ argument: Argument) -> Self {
    Self(
      "property.column-invalid",
      "a column needs a name that is not empty and does not begin with '_', since such names are "
        + "the store's",
      at: argument.value.range)
  }

  /// A name that no member of JSON can be found by.
  static func invalidJSONName(_ argument: Argument) -> Self {
    Self(
      "property.json-name-invalid",
      "'json:' needs the name of a member as a string literal, with dots between names that lead "
        + "to it, such as \"address.street\", or '.notExported'",
      at: argument.value.range)
  }

  /// An original name that no entity and no property can have had.
  static func invalidOriginalName(_ argument: Argument) -> Self {
    Self(
      "property.original-name-invalid",
      "'originalName:' needs the name from before; leave it out where there was no other one",
      at: argument.value.range)
  }

  /// An attribute of a type that no column can hold.
  static func unkeepableType(_ property: PropertyDeclaration) -> Self {
    Self(
      "attribute.type",
      "\(property.title) cannot be saved, since '\(property.type?.spelling ?? "")' is neither "
        + "Storable nor Codable; use a type that is, or mark the property '@Transient' or "
        + "'@Ignore'",
      at: property.type?.range ?? property.nameRange)
  }

  /// An annotation of properties on something else.
  static func notProperty(_ annotation: PropertyAnnotation, _ declaration: Declaration) -> Self {
    Self(
      "annotation.not-a-property",
      "'\(annotation.kind.spelling)' applies to properties, and this is \(declaration.title); "
        + "remove the annotation",
      at: annotation.syntax.range,
      fixIts: [
        FixIt("remove '\(annotation.kind.spelling)'", removing: annotation.syntax.removalRange)
      ])
  }
}

extension Declaration {
  /// What the declaration is, with its article.
  fileprivate var title: String {
    switch self {
    case .type(let type): "\(type.kind.article) \(type.kind.rawValue)"
    case .function(let function):
      function.kind == .initializer ? "an initializer" : "a function"
    case .enumCase: "a case"
    case .variable, .conditional, .other: "none"
    }
  }
}
