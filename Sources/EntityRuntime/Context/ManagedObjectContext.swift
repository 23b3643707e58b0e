public import EntityModel
public import EntityStore

/// The unit of work: fetches objects, has one live object for each row, and saves what changed.
///
/// A context is confined: it and its objects are not Sendable. Hold the context for as long as you
/// work with its objects; when it is released, unsaved changes are forgotten.
public final class ManagedObjectContext {
  /// The container that rows come from.
  public let container: PersistentContainer

  /// The work of the context.
  let unit: UnitOfWork

  /// What `save()` does about what others have saved in the meantime; an error unless set.
  public var mergePolicy: MergePolicy = .error

  /// Creates a context for which `caller` has asked; `nil` if the library needs it for itself.
  init(container: PersistentContainer, for caller: Caller? = nil) {
    self.container = container
    unit = UnitOfWork(container, caller)
    unit.context = self
  }

  /// Creates a context nested in `parent`, for which `caller` has asked.
  init(nestedIn parent: ManagedObjectContext, for caller: Caller) {
    container = parent.container
    unit = UnitOfWork(container, caller, in: parent.unit)
    mergePolicy = parent.mergePolicy
    unit.context = self
    unit.tracker.registerNewObjects()
    let nesting = Nesting(unit, in: parent)
    unit.nesting = nesting
    parent.unit.nested.removeAll { $0.unit == nil }
    parent.unit.nested.append(NestedUnit(unit: unit))
    nesting.begin()
  }

  deinit { unit.close() }

  // MARK: Reading

  /// Returns the objects that `request` asks for, in its order.
  ///
  /// Objects that are in the context already are returned with the values they have there. A value
  /// that cannot be read is answered by a placeholder, and the next `save`, `refresh` or end of
  /// `read` reports it.
  ///
  /// - Throws: a `StoreError` when the store fails or the request names what the model does not
  ///   have.
  @inlinable public func fetch<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> [Object] {
    // Inlined, so that the array is built of the user's class at once.
    var objects: [Object] = []
    let room = max(0, min(request.limit ?? 0, 256))
    try __forEach(request) { (object: consuming ManagedObject) in
      if objects.isEmpty { objects.reserveCapacity(room) }
      objects.append(unsafeDowncast(consume object, to: Object.self))
    }
    return objects
  }

