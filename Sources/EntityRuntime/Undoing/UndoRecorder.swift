/// Records what is changed in a context, so that it can be undone and redone.
///
///     context.undoRecorder = UndoRecorder(levels: 50)
///     context.undoGroup("Rename") { author.name = "Ursula K. Le Guin" }
///     context.undo()
///     context.redo()
///
/// It records whatever is changed through objects: attributes, relationships at both ends, new
/// objects and deletions with all that their delete rules do. What is changed without objects, by
/// `update`, `deleteAll`, `insertAll` and `execute`, is not recorded, and neither is
/// what objects change in `willSave` and `didSave`, nor what is read of others' commits.
///
/// The changes of `undoGroup` are undone together. Those made outside of one are a group too, which
/// ends at the next `undoGroup`, `undo()`, `redo()`, `save()` or `endGroup()`. A group after which
/// everything is as it was before it is none: it is not undone, and what can be redone stays.
///
/// What has been recorded survives a save: undone afterwards, it is to be saved again. `rollback()`
/// and `refreshAll()` forget everything that has been recorded.
public final class UndoRecorder {
  /// The most groups that can be undone; the oldest are forgotten. `nil` for as many as `bytes`
  /// allows.
  public var levels: Int? { didSet { trim() } }

  /// About how much memory the recorded values may take; the oldest groups are forgotten. If one
  /// group takes more by itself, everything is forgotten, and it cannot be undone.
  ///
  /// The objects themselves, which are retained for as long as they can be undone, are not counted.
  public var bytes: Int { didSet { trim() } }

  /// The context's unit, while the recorder is that context's.
  private(set) weak var unit: UnitOfWork?

  /// The groups that can be undone, the last one last.
  private var done = UndoStack()

  /// The groups that can be redone, the next one last.
  private var undone = UndoStack()

  /// The group that is being recorded.
  private var open: UndoGroup?

  /// How many calls of `undoGroup` are going on.
  private var depth = 0

  /// The name of the outermost of them.
  private var openName: String?

  /// `true` while a group is being undone or redone.
  private(set) var isApplying = false

  /// `true` if the open group has taken more memory than it may, so that it is not recorded.
  private var isFull = false

  /// Creates a recorder, which records once it has been assigned to a context's `undoRecorder`.
  public init(levels: Int? = 100, bytes: Int = 64 << 20) {
    self.levels = levels
    self.bytes = bytes
  }

  // MARK: What there is

  /// `true` if there is something to undo.
  public var canUndo: Bool { !done.isEmpty || changedGroup != nil }

  /// `true` if there is something to redo: something has been undone, and nothing has been changed
  /// since.
  public var canRedo: Bool { !undone.isEmpty && changedGroup == nil }

  /// What `undo()` undoes, for a menu: the name of the group; `nil` if it has none or there is
  /// nothing to undo.
  public var undoName: String? {
    if let changedGroup { return changedGroup.name ?? openName }
    return done.last?.name
  }

  /// What `redo()` redoes; `nil` if it has no name or there is nothing to redo.
  public var redoName: String? { canRedo ? undone.last?.name : nil }

  /// The names of all that can be undone, the next one first.
  public var undoNames: [String?] {
    let recorded = changedGroup.map { [$0.name ?? openName] } ?? []
    return recorded + done.groups.reversed().map(\.name)
  }

  /// The names of all that can be redone, the next one first.
  public var redoNames: [String?] { canRedo ? undone.groups.reversed().map(\.name) : [] }

  /// About how much memory the recorded values take.
  public var recordedBytes: Int {
    done.byteCount + undone.byteCount + (open?.byteCount ?? 0)
  }

  /// Forgets everything that has been recorded; changes stay as they are.
  public func removeAll() {
    done.removeAll()
    undone.removeAll()
    open = nil
    isFull = false
  }

  // MARK: Groups

  /// Ends the group of what has been changed outside of `undoGroup`; what follows is another one.
  ///
  /// Within `undoGroup` it does nothing: that ends with its closure.
  public func endGroup() { if depth == 0, !isApplying { close() } }

  /// Gives the group that is being recorded a name, or else the one that was recorded last.
  public func nameGroup(_ name: String) {
    if depth > 0 {
      openName = name
      open?.name = name
    } else if let changedGroup {
      changedGroup.name = name
    } else {
      done.last?.name = name
    }
  }

  /// Begins a group, or goes on with the one that has begun.
  func beginGroup(_ name: String?) {
    if depth == 0, !isApplying {
      close()
      openName = name
    }
    depth += 1
  }

  /// Ends what `beginGroup` has begun.
  func endNestedGroup() {
    depth -= 1
    guard depth == 0, !isApplying else { return }
    close()
    openName = nil
  }

  /// Ends the group that is being recorded, which can be undone from then on.
  private func close() {
    guard let group = open else { return }
    open = nil
    if isFull {
      isFull = false
      return
    }
    guard group.hasEffect else { return }
    group.close()
    undone.removeAll()
    done.append(group)
    trim()
  }

