import EntityModel
import EntityStore

// Deleting what is deleted softly, for good too, and restoring it.

extension ManagedObjectContext {
  /// Deletes `object` at the next save, as `delete(_:)` does; `permanently`, its row goes even if
  /// the object is deleted softly otherwise, or has been already.
  ///
  /// With a row that goes, all that it cascades to goes too.
  public func delete(_ object: ManagedObject, permanently: Bool) {
    guard permanently else { return delete(object) }
    guard object.__unit === unit else { return unit.misuses.note(foreignDeletion: object) }
    unit.graph.delete(object, mayLeaveRows: true)
  }

  /// Deletes each of `objects` at the next save, as `delete(_:permanently:)` does one.
  public func delete<Objects: Sequence>(_ objects: Objects, permanently: Bool)
  where Objects.Element: ManagedObject {
    for object in objects { delete(object, permanently: permanently) }
  }

  /// Deletes the objects that `request` asks for, as `delete(_:permanently:)` does one, and returns
  /// how many: `context.delete(Article.onlyDeleted(), permanently: true)`.
  ///
  /// - Throws: a `StoreError` when the store fails or the request names what the model does not
  ///   have.
  @discardableResult
  public func delete<Object: ManagedObject>(
    _ request: FetchRequest<Object>, permanently: Bool
  ) throws -> Int {
    let found = try fetch(request)
    for object in found { delete(object, permanently: permanently) }
    return found.count
  }

  /// Takes back that `object` has been deleted softly: the next save makes requests find it again.
  ///
  /// What has been deleted together with it, by cascade, is restored with it; what had been deleted
  /// before stays deleted. Nothing else has changed by the deletion, so that everything is as it
  /// was. An object that has not been deleted softly stays as it is.
  ///
  /// An object of another context is not restored, and the next save throws a `ValidationError`
  /// that says so.
  public func restore(_ object: ManagedObject) {
    guard object.__unit === unit else { return unit.misuses.note(foreignDeletion: object) }
    unit.graph.restore(object)
  }

  /// Restores each of `objects` at the next save, as `restore(_:)` does one.
  public func restore<Objects: Sequence>(_ objects: Objects)
  where Objects.Element: ManagedObject {
    for object in objects { restore(object) }
  }

  /// Restores the objects that `request` asks for, of those that have been deleted softly, at the
  /// next save, as `restore(_:)` does one, and returns how many.
  ///
  /// - Throws: a `StoreError` when the store fails or the request names what the model does not
  ///   have.
  @discardableResult
  public func restore<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
    let found = try fetch(request.onlyDeleted())
    for object in found { restore(object) }
    return found.count
  }

  /// Restores the objects in the store that `request` asks for, of those that have been deleted
  /// softly, at once and without making them, and returns how many: those that are restored with
  /// them do not count.
  ///
  /// The outcome is that of `restore(_:)` and a save. For transactions and unsaved changes see
  /// `update(_:refreshing:_:)`.
  ///
  /// - Throws: a `StoreError` as a save does, and for an entity whose objects are not deleted
  ///   softly.
  @discardableResult
  public func restoreAll<Object: ManagedObject>(
    _ request: FetchRequest<Object>, refreshing: Bool = true
  ) throws -> Int {
    try writingDirectly("restoreAll") {
      try change(request.onlyDeleted(), refreshing) { _ in .restored }
    }
  }

  /// Deletes what `request` finds, or restores it, as `fate` says of objects of its entity, and
  /// returns how many objects that is.
  func change<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ refreshing: Bool,
    _ fate: (ManagedEntity) -> BulkDeletion.Fate
  ) throws -> Int {
    let entity = try unit.entity(of: Object.self)
    let query = try unit.visible(request.entityQuery(entity.name))
    let fate = fate(entity)
    var count = 0
    _ = try BulkWriter(unit: unit).write(refreshing: refreshing) { session in
      let (change, found) = try BulkDeletion.change(query, fate, unit, session)
      count = found
      return change
    }
    return count
  }
}
