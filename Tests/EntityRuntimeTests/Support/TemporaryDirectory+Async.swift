import TestSupport

extension TemporaryDirectory {
  /// Calls `body` with a new directory, which lasts until it returns.
  static func with<Result>(
    _ body: (TemporaryDirectory) async throws -> Result
  ) async throws -> Result {
    let directory = try TemporaryDirectory()
    let result = try await body(directory)
    withExtendedLifetime(directory) {}
    return result
  }
}
