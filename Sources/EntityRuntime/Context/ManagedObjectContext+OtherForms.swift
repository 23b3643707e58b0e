public import EntityModel

// What contexts of Core Data have and is another thing here: the compiler names that.

extension ManagedObjectContext {
  /// Refuses the form of Core Data.
  @available(*, unavailable, renamed: "nested()")
  public func newChildContext() -> ManagedObjectContext { nested() }

  /// Refuses the form of Core Data.
  @available(
    *, unavailable, message: "a nested context is made by its parent: 'context.nested()'"
  )
  public convenience init(parent: ManagedObjectContext) { self.init(container: parent.container) }

  /// Refuses to forget everything.
  @available(
    *, unavailable,
    message: """
      take changes back with 'rollback()', let all be read again with 'refreshAll()', or begin \
      another context: 'container.newContext()'
      """
  )
  public func reset() {}

  /// Refuses to insert an object, which belongs to a context from the start.
  @available(
    *, unavailable,
    message: "an object is inserted by being made: 'Book(title: \"Emma\", in: context)'"
  )
  @_disfavoredOverload
  public func insert<Object: ManagedObject>(_ object: Object) {}

  /// Refuses to change one object as those of a request are.
  @available(
    *, unavailable,
    message: """
      an object is assigned to, and saved: 'book.pages = 3'; 'update' changes the objects of a \
      request in the store
      """
  )
  @_disfavoredOverload
  public func update<Object: ManagedObject>(
    _ object: Object, _ assign: (inout Assignments<Object>) throws -> Void
  ) {}

  /// Refuses to delete what a condition finds as one object is.
  @available(
    *, unavailable,
    message: """
      the objects of a request are deleted by 'deleteAll': \
      'try context.deleteAll(Book.where { $0.pages == 0 })'
      """
  )
  @_disfavoredOverload
  public func delete<Object: ManagedObject>(
    _ type: Object.Type, where condition: (Fields<Object>) -> Condition<Object>
  ) {}

  /// Refuses to hand over to a queue, which a context does not have.
  @available(
    *, unavailable,
    message: """
      a context has no queue and is used where it was made; elsewhere write \
      'try await container.write { context in … }' or 'container.read { context in … }'
      """
  )
  public func perform(_ body: () throws -> Void) {}

  /// Refuses to hand over to a queue, which a context does not have.
  @available(
    *, unavailable,
    message: """
      a context has no queue and is used where it was made; elsewhere write \
      'try await container.write { context in … }' or 'container.read { context in … }'
      """
  )
  public func performAndWait(_ body: () throws -> Void) {}
}

extension PersistentContainer {
  /// Refuses a context that all share.
  @available(
    *, unavailable,
    message: "contexts are made where they are used: 'container.newContext()'"
  )
  public var viewContext: ManagedObjectContext { newContext() }

  /// Refuses to let objects out of their context.
  @available(
    *, unavailable,
    message: """
      objects stay in their context; stream what is wanted of each, \
      'container.stream(Book.all) { $0.title }', or values, \
      'container.stream(Book.all, as: Book.Values.self)'
      """
  )
  @_disfavoredOverload
  public func stream<Object: ManagedObject>(
    _ request: FetchRequest<Object>, batch: Int = 500
  ) -> AsyncStream<Object> { AsyncStream { $0.finish() } }

  /// Refuses the form of Core Data.
  @available(
    *, unavailable, message: "write 'try await container.write { context in … }'"
  )
  public func performBackgroundTask(_ body: (ManagedObjectContext) throws -> Void) {}
}

extension ManagedObjectContext {
  /// Refuses another name.
  @available(*, unavailable, message: "say of which class: 'try object(Book.self, with: id)'")
  public func existingObject(with id: ObjectID) throws -> ManagedObject? { nil }

  /// Refuses another name.
  @available(*, unavailable, renamed: "refreshAll()")
  public func refreshAllObjects() {}

  /// Refuses another name.
  @available(*, unavailable, renamed: "refresh(_:mergingChanges:)")
  public func refresh(_ object: ManagedObject, mergeChanges: Bool) {}

  /// Refuses another name.
  @available(*, unavailable, renamed: "followsCommits")
  public var automaticallyMergesChangesFromParent: Bool {
    get { followsCommits }
    set { followsCommits = newValue }
  }

  /// Refuses another name.
  @available(*, unavailable, renamed: "object(_:with:)")
  public func find<Object: ManagedObject>(_ type: Object.Type, _ id: ObjectID) throws -> Object? {
    nil
  }

  /// Refuses another name.
  @available(*, unavailable, renamed: "object(_:with:)")
  public func object<Object: ManagedObject>(_ type: Object.Type, id: ObjectID) throws -> Object? {
    nil
  }

  /// Refuses another name.
  @available(*, unavailable, renamed: "first(_:)")
  public func fetchFirst<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> Object? { nil }

  /// Refuses another name.
  @available(*, unavailable, renamed: "first(_:)")
  public func fetchOne<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Object? {
    nil
  }

  /// Refuses another name.
  @available(*, unavailable, renamed: "fetch(_:)")
  public func fetchAll<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
    []
  }

  /// Refuses to turn an order around.
  @available(
    *, unavailable,
    message: """
      ask for the first in the other order: \
      'try context.first(Book.sorted(by: \\.title, .descending))'
      """
  )
  public func last<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Object? { nil }

  /// Refuses the form of SwiftData.
  @available(*, unavailable, message: "delete all by 'try context.deleteAll(Book.all)'")
  public func delete<Object: ManagedObject>(model: Object.Type) throws {}

  /// Refuses a transaction within a context, which a save is.
  @available(
    *, unavailable,
    message: """
      a save is a transaction; one that reads too, and is tried again where others are in the way, \
      is 'try await container.write { context in … }'
      """
  )
  public func transaction(_ body: () throws -> Void) rethrows {}
}

extension PersistentContainer {
  /// Refuses another name.
  @available(*, unavailable, renamed: "newContext()")
  public func newBackgroundContext() -> ManagedObjectContext { newContext() }

  /// Refuses a context that all share.
  @available(
    *, unavailable,
    message: "contexts are made where they are used: 'container.newContext()'"
  )
  public var mainContext: ManagedObjectContext { newContext() }
}

extension MergePolicy {
  /// Refuses the name of Core Data.
  @available(*, unavailable, message: "write '.byProperty(preferring: .ours)'")
  public static var mergeByPropertyObjectTrump: MergePolicy { .error }

  /// Refuses the name of Core Data.
  @available(*, unavailable, message: "write '.byProperty(preferring: .theirs)'")
  public static var mergeByPropertyStoreTrump: MergePolicy { .error }

  /// Refuses the name of Core Data.
  @available(*, unavailable, renamed: "ours")
  public static var overwrite: MergePolicy { .error }

  /// Refuses the name of Core Data.
  @available(*, unavailable, renamed: "theirs")
  public static var rollback: MergePolicy { .error }
}
