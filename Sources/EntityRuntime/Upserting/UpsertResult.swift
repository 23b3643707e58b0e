public import EntityModel

/// What `context.insertAll(_:onConflict:)` has done, item by item.
public struct UpsertResult: Hashable, Sendable {
  /// What has been done with one item.
  public enum Outcome: Hashable, Sendable {
    /// There is a new object.
    case inserted

    /// The object that held the value has been changed, if only until a later item has given it the
    /// values back that it had.
    case updated

    /// The object that held the value has stayed as it was: it was to, or had the values already.
    case unchanged
  }

  /// The ids of the objects, new ones and those that were there, in the order of the items.
  public internal(set) var ids: [ObjectID] = []

  /// What has been done, in the order of the items.
  public internal(set) var outcomes: [Outcome] = []

  /// Creates the result of no items.
  init() {}

  /// The ids of the new objects, in the order of their items.
  public var insertedIDs: [ObjectID] { ids(.inserted) }

  /// The ids of the objects that have been changed, in the order of the items; that of an object
  /// that several items have changed comes as often.
  public var updatedIDs: [ObjectID] { ids(.updated) }

  /// Returns how many items have had `outcome`.
  public func count(_ outcome: Outcome) -> Int { outcomes.count { $0 == outcome } }

  private func ids(_ outcome: Outcome) -> [ObjectID] {
    zip(ids, outcomes).filter { $1 == outcome }.map(\.0)
  }
}
