import EntityModel
import EntityStore
import Synchronization

/// The work of one context: connects the parts, each of which owns its state.
///
/// Objects retain the unit and the unit retains changed objects, so that a change is not lost with
/// the last reference to its object. The context that its user holds ends that when it is
/// released (`close()`); objects that outlive it can still be read.
///
/// - Invariant: one live object for each row; the inverses of a relationship agree; every object
///   with changes is listed by the tracker.
final class UnitOfWork {
  /// The container that the unit belongs to.
  let container: PersistentContainer

  /// The live objects, a map for each inheritance tree.
  let maps: [IdentityMap]

  /// Whether members that are objects of each inheritance tree have been loaded since all of them
  /// were forgotten.
  var hasLoadedMembers: [Bool]

  /// What reads and writes.
  let session: ReadSession

  /// What could not be read.
  let problems = ReadProblems()

  /// What the program has done wrong and the next save refuses.
  let misuses = Misuses()

  /// What has changed.
  let tracker: ChangeTracker

  /// What released objects held.
  let releases = ReleaseQueue()

  /// Makes objects of rows.
  let loader: RowLoader

  /// Keeps relationships and their inverses in step.
  let graph: RelationshipGraph

  /// Answers requests.
  let queries: QueryEngine

  /// Reports changes to those who observe objects; `nil` where no entity is observable.
  let observedChanges: ObservedChanges?

  /// `true` if there are `observedChanges`.
  // To ask for these would count a reference with each change of a relationship.
  let reportsChanges: Bool

  /// Calls what objects do in their life cycle; `nil` where no entity has one of its own.
  let lifeCycle: LifeCycleCalls?

  /// Room for the values of one row that are compared or copied, while it is not in use.
  private var scratch: __RowWriter?

  /// How many rows are being compared or copied: one, and more if the user's code that encodes a
  /// value has others compared.
  private var scratchUses = 0

  /// `true` once the context has been released; nothing retains objects from then on.
  private(set) var isClosed = false

  /// Which objects requests find.
  var visibility: Visibility {
    didSet {
      hidesObjects = !visibility.isComplete
      tracker.decidingProperties = hidesObjects ? visibility.decidingProperties : nil
      queries.forgetDerived()
    }
  }

  /// `true` if requests may leave out objects by themselves.
  private(set) var hidesObjects: Bool

  /// `true` while objects are asked whether they are fit to be saved.
  var isValidating = false

  /// Returns `query` with what it does not find as a part of its condition.
  @inline(__always) func restricted(_ query: consuming EntityQuery) -> EntityQuery {
    if !hidesObjects, query.visibility?.deleted != .only { return query }
    return visibility.applied(to: query)
  }

  /// Returns `query` with what it does not find as a part of its condition.
  ///
  /// - Throws: a `StoreError` if it names objects of another store.
  @inline(__always)
  func visible(_ query: consuming EntityQuery) throws(StoreError) -> EntityQuery {
    let query = restricted(query)
    try query.requireObjects(of: container.storeTag)
    return query
  }

  /// Returns `query` with what it does not find as a part of its condition.
  ///
  /// - Throws: a `StoreError` if it names objects of another store.
  func visible(_ query: ResultQuery) throws(StoreError) -> ResultQuery {
    let query = visibility.applied(to: query)
    try query.requireObjects(of: container.storeTag)
    return query
  }

  /// The context, while its user holds it.
  weak var context: ManagedObjectContext?

  /// What counts reads of one object each; `nil` if nobody wants to know.
  let repeatedReads: RepeatedReads?

  /// Who changes objects, as commits say it; `nil` if the program does not.
  var author: String? {
    get { session.author }
    set { session.author = newValue }
  }

  /// What has been saved in the transaction of `container.write`.
  private(set) var saved = SavedChanges()

  /// What is to be done once what has been changed is committed.
  var commitActions: [@Sendable () async -> Void] = []

  /// What others have committed and the context has not taken over; `nil` if it does not follow.
  var inbox: CommitInbox?

  /// The objects of which others have saved what the unit does not have: there was a conflict.
  var contested: Set<ObjectID> = []

  /// The objects that have unsaved changes, and whose rows others have removed.
  private var removedByOthers: Set<ObjectID> = []

  /// The conflicts that were found when commits were taken over.
  var pendingConflicts: [ConflictError.Conflict] = []

