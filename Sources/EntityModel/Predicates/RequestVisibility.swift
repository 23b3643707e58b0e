/// Which objects a request finds of those that requests leave out unless they say otherwise.
package struct RequestVisibility: Codable, Hashable, Sendable {
  /// What becomes of objects that have been deleted softly.
  package enum Deleted: String, Codable, Hashable, Sendable {
    case excluded, included, only
  }

  /// What becomes of objects that have been deleted softly.
  package var deleted: Deleted

  /// `true` if the default conditions of entities do not count.
  package var isUnscoped: Bool

  /// Creates the visibility of a request that says nothing.
  package init(deleted: Deleted = .excluded, isUnscoped: Bool = false) {
    self.deleted = deleted
    self.isUnscoped = isUnscoped
  }
}
