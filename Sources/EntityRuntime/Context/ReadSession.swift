import EntityStore

/// What reads for one context: one session after the other, the one of `context.read`, or the
/// transaction of `container.write`.
final class ReadSession {
  /// Where the rows are.
  private let store: any Store

  /// The session while `context.read`, `container.read` or `container.write` runs.
  private var current: (any StoreSession)? {
    didSet { stateNumber += 1 }
  }

  /// How often another state of the store may have been read than before.
  private var stateNumber = 0

  /// The same while `container.write` runs.
  private var writing: (any WritingSession)?

  /// What can end `container.read` and `container.write`.
  private var lease: Lease?

  /// What ends requests and saves of an entity actor once the task that makes them is cancelled;
  /// `nil` in other contexts.
  private var taskLease: Lease?

  /// The ids that have been reserved, by tree, as far as there have been any.
  // Each new object takes one; nothing else is called while they change.
  @exclusivity(unchecked) private var reservations: [Reservation] = []

  /// The ids that have been reserved for one tree.
  private struct Reservation {
    /// Those of the transaction that have not been given out.
    var ids: Range<Int64> = 0..<0

    /// How many were reserved together last.
    var count = 0
  }

  /// Who makes the changes, as commits say it; `nil` if the program does not.
  var author: String?

  /// Where what was written last is in the history; `nil` if none is kept.
  private(set) var position: HistoryPosition?

  /// Calls the objects whose rows have been read; `nil` where no entity has a life cycle.
  var lifeCycle: LifeCycleCalls?

  /// What a fetch may cost.
  var budget: FetchBudget

  /// Is called before anything is read; `nil` if nobody wants to know.
  var willRead: (() -> Void)?

  /// Who asks, as events of scans say it; `nil` if nobody wants to know.
  let scanAsker: StoreAsker?

  init(_ store: any Store, _ caller: Caller? = nil) {
    self.store = store
    budget = store.budget
    scanAsker = store.observer?.observed.scans.map { _ in
      StoreAsker(request: nil, caller: caller?.text)
    }
  }

  /// `true` if one state of the store is read.
  var isShared: Bool { current != nil }

  /// The number of the one state of the store that is read, which no other state has; `nil` where
  /// each request may read another one.
  var state: Int? { current == nil ? nil : stateNumber }

  /// `true` if everything is read and written in one transaction.
  var isWriting: Bool { writing != nil }

  /// Returns the session while `context.read`, `container.read` or `container.write` runs, if
  /// nothing is to be done around what is read in it: as `request` gives it to its closure.
  func bare() throws -> (any StoreSession)? {
    guard let current, scanAsker == nil, lifeCycle == nil, taskLease == nil, budget.time == nil,
      willRead == nil
    else { return nil }
    try lease?.check()
    return current
  }

  /// Has requests and saves end once the task that makes them is cancelled.
  func endWithTasks() { taskLease = Lease(endsWithTask: true) }

  /// Throws if what goes on is to end.
  func checkCancellation() throws {
    guard let lease = lease ?? taskLease else { return }
    if lease.isCancelled { throw CancellationError() }
    try lease.check()
  }

  /// Returns what `body` makes of one state of the store: that of `context.read`, if it runs.
  func read<Result>(_ body: (any StoreSession) throws -> Result) throws -> Result {
    if let willRead { willRead() }
    guard let scanAsker else { return try readUnasked(body) }
    return try readUnasked { session in
      try session.asking(for: { scanAsker }) { try body(session) }
    }
  }

  /// Returns what `body` makes of one state of the store, as `read` does; events do not say who
  /// asks.
  private func readUnasked<Result>(
    _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    guard let lifeCycle else { return try readOnce(body) }
    return try lifeCycle.reading { try readOnce(body) }
  }

  /// Returns what `body` makes of one state of the store, as `read` does; no object awakes.
  private func readOnce<Result>(
    _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    try lease?.check()
    if let time = budget.time { return try read(within: time, body) }
    if let current { return try body(current) }
    return try store.read(body)
  }

  /// Returns what `body`, a request of the program's, makes of one state of the store, as `read`
  /// does; it ends with its task in the context of an entity actor.
  ///
  /// - Throws: `CancellationError` then, beside what `read` throws.
  // An object whose row has not been read would keep its placeholders, for other tasks too: only
  // what can throw to whoever asks is ended.
  func request<Result>(_ body: (any StoreSession) throws -> Result) throws -> Result {
    guard let taskLease else { return try read(body) }
    return try endingWithTask(taskLease) {
      try read { session in try session.withLease(taskLease) { try body(session) } }
    }
  }

  /// Returns what `body` makes of one state of the store, as `request` does; it asks `question`.
  func request<Result>(
    _ question: @autoclosure () -> StoreQuestion, _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    guard let scanAsker else { return try request(body) }
    let question = question()
    return try request { session in
      try session.asking(
        for: { StoreAsker(request: RequestText(question).text, caller: scanAsker.caller) }
      ) { try body(session) }
    }
  }

