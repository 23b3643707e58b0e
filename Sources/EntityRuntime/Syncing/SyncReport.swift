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

    /// Nothing has been done with it, for a reason.
    case skipped(String)
  }

  /// A row of the payload, or an object or a reference inside one.
  public struct Row: Hashable, Sendable {
    /// Where it is.
    public let path: JSONPath

    /// What has become of it.
    public let outcome: Outcome
  }

  /// The rows, nested ones too, in the order of the payload; an object that several rows contain is
  /// listed once, and references only where they have been skipped.
  public internal(set) var rows: [Row] = []

  /// The objects that have been deleted because the payload does not have them.
  public internal(set) var deleted: [ObjectID] = []

  /// How many objects have been made.
  public var insertedCount: Int { count { if case .inserted = $0 { true } else { false } } }

  /// How many objects have been changed.
  public var updatedCount: Int { count { if case .updated = $0 { true } else { false } } }

  /// How many objects were like their rows already.
  public var unchangedCount: Int { count { if case .unchanged = $0 { true } else { false } } }

  /// The rows and references that nothing has been done with.
  public var skipped: [Row] {
    rows.filter { if case .skipped = $0.outcome { true } else { false } }
  }

  /// `true` if the payload has changed anything.
  public var hasChanges: Bool { insertedCount + updatedCount + deleted.count > 0 }

  private func count(_ isCounted: (Outcome) -> Bool) -> Int {
    rows.reduce(0) { $0 + (isCounted($1.outcome) ? 1 : 0) }
  }
}

extension SyncReport: CustomStringConvertible {
  /// The numbers, like `2 inserted, 1 updated, 5 unchanged, 0 deleted, 1 skipped`.
  public var description: String {
    "\(insertedCount) inserted, \(updatedCount) updated, \(unchangedCount) unchanged, "
      + "\(deleted.count) deleted, \(skipped.count) skipped"
  }
}
