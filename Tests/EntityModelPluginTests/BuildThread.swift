import Dispatch
import Testing

/// Has tests run one after the other on a thread of their own, for as long as their builds take,
/// and those of other suites beside them.
struct BuildThread: SuiteTrait, TestTrait, TestScoping {
  private let executor = Executor()

  let isRecursive = true

  /// The tests that build in the folder of the scratch packages.
  static let ofScratchPackages = BuildThread()

  /// The jobs of tasks, one after the other on a thread that no other task waits for.
  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "EntityModelPluginTests.BuildThread")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> BuildThread? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(executor) { try await function() }
  }
}