  /// The entity that was asked for last; the same one is asked for many times.
  // It is one of the container's, which retains it, so that no reference has to be counted.
  private(set) var lastEntity: Unmanaged<ManagedEntity>?

  /// The batches of the objects that came alone, by tree.
  private var loneBatches: [FetchBatch?]

  /// What records changes to be undone; `nil` if the program does not want that.
  var undoRecorder: UndoRecorder? { didSet { chooseRecorder() } }

  /// How many times the recording has been stopped, and not begun again.
  var undoPauses = 0 { didSet { chooseRecorder() } }

  /// `true` while objects are deleted that did not exist before what is undone, or that have been
  /// deleted in a nested context.
  var isUndoing = false

  /// What makes the context a nested one; `nil` for one that saves to the store.
  var nesting: Nesting?

  /// The unit whose objects may be named while one is made here for it; `nil` where none may.
  var lender: UnitOfWork?

  /// The units of nested contexts, and those that have gone.
  var nested: [NestedUnit] = []

  /// The last temporary id of this process; they count downwards.
  private static let lastTemporaryID = Atomic<Int64>(0)

  /// Returns a temporary id that no other new object has.
  static func nextTemporaryID() -> Int64 {
    lastTemporaryID.subtract(1, ordering: .relaxed).newValue
  }

  /// Creates the unit of work of a new context over `container`, for which `caller` has asked; one
  /// nested in `parent` reads through that.
  init(_ container: PersistentContainer, _ caller: Caller?, in parent: UnitOfWork? = nil) {
    self.container = container
    parent?.tracker.makeUnmade()
    maps = (0..<max(container.entities.treeCount, 1)).map { _ in IdentityMap() }
    hasLoadedMembers = Array(repeating: false, count: maps.count)
    session = parent?.session ?? ReadSession(container.store, caller)
    visibility = parent?.visibility ?? container.visibility
    hidesObjects = !visibility.isComplete
    repeatedReads = container.store.observer.flatMap { RepeatedReads($0, caller) }
    tracker = ChangeTracker(maps, session)
    tracker.decidingProperties = hidesObjects ? visibility.decidingProperties : nil
    loader = RowLoader(container.entities, tracker, session, problems)
    graph = RelationshipGraph(loader)
    queries = QueryEngine(loader, container)
    reportsChanges = container.entities.isObservable
    observedChanges = reportsChanges ? ObservedChanges() : nil
    lifeCycle =
      parent?.lifeCycle ?? (container.entities.hasLifeCycle ? LifeCycleCalls() : nil)
    loneBatches = Array(repeating: nil, count: maps.count)
    session.lifeCycle = lifeCycle
    loader.lifeCycle = lifeCycle
    loader.unit = self
    graph.unit = self
    queries.unit = self
    tracker.maker = { [unowned graph] in graph.makeObjects(of: $0) }
  }

  /// The entities of the container, in the order of the model's.
  var entities: [ManagedEntity] { container.entities.entities }

  /// Returns the entity of `type`.
  ///
  /// - Throws: that the class is not in the container's model.
  func entity(of type: ManagedObject.Type) throws(StoreError) -> ManagedEntity {
    if let last = lastEntity?.takeUnretainedValue(), last.type == type { return last }
    guard let entity = container.entities.entity(of: type) else {
      throw StoreError(.invalidRequest, Misuses.unknownClass(type))
    }
    lastEntity = .passUnretained(entity)
    return entity
  }

  /// Returns the entity called `name`, or `nil` if the container has none.
  func entity(named name: String) -> ManagedEntity? { entities.first { $0.name == name } }

  /// Returns the batch of objects that came alone: made, or asked for by their ids. It names none
  /// of them, so that each loads what it refers to by itself.
  func batchOfLoneObjects(_ tree: Int) -> FetchBatch {
    if let batch = loneBatches[tree] { return batch }
    let batch = FetchBatch(self, tree: tree)
    loneBatches[tree] = batch
    return batch
  }

  /// Returns a fault of `entity` for the row `id`, of which there is no live object, that comes
  /// alone.
  func fault(_ id: Int64, _ entity: ManagedEntity) -> ManagedObject {
    entity.type.init(
      __owner: __Owner(
        batch: batchOfLoneObjects(entity.tree), entity: entity, rowID: id, flags: [.isFault]))
  }

