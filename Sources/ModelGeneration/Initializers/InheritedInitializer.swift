import EntityExpansion
import SwiftReader

/// The initialiser of a class that takes the properties that the class inherits, then its own.
///
/// The macro, which sees one class, makes one of the class's own properties; this one calls it. It
/// stands in an extension, in a file of its own: what that cannot name it has not, and where a
/// property must be given that it cannot take, there is none.
struct InheritedInitializer {
  private let entity: ModuleEntity

  /// The inherited properties, those of the root first.
  private let inherited: [Inherited]

  /// The parameters, inherited ones first.
  private let parameters: [String]

  /// A label that no initialiser has which the class would override by this one; nil where none has
  /// the labels of this one.
  private let distinction: String?

  /// How far the initialiser can be seen: as far as all that it names.
  let access: Access

  /// What has to be imported for it.
  let imports: InitializerImports

  /// A property that the class inherits.
  private struct Inherited {
    let property: PropertyDescription
    let owner: ModuleEntity
  }

  /// Finds the initialiser of `entity` in `variant`; nil where there can be none, or where it would
  /// take nothing that the class's own does not.
  init?(of entity: ModuleEntity, in variant: ModuleVariant) {
    guard entity.declared.module == 0, entity.description.hasOwnInitializer,
      let ancestors = variant.ancestors(of: entity), !ancestors.isEmpty
    else { return nil }
    let lineage = ancestors + [entity]
    guard lineage.allSatisfy({ !$0.isConditional && !$0.hasAvailability }) else { return nil }

    var inherited: [Inherited] = []
    for owner in ancestors {
      for property in owner.description.parameters {
        if variant.canAssign(property, of: owner), owner.showsValue(of: property) {
          inherited.append(Inherited(property: property, owner: owner))
        } else if !property.hasDefault {
          return nil
        }
      }
    }
    if inherited.isEmpty { return nil }

    var access = min(entity.access, entity.description.initializerAccess, .public)
    for parameter in inherited {
      access = min(access, parameter.owner.access, parameter.property.access)
      // Where no other module extends a class, its values are as visible as its initialiser.
      if parameter.property.value?.isLiteral == false, parameter.owner.description.access < .open {
        access = min(access, parameter.owner.description.initializerAccess)
      }
    }
    var types = TypeQualification(variant, lineage: lineage)
    var parameters: [String] = []
    for parameter in inherited {
      guard
        let text = Self.parameter(parameter.property, of: parameter.owner, &types)
      else { return nil }
      parameters.append(text)
    }
    for property in entity.description.parameters {
      guard !property.declaration.syntax.hasAvailability,
        let text = Self.parameter(property, of: entity, &types)
      else { return nil }
      parameters.append(text)
    }
    // What of other modules the types are made of is not known, nor how far it can be seen.
    if types.namesForeignTypes { access = min(access, .internal) }
    guard access >= .internal else { return nil }

    let labels =
      inherited.map(\.property.identifier) + entity.description.initializerLabels
    guard !variant.hasWrittenInitializer(labels, of: lineage) else { return nil }
    self.entity = entity
    self.inherited = inherited
    self.parameters = parameters
    self.access = access
    imports = types.imports
    distinction =
      Self.isTaken(labels, by: ancestors, inherited) ? "__\(entity.name): Swift.Void = ()" : nil
  }

  /// Returns the parameter for `property` of `owner`; nil where its type cannot be named.
  ///
  /// A value that is more than literals may be made of names that only the file of `owner` can see,
  /// so that the class has it under a name.
  private static func parameter(
    _ property: PropertyDescription, of owner: ModuleEntity, _ types: inout TypeQualification
  ) -> String? {
    let isToMany = if case .toMany = property.content { true } else { false }
    let text = isToMany ? property.type.members : property.type.text
    guard let type = types.name(of: text, in: owner) else { return nil }
    let head = "\(property.name): \(type)"
    if isToMany { return head + " = []" }
    guard let value = property.value else {
      return property.type.isOptional ? head + " = nil" : head
    }
    if value.isLiteral { return head + " = \(value.text)" }
    guard let name = types.name(of: owner.typeName, in: owner) else { return nil }
    return head + " = \(name).__Defaults.\(property.label)"
  }

  /// `true` if one of `ancestors` has a generated initialiser with the argument labels `labels`,
  /// which no extension can override; `inherited` are the properties of all of them.
  private static func isTaken(
    _ labels: [String], by ancestors: [ModuleEntity], _ inherited: [Inherited]
  ) -> Bool {
    ancestors.indices.contains { index in
      let own = ancestors[index].description.initializerLabels
      let places = Set(ancestors[..<index].map(\.declared.place))
      let before = inherited.filter { places.contains($0.owner.declared.place) }
      return labels == own || labels == before.map(\.property.identifier) + own
    }
  }

