// What is asked of all objects of a class: `context.fetch(Book.self)` is `context.fetch(Book.all)`.

extension ManagedObjectContext {
  /// Returns all objects of `type`, as `fetch(type.all)` does.
  ///
  /// - Throws: a `StoreError` when the store fails.
  public func fetch<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] {
    try fetch(FetchRequest<Object>())
  }

  /// Returns the first object of `type`, as `first(type.all)` does, or nil when there is none.
  ///
  /// - Throws: a `StoreError` when the store fails.
  public func first<Object: ManagedObject>(_ type: Object.Type) throws -> Object? {
    try first(FetchRequest<Object>())
  }

  /// Returns how many objects of `type` there are, as `count(type.all)` does.
  ///
  /// - Throws: a `StoreError` when the store fails.
  public func count<Object: ManagedObject>(_ type: Object.Type) throws -> Int {
    try count(FetchRequest<Object>())
  }

  /// Returns `true` if there is any object of `type`, as `exists(type.all)` does.
  ///
  /// - Throws: a `StoreError` when the store fails.
  public func exists<Object: ManagedObject>(_ type: Object.Type) throws -> Bool {
    try exists(FetchRequest<Object>())
  }

  /// Deletes all objects of `type`, as `delete(type.all)` does, and returns how many: the next save
  /// removes their rows, or notes that they have been deleted softly.
  ///
  /// - Throws: a `StoreError` when the store fails.
  @discardableResult
  public func delete<Object: ManagedObject>(_ type: Object.Type) throws -> Int {
    try delete(FetchRequest<Object>())
  }

  /// Changes all objects of `type` without making them, as `update(type.all)` does, and returns how
  /// many have changed.
  ///
  /// - Throws: as `update(_:refreshing:_:)`. Nothing has been changed then.
  @discardableResult
  public func update<Object: ManagedObject>(
    _ type: Object.Type, _ assign: (inout Assignments<Object>) throws -> Void
  ) throws -> Int {
    try update(FetchRequest<Object>(), assign)
  }

  /// Deletes all objects of `type` without making them, as `deleteAll(type.all)` does, and returns
  /// how many.
  ///
  /// - Throws: as `deleteAll(_:permanently:refreshing:)`. Nothing has been deleted then.
  @discardableResult
  public func deleteAll<Object: ManagedObject>(_ type: Object.Type) throws -> Int {
    try deleteAll(FetchRequest<Object>())
  }
}
