public import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What one transaction has changed.
///
/// It names objects and properties; `container.history` has the values.
public struct Commit: Sendable {
  /// An object whose properties have been changed.
  public struct Update: Hashable, Sendable {
    /// The object.
    public let objectID: ObjectID

    /// The names of the attributes, of the to-ones, and of the relationships that are to-many at
    /// both ends that have been changed, in the order of the entity's properties.
    public let properties: [String]
  }

  /// The commit's position among those that this container has published; with a history, among
  /// those of the store.
  public let token: CommitToken

  /// Who made the changes: the `author` of `container.write` or of the context.
  public let author: String?

  /// When the changes were committed.
  public let date: Date

  /// The objects that are new, by entity, in the order of their creation.
  public let inserted: [ObjectID]

  /// The objects that have been changed, by entity, then id.
  public let updated: [Update]

  /// The objects that have been deleted, by entity, then id.
  public let deleted: [ObjectID]

  /// `true` if everything has been removed from the store, with `container.reset()`.
  public let isReset: Bool

  /// How many commits before this one the listener has not been given, since it was too slow.
  public internal(set) var missed = 0
}

/// A save that has failed; nothing of it has been written.
public struct SaveFailure: Sendable {
  /// Why the save has failed.
  public let error: any Error

  /// Who made the changes: the `author` of `container.write` or of the context.
  public let author: String?

  /// When the save failed.
  public let date: Date
}
