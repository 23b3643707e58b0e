import EntityModel
import EntityStore

extension ManagedEntity {
  /// The rule that there is one object of the entity.
  static let secondObject = "validation.single"

  /// Accepts that objects of the entity are inserted without a look at those that there are.
  ///
  /// - Throws: a `ValidationError` if there can be one only.
  func requireSeveral() throws(ValidationError) {
    guard type is any SingleObject.Type else { return }
    throw ValidationError(problems: [
      ValidationError.Problem(
        id: Self.secondObject, objectID: ObjectID(entityName: rootName, rowID: -1), entity: name,
        property: "",
        message: "'\(name)' has one object, which 'context.single(\(name).self)' finds or makes")
    ])
  }
}

extension Saver {
  /// Refuses to insert objects of `plan` that would be the second ones of entities that have one,
  /// as `session` shows them, which excludes all other writers.
  func requireSingleObjects(of plan: SavePlan, _ session: any StoreSession) throws {
    guard unit.container.entities.hasSingleObjects else { return }
    var problems: [ValidationError.Problem] = []
    for object in plan.inserts {
      guard let entity = singleEntity(of: object) else { continue }
      let kept = try session.count(EntityQuery(entity: entity.name))
      let deleted = plan.deletes.count { $0.__entity.extends(entity) }
      let others = plan.inserts.count { $0.__entity.extends(entity) } - 1
      if kept - deleted + others <= 0 { continue }
      problems.append(
        ValidationError.Problem(
          id: ManagedEntity.secondObject, objectID: object.__objectID, entity: entity.name,
          property: "",
          message: "'\(entity.name)' has one object, and there is another one; ask for it by "
            + "'context.single(\(entity.name).self)'"))
    }
    if !problems.isEmpty { throw ValidationError(problems: problems) }
  }

  /// Returns the entity that has `object` for its only one, the first of the line; nil if it may be
  /// one of many.
  private func singleEntity(of object: ManagedObject) -> ManagedEntity? {
    guard object is any SingleObject else { return nil }
    return object.__entity.layout.lineage.lazy.compactMap { unit.entity(named: $0) }
      .first { $0.type is any SingleObject.Type }
  }
}
