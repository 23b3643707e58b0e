import EntityJSON
import EntityModel
import EntityStore

/// What is known from part to part of a payload whose rows are applied a few at a time.
final class PayloadParts {
  /// What rows have.
  let forms: PayloadForms

  /// What has not been pushed and is to stay; `nil` if nothing is.
  let local: LocalChanges?

  /// `true` while references to objects that are not there may be to rows that come later.
  var awaitsLaterRows = false

  /// `true` while rows are applied once more whose references had to wait, which are all that is
  /// left of them.
  var linksOnly = false

  /// Where the rows of the part are whose references have to wait.
  private(set) var unlinked: Set<Int> = []

  /// Where the rows of the part are that cannot be saved before what they refer to.
  private var postponed: Set<Int> = []

  /// Thrown, before anything of a part is changed, for rows that are to be applied after others.
  struct Postponed: Error {
    /// Where the rows are in the payload.
    let indexes: Set<Int>
  }

  /// A to-many of an object.
  struct RemovalKey: Hashable {
    let owner: ObjectID

    /// The property index.
    let relationship: Int
  }

  /// What the parts that have been applied have made known.
  fileprivate struct State {
    /// What own rows are about that are postponed: later rows about it have to come after them.
    var postponedKeys: Set<PayloadKey> = []

    /// The objects whose relationship waits, by inheritance tree and property index.
    var waitingLinks: [Int: [Int: RowIDs]] = [:]

    /// Members that their owner has no more, by the owner's to-many.
    var removals: [RemovalKey: [ObjectID]] = [:]

    /// The objects that the payload's own rows are about, all of one inheritance tree.
    var kept = RowIDs()

    /// The objects of that tree that rows inside of others are about, or that rows refer to.
    var mentioned = RowIDs()

    /// The objects that have been counted, and those that have been made, by inheritance tree.
    var counted: [Int: RowIDs] = [:]
    var inserted: [Int: RowIDs] = [:]

    /// The objects that have been counted as updated, by inheritance tree.
    var changed: [Int: RowIDs] = [:]

    /// The objects that will be counted when their references have been made.
    var uncounted: Set<ObjectID> = []
  }

  private var state = State()

  /// Members that their owner has no more, by the owner's to-many.
  var removals: [RemovalKey: [ObjectID]] { state.removals }

  init(
    _ options: SyncOptions, _ model: ManagedModel, _ local: LocalChanges?
  ) throws(StoreError) {
    forms = try PayloadForms(options, model)
    self.local = local
  }

  /// What is known now, to go back to if a part is not saved.
  var snapshot: Snapshot { Snapshot(state: state, unknownNames: forms.unknownNames) }

  /// What was known before a part.
  struct Snapshot {
    fileprivate let state: State
    fileprivate let unknownNames: [String: Set<String>]
  }

  /// Goes on from what was known before a part that has not been saved.
  func goBack(to snapshot: Snapshot) {
    state = snapshot.state
    forms.unknownNames = snapshot.unknownNames
  }

  /// Begins to go through the rows that are left.
  func beginPass() { state.postponedKeys = [] }

  /// Begins another part.
  func begin() {
    unlinked = []
    postponed = []
  }

  // MARK: Waiting

  /// Notes that what is at `path`, of `row`, refers to an object that is not there yet, without
  /// which the row cannot be saved if it `isNeeded`.
  func wait(_ path: JSONPath, of row: PayloadRow, isNeeded: Bool) {
    guard let index = PayloadPlace(path).rowIndex else { return }
    guard isNeeded else {
      unlinked.insert(index)
      return
    }
    postponed.insert(index)
    if row.isOwn { state.postponedKeys.insert(row.key) }
  }

  /// Throws if some of `rows` are to be applied after others: those that need something, and those
  /// about the same objects, of which the last one counts.
  func postpone(_ rows: [PayloadRow]) throws(Postponed) {
    for row in rows where row.isOwn && state.postponedKeys.contains(row.key) {
      if let index = row.place.rowIndex { postponed.insert(index) }
    }
    if postponed.isEmpty { return }
    for row in rows where row.isOwn {
      if let index = row.place.rowIndex, postponed.contains(index) {
        state.postponedKeys.insert(row.key)
      }
    }
    throw Postponed(indexes: postponed)
  }

  /// `true` if what a row says of `end` is to be made: at the end that is what waits, unless a
  /// later row has said something else. Until then it is noted whether it `waits`.
  func links(_ end: RelationshipEnd, waits: Bool) -> Bool {
    let (tree, row) = (end.owner.__entity.tree, end.owner.__rowID)
    if linksOnly { return state.waitingLinks[tree]?[end.index]?.contains(row) == true }
    if waits {
      state.waitingLinks[tree, default: [:]][end.index, default: RowIDs()].insert(row)
    } else {
      state.waitingLinks[tree]?[end.index]?.remove(row)
    }
    return true
  }

