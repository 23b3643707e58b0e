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

  /// Members that their owner has no more, by the owner's to-many.
  private(set) var removals: [RemovalKey: [ObjectID]] = [:]

  /// A to-many of an object.
  struct RemovalKey: Hashable {
    let owner: ObjectID

    /// The property index.
    let relationship: Int
  }

  /// The objects that the payload's own rows are about, all of one inheritance tree.
  private var kept = RowNumberSet()

  /// The objects that have been counted, and those that have been made, by inheritance tree.
  private var counted: [Int: RowNumberSet] = [:]
  private var inserted: [Int: RowNumberSet] = [:]

  /// The objects that will be counted when their references have been made.
  private var uncounted: Set<ObjectID> = []

  init(_ format: JSONFormat, _ local: LocalChanges?) {
    forms = PayloadForms(format)
    self.local = local
  }

  /// Begins another part.
  func begin() {
    unlinked = []
    postponed = []
  }

  // MARK: Waiting

  /// Notes that what is at `path` refers to an object that is not there yet, without which its row
  /// cannot be saved if it `isNeeded`.
  func wait(_ path: JSONPath, isNeeded: Bool) {
    guard case .index(let index)? = path.steps.first else { return }
    if isNeeded { postponed.insert(index) } else { unlinked.insert(index) }
  }

  /// Throws if rows are to be applied after others.
  func postpone() throws(Postponed) {
    if !postponed.isEmpty { throw Postponed(indexes: postponed) }
  }

  private func isUnlinked(_ path: JSONPath) -> Bool {
    guard case .index(let index)? = path.steps.first else { return false }
    return unlinked.contains(index)
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
      guard let object, kept.contains(object.__rowID) else { continue }
      let message = "an earlier row has the same '\(row.form.identityName)'"
      guard rule == .skip else { throw SyncError(message: message, path: row.path) }
      found.append(
        SyncReport.Row(
          path: row.path, outcome: .skipped(message + ", after which this one has been applied")))
    }
    return found
  }

  /// Notes that own rows of the payload are about `objects`.
  func keep(_ objects: [ManagedObject]) {
    for object in objects { kept.insert(object.__rowID) }
  }

  /// `true` if an own row of the payload is about the row `id`.
  func isKept(_ id: Int64) -> Bool { kept.contains(id) }

  /// `true` if `object` has been made of a row of the payload.
  func wasInserted(_ object: ManagedObject) -> Bool {
    inserted[object.__entity.tree]?.contains(object.__rowID) == true
  }

  /// `true` if it counts that `outcome` has become of `object`, which the row at `path` is about:
  /// an object is counted once, and when its references have been made.
  func counts(_ outcome: SyncReport.Outcome, of object: ManagedObject?, at path: JSONPath) -> Bool {
    guard let object else { return !linksOnly }
    let (tree, row, id) = (object.__entity.tree, object.__rowID, object.__objectID)
    let wasCounted = counted[tree]?.contains(row) == true
    switch outcome {
    case .inserted: inserted[tree, default: RowNumberSet()].insert(row)
    case .updated where wasCounted: return !wasInserted(object)
    case .unchanged where wasCounted: return false
    case .unchanged where awaitsLaterRows && isUnlinked(path):
      uncounted.insert(id)
      return false
    case .unchanged where linksOnly: if uncounted.remove(id) == nil { return false }
    case .updated, .unchanged, .skipped: uncounted.remove(id)
    }
    counted[tree, default: RowNumberSet()].insert(row)
    return true
  }

  // MARK: Members

  /// Notes that `members`, which must have an owner, are no members of `end` any more, in place of
  /// what has been noted of it before.
  func note(removed members: [ManagedObject], from end: RelationshipEnd) {
    let key = RemovalKey(owner: end.owner.__objectID, relationship: end.index)
    removals[key] = members.isEmpty ? nil : members.map(\.__objectID)
  }
}
