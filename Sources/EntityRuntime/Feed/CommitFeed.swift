import EntityModel
import EntityStore
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What has been committed, for those who listen within the process.
struct CommittedChanges: Sendable {
  /// The commit's position.
  let token: CommitToken

  /// Who made the changes.
  let author: String?

  /// What has been written; `nil` if everything has been removed, or if others have written and it
  /// is not known what.
  let changes: ChangeSet?

  /// The unit of work that has written it.
  let origin: ObjectIdentifier?
}

/// Informs those who listen of commits, in order, and of saves that have failed.
final class CommitFeed: Sendable {
  /// Is called with each commit, before the next one begins; it must be quick and not block.
  typealias Listener = @Sendable (CommittedChanges) -> Void

  private struct State {
    var listeners: [Int: Listener] = [:]
    var mailboxes: [Int: Mailbox<Commit>] = [:]
    var failures: [Int: Mailbox<SaveFailure>] = [:]
    var followers: [Int: Mailbox<FeedSignal>] = [:]

    /// Those of the followers who want to know of other processes' commits, and what finds out.
    var watching: Set<Int> = []
    var watch: (any CommitWatch)?

    /// What finds out that others have committed, for the listeners.
    var othersWatch: (any CommitWatch)?

    /// The store, as long as the container is open.
    var store: (any Store)?
    var ends: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
    var isFinished = false
  }

  private let layout: StoreLayout
  private let now: @Sendable () -> Date
  private let state: Mutex<State>
  private let number = Atomic<Int64>(0)

  /// How many listen, so that a commit that concerns nobody costs nothing.
  private let listenerCount = Atomic<Int>(0)

  /// Creates the feed of `store`.
  init(_ store: any Store) {
    layout = store.layout
    now = store.now
    state = Mutex(State(store: store))
  }

  /// The token of the last commit that was published without a history.
  var lastToken: CommitToken { CommitToken(number: number.load(ordering: .relaxed)) }

  // MARK: Publishing

  /// Informs everybody of `changes`, which have just been committed by `author`; `nil` for the
  /// removal of everything. They are at `position` of the history, if there is one.
  func publish(
    _ changes: ChangeSet?, author: String?, at position: HistoryPosition?,
    from origin: UnitOfWork? = nil
  ) {
    if changes?.isEmpty == true { return }
    publish(author: author, at: position, from: origin) { changes }
  }

  /// Informs everybody, as the other form does, of the changes that `changes` returns, of which
  /// there is at least one. It is called only where somebody listens: there may be very many.
  func publish(
    author: String?, at position: HistoryPosition?, from origin: UnitOfWork? = nil,
    _ changes: () -> ChangeSet?
  ) {
    let number = number.add(1, ordering: .relaxed).newValue
    guard listenerCount.load(ordering: .acquiring) > 0 else { return }
    let committed = CommittedChanges(
      token: position.map { CommitToken($0) } ?? CommitToken(number: number), author: author,
      changes: changes(), origin: origin.map { ObjectIdentifier($0) })
    state.withLock { state in
      for listener in state.listeners.values { listener(committed) }
      guard !state.mailboxes.isEmpty || !state.followers.isEmpty else { return }
      let commit = Commit(committed, layout, date: position?.date ?? now())
      for mailbox in state.mailboxes.values { mailbox.put(commit) }
      for mailbox in state.followers.values { mailbox.put(.commit(commit)) }
    }
  }

  /// Informs everybody that a save of `author` has failed.
  func publish(failure error: any Error, author: String?) {
    guard listenerCount.load(ordering: .acquiring) > 0 else { return }
    let failure = SaveFailure(error: error, author: author, date: now())
    state.withLock { state in
      for mailbox in state.failures.values { mailbox.put(failure) }
    }
  }

  // MARK: Listening

  /// Calls `listener` with each commit from now on, and `end` when there will be no more; returns
  /// what it is removed by.
  func listen(_ listener: @escaping Listener, end: @escaping @Sendable () -> Void) -> Int {
    let id = add { state, id in
      state.listeners[id] = listener
      state.ends[id] = end
      guard state.othersWatch == nil else { return }
      state.othersWatch = state.store?.watchOthers { [weak self] in self?.publishOthers() }
    }
    if id == nil { end() }
    return id ?? -1
  }

  /// Puts each commit from now on into `mailbox`; returns what it is removed by.
  func deliver(to mailbox: Mailbox<Commit>) -> Int {
    deliver(to: mailbox) { $0.mailboxes[$1] = mailbox }
  }

  /// Puts each failure from now on into `mailbox`; returns what it is removed by.
  func deliver(to mailbox: Mailbox<SaveFailure>) -> Int {
    deliver(to: mailbox) { $0.failures[$1] = mailbox }
  }

