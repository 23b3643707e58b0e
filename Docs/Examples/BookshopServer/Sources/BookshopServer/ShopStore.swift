import EntityGraph

/// The container as handlers use it: each call has a deadline.
struct ShopStore: Sendable {
  let container: PersistentContainer

  /// How long a request may take in the store before it is given up.
  var timeout = Duration.seconds(5)

  /// Returns what `body` makes of one state of the store.
  func read<Result: Sendable>(
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> sending Result
  ) async throws -> Result {
    try await container.read(
      timeout: timeout ?? self.timeout, fileID: fileID, line: line, body)
  }

  /// Returns what `body` does in one transaction, made by `author`.
  func write<Result: Sendable>(
    author: String?, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> sending Result
  ) async throws -> Result {
    try await container.write(
      author: author, timeout: timeout, fileID: fileID, line: line, body)
  }
}
