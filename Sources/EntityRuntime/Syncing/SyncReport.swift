public import EntityJSON
public import EntityModel

/// What a payload has done.
public struct SyncReport: Hashable, Sendable {
  /// What has become of a row.
  public enum Outcome: Hashable, Sendable {
    /// An object has been made of it. Its id is temporary until the save, except in
    /// `container.write`.
    case inserted(ObjectID)

    /// The object has been given what was different.
    case updated(ObjectID)

    /// The object was like the row already.
    case unchanged(ObjectID)

    /// Nothing has been done with it, for a reason: a text for people, without values of the
    /// payload.
    case skipped(String)
  }

  /// A row of the payload, or an object or a reference inside one.
  public struct Row: Hashable, Sendable {
    /// Where it is.
    public var path: JSONPath { place.path }

    /// What has become of it.
    public let outcome: Outcome

    let place: PayloadPlace

    init(at place: PayloadPlace, outcome: Outcome) {
      (self.place, self.outcome) = (place, outcome)
    }

    init(path: JSONPath, outcome: Outcome) {
      self.init(at: PayloadPlace(path), outcome: outcome)
    }

    /// Why nothing has been done with it; `nil` if something has. It has names of the model and
    /// none of the payload's values, so that it can be sent back to whoever has sent the payload.
    public var reason: String? {
      if case .skipped(let reason) = outcome { reason } else { nil }
    }
  }

  /// The rows, nested ones too, in the order of the payload; an object that several rows contain is
  /// listed once, and references only where they have been skipped. Of members that are no
  /// properties the first one of each name and class is listed, as skipped.
  ///
  /// Of a payload that has arrived in pieces it is those that have been skipped, the first thousand
  /// of them: the rest is counted.
  public private(set) var rows: [Row] = []

  /// The objects that have been deleted because the payload does not have them; of a payload that
  /// has arrived in pieces the first thousand.
  public private(set) var deleted: [ObjectID] = []

  /// How many objects have been made.
  public private(set) var insertedCount = 0

  /// How many objects have been changed.
  public private(set) var updatedCount = 0

  /// How many objects were like their rows already.
  public private(set) var unchangedCount = 0

  /// How many objects have been deleted.
  public private(set) var deletedCount = 0

  /// How many rows and references nothing has been done with, and names of members.
  public private(set) var skippedCount = 0

  /// How many rows and ids a report of a payload in parts lists.
  private static let partialLimit = 1000

  /// `true` if what is not listed is counted.
  private let isPartial: Bool

  /// Creates the report of nothing; of a payload in parts if `isPartial`.
  init(isPartial: Bool = false) { self.isPartial = isPartial }

  /// The rows and references that nothing has been done with, and members that are no properties.
  public var skipped: [Row] {
    rows.filter { $0.reason != nil }
  }

  /// `true` if the payload has changed anything.
  public var hasChanges: Bool { insertedCount + updatedCount + deletedCount > 0 }

  /// Has room for `count` more rows, unless they are counted alone.
  mutating func reserve(_ count: Int) {
    if !isPartial, rows.isEmpty { rows.reserveCapacity(count) }
  }

  mutating func add(_ row: Row) {
    var isListed = !isPartial
    switch row.outcome {
    case .inserted: insertedCount += 1
    case .updated: updatedCount += 1
    case .unchanged: unchangedCount += 1
    case .skipped:
      skippedCount += 1
      isListed = isListed || rows.count < Self.partialLimit
    }
    if isListed { rows.append(row) }
  }

  /// Counts objects as made, in the report of a payload in parts, which does not list them.
  mutating func count(inserted: Int) { insertedCount += inserted }

  /// Counts an object as changed that has been counted as unchanged.
  mutating func countAsUpdated() {
    unchangedCount -= 1
    updatedCount += 1
  }

  mutating func add(deleted id: ObjectID) {
    deletedCount += 1
    if !isPartial || deleted.count < Self.partialLimit { deleted.append(id) }
  }
}

extension SyncReport {
  /// The numbers and what has been skipped, for whoever has sent the payload:
  /// `{"inserted": 2, "updated": 1, "unchanged": 5, "deleted": 0, "skipped": 1, "rows": [{"path":
  /// "$[3]", "reason": "…"}]}`. It has no ids of objects.
  public var json: JSON {
    [
      "inserted": JSON(insertedCount), "updated": JSON(updatedCount),
      "unchanged": JSON(unchangedCount), "deleted": JSON(deletedCount),
      "skipped": JSON(skippedCount),
      "rows": JSON(skipped.map { ["path": JSON("\($0.path)"), "reason": JSON($0.reason ?? "")] }),
    ]
  }
}

extension SyncReport: CustomStringConvertible {
  /// The numbers, like `2 inserted, 1 updated, 5 unchanged, 0 deleted, 1 skipped`.
  public var description: String {
    "\(insertedCount) inserted, \(updatedCount) updated, \(unchangedCount) unchanged, "
      + "\(deletedCount) deleted, \(skippedCount) skipped"
  }
}
