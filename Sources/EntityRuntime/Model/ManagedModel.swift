import EntityModel
import EntityStore
import Synchronization

/// The entities of an opened container with their classes.
final class ManagedModel: Sendable {
  /// The entities, in the order of the model's.
  let entities: [ManagedEntity]

  /// The same, for those who need not count references to what the model retains.
  let unretainedEntities: [Unmanaged<ManagedEntity>]

  /// The trees that a deletion of an object of an entity concerns beside its own, by the index of
  /// the entity; `nil` where what goes with it is to be made objects, or nothing does.
  let cascades: [[Int]?]

  /// How many inheritance trees there are.
  let treeCount: Int

  /// The entities of classes that are not in the model, by class.
  private let unknown = Mutex<[ObjectIdentifier: ManagedEntity]>([:])

  /// `true` if properties of an entity can be observed.
  let isObservable: Bool

  /// `true` if the objects of an entity have a life cycle of their own.
  let hasLifeCycle: Bool

  /// `true` if there is an entity that has one object.
  let hasSingleObjects: Bool

  /// `true` if objects of an entity can be deleted softly.
  let hasDeletionDates: Bool

  /// `true` if a to-many has a minimum or a maximum.
  let hasLimitedToManys: Bool

  /// `true` if an attribute keeps a time by itself.
  let keepsTimestamps: Bool

  /// The entities by their classes.
  private let entitiesByType: [ObjectIdentifier: ManagedEntity]

  /// Ties `model` to the classes it was made of and to the layout of its store; what fetched
  /// properties fetch is checked if `checksFetches`.
  ///
  /// - Throws: a `ModelError` for an entity that no class implements, and for a fetched property
  ///   that cannot be fetched.
  init(
    _ model: ObjectModel, _ layout: StoreLayout, checksFetches: Bool
  ) throws(ModelError) {
    let classes = model.classes
    let links = classes.links ?? model.resolvedLinks()
    let roots = model.entities.filter { $0.superentity == nil }.map(\.name)
    let indexes = Dictionary(
      model.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })

    let lineages = model.entities.map { entity in
      model.lineage(of: entity.name).compactMap { indexes[$0.name] }
    }
    let properties = lineages.map { $0.flatMap { model.entities[$0].properties } }
    let hidden = model.hiddenEnds()

