import EntityModel
import EntityStore
import Synchronization

/// Default conditions, which every request of a context obeys.
extension ManagedObjectContext {
  /// Has every request of this context obey `condition` that finds objects of `type`, or asks them
  /// beside those that it finds: the articles of one tenant.
  ///
  ///     try context.setDefaultCondition(for: Article.self) { $0.tenant == tenant }
  ///
  /// It takes the place of the one that has been set for `type` before, here or for the container.
  /// Requests for classes that extend `type` obey it, and those for a class that `type` extends do
  /// not. `request.unscoped()` obeys none. To-many relationships show the members that satisfy it.
  /// An object that is asked for by its id, or that a to-one refers to, is found whatever it is,
  /// and what is inserted or changed is not held against it. Requests within the condition obey no
  /// default condition.
  ///
  /// - Throws: a `StoreError` if the condition names what the model does not have.
  public func setDefaultCondition<Object: ManagedObject>(
    for type: Object.Type, _ condition: (Fields<Object>) -> Condition<Object>
  ) throws {
    let entity = try unit.entity(of: type)
    let tree = Condition<Object>(Fields.condition(condition)).tree
    try container.checkDefaultCondition(tree, of: entity)
    unit.visibility.setCondition(tree, of: entity)
  }

  /// Has every request of this context obey that `flag` is true in the objects of `type`, as the
  /// form with a condition does: `setDefaultCondition(for: Article.self) { $0.isPublic }`.
  public func setDefaultCondition<Object: ManagedObject>(
    for type: Object.Type, _ flag: (Fields<Object>) -> Field<Object, Bool>
  ) throws {
    try setDefaultCondition(for: type) { flag($0).isTrue }
  }

  /// Has requests of this context obey no default condition of `type` any more, neither the one
  /// that has been set here nor that of the container.
  ///
  /// - Throws: a `StoreError` if the class is not in the container's model.
  public func removeDefaultCondition<Object: ManagedObject>(for type: Object.Type) throws {
    unit.visibility.setCondition(nil, of: try unit.entity(of: type))
  }
}

extension PersistentContainer {
  /// Has every request of each context that is made from now on, and of live queries, obey
  /// `condition` that finds objects of `type`, as that of a context does.
  ///
  /// - Throws: a `StoreError` if the class is not in the container's model, or if the condition
  ///   names what the model does not have.
  public func setDefaultCondition<Object: ManagedObject>(
    for type: Object.Type, _ condition: (Fields<Object>) -> Condition<Object>
  ) throws {
    guard let entity = entities.entity(of: type) else {
      throw StoreError(.invalidRequest, Misuses.unknownClass(type))
    }
    let tree = Condition<Object>(Fields.condition(condition)).tree
    try checkDefaultCondition(tree, of: entity)
    defaultVisibility.withLock { $0.setCondition(tree, of: entity) }
  }

  /// Has every request of each context that is made from now on obey that `flag` is true in the
  /// objects of `type`, as the form with a condition does.
  public func setDefaultCondition<Object: ManagedObject>(
    for type: Object.Type, _ flag: (Fields<Object>) -> Field<Object, Bool>
  ) throws {
    try setDefaultCondition(for: type) { flag($0).isTrue }
  }

  /// Refuses `condition` on objects of `entity` if the store cannot be asked for it.
  fileprivate func checkDefaultCondition(
    _ condition: PredicateTree, of entity: ManagedEntity
  ) throws(StoreError) {
    let query = EntityQuery(entity: entity.name, predicate: condition)
    try store.layout.check(query)
    try query.requireObjects(of: storeTag)
  }

  /// Which objects the requests of new contexts find.
  var visibility: Visibility { defaultVisibility.withLock { $0 } }
}
