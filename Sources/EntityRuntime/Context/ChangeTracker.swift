import EntityModel
import EntityStore

/// What has changed in one context: the objects that are new, changed, deleted or touched.
///
/// It retains them, so that a change is not lost with the last reference to its object.
///
/// - Invariant: every object with changes is listed, once in each list that fits it.
// Each request asks whether the lists are empty. They are changed by nothing that calls others
// meanwhile, so that no two accesses overlap, and none is checked.
final class ChangeTracker {
  /// The live objects.
  private let maps: [IdentityMap]

  /// The objects that have no row yet, in the order of their creation.
  var inserted: [ManagedObject] {
    if discardedCount > 0 { removeDiscarded() }
    return listed
  }

  /// Those, and the ones that have been discarded since the list was asked for.
  @exclusivity(unchecked) private var listed: [ManagedObject] = []

  /// How many of the listed have been discarded.
  // Removing each as it is discarded would go through all others.
  @exclusivity(unchecked) private var discardedCount = 0

  /// `true` if there are objects that have no row yet.
  var hasInserted: Bool { listed.count > discardedCount }

  /// The objects whose rows are to be changed, in the order of their first change.
  @exclusivity(unchecked) private(set) var changed: [ManagedObject] = []

  /// The objects whose rows are to be removed, in the order of their deletion; those are made that
  /// have not been.
  var deleted: [ManagedObject] {
    makeUnmade()
    return made
  }

  /// Those of them that have been made.
  @exclusivity(unchecked) private var made: [ManagedObject] = []

  /// The rows that are to be removed and have not been made objects; `nil` if there are none.
  private(set) var unmade: UnmadeDeletions?

  /// What reads for the context.
  private let session: ReadSession

  /// Makes objects of rows that are to be removed.
  var maker: ((UnmadeDeletions) -> Void)?

  /// The objects retained because to-many relationships of theirs have unsaved members.
  @exclusivity(unchecked) private(set) var touched: [ManagedObject] = []

  /// The objects that have been deleted softly, as a deletion does it and no assignment, and that
  /// have not been restored so.
  private(set) var deletedSoftly: Set<ManagedObject> = []

  /// `true` if something may refer to an object that is deleted or belongs to no context: there
  /// has been one.
  var mayReferToDeleted = false

  /// `true` once the context has been released; nothing is retained from then on.
  private var isClosed = false

  /// The objects that have values of unique attributes that their rows do not have.
  private var unsavedHolders = UnsavedHolders()

  /// `true` if objects have been looked for by a value.
  private var looksForHolders = false

  /// `true` if new objects are in the maps too.
  ///
  /// Few are ever looked for by their temporary ids, so that the maps know of none before that.
  private(set) var knowsNewObjects = false

  /// The properties that decide whether requests find an object, by the index of its entity; `nil`
  /// if more than these decides.
  var decidingProperties: [PropertySet]? { didSet { noteOtherValues() } }

  /// Grows with each change by which requests may find an object that they have left out, or leave
  /// one out that they have found, as far as `decidingProperties` say it.
  private(set) var visibilityVersion = 0

  /// What records changes to be undone; `nil` if nothing does at this moment.
  var recorder: UndoRecorder?

  /// How often objects may have lost their changes, so that these begin again.
  private(set) var timesForgotten = 0

  /// `true` if a new object may have the id of a row that has been removed: a deletion has been
  /// undone.
  var hasInsertedAgain = false

  /// What was given values in the object that was made last; those made alike share it.
  private var lastAssigned: (range: Range<Int>, changes: __Snapshot)?

  /// The same of the object that was last made of a row.
  private var lastTaken: __Snapshot?

  init(_ maps: [IdentityMap], _ session: ReadSession) {
    self.maps = maps
    self.session = session
  }

  /// `true` if there is something to save or to take back.
  var hasChanges: Bool {
    hasInserted || !changed.isEmpty || !made.isEmpty || !touched.isEmpty
  }

  /// `true` if rows are to be removed.
  var hasDeletions: Bool { !made.isEmpty }

  /// `true` if there are no changes but the deletion of as many objects as `count` says, and of
  /// what goes with them.
  func hasOnlyDeletions(of count: Int) -> Bool {
    !hasInserted && changed.isEmpty && touched.isEmpty && deletedSoftly.isEmpty
      && made.count == count
  }