  /// Detaches `object`, whose row others have removed, and which no unsaved change misses; reports
  /// it to those who observe it.
  func detachRemoved(_ object: ManagedObject) {
    observedChanges?.noteAll(of: object)
    tracker.detachRemoved(object)
  }

  /// Returns the owner of a new object of `type`.
  func ownerOfNewObject(of type: ManagedObject.Type) -> __Owner {
    let known = try? entity(of: type)
    let entity = known ?? container.entities.entity(ofUnknown: type)
    let id =
      session.newID(of: entity.layout.table, entity.tree)
      ?? Self.nextTemporaryID()
    if known == nil { misuses.note(unknown: entity, id) }
    if entity.layout.isAbstract { misuses.note(abstract: entity, id) }
    return __Owner(
      batch: batchOfLoneObjects(entity.tree), entity: entity, rowID: id, flags: [.isInserted])
  }

  /// Prepares `object` for a change of the property `index`: reads its row, stores its values,
  /// lists it among the changed.
  func willWrite(_ object: ManagedObject, _ index: Int) {
    if object.__flags.contains(.isFault) { loader.fire(object) }
    tracker.willWrite(object, index)
  }

  /// Returns what `body` makes of a row that it writes.
  ///
  /// Values may be encoded by the user's code, which may ask for the values of objects too.
  func withScratch<Result>(_ body: (__RowWriter) -> Result) -> Result {
    let row = scratch ?? __RowWriter(byteCapacity: 1 << 10)
    scratch = nil
    scratchUses += 1
    defer {
      scratch = row
      scratchUses -= 1
    }
    return body(row)
  }

  /// Regards objects whose values and members are those stored as unchanged, though they have been
  /// assigned to; not while values are compared, since the user's code that encodes one may call.
  func forgetChangesTakenBack() {
    if scratchUses == 0 { tracker.forgetChangesTakenBack() }
  }

  private func chooseRecorder() {
    let recorder = undoPauses == 0 ? undoRecorder : nil
    // What is recorded from then on knows of all that has been deleted.
    if recorder != nil { tracker.makeUnmade() }
    tracker.recorder = recorder
  }

  /// Notes `conflicts`, whose objects are read again once their changes have been taken back.
  func noteConflicts(_ conflicts: [ConflictError.Conflict]) {
    for conflict in conflicts {
      if conflict.theirs == nil {
        removedByOthers.insert(conflict.objectID)
      } else {
        contested.insert(conflict.objectID)
      }
    }
  }

  /// `true` if others were in the way of unsaved changes, which may have been taken back since.
  var hasContested: Bool { !contested.isEmpty || !removedByOthers.isEmpty }

  /// Returns the objects that others were in the way of and that have no unsaved changes any more;
  /// they are no longer noted.
  func takeUncontested() -> [ManagedObject] {
    var found: [ManagedObject] = []
    func isUncontested(_ id: ObjectID) -> Bool {
      guard let entity = entities.first(where: { $0.name == id.entityName }),
        let object = tracker.liveObject(id.rowID, tree: entity.tree)
      else { return true }
      guard object.isAsStored else { return false }
      found.append(object)
      return true
    }
    contested = contested.filter { !isUncontested($0) }
    removedByOthers = removedByOthers.filter { !isUncontested($0) }
    return found
  }

  /// Notes that `changes` have been written: for good, or as a part of `container.write`.
  func didCommit(_ changes: ChangeSet) {
    if session.isWriting { return saved.append(changes) }
    container.feed.publish(changes, author: author, at: session.position, from: self)
    guard !commitActions.isEmpty else { return }
    let actions = commitActions
    commitActions = []
    Task { for action in actions { await action() } }
  }

  /// Releases all objects and what they hold of one another.
  func close() {
    isClosed = true
    inbox = nil
    problems.forget()
    // What has been read is the parent's to call.
    if nesting == nil { lifeCycle?.forget() }
    undoRecorder?.attach(to: nil)
    undoRecorder = nil
    tracker.close()
    // Objects that outlive their context are often many, and hold nothing.
    for map in maps where map.mayHoldObjects {
      for object in map.objects { object.__releaseReferences() }
    }
    for tree in loneBatches.indices { loneBatches[tree] = nil }
    nesting = nil
  }
}
