/// What happens to the objects at the other end when an object is deleted.
@nonexhaustive public enum DeleteRule: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing; the store refuses a save that would leave a reference to a deleted row.
  case noAction

  /// Their references to the deleted object are cleared.
  case nullify

  /// They are deleted too.
  case cascade

  /// The save is refused as long as there are any.
  case deny
}
