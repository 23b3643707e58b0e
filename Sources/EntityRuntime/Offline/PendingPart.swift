/// Changes of a store that have not been pushed, and that what comes from others leaves as they
/// are.
///
///     options.pending = .kept(by: "app")                 // what 'withPendingChanges' would push
///     options.pending = .kept(by: "app", since: token)
///
/// Objects and properties that the author has changed are neither overwritten nor deleted as
/// missing, and what the author has deleted is not made again. Where others have changed the same
/// property to another value, or one side has deleted what the other one has changed, the context's
/// `mergePolicy` decides, ours being what is pending and theirs what comes; with `.error`, which a
/// context has at first, what is pending stays.
public struct PendingPart: Hashable, Sendable {
  /// Who has made the changes.
  let author: String

  /// From where on they are pending.
  let start: Start

  enum Start: Hashable {
    case token(CommitToken?)
    case pushed(name: String)
  }

  /// What `author` has changed since `token`; `nil` for the beginning of the history.
  public static func kept(by author: String, since token: CommitToken?) -> PendingPart {
    PendingPart(author: author, start: .token(token))
  }

  /// What `author` has changed and `withPendingChanges` has not pushed under `name`; under `author`
  /// where none is given.
  public static func kept(by author: String, named name: String? = nil) -> PendingPart {
    PendingPart(author: author, start: .pushed(name: name ?? author))
  }
}
