import EntityModel
import EntityStore
import StoreConformance
import TestSupport

/// Objects in dictionaries: what a store and a predicate must agree with.
final class World {
  /// One object.
  struct Object {
    let entity: String
    let id: ObjectID
    var values: [String: StoredValue] = [:]
    var references: [String: ObjectID] = [:]
    /// The objects in each relationship that is to-many at both ends.
    var links: [String: Set<ObjectID>] = [:]
  }

  /// The model.
  let model = AgreementModel.model

  /// The objects.
  private(set) var objects: [ObjectID: Object] = [:]

  /// The ids of the objects in the order of their making.
  private(set) var ids: [ObjectID] = []

  /// Makes up objects, whose NaNs are all the same one unless there are `manyNaNs`.
  init(_ random: inout SeededRandom, manyNaNs: Bool) {
    let trees = [("Group", ["Group"]), ("Tag", ["Tag"]), ("Node", ["Node", "Leaf", "Bud"])]
    for (root, entities) in trees {
      for number in 1...(2 + random.below(8)) {
        let entity = random.pick(entities)
        let id = ObjectID(entityName: root, rowID: Int64(number))
        var object = Object(entity: entity, id: id)
        for property in model.properties(of: entity) {
          guard let attribute = property.attribute else { continue }
          var value = random.pick(AgreementModel.values(attribute.type))
          if case .real(let real) = value, real.isNaN, !manyNaNs { value = .real(.nan) }
          object.values[attribute.name] =
            attribute.isOptional && random.oneIn(3) ? .null : value
        }
        objects[id] = object
        ids.append(id)
      }
    }
    for id in ids { relate(id, &random) }
  }

  /// The ids of the objects that are of `entity` or extend it.
  func ids(of entity: String, withSubentities: Bool = true) -> [ObjectID] {
    ids.filter { id in
      guard let object = objects[id] else { return false }
      return withSubentities
        ? model.lineage(of: object.entity).contains { $0.name == entity }
        : object.entity == entity
    }
  }

  /// The object `id` as the subject of a predicate.
  func subject(_ id: ObjectID) -> WorldSubject { WorldSubject(world: self, subjectID: id) }

  /// Writes all the objects.
  func save(to store: any Store) throws {
    try store.save { changes, layout in
      for id in ids {
        guard let object = objects[id] else { continue }
        var values = object.values
        for (name, other) in object.references { values[name] = .integer(other.rowID) }
        try changes.insert(object.entity, id.rowID, values, in: layout)
        for (name, others) in object.links {
          for other in others {
            try changes.link(object.entity, name, id.rowID, other.rowID, in: layout)
          }
        }
      }
    }
  }

  /// Connects `id` with other objects.
  private func relate(_ id: ObjectID, _ random: inout SeededRandom) {
    guard let entity = objects[id]?.entity else { return }
    for relationship in model.properties(of: entity).compactMap(\.relationship) {
      let targets = ids(of: relationship.target)
      if !relationship.isToMany {
        if !random.oneIn(3), !targets.isEmpty {
          objects[id]?.references[relationship.name] = random.pick(targets)
        }
      } else if model.property(relationship.inverse, of: relationship.target)?.relationship?
        .isToMany == true
      {
        for target in targets where random.oneIn(4) {
          objects[id]?.links[relationship.name, default: []].insert(target)
          objects[target]?.links[relationship.inverse, default: []].insert(id)
        }
      }
    }
  }
}

/// One object of a world.
struct WorldSubject: PredicateSubject {
  let world: World
  let subjectID: ObjectID

  /// The object.
  private var object: World.Object? { world.objects[subjectID] }

  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)? {
    guard let object, let value = object.values[name],
      let attribute = world.model.property(name, of: object.entity)?.attribute
    else { return nil }
    return (attribute.type, value)
  }

  func objects(of scope: ObjectScope) -> [WorldSubject] {
    world.ids(of: scope.entity, withSubentities: scope.includesSubentities).map {
      world.subject($0)
    }
  }

  func relatedObject(_ name: String) -> WorldSubject? {
    object?.references[name].map { world.subject($0) }
  }

  func relatedObjects(_ name: String) -> [WorldSubject] {
    guard let object,
      let relationship = world.model.property(name, of: object.entity)?.relationship,
      let inverse = world.model.property(relationship.inverse, of: relationship.target)?
        .relationship
    else { return [] }
    if inverse.isToMany { return (object.links[name] ?? []).map { world.subject($0) } }
    return world.ids.filter { world.objects[$0]?.references[inverse.name] == subjectID }
      .map { world.subject($0) }
  }
}
