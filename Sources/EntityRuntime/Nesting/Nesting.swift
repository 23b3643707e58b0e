import EntityModel
import EntityStore

/// What makes a context a nested one: the context that it saves into, and what it began from.
///
/// A nested context has its parent's unsaved changes as unsaved changes of its own; what has been
/// changed in it is what differs from these.
final class Nesting {
  /// The context that this one saves into.
  let parent: ManagedObjectContext

  // The unit owns the nesting.
  private unowned let unit: UnitOfWork

  /// What was unsaved when the context began, or was last saved or taken back, as it has it.
  private var base = UnsavedChanges()

  /// The same as the parent had it.
  private var parentBase = UnsavedChanges()

  /// The new objects among it, which stay the same ones.
  private var baseObjects: [ObjectID: ManagedObject] = [:]

  /// What the parent has changed and saved since then.
  private var saved = ParentChanges()

  /// What has been changed in the context and was lost since the parent has saved that it does not
  /// exist.
  private var lost: [ConflictError.Conflict] = []

  init(_ unit: UnitOfWork, in parent: ManagedObjectContext) {
    self.unit = unit
    self.parent = parent
  }

  /// What has been changed in the context since it began, or was last saved or taken back.
  var changes: UnsavedChanges {
    UnsavedChanges(of: unit, orders: base.orders.keys).since(base)
  }

  /// Takes back what has been changed in the context, and has what the parent has now.
  func begin() {
    unit.misuses.forget()
    saved = ParentChanges()
    lost = []
    take(nil, attaching: [:], removing: [])
  }

  /// Has what the parent has now; what has been changed in the context stays.
  func beginAgain() { didSave(beforeSave(), [:], writing: [], removing: []) }

  // MARK: Saving

  /// Makes what has been changed in the context in the parent, merged as `policy` says.
  func save(merging policy: MergePolicy) throws {
    let prepared = try willSave()
    let own = changes
    try validate(own)
    let theirs = parentChanges()
    let merged = try NestedMerge(unit, parent.unit, theirs).merge(own, policy, lost)
    parent.undoGroup { ChangesApplication(merged, to: parent.unit, keepsMissing: true).apply() }
    parent.unit.commitActions += unit.commitActions
    unit.commitActions = []
    begin()
    unit.withoutUndo {
      unit.lifeCycle?.didSave(prepared.filter { !$0.__flags.contains(.isDetached) })
    }
  }

  /// Has the objects that have been changed prepare themselves to be saved, and returns them.
  private func willSave() throws -> [ManagedObject] {
    guard let lifeCycle = unit.lifeCycle else { return [] }
    let (own, others) = (changes.ids, base.ids)
    return try unit.withoutUndo {
      try lifeCycle.willSave(unit.tracker) { object in
        own.contains(object.__objectID) || !others.contains(object.__objectID)
      }
    }
  }

  /// Refuses what is not fit to be saved of what has been changed, which is `own`.
  func validate(_ own: UnsavedChanges) throws {
    try unit.problems.report()
    if own.isEmpty, unit.misuses.isEmpty { return }
    let kept = unit.keepTimestamps()
    defer { unit.takeBack(kept) }
    do {
      try Saver(unit: unit).validate()
    } catch let error as ValidationError {
      // What the parent has not finished yet is for its own save to refuse.
      // What has got or lost members is concerned by these, and not by values that it is to be
      // given yet; what has by their to-ones, by how many there are.
      let (changed, holders) = (own.changedIDs, own.holderIDs)
      let targets = own.targets(unit.entities)
      let misuses = Set(unit.misuses.problems)
      let problems = error.problems.filter { problem in
        let id = problem.objectID
        return changed.contains(id) || misuses.contains(problem)
          || problem.id != "validation.required" && holders.contains(id)
          || problem.id == "validation.count" && targets.contains(id)
      }
      // Values that are taken are for the save of the parent, which may give them up before, and
      // are named only beside what is refused here.
      guard problems.contains(where: { $0.id != "validation.unique" }) else { return }
      throw ValidationError(problems: problems)
    }
  }

  /// What the parent has changed since the context began.
  private func parentChanges() -> ParentChanges {
    var changes = saved
    changes.add(
      UnsavedChanges(of: parent.unit, orders: parentBase.orders.keys).since(parentBase))
    return changes
  }

  // MARK: A save of the parent

  /// What has to be known before the parent saves.
  struct BeforeSave {
    fileprivate let nesting: Nesting
    fileprivate let own: UnsavedChanges
    fileprivate let theirs: ParentChanges
    fileprivate let inner: [BeforeSave]
  }

  /// Returns what has to be known before the parent, or its own, saves to a store.
  func beforeSave() -> BeforeSave {
    BeforeSave(
      nesting: self, own: changes, theirs: parentChanges(),
      inner: unit.nestedUnits.map { $0.beforeSave() })
  }

