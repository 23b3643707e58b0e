import EntityGraph

extension ManagedObjectContext {
  /// Returns the object of `type` with `id`.
  ///
  /// - Throws: a `Refusal` of the status 404 if there is none.
  func existing<Object: ManagedObject>(_ type: Object.Type, _ id: ObjectID) throws -> Object {
    guard let object = try object(type, with: id) else { throw Refusal.notFound(id) }
    return object
  }
}
