import EntityStore
import Synchronization

/// One query that somebody listens to: its result is found again after each commit that may alter
/// it, or after several, once for all who listen.
final class LiveQuery<Value: Sendable>: AnyLiveQuery {
  /// A result, or why there is none.
  typealias Outcome = Result<Value, any Error>

  private struct State {
    var mailboxes: [Int: Mailbox<Outcome>] = [:]
    var nextID = 0
    var last: Value?

    /// Those who have come since the result is found and are given the next one.
    var newcomers: Set<Int> = []

    /// `true` while the result is found.
    var isEvaluating = false

    /// `true` if a commit has come since then.
    var isStale = true
  }

  private let dependencies: QueryDependencies
  private let state = Mutex(State())

  /// Where the result is found.
  private let lane: Lane

  /// Finds the result.
  private let evaluate: @Sendable () throws -> Value

  init(
    _ dependencies: QueryDependencies, in lane: Lane,
    evaluate: @escaping @Sendable () throws -> Value
  ) {
    self.dependencies = dependencies
    self.lane = lane
    self.evaluate = evaluate
  }

  /// Gives the result, now and whenever it may have changed, to `mailbox`; returns what it is
  /// removed by.
  func add(_ mailbox: Mailbox<Outcome>) -> Int {
    let (id, starts): (Int, Bool) = state.withLock { state in
      state.nextID += 1
      state.mailboxes[state.nextID] = mailbox
      if !state.isStale, !state.isEvaluating, let last = state.last {
        // While nobody else can put a newer one, whose place this one would take.
        mailbox.put(.success(last))
        return (state.nextID, false)
      }
      // What is found at this moment may have been read before something that the listener knows.
      state.newcomers.insert(state.nextID)
      defer { state.isEvaluating = true }
      return (state.nextID, !state.isEvaluating)
    }
    if starts { enqueue() }
    return id
  }

  /// Removes the mailbox `id`; returns `true` if nobody listens any more.
  func remove(_ id: Int) -> Bool {
    state.withLock { state in
      state.mailboxes[id] = nil
      state.newcomers.remove(id)
      return state.mailboxes.isEmpty
    }
  }

  func note(_ summary: ChangeSummary) {
    guard dependencies.mayChange(by: summary) else { return }
    let starts = state.withLock { state in
      state.isStale = true
      defer { state.isEvaluating = true }
      return !state.isEvaluating
    }
    if starts { enqueue() }
  }

  func finish() {
    let mailboxes = state.withLock { state in
      defer { state.mailboxes = [:] }
      return Array(state.mailboxes.values)
    }
    for mailbox in mailboxes { mailbox.finish() }
  }

  private func enqueue() { lane.enqueue(Lane.Job { [self] in update() }) }

  /// Finds the result and hands it out: to all if it may have changed, or to those who have none;
  /// once more if it may have changed meanwhile or somebody has come.
  private func update() {
    let (isNeeded, newcomers): (Bool, Set<Int>?) = state.withLock { state in
      let newcomers = state.isStale ? nil : state.newcomers
      state.isStale = false
      state.newcomers = []
      state.isEvaluating = !state.mailboxes.isEmpty && newcomers?.isEmpty != true
      return (state.isEvaluating, newcomers)
    }
    guard isNeeded else { return }
    let outcome = Outcome { try evaluate() }
    let isNeededAgain = state.withLock { state in
      let listeners = state.mailboxes.filter { id, _ in
        newcomers?.contains(id) ?? !state.newcomers.contains(id)
      }
      switch outcome {
      case .success(let value):
        for mailbox in listeners.values { mailbox.put(outcome) }
        state.last = value
      case .failure(let error):
        let isClosed = (error as? StoreError)?.code == .closed
        for (id, mailbox) in listeners {
          if !isClosed { mailbox.put(outcome) }
          mailbox.finish()
          state.mailboxes[id] = nil
        }
        state.last = nil
      }
      state.isEvaluating =
        !state.mailboxes.isEmpty && (state.isStale || !state.newcomers.isEmpty)
      return state.isEvaluating
    }
    // Others wait for a reader too.
    if isNeededAgain { enqueue() }
  }
}

/// A live query of whatever result.
protocol AnyLiveQuery: AnyObject, Sendable {
  /// Has the result found again if what `summary` sums up may alter it.
  func note(_ summary: ChangeSummary)

  /// Ends the sequences of those who listen.
  func finish()

  /// Removes a listener; returns `true` if nobody listens any more.
  func remove(_ id: Int) -> Bool
}
