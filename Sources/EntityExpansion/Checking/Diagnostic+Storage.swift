import SwiftReader

// Storages and their members: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// `@DictionaryStorage` on a class, an enum, an actor, a protocol or an extension.
  static func storageNotStruct(_ header: EntityHeader) -> Self {
    let kind = header.syntax.kind
    let advice =
      switch kind {
      case .class, .actor: "; make it a struct"
      case .enum: "; an enum of texts is marked '@OpenEnumeration'"
      default: ""
      }
    let isStructToBe = kind == .class && header.firstInherited == nil
    let fixIts = header.syntax.introducerRange.map {
      [FixIt("replace '\(kind.rawValue)' by 'struct'", replacing: $0, by: "struct")]
    }
    return Self(
      "storage.not-a-struct",
      "'@DictionaryStorage' applies to structs, and '\(header.identifier)' is "
        + (kind == .extension ? "extended here" : "\(kind.article) \(kind.rawValue)") + advice,
      at: header.syntax.introducerRange ?? header.nameRange,
      fixIts: isStructToBe && !header.isFinal ? fixIts ?? [] : [])
  }

  /// A property of a storage that cannot be a member of its JSON.
  static func storage(_ property: PropertyDeclaration, is obstacle: StorageObstacle) -> Self {
    switch obstacle {
    case .constant: constantMember(property)
    case .noValue: memberWithoutValue(property)
    case .untyped: untypedMember(property)
    case .optionalTwice: memberOptionalTwice(property)
    case .reserved: reservedMember(property)
    case .severalNames, .observed, .wrapped, .conditional: member(property, is: obstacle)
    }
  }

  /// A constant without a value.
  private static func constantMember(_ property: PropertyDeclaration) -> Self {
    let range = property.syntax.introducerRange ?? property.nameRange
    return Self(
      "storage.constant",
      "\(property.title) is read from JSON each time; make it a 'var', 'private(set)' where nobody "
        + "else may assign it, or give the constant a value",
      at: range, fixIts: [FixIt("replace 'let' by 'var'", replacing: range, by: "var")])
  }

  /// A required property without a value.
  private static func memberWithoutValue(_ property: PropertyDeclaration) -> Self {
    let end = property.type?.range.upperBound
    return Self(
      "storage.value-missing",
      "\(property.title) may be missing in JSON; give it a value for then, or make it optional",
      at: property.nameRange,
      fixIts: end.map { [FixIt("make it optional", inserting: "?", at: $0)] } ?? [])
  }

  /// A property whose type is inferred from more than a literal.
  private static func untypedMember(_ property: PropertyDeclaration) -> Self {
    Self(
      "storage.type-missing",
      "the type of \(property.title) is not evident from its value, and the initialiser takes it; "
        + "write the type",
      at: property.nameRange)
  }

  /// A property of an optional of an optional.
  private static func memberOptionalTwice(_ property: PropertyDeclaration) -> Self {
    var type = property.type
    while let wrapped = type?.wrapped, wrapped.isOptional { type = wrapped }
    let fixIts = zip([property.type].compactMap { $0?.range }, [type].compactMap { $0?.spelling })
      .map { FixIt("make it optional once", replacing: $0, by: $1) }
    return Self(
      "storage.optional-twice",
      "\(property.title) is optional twice, and JSON has one null for both; make it optional once",
      at: property.type?.range ?? property.nameRange, fixIts: fixIts)
  }

  /// A property that is called like a member of every storage.
  private static func reservedMember(_ property: PropertyDeclaration) -> Self {
    let name = property.identifier ?? "json"
    let fixIts =
      property.storedAnnotation == nil
      ? [
        FixIt(
          message: "call it '\(name)Value' and the member '\(name)'",
          edits: [
            .init(
              location: property.syntax.range.lowerBound..<property.syntax.range.lowerBound,
              text: "@Stored(json: \"\(name)\") "),
            .init(location: property.nameRange, text: "\(name)Value"),
          ])
      ] : []
    return Self(
      "storage.name-reserved",
      "every storage has a property '\(name)' of its own; give this one another name, with "
        + "'@Stored(json: \"\(name)\")' where the member is called so",
      at: property.nameRange, fixIts: fixIts)
  }

  /// A property whose declaration can have no accessors.
  private static func member(_ property: PropertyDeclaration, is obstacle: StorageObstacle) -> Self
  {
    let rule =
      switch obstacle {
      case .severalNames: "is declared by itself, with one name; write a 'var' for each"
      case .observed: "has no observers; assign it in a function that does the rest"
      case .wrapped: "has no property wrapper; remove that, or make the property private"
      default: "is there in every build; move it out of '#if'"
      }
    let split = obstacle == .severalNames ? property.splitDeclaration : nil
    return Self(
      "storage.property", "a property in JSON \(rule)", at: property.nameRange,
      fixIts: split.map {
        [FixIt("split it", replacing: property.syntax.range, by: $0)]
      } ?? [])
  }

  /// A private property without a value.
  static func storageOtherWithoutValue(_ property: PropertyDeclaration) -> Self {
    Self(
      "storage.private-value-missing",
      "\(property.title) is not in JSON, so that nothing gives it a value; write one",
      at: property.nameRange)
  }

  /// A name of a member that is computed or has an empty part.
  static func storageMemberName(at range: Range<Int>) -> Self {
    Self(
      "storage.name-not-literal",
      "'json' is a string literal, the name of a member, or several with dots between them for one "
        + "inside of others",
      at: range)
  }

  /// Names of members for coders.
  static func storageCodingKeys(_ keys: TypeDeclaration) -> Self {
    Self(
      "storage.coding-keys",
      "a storage reads and writes its JSON by itself, and 'CodingKeys' say nothing to it; name a "
        + "member where its property is, '@Stored(json: \"font-size\")'",
      at: keys.nameRange ?? keys.range)
  }

  /// Two properties for one member, or one inside of the other.
  static func storageMemberTwice(
    _ property: PropertyDeclaration, at path: String, asWellAs other: String
  ) -> Self {
    Self(
      "storage.member-twice",
      "\(property.title) is the member '\(path)', which '\(other)' is, or is part of; give each a "
        + "member of its own",
      at: property.nameRange)
  }

  /// `@Stored` on what is no member of JSON.
  static func storedOutside(
    at range: Range<Int>, isInside: Bool, removing removal: Range<Int>?
  ) -> Self {
    Self(
      "storage.stored-outside",
      isInside
        ? "'@Stored' applies to properties that are in JSON, which private, computed, static and "
          + "lazy ones and constants with a value are not; remove it here"
        : "'@Stored' applies to properties of structs marked '@DictionaryStorage'; remove it here",
      at: range,
      fixIts: removal.map { [FixIt("remove '@Stored'", removing: $0)] } ?? [])
  }
}
