import EntityModel
import EntityStore

/// What has been saved in a transaction, one change set after the other.
///
/// What many saves say of rows that follow each other takes next to no memory.
struct SavedChanges {
  /// The first change set, as long as there is no other.
  private var first: ChangeSet?

  /// What the change sets say beside inserts, updates and deletes.
  private var others = ChangeSet()

  private var inserts = RowRuns<ChangeSet.Insert>()
  private var updates = RowRuns<ChangeSet.Update>()
  private var deletes = RowRuns<ChangeSet.Delete>()

  /// `true` if nothing has been saved.
  private(set) var isEmpty = true

  /// Adds what `later` changes.
  mutating func append(_ later: ChangeSet) {
    if later.isEmpty { return }
    defer { isEmpty = false }
    // Nearly always there is one save, whose lists need not be looked at.
    if isEmpty { return first = later }
    if let first {
      self.first = nil
      add(first)
    }
    add(later)
  }

  private mutating func add(_ changes: ChangeSet) {
    var rest = ChangeSet()
    (rest.unlinks, rest.links, rest.orders) = (changes.unlinks, changes.links, changes.orders)
    others.append(rest)
    for insert in changes.inserts { inserts.append(insert) }
    for update in changes.updates { updates.append(update) }
    for delete in changes.deletes { deletes.append(delete) }
  }

  /// All of it, as one change set.
  var changes: ChangeSet {
    if let first { return first }
    var changes = others
    changes.inserts = inserts.rows
    changes.updates = updates.rows
    changes.deletes = deletes.rows
    return changes
  }
}

/// The change of a row that may be said of others too.
private protocol RowChange: Sendable {
  /// Returns the same change of the row whose id is greater by `offset`; `nil` if it is of this
  /// row alone.
  func moved(by offset: Int) -> Self?

  /// `true` if the change is `other`.
  func isSame(as other: Self) -> Bool
}

/// Changes of rows in their order, those that are the same of rows whose ids follow each other
/// noted once.
private struct RowRuns<Change: RowChange>: Sendable {
  private var runs: [(first: Change, count: Int)] = []

  mutating func append(_ change: Change) {
    if let last = runs.last, let next = last.first.moved(by: last.count), next.isSame(as: change) {
      runs[runs.count - 1].count += 1
    } else {
      runs.append((change, 1))
    }
  }

  /// The changes one by one.
  var rows: [Change] {
    var rows: [Change] = []
    rows.reserveCapacity(runs.reduce(0) { $0 + $1.count })
    for run in runs {
      rows.append(run.first)
      for offset in 1..<max(run.count, 1) {
        if let next = run.first.moved(by: offset) { rows.append(next) }
      }
    }
    return rows
  }
}

extension ChangeSet.Insert: RowChange {
  fileprivate func moved(by offset: Int) -> Self? {
    values == nil ? Self(entity: entity, id: id + Int64(offset), version: version) : nil
  }

  fileprivate func isSame(as other: Self) -> Bool {
    id == other.id && entity == other.entity && version == other.version && other.values == nil
  }
}

extension ChangeSet.Update: RowChange {
  fileprivate func moved(by offset: Int) -> Self? {
    guard values == nil, base == nil else { return nil }
    return Self(entity: entity, id: id + Int64(offset), version: version, properties: properties)
  }

  fileprivate func isSame(as other: Self) -> Bool {
    id == other.id && entity == other.entity && version == other.version
      && properties == other.properties && other.values == nil && other.base == nil
  }
}

extension ChangeSet.Delete: RowChange {
  fileprivate func moved(by offset: Int) -> Self? {
    Self(entity: entity, id: id + Int64(offset), version: version)
  }

  fileprivate func isSame(as other: Self) -> Bool { self == other }
}
