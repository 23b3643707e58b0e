import Dispatch
import Synchronization

/// Returns what `body` does on Swift's own threads; the calling thread, none of them, waits for it.
func waiting<Value: Sendable>(
  for body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let semaphore = DispatchSemaphore(value: 0)
  Task.detached {
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    result.withLock { $0 = outcome }
    semaphore.signal()
  }
  semaphore.wait()
  guard let outcome = result.withLock({ $0 }) else {
    throw WrongAnswer(description: "a task has ended without a result")
  }
  return try outcome.get()
}

/// Calls `body` with each number below `count` from `width` tasks, each of which takes the next
/// number when it has done with one, and returns the tallies together.
///
/// - Throws: what one of them threw.
func inTasks(
  _ width: Int, count: Int, _ body: @escaping @Sendable (Int) async throws -> Tally
) async throws -> Tally {
  let next = Numbers()
  return try await withThrowingTaskGroup { group in
    for _ in 0..<width {
      group.addTask {
        var tally = Tally()
        while let number = next.take(below: count) { tally.add(try await body(number)) }
        return tally
      }
    }
    return try await group.reduce(into: Tally()) { $0.add($1) }
  }
}

/// The numbers from 0 on, each of which one taker has.
final class Numbers: Sendable {
  private let next = Atomic<Int>(0)

  /// Returns the next number, or nil when it is not below `end`.
  func take(below end: Int) -> Int? {
    let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return number < end ? number : nil
  }
}
