import EntityModel
import EntityStore

/// What is done when a save does not fit what others have saved.
extension Saver {
  /// Saves as `policy` says after `plan` has failed with `error`; nothing of it has been written.
  ///
  /// - Throws: a `ConflictError` with all that is in conflict and stays so; `error` where no other
  ///   has got in the way. Nothing is written then, and the unit is as it was.
  func save(after error: any Error, of plan: SavePlan, merging policy: MergePolicy) throws {
    guard isAboutOthers(error, policy) else { throw error }
    if policy.isError { throw conflictError(after: error, plan) }
    let state = UnitState(unit)
    let changes = DroppedChanges(unit)
    var restored: Set<ManagedObject> = []
    do {
      var isFirst = true
      // What is read to merge fills objects, which may not end half-way.
      try commit(endsWithTask: false) { session in
        // A store may have to try a transaction again.
        if !isFirst { state.restore() }
        isFirst = false
        return try unit.session.share(session) {
          let merger = Merger(unit, policy, session)
          var plan = try merger.merge()
          try validate()
          // What is read to validate may change as it awakes.
          if unit.lifeCycle != nil { plan = SavePlan(tracker, restoring: merger.restored) }
          try checkVersions(of: plan)
          restored = merger.restored
          return plan
        }
      }
    } catch {
      state.restore()
      unit.lifeCycle?.forget()
      throw error
    }
    changes?.forget()
    forgetMembers(of: restored)
    // What has been saved is in no conflict any more.
    unit.pendingConflicts = []
  }

  /// Has the members of `restored`, whose rows are there again, and those that they are among read
  /// again, which may have been read when the rows were gone.
  private func forgetMembers(of restored: Set<ManagedObject>) {
    if restored.isEmpty { return }
    for object in restored { unit.forgetMembers(of: object) }
    unit.forgetMembers(in: Set(restored.map(\.__entity.tree)))
  }

  /// Refuses to delete what others have linked something to that a delete rule is about.
  ///
  /// A link goes with the row that it links, which no version and no reference shows. Within
  /// `container.write` there are no others.
  func requireNoNewLinks(of plan: SavePlan, _ session: any StoreSession) throws {
    guard !plan.deletes.isEmpty, !unit.session.isWriting else { return }
    let found = try ConflictSearch(unit: unit, session: session).newLinks(of: plan)
    guard found.isEmpty else { throw ConflictError(conflicts: found.map(\.reported)) }
  }

  /// `true` if others may have caused `error`, so that merging may help.
  private func isAboutOthers(_ error: any Error, _ policy: MergePolicy) -> Bool {
    if error is ConflictError { return true }
    guard let error = error as? StoreError else { return false }
    // A row that is not as it was read may be what holds a unique value.
    return error.code == .foreignKeyViolation
      || error.code == .uniqueViolation && !policy.isError
  }

  /// Returns the error that reports everything that `plan`, which has failed with `error`, does not
  /// fit; `error` if that is not because of others.
  private func conflictError(after error: any Error, _ plan: SavePlan) -> any Error {
    let found = try? unit.session.read {
      try ConflictSearch(unit: unit, session: $0).conflicts(of: plan)
    }
    guard let found, !found.isEmpty else { return error }
    return ConflictError(conflicts: found.map(\.reported))
  }
}
