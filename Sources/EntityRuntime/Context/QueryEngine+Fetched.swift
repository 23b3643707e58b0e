import EntityModel
import EntityStore

/// Fetched properties; a fetch that fails finds nothing, and the context reports why.
extension QueryEngine {
  /// Returns the objects that the fetched property `index` of `owner` finds, in its order.
  func fetchedObjects<Object: ManagedObject>(of owner: ManagedObject, _ index: Int) -> [Object] {
    fetched(of: owner, index, orElse: []) { query, entity in
      try fetch(query, entity, includesPendingChanges: true).compactMap { $0 as? Object }
    }
  }

  /// Returns how many objects the fetched property `index` of `owner` finds.
  func fetchedCount(of owner: ManagedObject, _ index: Int) -> Int {
    fetched(of: owner, index, orElse: 0) { query, entity in
      try count(query, entity, includesPendingChanges: true)
    }
  }

  /// Returns the ids of the objects that the fetched property `index` of `owner` finds, in its
  /// order.
  func fetchedIdentifiers(of owner: ManagedObject, _ index: Int) -> [ObjectID] {
    fetched(of: owner, index, orElse: []) { query, entity in
      try identifiers(query, entity, includesPendingChanges: true)
    }
  }

  /// Returns the values, by name, of the objects that the fetched property `index` of `owner`
  /// finds, in its order.
  func fetchedDictionaries(of owner: ManagedObject, _ index: Int) -> [[String: Any]] {
    fetched(of: owner, index, orElse: []) { query, entity in
      try fetch(query, entity, includesPendingChanges: true).map(\.attributeValues)
    }
  }

  /// Returns what `body` finds for the fetched property `index` of `owner`, or `none` if it throws.
  private func fetched<Result>(
    of owner: ManagedObject, _ index: Int, orElse none: Result,
    _ body: (EntityQuery, ManagedEntity) throws -> Result
  ) -> Result {
    guard let fetch = owner.__entity.fetches[index] else { return none }
    unit.repeatedReads?.note(owner, index)
    do {
      // A property cannot throw, so that it is read to its end.
      return try session.reading {
        try body(fetch.query(for: owner.__objectID), unit.entities[fetch.target])
      }
    } catch {
      problems.note(owner, index, "its fetch failed: \(error)", underlying: error)
      return none
    }
  }
}
