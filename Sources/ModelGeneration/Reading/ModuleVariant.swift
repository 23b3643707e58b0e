import EntityExpansion
import EntityModel
import SwiftReader

/// The entities of a module as one build sees them, described.
struct ModuleVariant: Sendable {
  let modules: [SourceModule]
  let types: TypeTable

  /// The entities of the model: those of the module itself that can be named in all of it, then
  /// what they extend and refer to in other modules, in the order of sources.
  private(set) var entities: [ModuleEntity] = []

  /// Everything that has been read as an entity, and what turned out to be none.
  private var readEntities: [DeclaredType.Place: ModuleEntity?] = [:]

  /// Every class of the module itself that says it is an entity.
  let headers: [(declared: DeclaredType, header: EntityHeader)]

  /// The types that relationships and superclasses name and that none of the sources declares, by
  /// the property, or the entity for its superclass.
  private(set) var unknownTypes: Set<ModelSubject> = []

  /// References to entities that only their own files can name.
  private(set) var privateTargets: Set<ModelSubject> = []

  /// The attributes whose kind of value the sources do not show, with their types as written.
  private(set) var unresolvedTypes: [String: [String: String]] = [:]

  /// The types of the attributes as written.
  private(set) var typeNames: [String: [String: String]] = [:]

  /// The types, as written and without `?`, of the attributes that are stored as JSON.
  private(set) var codableTypes: [String: [String: String]] = [:]

  /// The default values that literals of standard types make, by entity and attribute.
  private(set) var literalDefaults: [String: [String: StoredValue]] = [:]

  /// The default values that the sources show, those of literals among them, by entity and
  /// attribute.
  private(set) var constantDefaults: [String: [String: StoredValue]] = [:]

  private(set) var model = ObjectModel(entities: [])

  private let conditions: BuildConditions?

  /// Reads `modules`, the first of which is the one whose model is made, as a build under
  /// `conditions` sees them, or everything where there are none.
  init(_ modules: [SourceModule], conditions: BuildConditions?) {
    self.modules = modules
    self.conditions = conditions
    types = TypeTable(modules, conditions: conditions)
    headers = types.declarations.filter { $0.module == 0 }.compactMap { declared in
      declared.entityHeader.map { (declared, $0) }
    }
    collectEntities()
    model = ObjectModel(entities: entities.map { describe($0) })
  }

  /// `true` if everything that the entities refer to is in the sources, and can be named in the
  /// module.
  var isComplete: Bool {
    unknownTypes.isEmpty && privateTargets.isEmpty && entities.allSatisfy(isVisible)
  }

  /// Returns the class that `declared` declares and `header` opens under every combination of
  /// conditions that its properties depend on.
  func declarations(
    of declared: DeclaredType, _ header: EntityHeader
  ) -> [(EntityDeclaration, EntityDescription)] {
    if let read = readEntities[declared.place], let entity = read, !entity.isConditional {
      return [(entity.declaration, entity.description)]
    }
    return EntityVariants(header).declarations.map { ($0, EntityDescription($0)) }
  }

  /// `true` if every module that the module's files import is among those read or comes with the
  /// toolchain.
  var importsOnlyKnownModules: Bool {
    guard let conditions else { return false }
    return modules[0].files.flatMap { $0.tree.flattenedDeclarations }.allSatisfy { declaration in
      guard case .other(let other) = declaration, other.kind == .import else { return true }
      let module = other.name?.split(separator: ".").first.map(String.init) ?? ""
      return conditions.modules.contains(module)
    }
  }

  /// What is wrong with annotations of properties where there is no entity, or no property, and in
  /// which file of the module.
  var strayAnnotations: [(diagnostic: TextDiagnostic, file: Int)] {
    var found: [(diagnostic: TextDiagnostic, file: Int)] = []
    func check(_ declarations: [Declaration], in header: EntityHeader?, file: Int) {
      for declaration in declarations.flatMap({ $0.taken(conditions) }) {
        found += AnnotationCheck(declaration, in: header).diagnostics.map { ($0, file) }
      }
    }
    for (file, source) in modules[0].files.enumerated() {
      check(source.tree.declarations, in: nil, file: file)
    }
    for declared in types.declarations where declared.module == 0 {
      guard let type = declared.type else { continue }
      check(
        type.members, in: EntityHeader(type, inside: declared.surroundings), file: declared.file)
    }
    return found
  }

