import EntityStore

extension ManagedObjectContext {
  /// `true` if the context takes over what others commit through its container; `false` at first.
  ///
  /// A context that follows does so when it is next used: at a fetch, at a look-up, at a save, or
  /// at `processCommits()`. Objects without unsaved changes then have the values of their rows,
  /// members of relationships are read again, and an object whose row has gone is deleted. Unsaved
  /// changes stay; what others have changed beside them is taken over too. In `read`, which sees
  /// one state, nothing is taken over. Reading a property is no use of the context.
  ///
  /// What was committed before this is set counts too: at the next use the objects that the context
  /// has already are compared with their rows, one after the other.
  ///
  /// What other processes commit is followed where `StoreOptions.followsOtherProcesses` says so.
  public var followsCommits: Bool {
    get { unit.inbox != nil }
    set {
      guard newValue != followsCommits else { return }
      precondition(
        unit.nesting == nil,
        "a nested context sees what its parent sees and follows no commits; let the parent follow")
      unit.inbox = newValue ? CommitInbox(unit, wake: nil) : nil
    }
  }

  /// Takes over what others have committed before, if the context follows them; see
  /// `followsCommits`.
  ///
  /// - Throws: a `ConflictError` with the objects whose unsaved changes others have got in the way
  ///   of since the last call: both have changed a property, or others have deleted an object that
  ///   is changed here. Such objects are as they were, and a save throws until they are refreshed
  ///   or rolled back. A `StoreError` if the store cannot be read.
  public func processCommits() throws {
    if unit.inbox != nil { unit.container.feed.lookForOthers() }
    try takeOverCommits()
    let conflicts = unit.pendingConflicts
    unit.pendingConflicts = []
    if !conflicts.isEmpty { throw ConflictError(conflicts: conflicts) }
  }

  /// The conflicts that have been found when the context was used, and that `processCommits()` has
  /// not reported.
  public var pendingConflicts: [ConflictError.Conflict] { unit.pendingConflicts }

  /// Follows commits, and calls `wake` when there is something to take over, on whatever thread.
  package func followCommits(wake: @escaping @Sendable () -> Void) {
    unit.inbox = CommitInbox(unit, wake: wake)
  }

  /// Takes over what there is, unless one state of the store is read.
  @inline(__always)
  func takeOverCommits() throws {
    guard let inbox = unit.inbox, !inbox.isEmpty || unit.hasContested, !unit.session.isShared
    else { return }
    let conflicts = try unit.withoutUndo {
      let follower = Follower(unit: unit)
      return try follower.takeOver() + follower.takeOverUncontested()
    }
    if conflicts.isEmpty { return }
    unit.pendingConflicts += conflicts
    unit.noteConflicts(conflicts)
  }

  /// Returns the objects that `request` finds, now and after each commit that may change them or
  /// their values, of this context or of others; the context follows commits from now on, so that
  /// the objects have the values of that commit. Where it is set to follow no more, they have those
  /// that they had in the context.
  ///
  ///     for try await books in context.updates(of: Book.sorted(by: \.title)) { … }
  ///
  /// Iterate where the context is used: in its actor. The sequence ends when the container is
  /// closed or the task is cancelled.
  public func updates<Object: ManagedObject>(
    of request: FetchRequest<Object>
  ) -> ObjectUpdateSequence<Object> {
    followsCommits = true
    return ObjectUpdateSequence(request, in: self)
  }
}