  /// Has `rows` removed without making objects of them, until somebody asks what is deleted or
  /// reads.
  func leave(_ rows: UnmadeDeletions) {
    unmade = rows
    session.willRead = { [unowned self] in makeUnmade() }
  }

  /// Makes objects of the rows that are to be removed and have none.
  @inline(__always) func makeUnmade() {
    if unmade != nil { makeObjects() }
  }

  private func makeObjects() {
    guard let rows = unmade else { return }
    forgetUnmade()
    maker?(rows)
  }

  private func forgetUnmade() {
    guard unmade != nil else { return }
    unmade = nil
    session.willRead = nil
  }

  /// `true` if an object of one of `trees` has unsaved changes.
  func isChanged(in trees: Set<Int>) -> Bool {
    guard hasChanges, !trees.isEmpty else { return false }
    return [inserted, changed, deleted, touched].contains { objects in
      objects.contains { trees.contains($0.__entity.tree) }
    }
  }

  /// Returns the live object `id` of the tree `tree`, or `nil`.
  @inline(__always) func liveObject(_ id: Int64, tree: Int) -> ManagedObject? {
    if id < 0, !knowsNewObjects { registerNewObjects() }
    makeUnmade()
    return maps[tree][id]
  }

  /// Has new objects found by their ids, which are permanent ones, from their creation on.
  func registerNewObjects() {
    knowsNewObjects = true
    for object in inserted { object.__register() }
  }

  // MARK: Noting changes

  /// Registers a new object, whose properties in `assigned` have been given values.
  func insert(_ object: ManagedObject, assigned: Range<Int>) {
    if lastAssigned?.range != assigned {
      let changes = __Snapshot(hasValues: false, after: nil)
      for index in assigned { changes.properties.insert(index) }
      changes.isShared = true
      lastAssigned = (assigned, changes)
    }
    object.__changes = lastAssigned?.changes
    register(inserted: object)
  }

  /// Registers a new object, whose properties `assigned`, and `indexes`, a row has given values.
  func insert(_ object: ManagedObject, taking assigned: PropertySet, _ indexes: some Sequence<Int>)
  {
    if lastTaken?.properties != assigned {
      let changes = __Snapshot(hasValues: false, after: nil)
      changes.properties = assigned
      changes.isShared = true
      lastTaken = changes
    }
    object.__changes = lastTaken
    register(inserted: object)
    guard decidingProperties != nil || looksForHolders else { return }
    for index in indexes {
      if let decidingProperties { note(object, index, decidingProperties) }
      if looksForHolders { unsavedHolders.willWrite(object, index, inserted: listed) }
    }
  }

  private func register(inserted object: ManagedObject) {
    listed.append(object)
    if let recorder { recorder.didInsert(object) }
    if knowsNewObjects { object.__register() }
  }

  /// Notes that the property `index` of `object`, which is no fault, is given a value: stores the
  /// values from before its first change and lists it among the changed.
  ///
  /// What belongs to no context any more is changed by itself and never saved.
  func willWrite(_ object: ManagedObject, _ index: Int) {
    if isClosed { return reportRelease(object, index) }
    if let decidingProperties { note(object, index, decidingProperties) }
    if looksForHolders { unsavedHolders.willWrite(object, index, inserted: listed) }
    if object.__changes == nil,
      object.__flags.isDisjoint(with: [.isDetached, .isInserted])
    {
      object.__storeOriginal()
      object.__flags.insert(.isChanged)
      changed.append(object)
      // The values from before are the same for whoever undoes the change.
      if let recorder {
        recorder.willWrite(object, index, object.__changes, timesForgotten: timesForgotten)
      }
    } else if let recorder {
      recorder.willWrite(object, index, nil, timesForgotten: timesForgotten)
    }
    if let recorder, object.__entity.externalSet.contains(index) {
      recorder.willWriteExternal(object, index)
    }
    if let changes = object.__changes, !changes.properties.contains(index) {
      if changes.isShared {
        let own = __Snapshot(hasValues: false, after: nil)
        own.properties = changes.properties
        own.properties.insert(index)
        object.__changes = own
      } else {
        changes.properties.insert(index)
      }
    }
    if object.__hasUnrecognized {
      object.__unrecognized[index] = nil
      object.replaceUndecodable()
    }
  }

