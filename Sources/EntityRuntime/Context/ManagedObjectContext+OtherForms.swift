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