  /// Calls `body` with each object that `request` asks for, in its order; all are of its class.
  @usableFromInline func __forEach<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ body: (consuming ManagedObject) -> Void
  ) throws {
    try takeOverCommits()
    let entity = try unit.entity(of: Object.self)
    if !request.prefetched.isEmpty { return try forEachPrefetching(request, entity, body) }
    try unit.queries.forEach(
      request.entityQuery(entity.name), entity,
      includesPendingChanges: request.includesPendingChanges, body)
  }

  /// Returns what `body` does, all of whose reading in this context sees one state of the store,
  /// whatever others write meanwhile.
  ///
  /// Many small fetches and look-ups are several times faster together than one by one, since the
  /// store is locked once. The store has what others write beside its file until `body` ends.
  ///
  /// A read within a read of the same thread sees the same state and takes no further connection,
  /// also of another context, until the thread saves. Over a store in memory reads and writes take
  /// turns.
  ///
  /// - Throws: a `StoreError` if the store cannot be read; `busy` from a save of this context in
  ///   `body`, or of any context over a store in memory; what `body` throws; a `ReadError` with
  ///   everything that could not be read.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    let result = try unit.session.share(body)
    try unit.problems.report()
    return result
  }

  /// What each fetch of the context may cost: at first, what `StoreOptions.budget` says.
  ///
  ///     context.budget = FetchBudget(rows: 1_000, time: .milliseconds(200))
  ///
  /// A fetch that exceeds it throws a `StoreError` of the code `rowBudgetExceeded` or
  /// `timeBudgetExceeded`. A relationship that does so answers as one that cannot be read, and the
  /// next `save`, `refresh` or end of `read` throws the `ReadError`.
  public var budget: FetchBudget {
    get { unit.session.budget }
    set { unit.session.budget = newValue }
  }

  /// Returns the only object that `request` asks for, its limit and offset included.
  ///
  /// - Throws: a `StoreError` with the code `notFound` if there is none, and with `notUnique` if
  ///   there are several.
  public func only<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Object {
    guard let object = try onlyOrNil(request) else {
      throw try unexpectedCount(.notFound, "no object", of: Object.self)
    }
    return object
  }

  /// Returns the only object that `request` asks for, its limit and offset included, or nil when
  /// there is none.
  ///
  /// - Throws: a `StoreError` with the code `notUnique` if there are several.
  public func onlyOrNil<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> Object? {
    let found = try fetch(request.limit(min(request.limit ?? 2, 2)))
    guard found.count < 2 else {
      throw try unexpectedCount(.notUnique, "several objects", of: Object.self)
    }
    return found.first
  }

  /// Returns the error that `found` is what there is of `type` where one was expected.
  func unexpectedCount(
    _ code: StoreError.Code, _ found: String, of type: ManagedObject.Type
  ) throws -> StoreError {
    let entity = try unit.entity(of: type).name
    return StoreError(
      code,
      "\(found) of '\(entity)' \(code == .notFound ? "is" : "are") what was asked for, and one was "
        + "expected",
      entity: entity)
  }

  /// Deletes the objects that `request` asks for, as `delete(_:)` does one, and returns how many:
  /// the next save removes their rows, or notes that they have been deleted softly.
  ///
  /// - Throws: a `StoreError` when the store fails or the request names what the model does not
  ///   have.
  @discardableResult
  public func delete<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
    let found = try fetch(request)
    for object in found { delete(object) }
    return found.count
  }

  /// Returns the first object that `request` asks for, or nil when there is none.
  public func first<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Object? {
    try fetch(request.limit(min(request.limit ?? 1, 1))).first
  }

  /// Returns how many objects `request` asks for, its limit and offset included.
  public func count<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
    try takeOverCommits()
    let entity = try unit.entity(of: Object.self)
    return try unit.queries.count(
      request.entityQuery(entity.name), entity,
      includesPendingChanges: request.includesPendingChanges)
  }

  /// Returns `true` if `request` asks for any object; none is made, and the store stops at the
  /// first.
  ///
  /// - Throws: a `StoreError` when the store fails or the request names what the model does not
  ///   have.
  public func exists<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Bool {
    try !identifiers(request.limit(min(request.limit ?? 1, 1))).isEmpty
  }

  /// Returns the ids of the objects that `request` asks for, in its order.
  public func identifiers<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> [ObjectID] {
    try takeOverCommits()
    let entity = try unit.entity(of: Object.self)
    return try unit.queries.identifiers(
      request.entityQuery(entity.name), entity,
      includesPendingChanges: request.includesPendingChanges)
  }

  /// Returns the object of `type` with `id`, or nil when there is none, any more or of that type.
  ///
  /// One that has been deleted softly, or that does not satisfy a default condition, is found:
  /// `isSoftlyDeleted` says so. The store is asked only for an object that is not in the context.
  /// What the object refers to is loaded for it alone; for objects that are fetched together it is
  /// loaded together.
  @inlinable public func object<Object: ManagedObject>(
    _ type: Object.Type = Object.self, with id: ObjectID
  ) throws -> Object? {
    // Inlined, so that looking for the object need not ask for the class at run time.
    guard let object = try __find(type, with: id) else { return nil }
    return unsafeDowncast(object, to: Object.self)
  }

  /// Returns the object with `id`, which is of `type`, or nil.
  @usableFromInline func __find(
    _ type: ManagedObject.Type, with id: ObjectID
  ) throws -> ManagedObject? {
    if unit.inbox != nil { try takeOverCommits() }
    if let object = unit.queries.heldObject(type, with: id) { return object }
    return try unit.queries.object(type, with: id)
  }

  // MARK: Changing

  /// Returns a new object of `type`, whose attributes have their defaults.
  ///
  /// A required attribute without a default must be given a value before the save.
  public func insert<Object: ManagedObject>(_ type: Object.Type) -> Object {
    let object = type.init(__owner: .inserting(type, in: self))
    object.__fill()
    object.__didInsert(0..<0)
    return object
  }

  /// Deletes `object` at the next save and applies its delete rules now.
  ///
  /// What it cascades to and has not been read is made objects only if somebody asks for it.
  ///
  /// An object with an attribute marked `.deletedAt` is deleted softly, unless it is new: the
  /// attribute becomes the time, the row stays, and requests leave it out. So is what it cascades
  /// to, as far as it can be; what else it is related to stays so, and a rule that denies is
  /// obeyed. `restore(_:)` takes all of that back; `delete(_:permanently:)` has the row go.
  ///
  /// An object of another context is not deleted, and the next save throws a `ValidationError` that
  /// says so: ask this context for the object with its id.
  public func delete(_ object: ManagedObject) {
    guard object.__unit === unit else { return unit.misuses.note(foreignDeletion: object) }
    if object.__entity.deletionDate != nil, !object.__flags.contains(.isInserted) {
      return unit.graph.deleteSoftly(object)
    }
    unit.graph.delete(object, mayLeaveRows: true)
  }

  /// Deletes each of `objects` at the next save, as `delete(_:)` does one.
  public func delete<Objects: Sequence>(_ objects: Objects) where Objects.Element: ManagedObject {
    for object in objects { delete(object) }
  }

  @available(*, unavailable, message: "say of which class: 'try delete(Book.self, with: id)'")
  public func delete(_ id: ObjectID) throws {}

  /// Deletes the object of `type` with `id` at the next save, as `delete(_:permanently:)` does;
  /// `false` if there is none.
  ///
  /// - Throws: a `StoreError` when the store fails.
  @discardableResult
  public func delete<Object: ManagedObject>(
    _ type: Object.Type, with id: ObjectID, permanently: Bool = false
  ) throws -> Bool {
    guard let object = try object(type, with: id) else { return false }
    delete(object, permanently: permanently)
    return true
  }

  // MARK: Saving

  /// `true` if a save would write something, or, of a nested context, change something in its
  /// parent.
  ///
  /// A change that has been taken back by another assignment is none.
  ///
  /// - Complexity: O(1) where the first change still is one, O(objects with changes) at most.
  public var hasChanges: Bool {
    if let nesting = unit.nesting { return !nesting.changes.isEmpty }
    let tracker = unit.tracker
    return tracker.hasInserted || tracker.hasDeletions
      || tracker.changed.contains(where: \.isUpdated)
      || tracker.touched.contains(where: \.isUpdated)
  }

  /// The objects that have no row yet, in the order of their creation. In a nested
  /// context those of its parent are among them.
  public var insertedObjects: [ManagedObject] { unit.tracker.inserted }

  /// The objects that a save would change, in the order of their first change: those whose values
  /// differ from those of their rows, then those whose members of a relationship that is to-many at
  /// both ends do, or whose members have another order.
  ///
  /// - Complexity: O(objects with changes).
  public var updatedObjects: [ManagedObject] {
    let tracker = unit.tracker
    // An object that is changed and touched at once has been looked at.
    let touched = tracker.touched.filter { !$0.__flags.contains(.isChanged) }
    return (tracker.changed + touched).filter {
      !$0.__flags.contains(.isDeleted) && $0.differsFromRow
    }
  }

  /// What could not be read since the last `ReadError`, in the order in which it was found; the
  /// next `save`, `refresh` or end of `read` throws it.
  public var pendingErrors: [ReadError.Problem] { unit.problems.pending }

  /// The objects whose rows are to be removed, in the order of their deletion. In a nested
  /// context those of its parent are among them.
  public var deletedObjects: [ManagedObject] { unit.tracker.deleted }

  /// Writes everything that has changed in one transaction; what others have saved in the meantime
  /// is merged as `mergePolicy` says. A nested context makes its changes in its parent instead, as
  /// `nested()` says.
  ///
  /// - Throws: a `ValidationError` with everything that is not fit to be saved, also after merging;
  ///   a `ConflictError` with everything that does not fit what others have saved, unless merged;
  ///   a `StoreError` when the store refuses; a `ReadError` with everything that could not be read;
  ///   what the policy throws. Nothing is written then, and the context is as it was.
  public func save() throws { try save(merging: mergePolicy) }

  /// Writes everything that has changed in one transaction, as `save()` does; what others have
  /// saved in the meantime is merged as `policy` says.
  public func save(merging policy: MergePolicy) throws {
    if let nesting = unit.nesting { return try nesting.save(merging: policy) }
    do {
      try takeOverCommits()
      unit.undoRecorder?.endGroup()
      let nested = unit.beforeSave()
      // What objects change as they are saved, and what is merged, is nothing to be undone.
      try unit.withoutUndo { try Saver(unit: unit).save(merging: policy) }
      if let nested { unit.didSave(nested) }
    } catch {
      if let conflict = error as? ConflictError { unit.noteConflicts(conflict.conflicts) }
      container.feed.publish(failure: error, author: author)
      throw error
    }
  }

  /// Who makes the changes of this context, as commits say it; `nil` if that is of no interest.
  public var author: String? {
    get { unit.author }
    set { unit.author = newValue }
  }

  /// Has `action` done once, after the changes that are made now have been committed: a message to
  /// be sent, a cache to be emptied.
  ///
  /// In `container.write` the actions run in order before that returns, each once, however often
  /// its closure runs. In a context of your own they run in order, in a task of their own, after
  /// the next save that writes something. A rollback forgets them.
  public func afterCommit(_ action: @escaping @Sendable () async -> Void) {
    unit.commitActions.append(action)
  }

  /// Takes back everything that has changed since the last save; new objects are detached. What an
  /// `undoRecorder` has recorded is forgotten.
  ///
  /// After a conflict, the objects that others have changed are read again when they are next used,
  /// so that the changes can be made again on what others have saved.
  ///
  /// A nested context takes back what has been changed in it, and has what its parent has now.
  public func rollback() {
    unit.problems.forget()
    unit.misuses.forget()
    if let nesting = unit.nesting {
      unit.commitActions = []
      return nesting.begin()
    }
    unit.lifeCycle?.forget()
    unit.pendingConflicts = []
    unit.commitActions = []
    unit.undoRecorder?.removeAll()
    if let observed = unit.observedChanges {
      observed.rollBack(unit.tracker, unit.graph)
    } else {
      unit.tracker.rollBack()
    }
    Refresher(unit: unit).refreshContested()
  }

  /// Throws if what runs is to end: in `container.read` and `container.write`, once the task that
  /// called them has been cancelled or their time is up; in an entity actor, once the task that
  /// called its method has been cancelled. Elsewhere it never throws.
  ///
  /// What reads and saves ends by itself; a closure that computes for long asks here now and then.
  ///
  /// - Throws: `CancellationError`, or a `StoreError` of the code `timedOut`.
  public func checkCancellation() throws { try unit.session.checkCancellation() }
}
