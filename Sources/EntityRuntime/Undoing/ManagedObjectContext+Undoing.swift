extension ManagedObjectContext {
  /// What records the changes of this context, so that they can be undone; `nil` at first, when
  /// nothing is recorded.
  ///
  /// Whoever assigns another recorder, or `nil`, cannot undo what has been recorded before.
  public var undoRecorder: UndoRecorder? {
    get { unit.undoRecorder }
    set {
      guard newValue !== unit.undoRecorder else { return }
      newValue?.attach(to: unit)
      unit.undoRecorder?.attach(to: nil)
      unit.undoRecorder = newValue
    }
  }

  /// Returns what `body` does, whose changes are undone together and are called `name`.
  ///
  /// A group within a group is a part of the outer one, whose name counts. If `body` throws, what
  /// it has changed stays, and can be undone. Where there is no `undoRecorder`, `body` is called
  /// and nothing is recorded.
  @discardableResult
  public func undoGroup<Result>(_ name: String? = nil, _ body: () throws -> Result) rethrows
    -> Result
  {
    guard let recorder = unit.undoRecorder else { return try body() }
    recorder.beginGroup(name)
    defer { recorder.endNestedGroup() }
    return try body()
  }

  /// Returns what `body` does, whose changes are not recorded.
  ///
  /// Undoing what has been recorded before leaves them as they are, apart from the properties that
  /// it gives values, and from objects that have been made before, which it deletes by their delete
  /// rules.
  public func withoutUndo<Result>(_ body: () throws -> Result) rethrows -> Result {
    try unit.withoutUndo(body)
  }

  /// Undoes the group that has been recorded last; `false` if there is none.
  ///
  /// Properties have the values from before, objects that have been made are deleted, and those
  /// that have been deleted are back, the same objects with the same ids and relationships; one
  /// whose row has been removed by a save is to be inserted with its id. The next save writes that,
  /// as any change. A context that follows commits takes these over first.
  ///
  /// What others have changed beside it stays. What others have deleted since stays deleted: its
  /// changes are left out, and so are references to it.
  ///
  /// Objects call neither `awakeFromInsert` nor `willDelete`: what these have changed was recorded.
  ///
  /// - Precondition: no `undoGroup` is going on.
  @discardableResult public func undo() -> Bool { applyRecorded(isRedoing: false) }

  /// Does again what has been undone last; `false` if there is nothing, as after any other change.
  ///
  /// - Precondition: no `undoGroup` is going on.
  @discardableResult public func redo() -> Bool { applyRecorded(isRedoing: true) }

  private func applyRecorded(isRedoing: Bool) -> Bool {
    guard let recorder = unit.undoRecorder else { return false }
    // A store that cannot be read is reported by the next use that throws.
    try? takeOverCommits()
    return recorder.apply(isRedoing: isRedoing)
  }
}

// What is written from habit and has another form here: the compiler names that.

extension ManagedObjectContext {
  /// Refuses another name.
  @available(*, unavailable, renamed: "undoRecorder")
  public var undoManager: UndoRecorder? {
    get { nil }
    set {}
  }

  /// Refuses what the recorder knows.
  @available(*, unavailable, message: "ask the recorder: 'context.undoRecorder?.canUndo'")
  public var canUndo: Bool { false }

  /// Refuses what the recorder knows.
  @available(*, unavailable, message: "ask the recorder: 'context.undoRecorder?.canRedo'")
  public var canRedo: Bool { false }
}

extension UndoRecorder {
  /// Refuses what the context does.
  @available(*, unavailable, message: "the context undoes: 'context.undo()'")
  public func undo() {}

  /// Refuses what the context does.
  @available(*, unavailable, message: "the context redoes: 'context.redo()'")
  public func redo() {}

  /// Refuses a group without a closure.
  @available(
    *, unavailable, message: "a group is what a closure changes: 'context.undoGroup(name) { … }'"
  )
  public func beginUndoGrouping() {}

  /// Refuses a group without a closure.
  @available(
    *, unavailable, message: "a group is what a closure changes: 'context.undoGroup(name) { … }'"
  )
  public func endUndoGrouping() {}

  /// Refuses another name.
  @available(*, unavailable, renamed: "nameGroup(_:)")
  public func setActionName(_ name: String) {}

  /// Refuses another name.
  @available(*, unavailable, renamed: "removeAll()")
  public func removeAllActions() {}
}

extension UnitOfWork {
  /// Returns what `body` does, of which nothing is recorded to be undone.
  func withoutUndo<Result>(_ body: () throws -> Result) rethrows -> Result {
    if undoRecorder == nil { return try body() }
    undoPauses += 1
    defer { undoPauses -= 1 }
    return try body()
  }
}