  /// The group that is being recorded; `nil` if nothing is different from what it was before it.
  private var changedGroup: UndoGroup? { open.flatMap { $0.hasEffect ? $0 : nil } }

  /// Forgets the oldest groups, until there are not too many of them.
  private func trim() {
    while let levels, done.count > max(0, levels) { done.removeFirst() }
    while recordedBytes > bytes, !done.isEmpty { done.removeFirst() }
    if recordedBytes > bytes { undone.removeAll() }
  }

  // MARK: Recording

  /// The group that is being recorded; `nil` if it takes more memory than it may.
  @inline(__always) private var group: UndoGroup? {
    if let open, open.byteCount <= bytes { return isFull ? nil : open }
    return madeGroup()
  }

  private func madeGroup() -> UndoGroup? {
    if let open {
      open.removeAll()
      isFull = true
      // Without this change, those before it and after it do not lead to what there is.
      if !isApplying {
        done.removeAll()
        undone.removeAll()
      }
      return nil
    }
    let made = UndoGroup(openName, timesForgotten: unit?.tracker.timesForgotten ?? 0)
    open = made
    return made
  }

  /// Notes that the property `index` of `object` is about to be given a value; `original` are its
  /// values if it had no changes, which have been forgotten `timesForgotten` times.
  func willWrite(
    _ object: ManagedObject, _ index: Int, _ original: __Snapshot?, timesForgotten: Int
  ) {
    if object.__flags.contains(.isDetached) { return }
    group?.note(object, index, original, timesForgotten)
  }

  /// Notes that `object` has been made.
  func didInsert(_ object: ManagedObject) { group?.note(inserted: object) }

  /// Notes that `object`, which has been changed, has been deleted softly or restored.
  func noteSoftDeletion(of object: ManagedObject) { group?.note(softDeletionOf: object) }

  /// Notes the value of the external attribute `index` of `object`, which is about to be given
  /// another and has been noted.
  func willWriteExternal(_ object: ManagedObject, _ index: Int) {
    if object.__flags.contains(.isDetached) { return }
    group?.note(external: index, of: object)
  }

  /// Notes that `object` is about to be deleted, with the objects that it is linked to.
  func willRemove(_ object: ManagedObject, _ links: (UndoGroup) -> Void) {
    guard let group else { return }
    group.note(removed: object)
    links(group)
  }

  /// Notes that `other` is made a member of the to-many `end`, whose inverse is one too, or taken
  /// away.
  func note(_ end: RelationshipEnd, _ other: ManagedObject, isLinked: Bool) {
    group?.note(
      UndoGroup.LinkRecord(
        owner: end.owner, index: end.index, other: other, isLinked: isLinked, isByDeletion: false))
  }

  /// Notes the members that the ordered to-many `index` of `owner` has before their order is
  /// changed, which `members` returns.
  func willArrange(
    _ owner: ManagedObject, _ index: Int, _ members: () -> [ManagedObject]
  ) {
    guard group?.hasOrder(of: owner, index) == false else { return }
    // Reading them may run the user's code, which may change something.
    let members = members()
    group?.note(UndoGroup.OrderRecord(owner: owner, index: index, members: members))
  }

  /// Forgets what has been recorded of `properties` of `object`, and the groups that recorded
  /// nothing else.
  func forget(_ properties: PropertySet, of object: ManagedObject) {
    open?.forget(properties, of: object)
    done.forget(properties, of: object)
    undone.forget(properties, of: object)
  }

  // MARK: Undoing

  /// Makes `unit` the one whose changes are recorded; `nil` if the recorder is taken from it.
  func attach(to unit: UnitOfWork?) {
    precondition(
      unit == nil || self.unit == nil || self.unit === unit,
      "an UndoRecorder records one context; make another one for another context")
    self.unit = unit
    removeAll()
  }

  /// Undoes the last group, or redoes the next one if `isRedoing`; `false` if there is none.
  func apply(isRedoing: Bool) -> Bool {
    guard let unit, !isApplying else { return false }
    precondition(
      depth == 0,
      "undo() and redo() cannot be called within 'undoGroup', whose changes are not over")
    close()
    guard let group = isRedoing ? undone.popLast() : done.popLast() else { return false }
    if let observed = unit.observedChanges {
      observed.together { apply(group, unit, isRedoing) }
    } else {
      apply(group, unit, isRedoing)
    }
    return true
  }

  private func apply(_ group: UndoGroup, _ unit: UnitOfWork, _ isRedoing: Bool) {
    isApplying = true
    openName = group.name
    UndoApplication(unit, group).apply()
    isApplying = false
    openName = nil
    let opened = open
    open = nil
    if isFull {
      isFull = false
      if isRedoing { done.removeAll() } else { undone.removeAll() }
      return
    }
    // What has been undone can be redone, though it may have given back nothing.
    let inverse = opened ?? UndoGroup(group.name)
    inverse.close()
    if isRedoing { done.append(inverse) } else { undone.append(inverse) }
    trim()
  }
}