    var entities: [ManagedEntity] = []
    var missing: [ModelProblem] = []
    for (index, entity) in model.entities.enumerated() {
      guard let description = classes[entity.name], let entityLayout = layout.entity(entity.name)
      else {
        missing.append(
          ModelProblem(
            .missingClass, in: entity.name,
            "no class implements the entity '\(entity.name)'; make the model of classes"))
        continue
      }
      entities.append(
        ManagedEntity(
          type: description.type, layout: entityLayout,
          tree: roots.firstIndex(of: entityLayout.rootName) ?? 0,
          relationships: Self.relationships(
            of: lineages[index], model, properties, links, classes
          )
          .adding(hidden[entityLayout.rootName] ?? [], of: lineages[index], model, indexes),
          fetches: lineages[index].flatMap {
            Self.fetches(of: model.entities[$0], indexes, classes)
          }))
    }
    if !missing.isEmpty { throw ModelError(problems: missing) }
    if checksFetches {
      let problems = entities.flatMap { $0.problemsOfFetches(layout) }
      if !problems.isEmpty { throw ModelError(problems: problems) }
    }
    self.entities = entities
    unretainedEntities = entities.map { .passUnretained($0) }
    cascades = entities.map { CascadeExtent.trees(of: $0, entities) }
    isObservable = entities.contains(where: \.isObservable)
    keepsTimestamps = entities.contains { !$0.timestampIndexes.isEmpty }
    hasLifeCycle = entities.contains(where: \.hasLifeCycle)
    hasSingleObjects = entities.contains { $0.type is any SingleObject.Type }
    hasDeletionDates = entities.contains { $0.deletionDate != nil }
    hasLimitedToManys = entities.contains { $0.limitedRelationships.contains(where: \.isToMany) }
    treeCount = roots.count
    entitiesByType = Dictionary(
      entities.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the entity of `type`, or `nil` when the class is not in the model.
  func entity(of type: ManagedObject.Type) -> ManagedEntity? {
    entitiesByType[ObjectIdentifier(type)]
  }

  /// Returns the entity called `name`, or `nil` when the model has none.
  func entity(named name: String) -> ManagedEntity? { entities.first { $0.name == name } }

  /// Returns an entity for objects of `type`, which is not in the model: they have their values and
  /// refer to nothing, and no save accepts them.
  func entity(ofUnknown type: ManagedObject.Type) -> ManagedEntity {
    unknown.withLock { unknown in
      if let entity = unknown[ObjectIdentifier(type)] { return entity }
      var classes = ModelClasses()
      classes.collect([type])
      let model = ObjectModel(entities: classes.entities)
      let layout =
        StoreLayout(model).entity(type.__entityName)
        ?? StoreLayout(ObjectModel(entities: [Entity("\(type)")])).entities[0]
      let entity = ManagedEntity(
        type: type, layout: layout, tree: 0,
        // Objects that refer to one may look for an implicit inverse.
        relationships: Array(
          repeating: nil,
          count: max(
            layout.properties.count, entities.lazy.map(\.relationships.count).max() ?? 0)),
        fetches: layout.properties.map { _ in nil })
      unknown[ObjectIdentifier(type)] = entity
      return entity
    }
  }

  /// Returns what the own properties of `entity` fetch, `nil` for those that fetch nothing.
  private static func fetches(
    of entity: Entity, _ indexes: [String: Int], _ classes: ModelClasses
  ) -> [FetchedQuery?] {
    entity.properties.map { property in
      guard let fetched = property.fetched, let target = indexes[fetched.target] else { return nil }
      if let make = classes[entity.name]?.fetches[fetched.name] {
        return FetchedQuery(target: target, make)
      }
      return FetchedQuery(target: target) { fetched }
    }
  }

  /// Returns, by property index, the relationships of the last entity of `lineage`, which holds
  /// the indices of entities, each after the one that it extends; `properties` are those of each
  /// entity, inherited ones first.
  private static func relationships(
    of lineage: [Int], _ model: ObjectModel, _ properties: [[Property]], _ links: [[ModelLink]],
    _ classes: ModelClasses
  ) -> [ManagedRelationship?] {
    var result: [ManagedRelationship?] = []
    for owner in lineage {
      let entity = model.entities[owner]
      let start = result.count
      result.append(contentsOf: repeatElement(nil, count: entity.properties.count))
      for link in links[owner] {
        guard let description = entity.properties[link.property].relationship,
          let inverse = description.hiddenInverse
            ?? properties[link.target][link.inverse].relationship
        else { continue }
        let index = start + link.property
        result[index] = ManagedRelationship(
          description: description, owner: entity.name,
          declaration: .init(entity: owner, index: index), index: index, target: link.target,
          inverse: inverse, inverseIndex: link.inverse,
          maker: maker(of: description, in: classes[entity.name]))
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

extension [ManagedRelationship?] {
  /// Returns the relationships of the last entity of `lineage`, which these are, and those of
  /// `hidden` that it has, each at its index.
  fileprivate func adding(
    _ hidden: [ObjectModel.HiddenEnd], of lineage: [Int], _ model: ObjectModel,
    _ indexes: [String: Int]
  ) -> [ManagedRelationship?] {
    var result = self
    for end in hidden {
      result += repeatElement(nil, count: end.index - result.count)
      let (description, target) = (end.relationship, end.relationship.target)
      guard let owner = indexes[end.entity], lineage.contains(owner),
        let targetIndex = indexes[target],
        let inverseIndex = model.inverseIndex(of: description),
        let inverse = model.inverse(of: description)
      else {
        result.append(nil)
        continue
      }
      result.append(
        ManagedRelationship(
          description: description, owner: end.entity,
          declaration: .init(entity: owner, index: end.index), index: end.index,
          target: targetIndex, inverse: inverse, inverseIndex: inverseIndex, isHidden: true,
          maker: { Members<ManagedObject>() }))
    }
    return result
  }
}

extension ManagedEntity {
  /// What is wrong with what the entity's own fetched properties fetch.
  fileprivate func problemsOfFetches(_ layout: StoreLayout) -> [ModelProblem] {
    return zip(self.layout.properties, fetches).compactMap { property, fetch in
      guard let fetch else { return nil }
      do throws(StoreError) {
        try fetch.check(layout, owner: self.layout)
        return nil
      } catch {
        return ModelProblem(
          .impossibleFetch, in: name, property: property.name,
          "'\(name).\(property.name)' cannot be fetched: \(error.message)")
      }
    }
  }
}
