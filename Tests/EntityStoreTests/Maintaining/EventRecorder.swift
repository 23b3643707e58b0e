import EntityStore
import Synchronization

/// Records events, from any thread.
final class EventRecorder: Sendable {
  private let events = Mutex<[StoreEvent]>([])

  /// The events in the order of their coming.
  var all: [StoreEvent] { events.withLock { $0 } }

  /// Adds `event`.
  func note(_ event: StoreEvent) { events.withLock { $0.append(event) } }

  /// Removes all events.
  func clear() { events.withLock { $0 = [] } }

  /// The statements that were reported.
  var statements: [StoreEvent.Statement] {
    all.compactMap { if case .statement(let statement) = $0 { statement } else { nil } }
  }

  /// The commits that were reported.
  var commits: [StoreEvent.Commit] {
    all.compactMap { if case .commit(let commit) = $0 { commit } else { nil } }
  }

  /// What was waited for.
  var waits: [StoreEvent.Wait] {
    all.compactMap { if case .wait(let wait) = $0 { wait } else { nil } }
  }

  /// The checkpoints that were reported.
  var checkpoints: [StoreEvent.Checkpoint] {
    all.compactMap { if case .checkpoint(let checkpoint) = $0 { checkpoint } else { nil } }
  }
}
