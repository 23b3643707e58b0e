import SwiftReader

// Classes: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

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

  /// An abstract entity that no class can extend.
  static func finalAbstractEntity(_ header: EntityHeader) -> Self {
    let range = header.syntax.modifiers.first { $0.name == "final" }?.range
    return Self(
      "entity.abstract-final",
      "entity '\(header.identifier)' is abstract, so that its objects are of classes that extend "
        + "it; a final class has none",
      at: range ?? header.nameRange)
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

  /// A class that extends one which is no managed object.
  static func superclassNotEntity(_ header: EntityHeader) -> Self {
    Self(
      "entity.superclass-not-an-entity",
      "entity '\(header.identifier)' cannot extend '\(header.superentity ?? "")', which is no "
        + "entity; extend 'ManagedObject' or another entity",
      at: header.firstInherited?.range ?? header.nameRange)
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

  /// A class whose name is reserved for the store.
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

  /// `@Observable` on an entity, whose properties have accessors already.
  static func observableMacro(_ header: EntityHeader, _ macro: Annotation) -> Self {
    Self(
      "entity.observable-macro",
      "'@Observable' cannot observe the properties of entity '\(header.identifier)', which have "
        + "accessors of their own; write '@Entity(.observable)' instead",
      at: macro.range,
      fixIts: [FixIt("remove '@Observable'", removing: macro.removalRange)])
  }

  /// A conformance to Observable where nothing is observed.
  static func observableWithoutOption(
    _ header: EntityHeader, _ conformance: TypeSyntax
  ) -> Self {
    Self(
      "entity.observable-option-missing",
      "the properties of entity '\(header.identifier)' are not observed, though it conforms to "
        + "'Observable'; write '@Entity(.observable)'",
      at: conformance.range)
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

  /// A property that the struct of values has another one of.
  static func objectIDInValues(_ property: PropertyDeclaration) -> Self {
    Self(
      "entity.values-object-id",
      "'objectID' is the id of the object in 'Values'; give the property another "
        + "name, or remove '.values'",
      at: property.nameRange)
  }

  /// A type that has the name of the struct of values.
  static func valuesDeclared(_ type: TypeDeclaration) -> Self {
    Self(
      "entity.values-duplicate",
      "'Values' is generated for an entity with '.values'; give this type another name",
      at: type.nameRange ?? type.range)
  }
}
