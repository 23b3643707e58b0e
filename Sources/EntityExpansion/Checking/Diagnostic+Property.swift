import SwiftReader

// Properties: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// A declaration that cannot be what its annotation, or the lack of one, makes of it.
  static func property(_ property: PropertyDeclaration, is obstacle: PropertyObstacle) -> Self {
    switch obstacle {
    case .constant: constant(property)
    case .shared: sharedProperty(property)
    case .overriding: overridingProperty(property)
    case .severalBindings: severalBindings(property)
    case .pattern: pattern(property)
    case .lazy: lazyProperty(property)
    case .reference: weakProperty(property)
    case .computed: computedProperty(property)
    case .observed: observedProperty(property)
    case .untyped: untypedProperty(property)
    case .isolated: isolatedProperty(property)
    case .wrapped: wrappedProperty(property)
    case .twofold: twoAnnotations(property.annotations[1], property.annotations[0], property)
    case .unkeepable: unkeepableType(property)
    case .notObject: valueRelationship(property)
    }
  }

  /// An annotated `let`.
  private static func constant(_ property: PropertyDeclaration) -> Self {
    let range = property.syntax.introducerRange ?? property.nameRange
    return Self(
      "property.constant",
      "'\(property.kind.spelling)' applies to variables, and \(property.title) is a constant",
      at: range, fixIts: [FixIt("replace 'let' by 'var'", replacing: range, by: "var")])
  }

  /// An annotated `static` or `class` property.
  private static func sharedProperty(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.static",
      "'\(property.kind.spelling)' applies to properties of objects, and \(property.title) belongs "
        + "to the class; remove the annotation",
      at: property.syntax.range(ofModifier: "static", "class") ?? property.nameRange,
      fixIts: property.withoutAnnotation)
  }

  /// An annotated property that overrides another.
  private static func overridingProperty(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.override",
      "\(property.title) cannot override another property, since it has storage and a column of "
        + "its own; give it another name",
      at: property.syntax.range(ofModifier: "override") ?? property.nameRange)
  }

  /// A `var` that declares several properties.
  private static func severalBindings(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.several-in-one",
      "a property of an entity needs a 'var' of its own; declare one property in each",
      at: property.nameRange,
      fixIts: property.splitDeclaration.map {
        [
          FixIt(
            "declare each property in a 'var' of its own", replacing: property.syntax.range, by: $0)
        ]
      } ?? [])
  }

  /// A `var` that takes a tuple apart.
  private static func pattern(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.pattern",
      "a property of an entity needs a single name; declare one property in each 'var'",
      at: property.nameRange)
  }

  /// A lazy property that would be saved.
  private static func lazyProperty(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.lazy",
      "\(property.title) cannot be saved, since it is 'lazy'; remove 'lazy', or mark the property "
        + "'@Ignore'",
      at: property.syntax.range(ofModifier: "lazy") ?? property.nameRange,
      fixIts: property.ignoring)
  }

  /// A weak or unowned reference that would be saved.
  private static func weakProperty(_ property: PropertyDeclaration) -> Self {
    let range = property.syntax.range(ofModifier: "weak", "unowned")
    let word = property.syntax.has(modifier: "weak") ? "weak" : "unowned"
    return Self(
      "property.weak",
      "\(property.title) cannot be saved, since it is '\(word)'; remove '\(word)', or mark the "
        + "property '@Ignore'",
      at: range ?? property.nameRange, fixIts: property.ignoring)
  }

  /// An annotated property that holds nothing.
  private static func computedProperty(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.computed",
      "'\(property.kind.spelling)' applies to stored properties, and \(property.title) is "
        + "computed; remove the annotation",
      at: property.nameRange, fixIts: property.withoutAnnotation)
  }

  /// A property with observers that would be saved.
  private static func observedProperty(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.observed",
      "\(property.title) cannot have observers, since its accessors are generated; remove "
        + "'willSet' and 'didSet', or mark the property '@Ignore'",
      at: property.binding?.accessors?.accessors.first?.range ?? property.nameRange,
      fixIts: property.ignoring)
  }

  /// A property whose type is inferred.
  private static func untypedProperty(_ property: PropertyDeclaration) -> Self {
    let end = property.nameRange.upperBound
    return Self(
      "property.untyped",
      "\(property.title) needs a type annotation, since code is generated before types are "
        + "inferred",
      at: property.nameRange,
      fixIts: property.initializer?.evidentType.map {
        [FixIt("add ': \($0)'", inserting: ": \($0)", at: end)]
      } ?? [])
  }

  /// A property of a global actor.
  private static func isolatedProperty(_ property: PropertyDeclaration) -> Self {
    let annotation = property.syntax.globalActor
    let name = annotation?.name ?? ""
    return Self(
      "property.isolated",
      "\(property.title) cannot belong to an actor, since an object belongs to its context; remove "
        + "'@\(name)'",
      at: annotation?.range ?? property.nameRange,
      fixIts: annotation.map { [FixIt("remove '@\(name)'", removing: $0.removalRange)] } ?? [])
  }

  /// A property with somebody else's annotation, which may be a wrapper, and none of ours.
  private static func wrappedProperty(_ property: PropertyDeclaration) -> Self {
    let name = property.syntax.wrapper?.name ?? ""
    return Self(
      "property.wrapped",
      "\(property.title) cannot be saved where '@\(name)' wraps it; mark the property '@Ignore', or "
        + "'@Attribute' if '@\(name)' is no wrapper",
      at: property.syntax.wrapper?.range ?? property.nameRange,
      fixIts: property.ignoring + [
        FixIt(
          "mark it '@Attribute'", inserting: "@Attribute ", at: property.syntax.range.lowerBound)
      ])
  }

  /// A property with more than one of our annotations, reported at each but the first.
  static func twoAnnotations(
    _ annotation: PropertyAnnotation, _ other: PropertyAnnotation, _ property: PropertyDeclaration
  ) -> Self {
    Self(
      "property.two-annotations",
      "\(property.title) cannot be both '\(other.kind.spelling)' and "
        + "'\(annotation.kind.spelling)'; remove one",
      at: annotation.syntax.range,
      notes: [Note(message: "the other annotation", range: other.syntax.range)],
      fixIts: [
        FixIt("remove '\(annotation.kind.spelling)'", removing: annotation.syntax.removalRange)
      ])
  }

  /// An annotated property of something that is no entity.
  static func outsideEntity(_ annotation: PropertyAnnotation) -> Self {
    Self(
      "property.outside-entity",
      "'\(annotation.kind.spelling)' applies to properties of a class marked '@Entity'",
      at: annotation.syntax.range)
  }

  /// A property whose name is reserved for Swift or generated code.
  static func reservedName(_ property: PropertyDeclaration) -> Self {
    let name = property.identifier ?? ""
    let rest = name.drop { $0 == "_" }
    let other =
      rest.count < name.count && !rest.isEmpty
      ? String(rest) : rest.prefix(1).lowercased() + rest.dropFirst() + "Value"
    return Self(
      "property.name-reserved",
      "'\(name)' cannot name a property of an entity; 'self', 'init', 'Type', 'Protocol' and names "
        + "that begin with '__' are taken; call it '\(other)', with 'json: \"\(name)\"' if it is "
        + "so called in payloads",
      at: property.nameRange)
  }

  /// A property whose name is reserved for the store and gives its column the name.
  static func reservedColumn(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.column-reserved",
      "\(property.title) cannot be stored in a column of its name, since columns that begin with "
        + "'_' are the store's; give it another with 'column:'",
      at: property.nameRange)
  }

  /// A property in the column of another.
  static func duplicateColumn(
    _ column: String, _ property: PropertyDeclaration, _ first: PropertyDeclaration
  ) -> Self {
    Self(
      "property.column-duplicate",
      "'\(first.identifier ?? "")' and \(property.title) are both stored in column '\(column)'; "
        + "give one of them another with 'column:'",
      at: property.columnRange,
      notes: [Note(message: "the first use of the column", range: first.columnRange)])
  }

  /// Two properties for one member of JSON, or one inside of the other.
  static func memberTwice(
    _ path: String, _ property: PropertyDescription, _ other: PropertyDescription
  ) -> Self {
    let name = property.declaration.annotations.first?.argument(labelled: "json")?.value
    return Self(
      "property.member-twice",
      "\(property.declaration.title) is the member '\(path)' of JSON, which '\(other.identifier)' "
        + "is, or is part of; give each a member of its own",
      at: name?.range ?? property.declaration.nameRange,
      notes: [Note(message: "the other property", range: other.declaration.nameRange)])
  }

  /// A second attribute that rows of payloads would find their objects by.
  static func identityTwice(_ property: PropertyDeclaration, _ first: PropertyDeclaration) -> Self {
    Self(
      "property.identity-twice",
      "'\(first.identifier ?? "")' is what objects of the class are known by, and "
        + "\(property.title) is marked '.identity' too; mark one",
      at: property.nameRange,
      notes: [Note(message: "the first identity", range: first.nameRange)])
  }

  /// A property that is not saved and has no value of its own.
  static func missingValue(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.value-missing",
      "\(property.title) needs a value, since objects are also created from the store; give it a "
        + (property.syntax.isLet ? "value" : "default value or make it optional"),
      at: property.nameRange)
  }
}
