import TestSupport

/// The path of a store's file, which goes with the value.
final class TemporaryStore: Sendable {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  var path: String { directory.path("test.sqlite") }
}