  /// `true` if it is known what decides whether requests find an object.
  var knowsWhatDecides: Bool { decidingProperties != nil }

  /// Notes that objects may have other values than before, which nobody has assigned.
  func noteOtherValues() { visibilityVersion &+= 1 }

  /// Notes that the property `index` of `object` is given a value, if it is one of `deciding`.
  private func note(_ object: ManagedObject, _ index: Int, _ deciding: [PropertySet]) {
    let entity = object.__entity.layout.index
    if deciding.indices.contains(entity), deciding[entity].contains(index) { noteOtherValues() }
  }

  /// Reports that `object` is changed, which nobody will save.
  private func reportRelease(_ object: ManagedObject, _ index: Int) {
    object.__unit.container.report(
      Misuses.released("'\(object.__entity.name).\(object.__propertyName(index))'"))
  }

  /// Retains `object`, whose to-many relationships have unsaved members.
  func touch(_ object: ManagedObject) {
    guard object.__flags.isDisjoint(with: [.isTouched, .isInserted, .isDetached]) else { return }
    object.__flags.insert(.isTouched)
    touched.append(object)
  }

  /// Lists `object`, which has a row, among the deleted.
  func delete(_ object: ManagedObject) {
    made.append(object)
    noteOtherValues()
  }

  /// Notes that `object` has been deleted softly.
  func noteSoftDeletion(of object: ManagedObject) {
    deletedSoftly.insert(object)
    recorder?.noteSoftDeletion(of: object)
  }

  /// Notes that `object` has been restored.
  func forgetSoftDeletion(of object: ManagedObject) {
    deletedSoftly.remove(object)
    recorder?.noteSoftDeletion(of: object)
  }

  /// Removes what has been discarded from the list: needed before such an object is made again.
  func removeDiscarded() {
    listed.removeAll { $0.__flags.contains(.isDetached) }
    discardedCount = 0
    // How many of the list have been looked at is known no more.
    forgetUnsavedHolders()
  }

  /// Returns the object that holds `value` of `key` and is new, or has been given it since it was
  /// read; `nil` if there is none.
  ///
  /// - Complexity: O(objects that have been made or given a value of `key` since the last look-up);
  ///   that of the first look-up after a save is O(objects with changes).
  func unsavedHolder(of value: KeyLayout.Entry, _ key: UniqueKey) -> ManagedObject? {
    looksForHolders = true
    return unsavedHolders.holder(of: value, key, changed: changed, inserted: listed)
  }

  private func forgetUnsavedHolders() {
    unsavedHolders = UnsavedHolders()
    looksForHolders = false
  }

  /// Removes `object`, whose changes have been taken back, from the changed.
  func forgetChanges(of object: ManagedObject) {
    timesForgotten += 1
    guard object.__flags.contains(.isChanged) else { return }
    object.__flags.remove(.isChanged)
    if let position = changed.firstIndex(where: { $0 === object }) { changed.remove(at: position) }
    deletedSoftly.remove(object)
  }

  /// Removes from the lists the objects whose values and members are those stored: a change that
  /// another one has taken back is none.
  func forgetChangesTakenBack() {
    timesForgotten += 1
    // One without changes in the list is being read at this moment, and gets them again.
    for object in changed
    where !object.__flags.contains(.isDeleted) && object.__changes != nil
      && object.differingProperties.isEmpty
    {
      object.__changes = nil
      object.__flags.remove(.isChanged)
    }
    changed.removeAll { !$0.__flags.contains(.isChanged) }
    for object in touched
    where !object.__flags.contains(.isDeleted) && !object.__toManys.contains(where: \.hasChanges) {
      object.__flags.remove(.isTouched)
    }
    touched.removeAll { !$0.__flags.contains(.isTouched) }
  }

  // MARK: What others have changed

  /// Detaches `objects`, which are to be deleted and whose rows others have removed.
  func forgetDeleted(_ objects: Set<ManagedObject>) {
    makeUnmade()
    made.removeAll { objects.contains($0) }
    changed.removeAll { objects.contains($0) }
    touched.removeAll { objects.contains($0) }
    deletedSoftly.subtract(objects)
    for object in objects {
      object.__flags.subtract([.isChanged, .isTouched])
      detach(object)
      object.__noteRemovedByOthers()
    }
  }

