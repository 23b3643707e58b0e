import EntityGraph
import Testing

extension StoreOptions {
  /// Longer than any test takes: whoever waits in one waits until the test lets it go on, however
  /// busy the machine is.
  static let endlessWait = Duration.seconds(24 * 3600)

  /// What a store of many tasks is opened with.
  ///
  /// The tests of other suites take turns with those tasks: who waits for its turn in a long queue
  /// may wait for them all.
  static let patient = StoreOptions(busyTimeout: endlessWait, waitTimeout: endlessWait)
}

/// Returns once `isMet`, which is asked again and again while other tasks run.
///
/// It throws when the task is cancelled, so that the time limit of a suite ends a wait that would
/// never end.
func wait(
  isolation: isolated (any Actor)? = #isolation, until isMet: () throws -> Bool
) async throws {
  while try !isMet() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
