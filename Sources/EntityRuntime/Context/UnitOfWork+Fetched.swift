import EntityModel
import EntityStore

/// Fetched properties; a fetch that fails finds nothing, and the next throwing call throws why.
extension UnitOfWork {
  /// Returns the objects of the fetched property `index` of `owner`.
  func fetchedObjects<Object: ManagedObject>(of owner: ManagedObject, _ index: Int) -> [Object] {
    fetched(of: owner, index, orElse: []) { query, entity in
      try fetch(query, entity, true).compactMap { $0 as? Object }
    }
  }

  /// Returns the number of objects of the fetched property `index` of `owner`.
  func fetchedCount(of owner: ManagedObject, _ index: Int) -> Int {
    fetched(of: owner, index, orElse: 0) { query, entity in try count(query, entity, true) }
  }

  /// Returns the ids of the objects of the fetched property `index` of `owner`.
  func fetchedIdentifiers(of owner: ManagedObject, _ index: Int) -> [ObjectID] {
    fetched(of: owner, index, orElse: []) { query, entity in
      try identifiers(query, entity, true)
    }
  }

  /// Returns the values, by name, of the objects of the fetched property `index` of `owner`.
  func fetchedDictionaries(of owner: ManagedObject, _ index: Int) -> [[String: Any]] {
    fetched(of: owner, index, orElse: []) { query, entity in
      try fetch(query, entity, true).map(\.attributeValues)
    }
  }

  /// Returns what `body` finds for the fetched property `index` of `owner`, or `nothing` if it
  /// throws.
  private func fetched<Result>(
    of owner: ManagedObject, _ index: Int, orElse nothing: Result,
    _ body: (EntityQuery, ManagedEntity) throws -> Result
  ) -> Result {
    guard let fetch = owner.__state.entity.fetches[index] else { return nothing }
    do {
      return try body(fetch.query(for: owner.__state.objectID), entities[fetch.target])
    } catch {
      readFailures.append(error)
      return nothing
    }
  }
}
