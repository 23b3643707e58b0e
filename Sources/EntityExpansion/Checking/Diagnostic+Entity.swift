import EntityModel
import SwiftReader

// The vocabulary: every complaint of the expander, by the rule that it stands for.
// Docs/Diagnostics.md shows an example and the mend of each, and a test holds the two against each
// other.

// MARK: - Classes

extension Diagnostic where Location == Range<Int> {
  /// A type marked `@Entity` that cannot be an entity.
  static func entity(_ header: EntityHeader, is obstacle: EntityObstacle) -> Self {
    switch obstacle {
    case .notClass: notClass(header)
    case .generic: genericClass(header)
    case .noSuperclass: missingSuperclass(header)
    case .protocolFirst: protocolForSuperclass(header)
    case .insideSuperclass: insideSuperclass(header)
    case .isolated: isolatedClass(header)
    }
  }

  /// `@Entity` on a struct, an enum, an actor, a protocol or an extension.
  private static func notClass(_ header: EntityHeader) -> Self {
    let kind = header.syntax.kind
    let isExtension = kind == .extension
    let fixIts = header.syntax.introducerRange.map {
      [FixIt("replace '\(kind.rawValue)' by 'class'", replacing: $0, by: "class")]
    }
    return Self(
      "entity.not-a-class",
      "'@Entity' applies to classes, and '\(header.identifier)' is "
        + (isExtension ? "extended here" : "\(kind.article) \(kind.rawValue)"),
      at: header.syntax.introducerRange ?? header.nameRange, fixIts: isExtension ? [] : fixIts ?? []
    )
  }

  /// A class with type parameters, its own or those of a type around it.
  private static func genericClass(_ header: EntityHeader) -> Self {
    Self(
      "entity.generic",
      "entity '\(header.identifier)' cannot be generic or stand inside a generic type, since it is "
        + "one entity with one table",
      at: header.nameRange)
  }

  /// A class that inherits from nothing.
  private static func missingSuperclass(_ header: EntityHeader) -> Self {
    Self(
      "entity.superclass-missing",
      "entity '\(header.identifier)' needs a superclass: 'ManagedObject' or another entity",
      at: header.nameRange,
      fixIts: [
        FixIt(
          "inherit from 'ManagedObject'", inserting: ": ManagedObject",
          at: header.nameRange.upperBound)
      ])
  }

  /// A class whose inheritance clause begins with a protocol.
  private static func protocolForSuperclass(_ header: EntityHeader) -> Self {
    let range = header.firstInherited?.range ?? header.nameRange
    return Self(
      "entity.superclass-not-a-class",
      "entity '\(header.identifier)' needs a superclass before its protocols: 'ManagedObject' or "
        + "another entity",
      at: range,
      fixIts: [
        FixIt("inherit from 'ManagedObject'", inserting: "ManagedObject, ", at: range.lowerBound)
      ])
  }

  /// A class among the members of the class that it extends.
  private static func insideSuperclass(_ header: EntityHeader) -> Self {
    Self(
      "entity.inside-superclass",
      "entity '\(header.identifier)' cannot stand inside '\(header.superentity ?? "")', which it "
        + "extends; declare it outside",
      at: header.nameRange)
  }

  /// A class of a global actor.
  private static func isolatedClass(_ header: EntityHeader) -> Self {
    let annotation = header.syntax.globalActor
    let name = annotation?.name ?? ""
    return Self(
      "entity.isolated",
      "entity '\(header.identifier)' cannot belong to an actor, since its objects belong to their "
        + "context; remove '@\(name)'",
      at: annotation?.range ?? header.nameRange,
      fixIts: annotation.map { [FixIt("remove '@\(name)'", removing: $0.removalRange)] } ?? [])
  }

  /// A class whose name is kept for the store.
  static func reservedEntityName(_ header: EntityHeader) -> Self {
    Self(
      "entity.name-reserved",
      "'\(header.identifier)' cannot name an entity; names that begin with '_' or 'sqlite_' are "
        + "the store's",
      at: header.nameRange)
  }

  /// A class whose properties depend on more conditions than code is written for.
  static func tooManyConditions(_ header: EntityHeader) -> Self {
    Self(
      "entity.too-many-conditions",
      "the properties of entity '\(header.identifier)' depend on too many '#if' conditions; put "
        + "them under one",
      at: header.nameRange)
  }

  /// A written initialiser that contexts would call.
  static func ownerInitializer(_ initializer: FunctionDeclaration) -> Self {
    Self(
      "entity.owner-initializer",
      "'init(__owner:)' is generated for every entity; remove this one",
      at: initializer.introducerRange ?? initializer.range)
  }