  private func isUnlinked(_ place: PayloadPlace) -> Bool {
    place.rowIndex.map(unlinked.contains) ?? false
  }

  // MARK: Rows

  /// Returns those of `rows`, which are about `objects`, whose objects have had rows in earlier
  /// parts.
  ///
  /// - Throws: a `SyncError` if such are refused.
  func repeated(
    _ rows: [PayloadRow], _ objects: [ManagedObject?], _ rule: SyncRule
  ) throws(SyncError) -> [SyncReport.Row] {
    if linksOnly { return [] }
    var found: [SyncReport.Row] = []
    for (row, object) in zip(rows, objects) where row.isOwn {
      guard let object, state.kept.contains(object.__rowID) else { continue }
      guard rule == .skip else {
        throw SyncError(
          message: "an earlier row has the same '\(row.form.identityName)'", path: row.path)
      }
      found.append(
        SyncReport.Row(path: row.path, outcome: .skipped(Self.whyItIsRepeated(row))))
    }
    return found
  }

  /// What the report says of `row`, with whose identity there is an earlier one.
  static func whyItIsRepeated(_ row: PayloadRow) -> String {
    "an earlier row has the same '\(row.form.identityName)', after which this one has been applied"
  }

  /// Notes that own rows of the payload are about `objects`.
  func keep(_ objects: [ManagedObject]) {
    for object in objects { state.kept.insert(object.__rowID) }
  }

  /// Notes that the payload mentions `objects`, which are of the tree of its own rows.
  func mention(_ objects: [ManagedObject]) {
    for object in objects { state.mentioned.insert(object.__rowID) }
  }

  /// Notes that the rows `ids` of `tree` have been made of own rows of the payload and counted.
  func keep(inserted ids: [Int64], _ tree: Int) {
    var inserted = RowIDs()
    if let first = ids.first, let last = ids.last, last - first == Int64(ids.count) - 1 {
      inserted.insert(contentsOf: first..<last + 1)
    } else {
      for id in ids { inserted.insert(id) }
    }
    state.kept.formUnion(inserted)
    state.counted[tree, default: RowIDs()].formUnion(inserted)
    state.inserted[tree, default: RowIDs()].formUnion(inserted)
  }

  /// `true` if a row of the payload is about the row `id`, or refers to it.
  func isKept(_ id: Int64) -> Bool { state.kept.contains(id) || state.mentioned.contains(id) }

  /// `true` if `object` has been made of a row of the payload.
  func wasInserted(_ object: ManagedObject) -> Bool { wasInserted(Counted(object)) }

  private func wasInserted(_ object: Counted) -> Bool {
    state.inserted[object.entity.tree]?.contains(object.row) == true
  }

  /// An object that is counted.
  struct Counted {
    let entity: ManagedEntity
    let row: Int64

    init(entity: ManagedEntity, row: Int64) { (self.entity, self.row) = (entity, row) }

    init(_ object: ManagedObject) { (entity, row) = (object.__entity, object.__rowID) }
  }

  /// How an outcome counts.
  enum Count {
    case nothing
    case once

    /// In place of the object having been unchanged.
    case insteadOfUnchanged
  }

  /// Returns how it counts that `outcome` has become of `object`, which the row at `place` is
  /// about: an object is counted once, and when its references have been made.
  func count(
    _ outcome: SyncReport.Outcome, of object: Counted?, at place: PayloadPlace
  ) -> Count {
    guard let object else { return linksOnly ? .nothing : .once }
    let (tree, row) = (object.entity.tree, object.row)
    let id = ObjectID(entityName: object.entity.rootName, rowID: row)
    let wasCounted = state.counted[tree]?.contains(row) == true
    switch outcome {
    case .inserted: state.inserted[tree, default: RowIDs()].insert(row)
    case .updated where wasCounted:
      if wasInserted(object) || state.changed[tree]?.contains(row) == true { return .nothing }
      state.changed[tree, default: RowIDs()].insert(row)
      return .insteadOfUnchanged
    case .unchanged where wasCounted: return .nothing
    case .unchanged where awaitsLaterRows && isUnlinked(place):
      state.uncounted.insert(id)
      return .nothing
    case .unchanged where linksOnly: if state.uncounted.remove(id) == nil { return .nothing }
    case .updated:
      state.uncounted.remove(id)
      state.changed[tree, default: RowIDs()].insert(row)
    case .unchanged, .skipped: state.uncounted.remove(id)
    }
    state.counted[tree, default: RowIDs()].insert(row)
    return .once
  }

  // MARK: Members

  /// Notes that `members`, which must have an owner, are no members of `end` any more, in place of
  /// what has been noted of it before.
  func note(removed members: [ManagedObject], from end: RelationshipEnd) {
    let key = RemovalKey(owner: end.owner.__objectID, relationship: end.index)
    state.removals[key] = members.isEmpty ? nil : members.map(\.__objectID)
  }
}
