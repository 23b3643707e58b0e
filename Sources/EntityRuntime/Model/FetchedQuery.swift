import EntityModel
import EntityStore

/// What a fetched property of an opened container fetches, its target resolved.
struct FetchedQuery: Sendable {
  /// The index in the model of the entity whose objects are fetched.
  let target: Int

  /// The query for any owner; without the id of one.
  private let query: EntityQuery

  /// Creates the query of `fetched`, whose target is the entity at index `target`.
  init(_ fetched: Fetched, target: Int) {
    self.target = target
    query = EntityQuery(
      entity: fetched.target, predicate: fetched.predicate, sorting: fetched.sorting,
      visibility: RequestVisibility())
  }

  /// Returns the query for the property of the object with the id `owner`.
  func query(for owner: ObjectID) -> EntityQuery {
    var query = query
    query.source = owner
    return query
  }
}
