import EntityModel
import EntityStore

/// Fetched properties; a fetch that fails finds nothing, and the next throwing call throws why.
extension UnitOfWork {
  func fetchedObjects<Object: ManagedObject>(of owner: ManagedObject, _ index: Int) -> [Object] {
    fetched(of: owner, index) { query, entity in try fetch(query, entity, true) }
      .compactMap { $0 as? Object }
  }

  func fetchedCount(of owner: ManagedObject, _ index: Int) -> Int {
    fetched(of: owner, index) { query, entity in try identifiers(query, entity, true) }.count
  }

  func fetchedIdentifiers(of owner: ManagedObject, _ index: Int) -> [ObjectID] {
    fetched(of: owner, index) { query, entity in try identifiers(query, entity, true) }
  }

  func fetchedDictionaries(of owner: ManagedObject, _ index: Int) -> [[String: Any]] {
    fetched(of: owner, index) { query, entity in try fetch(query, entity, true) }
      .map(\.attributeValues)
  }

  /// Returns what `body` finds for the fetched property `index` of `owner`.
  private func fetched<Element>(
    of owner: ManagedObject, _ index: Int,
    _ body: (EntityQuery, ManagedEntity) throws -> [Element]
  ) -> [Element] {
    let name = propertyName(index, of: owner)
    guard
      let fetched = container.model.property(name, of: owner.__state.entity.name)?.fetched,
      let entity = entities.first(where: { $0.name == fetched.target })
    else { return [] }
    let query = EntityQuery(
      entity: entity.name, predicate: fetched.predicate, sorting: fetched.sorting,
      source: owner.__state.objectID)
    do {
      return try body(query, entity)
    } catch {
      readFailures.append(error)
      return []
    }
  }
}