  /// Has what the parent has now that has been saved: new objects have the ids `ids`, the rows of
  /// those in `written` are others than were read, and those of `gone` have been removed.
  func didSave(
    _ before: BeforeSave, _ ids: [ObjectID: ObjectID], writing written: Set<ObjectID>,
    removing gone: Set<ObjectID>
  ) {
    let own = before.own.renamed(ids, unit.entities).forgettingRows(of: written.union(gone))
    saved = before.theirs.renamed(ids, unit.entities)
    saved.gone.formUnion(gone)
    saved.keepValues(changedIn: own)
    lost += NestedMerge(unit, parent.unit, saved).losses(of: own)
    take(own, attaching: ids, removing: gone)
    for inner in before.inner {
      inner.nesting.didSave(inner, ids, writing: written, removing: gone)
    }
  }

  // MARK: What the parent has

  /// Makes the context have what the parent has now, and then the changes `own` again.
  ///
  /// The objects that `ids` names have rows with other ids, and those with the ids `gone` have none
  /// any more.
  private func take(
    _ own: UnsavedChanges?, attaching ids: [ObjectID: ObjectID], removing gone: Set<ObjectID>
  ) {
    // One that has been deleted in the context since it began is in no list of that.
    let inserted = unit.tracker.inserted.map { ($0.__objectID, $0) }
    let known = baseObjects.merging(inserted) { _, now in now }
    unit.undoRecorder?.removeAll()
    unit.withoutUndo {
      unit.takeBackAll()
      for (former, id) in ids { if let object = known[former] { unit.attach(object, id) } }
      for id in gone {
        guard let entity = unit.entity(named: id.entityName),
          let object = unit.tracker.liveObject(id.rowID, tree: entity.tree)
        else { continue }
        unit.tracker.detachRemoved(object)
      }
      Refresher(unit: unit).refreshAll()
      parentBase = UnsavedChanges(of: parent.unit)
      // What the parent has is had as it is.
      parentBase.formerOrders = [:]
      ChangesApplication(parentBase, to: unit, known: known).apply()
      base = UnsavedChanges(of: unit)
      baseObjects = Dictionary(unit.tracker.inserted.map { ($0.__objectID, $0) }) { $1 }
      guard let own else { return }
      // What the changes refer to, and is gone, is a conflict of the next save.
      unit.problems.ignoringMissingRows {
        ChangesApplication(own, to: unit, known: known).apply()
      }
    }
  }
}

extension UnitOfWork {
  /// The nested contexts of this one that are in use.
  var nestedUnits: [Nesting] { nested.compactMap { $0.unit?.nesting } }

  /// Returns what has to be known before a save, for `didSave` to have it; `nil` where there are no
  /// nested contexts.
  func beforeSave() -> SavedBesideNested? {
    if nested.isEmpty { return nil }
    nested.removeAll { $0.unit == nil }
    return SavedBesideNested(
      nested: nestedUnits.map { $0.beforeSave() },
      inserted: tracker.inserted.map { ($0, $0.__objectID) },
      changed: tracker.changed + tracker.touched, deleted: tracker.deleted)
  }

  /// Has the nested contexts have what has been saved.
  func didSave(_ before: SavedBesideNested) {
    var ids: [ObjectID: ObjectID] = [:]
    for (object, id) in before.inserted where !object.__flags.contains(.isDetached) {
      ids[id] = object.__objectID
    }
    let gone = before.deleted.filter { $0.__flags.contains(.isDetached) }.map(\.__objectID)
    let written = Set(before.changed.map(\.__objectID))
    for nested in before.nested {
      nested.nesting.didSave(nested, ids, writing: written, removing: Set(gone))
    }
  }

  /// Takes back everything that has changed, and reports it to those who observe it.
  fileprivate func takeBackAll() {
    guard let observedChanges else { return tracker.rollBack() }
    observedChanges.rollBack(tracker, graph)
  }

  /// Makes `object`, which was new and belongs to no context, a fault of the row `id`.
  fileprivate func attach(_ object: ManagedObject, _ id: ObjectID) {
    object.__rowID = id.rowID
    object.__batch = batchOfLoneObjects(object.__entity.tree)
    object.__toManys = []
    object.__changes = nil
    object.__unrecognized = [:]
    object.__slab = nil
    object.__versionAndFlags = 0
    object.__flags = [.isFault]
    object.__unload()
    object.__register()
  }
}

/// What is known of a save before it, for nested contexts.
struct SavedBesideNested {
  fileprivate let nested: [Nesting.BeforeSave]
  fileprivate let inserted: [(object: ManagedObject, id: ObjectID)]
  fileprivate let changed: [ManagedObject]
  fileprivate let deleted: [ManagedObject]
}

/// A nested unit, which is not retained.
struct NestedUnit {
  weak var unit: UnitOfWork?
}