  /// Returns the location of what `range` holds in the file of `declared`.
  func location(of range: Range<Int>, in declared: DeclaredType) -> FileRange {
    let file = modules[declared.module].files[declared.file]
    return FileRange(range, of: file.tree.text, path: file.path)
  }

  /// Returns the location of `range` in the file of the module at `index`.
  func location(of range: Range<Int>, inFile index: Int) -> FileRange {
    let file = modules[0].files[index]
    return FileRange(range, of: file.tree.text, path: file.path)
  }

  /// `true` if code of the module can name the class.
  func isVisible(_ entity: ModuleEntity) -> Bool {
    switch modules[entity.declared.module].relation {
    case .own: !entity.isPrivate
    case .samePackage: entity.access >= .package
    case .otherPackage: entity.access >= .public
    }
  }

  /// Reads what `declared` declares, once; nil where it is no entity.
  private mutating func entity(_ declared: DeclaredType) -> ModuleEntity? {
    if let read = readEntities[declared.place] { return read }
    let entity = ModuleEntity(declared, in: types, conditions: conditions)
    readEntities[declared.place] = .some(entity)
    return entity
  }

  private mutating func collectEntities() {
    var seen: Set<[String]> = []
    var pending = headers.map(\.declared)
    var next = 0
    while next < pending.count {
      let declared = pending[next]
      next += 1
      guard let entity = entity(declared), !(entity.isPrivate && declared.module == 0)
      else { continue }
      // Two classes of one path are the compiler's matter, and two of one name that of a rule.
      guard declared.module == 0 || seen.insert(["\(declared.module)"] + declared.path).inserted
      else { continue }
      entities.append(entity)
      for name in entity.referredTypes {
        guard let target = types.resolvedType(named: name, for: declared), target.module != 0
        else { continue }
        pending.append(target)
      }
    }
  }
}

// MARK: - Describing

