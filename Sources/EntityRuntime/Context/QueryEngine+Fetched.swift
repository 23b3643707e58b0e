import EntityModel
import EntityStore

/// Fetched properties; a fetch that fails finds nothing, and the context reports why.
extension QueryEngine {
  /// Returns the objects that the fetched property `index` of `owner` finds, in its order.
  func fetchedObjects<Object: ManagedObject>(of owner: ManagedObject, _ index: Int) -> [Object] {
    fetched(of: owner, index, orElse: []) { request, entity in
      try fetch(
        request.query, entity, includesPendingChanges: request.includesPendingChanges
      ).compactMap { $0 as? Object }
    }
  }

  /// Returns how many objects the fetched property `index` of `owner` finds.
  func fetchedCount(of owner: ManagedObject, _ index: Int) -> Int {
    fetched(of: owner, index, orElse: 0) { request, entity in
      try count(
        request.query, entity, includesPendingChanges: request.includesPendingChanges)
    }
  }

  /// Returns the ids of the objects that the fetched property `index` of `owner` finds, in its
  /// order.
  func fetchedIdentifiers(of owner: ManagedObject, _ index: Int) -> [ObjectID] {
    fetched(of: owner, index, orElse: []) { request, entity in
      try identifiers(
        request.query, entity, includesPendingChanges: request.includesPendingChanges)
    }
  }

  /// Returns the values, by name, of the objects that the fetched property `index` of `owner`
  /// finds, in its order.
  func fetchedDictionaries(of owner: ManagedObject, _ index: Int) -> [[String: Any]] {
    fetched(of: owner, index, orElse: []) { request, entity in
      try fetch(
        request.query, entity, includesPendingChanges: request.includesPendingChanges
      ).map { $0.values(at: request.properties) }
    }
  }

  /// Returns what `body` finds for the fetched property `index` of `owner`, or `none` if it throws.
  private func fetched<Result>(
    of owner: ManagedObject, _ index: Int, orElse none: Result,
    _ body: (FetchedRequest, ManagedEntity) throws -> Result
  ) -> Result {
    guard let fetch = owner.__entity.fetches[index] else { return none }
    unit.repeatedReads?.note(owner, index)
    do {
      // A property cannot throw, so that it is read to its end.
      return try session.reading {
        try body(fetch.request(for: owner), unit.entities[fetch.target])
      }
    } catch {
      problems.note(owner, index, "its fetch failed: \(error)", underlying: error)
      return none
    }
  }
}

extension ManagedObject {
  /// The values of the properties at `paths`, by these, of all attributes where there are none;
  /// those that are nil are left out, and a to-one gives the id of what it refers to.
  fileprivate func values(at paths: [PropertyPath]) -> [String: Any] {
    guard !paths.isEmpty else { return attributeValues }
    var values: [String: Any] = [:]
    for path in paths {
      var owner: ManagedObject? = self
      for name in path.names.dropLast() { owner = owner?.value(named: name) as? ManagedObject }
      guard let name = path.names.last, let value = owner?.value(named: name) else { continue }
      values[path.text] = (value as? ManagedObject)?.__objectID ?? value
    }
    return values
  }

  /// The value of the property `name`; `nil` where there is none.
  private func value(named name: String) -> Any? {
    __entity.layout.propertyIndex(name).flatMap { __value($0) }
  }
}
