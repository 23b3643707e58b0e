import EntityStore

/// An entity of which a store has one object, such as the settings of a program.
///
///     extension Settings: SingleObject {}
///
///     let settings = try context.single(Settings.self)
///
/// Every save refuses a second one, whoever has made the first: another context, another process.
/// An object of a class that extends the entity is that one object too.
public protocol SingleObject: ManagedObject {}

extension ManagedObjectContext {
  /// Returns the one object of `type`: the one that the context or the store has, or else a new one
  /// with the defaults of its attributes, to which `fill` may give values.
  ///
  /// A new one is saved at once, in a transaction of its own, so that of all contexts and processes
  /// that ask at the same time one makes it and all have the same; other changes of this context
  /// are saved when it is. So that `fill` may name objects of this context, what the new one is
  /// made to refer to is the same object as the store has it, which has to have been saved.
  ///
  /// Within `container.write`, in a nested context, and where the context is to delete the one that
  /// there was, it is made in this context and saved with the rest. Where the parent of a nested
  /// context has got one meanwhile, the context begins again, as by `refreshAll()`, and has that
  /// one. One that has been deleted softly is found.
  ///
  /// - Throws: a `ValidationError` if the new one is not fit to be saved, or refers to an object
  ///   that has not been saved; a `StoreError` of the code `notUnique` if there are several, and of
  ///   the code `readOnly` if there is none within `read`, where nothing can be saved; what `fill`
  ///   throws.
  public func single<Object: ManagedObject & SingleObject>(
    _ type: Object.Type = Object.self, whenMade fill: (Object) throws -> Void = { _ in }
  ) throws -> Object {
    if let object = try knownSingle(type) { return object }
    let entity = try unit.entity(of: type)
    try entity.requireConcrete()
    if unit.session.isWriting || unit.nesting != nil
      || unit.tracker.deleted.contains(where: { $0 is Object })
    {
      let object = insert(type)
      do {
        try fill(object)
      } catch {
        delete(object)
        throw error
      }
      return object
    }
    guard !unit.session.isShared else {
      throw StoreError(
        .readOnly,
        "'\(entity.name)' has no object yet, and none can be made within 'read', which saves "
          + "nothing; ask for it before", entity: entity.name)
    }
    let other = container.newContext()
    other.author = author
    other.unit.lender = unit
    try fill(other.insert(type))
    other.unit.lender = nil
    do {
      try other.save()
    } catch let error as ValidationError
      where error.problems.allSatisfy({ $0.id == ManagedEntity.secondObject })
    {
      // Others have made it in the meantime, or there is one of another class of the line.
      guard let object = try onlyOrNil(Self.anyObject(of: type)) else { throw error }
      return object
    }
    return try only(Self.anyObject(of: type))
  }

  /// Returns the one object of `type` that there is, here or in the contexts that this one is
  /// nested in; `nil` if there is none, or it is to be deleted here.
  private func knownSingle<Object: ManagedObject & SingleObject>(
    _ type: Object.Type
  ) throws -> Object? {
    if let object = try onlyOrNil(Self.anyObject(of: type)) { return object }
    guard let nesting = unit.nesting, let theirs = try nesting.parent.knownSingle(type),
      !unit.tracker.deleted.contains(where: { $0.__objectID == theirs.__objectID })
    else { return nil }
    nesting.beginAgain()
    return try onlyOrNil(Self.anyObject(of: type))
  }

  /// Returns the request for the objects of `type`, whether requests show them or not.
  private static func anyObject<Object: ManagedObject>(
    of type: Object.Type
  ) -> FetchRequest<Object> { FetchRequest<Object>().includingDeleted().unscoped() }
}

extension UnitOfWork {
  /// Returns what is the same here as `object` of the lender is there; `nil` for an object of
  /// another unit, and for one that has not been saved or cannot be read.
  func borrowed(_ object: ManagedObject?) -> ManagedObject? {
    guard let lender, let object, object.__unit === lender, object.__isLive, object.__rowID > 0
    else { return nil }
    return try? queries.savedObject(object.__rowID, in: object.__entity)
  }
}