  /// Puts each commit from now on into `mailbox`, and, if `isWatching`, that other processes may
  /// have committed; returns what it is removed by.
  func deliver(to mailbox: Mailbox<FeedSignal>, isWatching: Bool) -> Int {
    deliver(to: mailbox) { state, id in
      state.followers[id] = mailbox
      guard isWatching else { return }
      state.watching.insert(id)
      if state.watch == nil {
        state.watch = state.store?.watchCommits { [weak self] number in
          self?.noteOthers(upTo: number)
        }
      }
    }
  }

  /// Enters `mailbox`, which ends with the feed, by `enter`; returns what it is removed by.
  private func deliver<Element>(
    to mailbox: Mailbox<Element>, _ enter: (inout State, Int) -> Void
  ) -> Int {
    let id = add { state, id in
      enter(&state, id)
      state.ends[id] = { mailbox.finish() }
    }
    if id == nil { mailbox.finish() }
    return id ?? -1
  }

  /// Informs those who listen, before it returns, of what others have committed before the call.
  func lookForOthers() { state.withLock { $0.othersWatch }?.look() }

  /// Informs those who listen that others have committed something, it is not known what.
  private func publishOthers() {
    let committed = CommittedChanges(token: lastToken, author: nil, changes: nil, origin: nil)
    state.withLock { state in
      for listener in state.listeners.values { listener(committed) }
    }
  }

  /// Informs those who want to know that another process may have committed the entry `number`.
  private func noteOthers(upTo number: Int64) {
    state.withLock { state in
      for id in state.watching { state.followers[id]?.put(.others(upTo: number)) }
    }
  }

  /// Returns once the commit that is being published, if there is one, has come to all who listen.
  func waitForPublishing() { state.withLock { _ in } }

  private func add(_ enter: (inout State, Int) -> Void) -> Int? {
    state.withLock { state in
      guard !state.isFinished else { return nil }
      state.nextID += 1
      enter(&state, state.nextID)
      listenerCount.add(1, ordering: .releasing)
      return state.nextID
    }
  }

  /// Removes the listener `id`, if there is one.
  func remove(_ id: Int) {
    let watches: [any CommitWatch] = state.withLock { state in
      guard state.ends.removeValue(forKey: id) != nil else { return [] }
      state.listeners[id] = nil
      state.mailboxes[id] = nil
      state.failures[id] = nil
      state.followers[id] = nil
      listenerCount.subtract(1, ordering: .releasing)
      state.watching.remove(id)
      var unused: [any CommitWatch] = []
      if state.watching.isEmpty, let watch = state.watch {
        unused.append(watch)
        state.watch = nil
      }
      if state.listeners.isEmpty, let watch = state.othersWatch {
        unused.append(watch)
        state.othersWatch = nil
      }
      return unused
    }
    for watch in watches { watch.cancel() }
  }

  /// Ends all sequences; there is nothing to listen to from now on.
  func finish() {
    let (ends, watches) = state.withLock { state in
      let ends = Array(state.ends.values)
      let watches = [state.watch, state.othersWatch].compactMap { $0 }
      state = State(isFinished: true)
      listenerCount.store(0, ordering: .releasing)
      return (ends, watches)
    }
    for watch in watches { watch.cancel() }
    for end in ends { end() }
  }
}

extension Commit {
  /// Creates the account of `committed`, in the names of `layout`.
  init(_ committed: CommittedChanges, _ layout: StoreLayout, date: Date) {
    let changes = committed.changes ?? ChangeSet()
    func id(_ entity: Int, _ row: Int64) -> ObjectID {
      ObjectID(entityName: layout.entities[entity].rootName, rowID: row)
    }
    // Several saves may have become one commit: what counts is the difference that it makes.
    let inserted = Set(changes.inserts.map { id($0.entity, $0.id) })
    let deleted = Set(changes.deletes.map { id($0.entity, $0.id) })
    var updated: [ObjectID: (entity: Int, properties: Set<Int>)] = [:]
    func note(_ entity: Int, _ row: Int64, _ properties: [Int]) {
      let object = id(entity, row)
      if inserted.contains(object) || deleted.contains(object) { return }
      updated[object, default: (entity, [])].properties.formUnion(properties)
    }
    for update in changes.updates { note(update.entity, update.id, update.properties) }
    layout.forEachLinkEnd(of: changes) { entity, row, property in
      // What has no property for a relationship has not changed by it.
      guard layout.entities[entity].properties.indices.contains(property) else { return }
      note(entity, row, [property])
    }
    layout.forEachOrder(of: changes) { note($0, $1, [$2]) }
    token = committed.token
    author = committed.author
    self.date = date
    self.inserted = changes.inserts.map { id($0.entity, $0.id) }.filter { !deleted.contains($0) }
    self.deleted = changes.deletes.map { id($0.entity, $0.id) }.filter { !inserted.contains($0) }
    self.updated = updated.sorted {
      ($0.value.entity, $0.key.rowID) < ($1.value.entity, $1.key.rowID)
    }.map { object, change in
      Update(
        objectID: object,
        properties: change.properties.sorted().map {
          layout.entities[change.entity].properties[$0].name
        })
    }
    isReset = committed.changes == nil
  }
}
