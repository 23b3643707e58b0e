import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Gives the author another name and a book, if that is wanted once it is seen.
func collect(
  _ author: Author, as name: String, in context: ManagedObjectContext,
  if isWanted: (ManagedObjectContext) -> Bool
) throws {
  let draft = context.nested()
  try draft.object(for: author)?.name = name
  _ = Book(title: "Collected Works", author: try draft.object(for: author), in: draft)
  guard isWanted(draft) else { return }
  try context.undoGroup("Collect") { try draft.save() }
  try context.save()
}

/// Adds what a page of a form says to the books that somebody is entering, and returns these to be
/// kept until the next page, or nil once they are saved.
func enter(
  _ title: String, after draft: Data?, isLast: Bool, in container: PersistentContainer
) throws -> Data? {
  let session =
    try draft.map { try EditingSession(resuming: $0, in: container) }
    ?? EditingSession(in: container)
  _ = Book(title: title, in: session.context)
  guard isLast, try session.validate().isEmpty else { return try session.encoded() }
  try session.save()
  return nil
}

/// What is kept of the sessions of clients between their requests.
final class Drafts {
  var states: [String: Data] = [:]
}

/// Resumes what `client` has entered so far; it is kept until that is saved or cancelled.
func resume(
  _ client: String, _ drafts: Drafts, in container: PersistentContainer
) throws -> EditingSession? {
  guard let state = drafts.states[client] else { return nil }
  let session = try EditingSession(resuming: state, in: container)
  session.onEnd { ending in
    drafts.states[client] = nil
    print("the changes of \(client) have been \(ending)")
  }
  return session
}
