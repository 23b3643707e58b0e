import EntityModel

/// The classes that a model was made of, by the names of their entities.
struct ModelClasses: Sendable {
  private(set) var classes: [String: ClassDescription] = [:]

  /// The entities of the classes, in the order in which they were found.
  private(set) var entities: [Entity] = []

  /// What is wrong with the classes themselves.
  private(set) var problems: [ModelProblem] = []

  /// The snapshots of the model that are stored with the program's sources.
  var snapshots: [SnapshotFile] = []

  /// The migrations that the program makes somewhere, by the numbers of their snapshots.
  var expectedMigrations: [(from: Int, to: Int)] = []

  /// Where relationships lead, by the indices of their entities in the model, when that has been
  /// found out and checked as the program was built.
  var links: [[ModelLink]]?

  /// The classes, in the order of their entities' names.
  var types: [ManagedObject.Type] {
    classes.sorted { $0.key < $1.key }.map(\.value.type)
  }

  /// The description of the class of the entity `name`, or `nil`.
  subscript(name: String) -> ClassDescription? { classes[name] }

  /// Takes in `types` and the entities that they extend, each once, and on demand every class that
  /// one of all these refers to; what fetched properties fetch is left open unless
  /// `resolvingFetches`.
  mutating func collect(
    _ types: [ManagedObject.Type], andTargets: Bool = false, resolvingFetches: Bool = true
  ) {
    var seen: Set<ObjectIdentifier> = []
    var pending = Array(types.reversed())
    while let type = pending.popLast() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      let description = ClassDescription.of(type)
      guard let entity = description.entity else {
        problems.append(
          ModelProblem(
            .notAnEntity, in: "\(type)",
            "'\(type)' is not an entity; annotate the class with '@Entity'"))
        continue
      }
      if classes[entity.name] == nil { classes[entity.name] = description }
      entities.append(resolvingFetches ? description.resolvingFetches(of: entity) : entity)
      if let superclass = description.superclass { pending.append(superclass) }
      if andTargets { pending += description.targets.reversed() }
    }
  }
}

extension ClassDescription {
  /// Returns `entity` with what its fetched properties fetch and its derived attributes are.
  fileprivate func resolvingFetches(of entity: Entity) -> Entity {
    guard !fetches.isEmpty || !derivations.isEmpty else { return entity }
    var entity = entity
    entity.properties = entity.properties.map { property in
      if case .derived(var derived) = property {
        derived.operand = Derivation.operand(of: derived.name, in: type)
        return .derived(derived)
      }
      guard let fetch = fetches[property.name] else { return property }
      return .fetched(fetch())
    }
    return entity
  }
}
