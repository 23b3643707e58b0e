import EntityStore

/// What reads for one context: one session after the other, or the one of `context.read`.
final class ReadSession {
  /// Where the rows are.
  private let store: any Store

  /// The session while `context.read` runs.
  private var current: (any StoreSession)?

  init(_ store: any Store) { self.store = store }

  /// `true` if `context.read` runs.
  var isShared: Bool { current != nil }

  /// Returns what `body` makes of one state of the store: that of `context.read`, if it runs.
  func read<Result>(_ body: (any StoreSession) throws -> Result) throws -> Result {
    if let current { return try body(current) }
    return try store.read(body)
  }

  /// Returns what `body` does, all of whose reading sees one state of the store.
  func share<Result>(_ body: () throws -> Result) throws -> Result {
    if current != nil { return try body() }
    return try store.read { session in
      current = session
      defer { current = nil }
      return try body()
    }
  }

  /// Returns what `body` does in one transaction.
  func write<Result>(_ body: (any WritingSession) throws -> Result) throws -> Result {
    requireUnshared()
    return try store.write(body)
  }

  /// Ends the process if `context.read` runs, in which nothing can be written.
  func requireUnshared() {
    precondition(
      current == nil, "a context cannot be saved while it reads one state of the store; end `read`")
  }
}
