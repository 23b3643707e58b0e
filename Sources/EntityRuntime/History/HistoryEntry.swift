public import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One commit as the store's history has it.
///
/// Entities and properties have the names of the time: a migration that gives them others leaves
/// the entries as they are. Several saves of one `container.write` are one entry.
public struct HistoryEntry: Hashable, Sendable {
  /// The commit's position; what follows it is `history(after: token)`.
  public let token: CommitToken

  /// Who made the changes: the `author` of `container.write` or of the context.
  public let author: String?

  /// When the changes were committed.
  public let date: Date

  /// `true` if everything was removed from the store, with `container.reset()`; the objects are not
  /// named.
  public let isReset: Bool

  /// What has been changed: the objects that are new in the order of their creation, then those
  /// that have been changed by entity and id, then those that have been deleted.
  public let changes: [HistoryChange]

  /// The changes of objects that are new.
  public var inserted: [HistoryChange] { changes.filter { $0.kind == .inserted } }

  /// The changes of objects that were there before and still are.
  public var updated: [HistoryChange] { changes.filter { $0.kind == .updated } }

  /// The changes of objects that do not exist any more.
  public var deleted: [HistoryChange] { changes.filter { $0.kind == .deleted } }
}

/// What one commit has made of one object.
public struct HistoryChange: Hashable, Sendable {
  /// What has happened to an object.
  @nonexhaustive public enum Kind: String, Hashable, Sendable, Codable {
    /// It is new.
    case inserted

    /// It has been changed.
    case updated

    /// It has been deleted.
    case deleted
  }

  /// What has happened to the object.
  public let kind: Kind

  /// The object.
  public let objectID: ObjectID

  /// The name of the object's entity.
  public let entity: String

  /// The names of the properties that have been changed, secret ones among them; of an object that
  /// is new or deleted, those of all its attributes and to-ones, and of those that links were of.
  public let properties: [String]

  /// The values from before: of what has been changed, or all of what has been deleted.
  public let old: HistoryValues

  /// The values from then on: of what has been changed, or all of what is new.
  public let new: HistoryValues

  /// The objects that it has been linked to by relationships that are to-many at both ends, in the
  /// order of their ids.
  public let linked: [String: [ObjectID]]

  /// The objects that it is linked to no more. That a linked object is deleted is a change of that
  /// one alone.
  public let unlinked: [String: [ObjectID]]

  /// The objects that were linked to one that has been deleted, by the names of the implicit
  /// inverses of the relationships that they have.
  let implicitlyUnlinked: [String: [ObjectID]]
}
