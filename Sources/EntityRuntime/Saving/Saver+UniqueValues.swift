import EntityModel
import EntityStore

extension Saver {
  /// Returns `error` with the temporary ids of `objects`, which have permanent ones that nobody
  /// will know, where it is about unique values.
  func named(
    _ error: any Error, _ objects: [ManagedObject], _ temporary: [Int64]
  ) -> any Error {
    guard let error = error as? StoreError, !error.uniqueViolations.isEmpty else { return error }
    var ids: [ObjectID: ObjectID] = [:]
    for (object, id) in zip(objects, temporary) {
      ids[object.__objectID] = ObjectID(entityName: object.__entity.rootName, rowID: id)
    }
    return StoreError(
      uniqueViolations: error.uniqueViolations.map {
        StoreError.UniqueViolation(
          objectID: ids[$0.objectID] ?? $0.objectID, entity: $0.entity, properties: $0.properties,
          ignoresCase: $0.ignoresCase,
          holderID: ids[$0.holderID] ?? $0.holderID)
      }, sqliteCode: error.sqliteCode, sql: error.sql)
  }
}
