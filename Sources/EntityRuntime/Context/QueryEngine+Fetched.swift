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
      ).map { try $0.values(at: request.properties, arePending: request.includesPendingChanges) }
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
  /// The values of the properties and leaves at `paths`, by these, of all attributes where there
  /// are none; those that are nil are left out, and a to-one gives the id of what it refers to.
  ///
  /// They are those before unsaved changes unless `arePending`.
  fileprivate func values(
    at paths: [PropertyPath], arePending: Bool
  ) throws -> [String: Any] {
    let layout = __entity.layout
    let paths =
      paths.isEmpty
      ? layout.properties.filter { $0.attribute != nil }.map { PropertyPath([$0.name]) } : paths
    var values: [String: Any] = [:]
    for path in paths {
      var owner: ManagedObject? = self
      for name in path.names.dropLast() {
        owner = try owner?.value(named: name, isPending: arePending) as? ManagedObject
      }
      guard let name = path.names.last,
        let value = try owner?.value(named: name, isPending: arePending)
      else { continue }
      values[path.text] = (value as? ManagedObject)?.__objectID ?? value
    }
    return values
  }

  /// The value of the property or leaf `name`, that before unsaved changes unless `isPending`;
  /// `nil` where there is none.
  private func value(named name: String, isPending: Bool) throws -> Any? {
    guard let index = __entity.layout.ownerIndex(name) else { return nil }
    let value = isPending ? __value(index) : try savedValue(index)
    guard let path = __entity.layout.leaf(name)?.column.leafPath else { return value }
    let ways = namedWays(of: __entity.accesses[index]?.valueType)
    return ways.first { $0.path == path }?.value(of: value)
  }

  /// The value that the property at `index` had before unsaved changes; `nil` where there is none.
  private func savedValue(_ index: Int) throws -> Any? {
    guard differingProperties.contains(index) else { return __value(index) }
    let stored = originalStoredValue(at: index)
    if let relationship = __entity.relationships[index] {
      guard case .integer(let id) = stored else { return nil }
      return try __unit.queries.savedObject(id, in: __unit.entities[relationship.target])
    }
    if let type = __entity.transforms[index] { return type.anyValue(stored) }
    guard let type = __entity.accesses[index]?.valueType else { return nil }
    let present = flattened(type).present
    if let type = present as? any Storable.Type { return type.init(storedValue: stored) }
    guard let type = present as? any Decodable.Type, case .text(let json) = stored else {
      return nil
    }
    return JSONColumn.value(of: json, as: type)
  }
}