  /// A written initialiser with the argument labels of the generated one.
  static func duplicateInitializer(_ initializer: FunctionDeclaration, labels: [String]) -> Self {
    let name = "init(\(labels.map { $0 + ":" }.joined()))"
    return Self(
      "entity.initializer-duplicate",
      "'\(name)' is generated from the properties; give this initializer other argument labels",
      at: initializer.introducerRange ?? initializer.range)
  }
}

// MARK: - Properties

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

  /// A property with more than one of our annotations, told at each but the first.
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

  /// A property whose name Swift or generated code keeps for itself.
  static func reservedName(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.name-reserved",
      "'\(property.identifier ?? "")' cannot name a property of an entity; 'self', 'init', 'Type', "
        + "'Protocol' and names that begin with '__' are taken",
      at: property.nameRange)
  }

  /// A property whose name is kept for the store and gives its column the name.
  static func reservedColumn(_ property: PropertyDeclaration) -> Self {
    Self(
      "property.column-reserved",
      "\(property.title) cannot be kept in a column of its name, since columns that begin with '_' "
        + "are the store's; give it another with 'column:'",
      at: property.nameRange)
  }

  /// A property in the column of another.
  static func duplicateColumn(
    _ column: String, _ property: PropertyDeclaration, _ first: PropertyDeclaration
  ) -> Self {
    Self(
      "property.column-duplicate",
      "'\(first.identifier ?? "")' and \(property.title) are both kept in column '\(column)'; give "
        + "one of them another with 'column:'",
      at: property.columnRange,
      notes: [Note(message: "the first use of the column", range: first.columnRange)])
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

// MARK: - Annotations

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
  static func unknownArgument(_ argument: Argument, _ annotation: PropertyAnnotation) -> Self {
    let name = argument.label.map { "'\($0):'" } ?? "without label"
    return Self(
      "annotation.argument-unknown",
      "'\(annotation.kind.spelling)' takes no argument \(name); it takes "
        + annotation.kind.argumentList,
      at: argument.labelRange ?? argument.range)
  }

  /// An argument that is given again.
  static func repeatedArgument(_ argument: Argument, _ annotation: PropertyAnnotation) -> Self {
    Self(
      "annotation.argument-repeated",
      "'\(annotation.kind.spelling)' takes '\(argument.label ?? ""):' once",
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
      "'\(argument.value.spelling)' is no option of an attribute; the options are '.unique' and "
        + "'.indexed'",
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

  /// An original name that no entity and no property can have had.
  static func invalidOriginalName(_ argument: Argument) -> Self {
    Self(
      "property.original-name-invalid",
      "'originalName:' needs the name from before; leave it out where there was no other one",
      at: argument.value.range)
  }

  /// An attribute of a type that no column can hold.
  private static func unkeepableType(_ property: PropertyDeclaration) -> Self {
    Self(
      "attribute.type",
      "\(property.title) cannot be saved, since '\(property.type?.spelling ?? "")' is neither "
        + "Storable nor Codable; use a type that is, or mark the property '@Transient' or "
        + "'@Ignore'",
      at: property.type?.range ?? property.nameRange)
  }
}

// MARK: - Relationships

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

  /// A relationship of type `Set<T>?`.
  static func optionalToMany(
    _ property: PropertyDeclaration, _ type: TypeSyntax, _ wrapped: TypeSyntax
  ) -> Self {
    Self(
      "relationship.to-many-optional",
      "to-many relationship \(property.title) cannot be optional; where there are no objects, the "
        + "set is empty",
      at: type.range,
      fixIts: [
        FixIt(
          "make it '\(wrapped.spelling)'", replacing: type.range, by: wrapped.text)
      ])
  }

  /// A relationship of type `[T]`.
  static func arrayRelationship(
    _ property: PropertyDeclaration, _ type: TypeSyntax, _ element: TypeSyntax
  ) -> Self {
    Self(
      "relationship.array",
      "to-many relationship \(property.title) is a set, since a store keeps no order; use "
        + "'Set<\(element.spelling)>'",
      at: type.range,
      fixIts: [
        FixIt(
          "make it 'Set<\(element.spelling)>'", replacing: type.range, by: "Set<\(element.text)>")
      ])
  }

  /// A relationship to a type that is no class.
  private static func valueRelationship(_ property: PropertyDeclaration) -> Self {
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

// MARK: - Fetched properties

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

  /// A count in some order.
  static func sortedCount(_ argument: Argument) -> Self {
    Self(
      "fetched.count-sorted", "a count has no order; remove 'sortedBy:'", at: argument.range)
  }
}