  /// Adds the extension that has the initialiser.
  ///
  /// Like:
  ///
  ///     extension Recording {
  ///       /// Creates an object in a context, with inherited properties first.
  ///       nonisolated convenience init(
  ///         code: String, counter: Counter? = nil, minutes: Int = 0,
  ///         in __context: EntityGraph.ManagedObjectContext
  ///       ) {
  ///         __context.__deferAwakening()
  ///         self.init(minutes: minutes, in: __context)
  ///         self.code = code
  ///         self.__awake()
  ///         if let counter { self.counter = counter }
  ///       }
  ///     }
  func print(_ writer: inout CodeWriter) {
    let modifier = access > .internal ? "\(access.rawValue) " : ""
    writer.block("extension \(entity.typeName)") { writer in
      writer.line("/// Creates an object in a context, with inherited properties first.")
      let context = ["in __context: EntityGraph.ManagedObjectContext"]
      writer.list(
        "\(modifier)nonisolated convenience init(",
        parameters + context + [distinction].compactMap(\.self), ") {", closesOnOwnLine: true)
      writer.indented(printBody)
      writer.line("}")
    }
  }

  private func printBody(_ writer: inout CodeWriter) {
    writer.line("__context.__deferAwakening()")
    let own = entity.description.parameters.map { "\($0.label): \($0.expression)" }
    writer.list("self.init(", own + ["in: __context"], ")")
    let properties = inherited.map(\.property)
    for property in properties where !property.isRelationship { print(property, &writer) }
    writer.line("self.__awake()")
    for property in properties where property.isRelationship { print(property, &writer) }
  }

  /// Adds the statement that gives `property` its value.
  private func print(_ property: PropertyDescription, _ writer: inout CodeWriter) {
    let name = property.expression
    let assignment = "self.\(property.label) = \(name)"
    switch property.content {
    case .attribute(let arguments) where arguments.timestamp != nil:
      // An object keeps the time by itself where none is given.
      let condition = property.type.isOptional ? "let \(name)" : "\(name) != .distantPast"
      writer.line("if \(condition) { \(assignment) }")
    case .toOne where property.type.isOptional:
      writer.line("if let \(name) { \(assignment) }")
    case .toMany: writer.line("if !\(name).isEmpty { \(assignment) }")
    case .attribute, .toOne, .transient: writer.line(assignment)
    case .fetched, .derived: break
    }
  }
}

extension ModuleEntity {
  /// `true` if the default of `property`, unless literals make it, has a name that the module sees
  /// whose model is made.
  fileprivate func showsValue(of property: PropertyDescription) -> Bool {
    declared.module == 0 || property.value?.isLiteral != false
      || description.access == .open && property.access >= .public
  }

  /// `true` if the class, or what it stands in, is marked with where it is available.
  fileprivate var hasAvailability: Bool {
    declaration.header.syntax.hasAvailability
      || declared.surroundings.contains { $0.hasAvailability }
  }
}

extension DeclarationView {
  /// `true` if the declaration is marked with where it is available, or as deprecated.
  fileprivate var hasAvailability: Bool { !attributes(named: "available").isEmpty }
}

extension ModuleVariant {
  /// Returns the entities that `entity` extends, the root first; nil where the sources do not show
  /// them all, or the module cannot name one.
  fileprivate func ancestors(of entity: ModuleEntity) -> [ModuleEntity]? {
    var found: [ModuleEntity] = []
    var current = entity
    while let name = current.description.superentity {
      guard let declared = types.resolvedType(named: name, for: current.declared),
        let next = entities.first(where: { $0.declared.place == declared.place }),
        isVisible(next), found.count < 64
      else { return nil }
      found.insert(next, at: 0)
      current = next
    }
    return found
  }

  /// `true` if code of the module, in another file, can give `property` of `owner` a value without
  /// a warning.
  fileprivate func canAssign(_ property: PropertyDescription, of owner: ModuleEntity) -> Bool {
    let needed: Access =
      switch modules[owner.declared.module].relation {
      case .own: .internal
      case .samePackage: .package
      case .otherPackage: .public
      }
    return min(property.access, property.declaration.setterAccess) >= needed
      && !property.declaration.syntax.hasAvailability
  }

  /// `true` if the author of one of the classes in `lineage` has written an initialiser with the
  /// argument labels `labels`; of the last class also in an extension.
  fileprivate func hasWrittenInitializer(_ labels: [String], of lineage: [ModuleEntity]) -> Bool {
    if lineage.contains(where: { $0.description.hasInitializer(labels: labels) }) { return true }
    let extensions = lineage.flatMap { types.extensions(of: $0.declared) }
    return extensions.flatMap(\.members).flatMap(\.flattened).compactMap(\.asFunction).contains {
      $0.kind == .initializer && $0.parameters.map { $0.firstName ?? "_" } == labels
    }
  }
}

extension PropertyDescription {
  /// `true` if the property refers to other objects, which it does once its object is awake.
  fileprivate var isRelationship: Bool {
    switch content {
    case .toOne, .toMany: true
    case .attribute, .fetched, .derived, .transient: false
    }
  }
}