  /// Lists `objects`, which were to be deleted, among the deleted no more.
  func undelete(_ objects: Set<ManagedObject>) {
    makeUnmade()
    made.removeAll { objects.contains($0) }
    for object in objects { object.__flags.remove(.isDeleted) }
    noteOtherValues()
    // They hold values that they did not hold while they were to be deleted.
    forgetUnsavedHolders()
  }

  /// The lists as they are; given others, it takes these over as they are.
  var lists: Lists {
    get {
      Lists(
        inserted: inserted, changed: changed, deleted: deleted, touched: touched,
        deletedSoftly: deletedSoftly)
    }
    set {
      listed = newValue.inserted
      discardedCount = 0
      changed = newValue.changed
      forgetUnmade()
      made = newValue.deleted
      touched = newValue.touched
      timesForgotten += 1
      if let objects = newValue.deletedSoftly { deletedSoftly = objects }
      noteOtherValues()
      forgetUnsavedHolders()
    }
  }

  // MARK: The end of changes

  /// Detaches a new object that is not to be saved; it refers to nothing any more.
  func discard(_ object: ManagedObject) {
    object.__unregister()
    object.__flags.insert(.isDetached)
    discardedCount += 1
    mayReferToDeleted = true
    noteOtherValues()
    object.__flags.remove(.isInserted)
    object.__changes = nil
    object.__toManys = []
    for index in object.__entity.toOneIndexes { object.__refer(index, to: nil) }
  }

  /// Gives `object` the values back that it had before it was changed.
  func restore(_ object: ManagedObject) {
    guard let changes = object.__changes, let original = changes.original else { return }
    timesForgotten += 1
    object.__changes = nil
    object.__unrecognized = changes.unrecognized
    object.__restore(original)
    noteOtherValues()
  }

  /// Takes back everything that has changed since the last save.
  func rollBack() {
    forgetUnmade()
    for object in inserted + changed + touched + made {
      for state in object.__toManys { state.rollBack() }
    }
    for object in changed + made {
      restore(object)
      object.__flags.subtract([.isChanged, .isDeleted])
    }
    for object in touched { object.__flags.remove(.isTouched) }
    for object in inserted { discard(object) }
    forgetAll()
  }

  /// Regards what has been saved as stored; deleted objects are detached.
  func didSave() {
    timesForgotten += 1
    for object in made { detach(object) }
    for objects in [inserted, changed, touched] {
      for object in objects {
        object.__changes = nil
        object.__flags.subtract([.isChanged, .isTouched])
        guard object.__hasToManys else { continue }
        for state in object.__toManys { state.didSave() }
      }
    }
    forgetAll()
  }

  /// Detaches `object`, whose row others have removed, and which has no changes but of members,
  /// which are gone with it.
  func detachRemoved(_ object: ManagedObject) {
    if object.__flags.contains(.isTouched) {
      object.__flags.remove(.isTouched)
      if let position = touched.firstIndex(where: { $0 === object }) {
        touched.remove(at: position)
      }
    }
    // What nobody has read is never read any more.
    if object.__flags.contains(.isFault) { object.__fillWithoutRow() }
    object.__flags.insert(.isDeleted)
    mayReferToDeleted = true
    detach(object)
    object.__noteRemovedByOthers()
  }

  /// Detaches `object`, whose row has been removed, from the context.
  ///
  /// It still knows which rows it referred to, but not those that went with it.
  private func detach(_ object: ManagedObject) {
    object.__unregister()
    object.__flags.insert(.isDetached)
    object.__changes = nil
    noteOtherValues()
    for index in object.__entity.toOneIndexes {
      let isGone = object.__toOne(index).object?.__flags.contains(.isDeleted) ?? false
      if isGone { object.__refer(index, to: nil) }
    }
    object.__releaseReferences()
  }

  /// Takes everything back and retains nothing from then on.
  func close() {
    isClosed = true
    rollBack()
  }

  private func forgetAll() {
    forgetUnsavedHolders()
    // New objects have other ids, by which conditions may name them.
    if !listed.isEmpty { noteOtherValues() }
    listed = []
    discardedCount = 0
    changed = []
    made = []
    forgetUnmade()
    touched = []
    deletedSoftly = []
  }
}