  /// Returns what `body` does, whose requests end with no task.
  func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = taskLease
    taskLease = nil
    defer { taskLease = outer }
    return try body()
  }

  /// Returns what `body` does, which `lease` ends.
  private func endingWithTask<Result>(
    _ lease: Lease, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError where error.code == .interrupted && lease.isCancelled {
      throw CancellationError()
    }
  }

  /// Returns what `body` makes of one state of the store, whose reading ends after `time`.
  private func read<Result>(
    within time: Duration, _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    if let current { return try current.limitingTime(to: time) { try body(current) } }
    return try store.read { session in try session.limitingTime(to: time) { try body(session) } }
  }

  /// Returns what `body` does with `session`, which takes no more time than a fetch may.
  func limitingTime<Result>(
    _ session: any StoreSession, _ body: () throws -> Result
  ) throws -> Result {
    guard let time = budget.time else { return try body() }
    return try session.limitingTime(to: time, body)
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

  /// Returns what `body` does, all of whose reading goes through `session`.
  func share<Result>(
    _ session: any StoreSession, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = current
    current = session
    defer { current = outer }
    return try body()
  }

  /// Returns what `body` does while everything is read through `session`, until `lease` is over.
  ///
  /// - Throws: what `lease` says where `body` could not read any more since that is over; what
  ///   `body` throws otherwise.
  func use<Result>(
    _ session: any StoreSession, _ lease: Lease, _ body: () throws -> Result
  ) throws -> Result {
    current = session
    self.lease = lease
    defer { end() }
    do {
      return try body()
    } catch let error as ReadError where error.problems.contains(where: \.isEndOfLease) {
      try lease.check()
      throw error
    }
  }

  /// Returns what `body` does while everything is read and written through `session`, until
  /// `lease` is over.
  ///
  /// - Throws: as with a session that reads.
  func use<Result>(
    _ session: any WritingSession, _ lease: Lease, _ body: () throws -> Result
  ) throws -> Result {
    writing = session
    return try use(session as any StoreSession, lease, body)
  }

  private func end() {
    current = nil
    writing = nil
    lease = nil
    for tree in reservations.indices { reservations[tree].ids = 0..<0 }
  }

  /// Returns what `body` does in one transaction, and calls `committed` with it once that has been
  /// committed. In `container.write` it is a part of the transaction there is, and `committed` is
  /// called at once. In an entity actor it ends with its task where `endsWithTask`.
  func write<Result>(
    endsWithTask: Bool, _ body: (any WritingSession) throws -> Result, committed: (Result) -> Void
  ) throws -> Result {
    if let writing {
      try lease?.check()
      // Objects that awake while rows are written may ask for more than one state.
      stateNumber += 1
      defer { stateNumber += 1 }
      let result = try writing.withSavepoint { try body(writing) }
      committed(result)
      return result
    }
    try requireUnshared()
    func commit(_ lease: Lease?) throws -> Result {
      try store.write(lease) { session in
        let result = try body(session)
        position = try session.recordCommit(by: author)
        return result
      } committed: {
        committed($0)
      }
    }
    guard endsWithTask, let taskLease else { return try commit(nil) }
    return try endingWithTask(taskLease) { try commit(taskLease) }
  }

  /// Throws if one state of the store is read, in which nothing can be written.
  func requireUnshared() throws(StoreError) {
    guard current != nil, writing == nil else { return }
    throw StoreError(
      .busy,
      "a context cannot be saved while it reads one state of the store; save when `read` has "
        + "returned, or use `container.write`")
  }

  /// Returns the permanent id of a new row of `table`, the one of `tree`; `nil` outside
  /// `container.write`, and where the store has none, which the save reports.
  func newID(of table: TableLayout, _ tree: Int) -> Int64? {
    // There are none outside of `container.write`.
    if tree < reservations.count, let id = reservations[tree].ids.first {
      reservations[tree].ids = id + 1..<reservations[tree].ids.upperBound
      return id
    }
    guard let writing else { return nil }
    while reservations.count <= tree { reservations.append(Reservation()) }
    // Most requests make one object; whoever makes many asks seldom.
    let count = max(1, min(reservations[tree].count * 8, 4096))
    guard let first = try? writing.reserveIDs(count, of: table) else { return nil }
    reservations[tree] = Reservation(ids: first + 1..<first + Int64(count), count: count)
    return first
  }

  /// Takes `ids` back, the last ones of `tree` that have been given out, of which no row has been
  /// made.
  func giveBack(_ ids: [Int64], _ tree: Int) {
    guard let first = ids.first, let last = ids.last, last - first == Int64(ids.count) - 1,
      tree < reservations.count, reservations[tree].ids.lowerBound == last + 1
    else { return }
    reservations[tree].ids = first..<reservations[tree].ids.upperBound
  }
}

extension ReadError.Problem {
  /// `true` if something could not be read since the time for it was over.
  fileprivate var isEndOfLease: Bool {
    guard let code = (underlying as? StoreError)?.code else { return false }
    return code == .interrupted || code == .timedOut
  }
}
