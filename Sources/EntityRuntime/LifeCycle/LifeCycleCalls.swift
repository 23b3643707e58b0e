import EntityModel
import EntityStore

/// Calls what the objects of one context do in their life cycle.
///
/// There is one only where an entity of the model has a life cycle of its own. While rows are read
/// the user's code must not run, which could read as well: objects awake when the outermost reading
/// has ended.
final class LifeCycleCalls {
  /// The objects whose rows have been read, in order.
  private var awakened: [ManagedObject] = []

  /// The objects that have been read again, in order.
  private var refreshed: [ManagedObject] = []

  /// The objects that are doing what they do after they have been read: reading them again by that
  /// calls them no further.
  private var awaking: Set<ObjectIdentifier> = []

  /// The objects that are doing what they do before they are deleted.
  private var leaving: Set<ObjectIdentifier> = []

  /// `true` while objects do what they do before or after a save.
  private var isSaving = false

  /// `true` if the object that is made next has not all of its first values then.
  private var defersNext = false

  /// How many readings are going on.
  private var depth = 0

  /// The most times that a save asks objects that others have changed in `willSave`.
  private static let mostRounds = 1000

  // MARK: Reading

  /// Notes that the row of `object` has been read.
  func note(awakened object: ManagedObject) {
    guard object.__entity.hasLifeCycle, !isAwaking(object) else { return }
    awakened.append(object)
  }

  /// Notes that `object` has been read again.
  func note(refreshed object: ManagedObject) {
    guard object.__entity.hasLifeCycle, !isAwaking(object) else { return }
    refreshed.append(object)
  }

  private func isAwaking(_ object: ManagedObject) -> Bool {
    !awaking.isEmpty && awaking.contains(ObjectIdentifier(object))
  }

  /// Has `object` do `body`, during which it is called no further for being read.
  private func call(_ object: ManagedObject, _ body: (any ObjectLifeCycle) -> Void) {
    guard let lifeCycle = object.lifeCycle, !isAwaking(object) else { return }
    awaking.insert(ObjectIdentifier(object))
    defer { awaking.remove(ObjectIdentifier(object)) }
    object.__unit.withoutUndo { body(lifeCycle) }
  }

  /// Returns what `body` reads; then the objects awake whose rows it has read.
  func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { awake() }
    }
    return try body()
  }

  private func awake() {
    while !awakened.isEmpty {
      let objects = awakened
      awakened = []
      // What reading changes is nothing that anybody has done and could undo.
      for object in objects { call(object) { $0.awakeFromFetch() } }
    }
  }

  /// Calls the objects that have been read again.
  func didRefresh() {
    if depth == 0 { awake() }
    while !refreshed.isEmpty {
      let objects = refreshed
      refreshed = []
      for object in objects where !object.__flags.contains(.isDetached) {
        call(object) { $0.didRefresh() }
      }
    }
  }

  /// Forgets which objects have been read, since they have the values from before.
  func forget() {
    awakened = []
    refreshed = []
  }

  // MARK: Changing

  /// Has the object that is made next awake when `awake(_:)` is called with it.
  func deferAwakening() { defersNext = true }

  /// Notes that `object` has been made.
  func didInsert(_ object: ManagedObject) {
    guard defersNext else { return awake(object) }
    defersNext = false
  }

  /// Has `object`, which is new and has its first values, awake.
  func awake(_ object: ManagedObject) { object.lifeCycle?.awakeFromInsert() }

  /// Notes that `object` is about to be deleted.
  func willDelete(_ object: ManagedObject) {
    // One that deletes itself, or others that delete it, is deleted then.
    guard leaving.insert(ObjectIdentifier(object)).inserted else { return }
    defer { leaving.remove(ObjectIdentifier(object)) }
    object.lifeCycle?.willDelete()
  }

  /// Has all objects with changes in `tracker` that `isSaved` is true of prepare themselves to be
  /// saved, and those that these change; returns them.
  ///
  /// - Throws: that they go on changing others, or that one of them saves.
  func willSave(
    _ tracker: ChangeTracker, where isSaved: (ManagedObject) -> Bool = { _ in true }
  ) throws(StoreError) -> [ManagedObject] {
    guard !isSaving else {
      throw StoreError(
        .busy,
        "a context cannot be saved by 'willSave' or 'didSave' of its objects; what they change is "
          + "saved by this save or by the next one")
    }
    isSaving = true
    defer { isSaving = false }
    var called: [ManagedObject] = []
    var known: Set<ManagedObject> = []
    var first = 0
    for round in 0..<Self.mostRounds {
      let lists = tracker.inserted + tracker.changed + tracker.touched + tracker.deleted
      let next = lists.filter { object in
        object.__entity.hasLifeCycle && !known.contains(object) && isSaved(object)
          && (!object.__flags.isDisjoint(with: [.isInserted, .isDeleted]) || object.differsFromRow)
      }
      // A new object that is deleted again is none.
      if next.isEmpty { return called.filter { !$0.__flags.contains(.isDetached) } }
      if round == 0 { first = next.count }
      // Objects that make several each are too many long before the last round.
      if round > 8, called.count + next.count > max(10_000, 100 * first) { break }
      for object in next
      where !object.__flags.contains(.isDetached) && known.insert(object).inserted {
        called.append(object)
        object.lifeCycle?.willSave()
      }
    }
    throw StoreError(
      .invalidRequest,
      "'willSave' of '\(called.last?.__entity.name ?? "")' makes or changes further objects each "
        + "time that it is called, so that the save does not end; nothing has been written")
  }

  /// Notes that `objects` have been saved.
  func didSave(_ objects: [ManagedObject]) {
    isSaving = true
    defer { isSaving = false }
    for object in objects { object.lifeCycle?.didSave() }
  }
}

extension ManagedObject {
  /// The object, if its class has a life cycle of its own.
  fileprivate final var lifeCycle: (any ObjectLifeCycle)? {
    __entity.hasLifeCycle ? self as? any ObjectLifeCycle : nil
  }
}
