import EntityModel
import EntityStore

/// The entities of an opened container with their classes.
final class ManagedModel: Sendable {
  /// The entities, in the order of the model's.
  let entities: [ManagedEntity]

  /// How many inheritance trees there are.
  let treeCount: Int

  /// The entities by their classes.
  private let entitiesByType: [ObjectIdentifier: ManagedEntity]

  /// Ties `model` to the classes it was made of and to the layout of its store.
  ///
  /// - Throws: a `ModelError` for an entity that no class implements.
  init(_ model: ObjectModel, _ layout: StoreLayout) throws(ModelError) {
    let classes = (model.implementation as? ModelClasses)?.classes ?? [:]
    let roots = model.entities.filter { $0.superentity == nil }.map(\.name)
    let positions = Dictionary(
      model.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })

    var entities: [ManagedEntity] = []
    var missing: [ModelProblem] = []
    for entity in model.entities {
      guard let description = classes[entity.name], let entityLayout = layout.entity(entity.name)
      else {
        missing.append(
          ModelProblem(
            "model.entity.class-missing", in: entity.name,
            "no class stands for the entity '\(entity.name)'; make the model of classes"))
        continue
      }
      entities.append(
        ManagedEntity(
          type: description.type, layout: entityLayout,
          tree: roots.firstIndex(of: entityLayout.rootName) ?? 0,
          relationships: Self.relationships(of: entity.name, model, classes, positions)))
    }
    if !missing.isEmpty { throw ModelError(problems: missing) }
    self.entities = entities
    treeCount = roots.count
    entitiesByType = Dictionary(
      entities.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the entity of `type`, or nil when the class is not in the model.
  func entity(of type: ManagedObject.Type) -> ManagedEntity? {
    entitiesByType[ObjectIdentifier(type)]
  }

  /// Returns the relationships of `entity` by property index.
  private static func relationships(
    of entity: String, _ model: ObjectModel, _ classes: [String: ClassDescription],
    _ positions: [String: Int]
  ) -> [ManagedRelationship?] {
    var result: [ManagedRelationship?] = []
    for owner in model.lineage(of: entity) {
      for property in owner.properties {
        guard let relationship = property.relationship,
          let target = positions[relationship.target],
          let inverseIndex = model.properties(of: relationship.target)
            .firstIndex(where: { $0.name == relationship.inverse }),
          let inverse = model.property(relationship.inverse, of: relationship.target)?.relationship
        else {
          result.append(nil)
          continue
        }
        result.append(
          ManagedRelationship(
            description: relationship, owner: owner.name,
            declaration: .init(entity: positions[owner.name] ?? 0, index: result.count),
            index: result.count, target: target, inverse: inverse, inverseIndex: inverseIndex,
            maker: maker(of: relationship, in: classes[owner.name])))
      }
    }
    return result
  }

  /// Returns what makes the members of `relationship`, which `description` declares.
  private static func maker(
    of relationship: Relationship, in description: ClassDescription?
  ) -> ToManyMaker {
    if let maker = description?.makers[relationship.name] { return maker }
    return { Members<ManagedObject>() }
  }
}

/// The classes that a model was made of, by the names of their entities.
struct ModelClasses: Sendable {
  let classes: [String: ClassDescription]
}