extension ModuleVariant {
  private mutating func describe(_ entity: ModuleEntity) -> Entity {
    var result = Entity(
      entity.name, originalName: entity.description.originalName,
      uniqueKeys: entity.description.uniqueKeys, indexes: entity.description.indexes)
    result.isAbstract = entity.description.isAbstract
    if let name = entity.description.superentity {
      result.superentity = target(name, of: entity, property: nil)
    }
    let declarations = Dictionary(
      entity.declaration.properties.map { ($0.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    for property in entity.description.described {
      switch property.content {
      case .attribute(let arguments):
        let type = declarations[property.identifier]?.type
        result.properties.append(.attribute(attribute(property, type, arguments, of: entity)))
      case .toOne(let arguments):
        if let inverse = arguments.implicitInverse {
          result.properties.append(
            .relationship(
              .toOne(
                property.identifier,
                target(property.type.element, of: entity, property: property.identifier),
                isOptional: property.type.isOptional, inverse: inverse, of: result.name,
                deleteRule: arguments.deleteRule, column: arguments.column,
                originalName: arguments.originalName)))
          continue
        }
        result.properties.append(
          .relationship(
            .toOne(
              property.identifier,
              target(property.type.element, of: entity, property: property.identifier),
              isOptional: property.type.isOptional, inverse: arguments.inverse,
              deleteRule: arguments.deleteRule, column: arguments.column,
              originalName: arguments.originalName)))
      case .toMany(let arguments):
        if let inverse = arguments.implicitInverse {
          result.properties.append(
            .relationship(
              .toMany(
                property.identifier,
                target(property.type.element, of: entity, property: property.identifier),
                inverse: inverse, of: result.name, deleteRule: arguments.deleteRule,
                minimumCount: arguments.minimumCount ?? 0, maximumCount: arguments.maximumCount,
                originalName: arguments.originalName, isOrdered: property.type.isArray)))
          continue
        }
        result.properties.append(
          .relationship(
            .toMany(
              property.identifier,
              target(property.type.element, of: entity, property: property.identifier),
              inverse: arguments.inverse, deleteRule: arguments.deleteRule,
              minimumCount: arguments.minimumCount ?? 0, maximumCount: arguments.maximumCount,
              originalName: arguments.originalName, isOrdered: property.type.isArray)))
      case .fetched(let form, let name, _):
        result.properties.append(
          .fetched(
            Fetched(
              name: property.identifier,
              target: target(name, of: entity, property: property.identifier),
              result: form.result)))
      case .derived(let arguments):
        let type = declarations[property.identifier]?.type
        typeNames[entity.name, default: [:]][property.identifier] = property.type.text
        result.properties.append(
          .derived(
            Derived(
              name: property.identifier,
              type: type.flatMap { types.storageType(of: $0, for: entity.declared) }
                ?? SchemaSnapshot.standIn,
              isOptional: property.type.isOptional, isIndexed: arguments.isIndexed)))
      case .transient: break
      }
    }
    return result
  }

  private mutating func attribute(
    _ property: PropertyDescription, _ written: TypeSyntax?, _ arguments: AttributeArguments,
    of entity: ModuleEntity
  ) -> Attribute {
    typeNames[entity.name, default: [:]][property.identifier] = property.type.text
    let leaves =
      arguments.transform == nil
      ? written.map { types.leaves(of: $0, for: entity.declared) } ?? [] : []
    let type: StorageType? =
      if let transform = arguments.transform {
        types.storedType(ofTransform: transform, for: entity.declared)
      } else if leaves != nil {
        written.flatMap { types.storageType(of: $0, for: entity.declared) }
      } else {
        nil
      }
    let bare = written.map { $0.wrapped ?? $0 }
    if arguments.transform == nil, let type, let bare,
      types.type(named: bare.spelling, for: entity.declared) == nil,
      let value = property.declaration.initializer?.storedValue(as: type)
    {
      literalDefaults[entity.name, default: [:]][property.identifier] = value
    }
    if arguments.transform == nil, let type, let bare,
      let initial = property.declaration.initializer,
      let value = types.constant(initial, of: bare, as: type, for: entity.declared)
    {
      constantDefaults[entity.name, default: [:]][property.identifier] = value
    }
    if type == .json {
      codableTypes[entity.name, default: [:]][property.identifier] =
        bare?.spelling
    }
    if type == nil {
      unresolvedTypes[entity.name, default: [:]][property.identifier] = property.type.text
    }
    var attribute = Attribute(
      name: property.identifier, column: arguments.column, originalName: arguments.originalName,
      type: type ?? SchemaSnapshot.standIn, isOptional: property.type.isOptional,
      isUnique: arguments.options.contains(.unique),
      isIndexed: arguments.options.contains(.indexed), hasDefault: property.hasDefault,
      isSecret: arguments.options.contains(.secret), search: arguments.search,
      isUniqueIgnoringCase: arguments.options.contains(.uniqueIgnoringCase),
      isIndexedIgnoringCase: arguments.options.contains(.indexedIgnoringCase),
      timestamp: arguments.timestamp, leaves: leaves ?? [],
      marksDeletion: arguments.options.contains(.deletedAt),
      undecodable: arguments.options.lazy.compactMap(\.undecodable).first,
      isExternal: arguments.options.contains(.external))
    if arguments.transform == nil, let written {
      attribute.members = types.members(of: written, for: entity.declared)
    }
    return attribute
  }

  /// Returns the name of the entity that `name` means in `entity`, or `name` where it means none.
  private mutating func target(
    _ name: String, of entity: ModuleEntity, property: String?
  ) -> String {
    let subject = ModelSubject(entity: entity.name, property: property)
    guard let found = types.resolvedType(named: name, for: entity.declared) else {
      unknownTypes.insert(subject)
      return name
    }
    guard let target = self.entity(found) else { return name }
    if found.module == 0, target.isPrivate { privateTargets.insert(subject) }
    return target.name
  }
}

extension ModuleEntity {
  /// The types that the entity extends and refers to, as written.
  fileprivate var referredTypes: [String] {
    [description.superentity].compactMap(\.self)
      + description.described.compactMap { property in
        switch property.content {
        case .toOne, .toMany: property.type.element
        case .fetched(_, let entity, _): entity
        case .attribute, .derived, .transient: nil
        }
      }
  }
}

extension FetchedForm {
  /// The form as the description has it.
  fileprivate var result: Fetched.Result {
    switch self {
    case .objects: .objects
    case .count: .count
    case .identifiers: .identifiers
    case .dictionaries: .dictionaries
    }
  }
}
