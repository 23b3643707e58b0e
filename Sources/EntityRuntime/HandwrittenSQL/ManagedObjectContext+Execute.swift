import EntityModel
import EntityStore

extension ManagedObjectContext {
  /// Runs a statement that writes, at once, and returns how many rows have changed: those that were
  /// so already do not count, and a link that becomes another is one.
  ///
  ///     try await container.write { context in
  ///       try context.execute(
  ///         "UPDATE \(Book.self) SET \(\Book.pages) = \(\Book.pages) + 1 WHERE kind = \(kind)")
  ///     }
  ///
  /// It is one `INSERT`, `UPDATE`, `DELETE` or `REPLACE`, with or without `WITH`, `ON CONFLICT` or
  /// `FROM`, on the tables that `sql(_:as:)` describes and on those of `links`. SQLite runs it to
  /// see what it leaves in which rows. That is then written as a save writes it: a row's version is
  /// raised once, the other ends of relationships, the history, the commits, live queries and the
  /// objects of this and of other contexts follow, and what the model says of values, references,
  /// uniqueness and numbers of members holds, or nothing has been changed. What is deleted is
  /// deleted by the delete rules of relationships, as `deleteAll(_:refreshing:)` does; rows that go
  /// by a rule do not count.
  ///
  /// In `container.write` the change is a part of the transaction, and what has been changed before
  /// is saved first; in a context of your own it is a transaction of its own, and refused while
  /// there are unsaved changes.
  ///
  /// Two rows may exchange unique values by an `UPDATE`. An object of another class than a to-one
  /// or a link refers to is refused where the statement assigns it, inserts it or compares it with
  /// a column that a key path names.
  ///
  /// `INSERT` gives every required property a value, since defaults are Swift's; `_id` and
  /// `_version` are left out, and where a table has the objects of several classes `_entity` is the
  /// name of one. A to-one whose inverse is to-one too is assigned by `UPDATE`.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - unseen: `true` to have SQLite run the statement as it is and nothing else done: versions
  ///     are not raised, so that saves of other contexts do not notice the change and may write
  ///     over it; the history has no entry of it, commits and live queries do not report it;
  ///     objects stay as they have been read. Values of a wrong type, inverses that are to-one at
  ///     both ends, required relationships, numbers of members and delete rules are not looked at;
  ///     a reference to what does not exist is refused. A number that a deleted object had may be
  ///     given again. What SQLite counts as changed is returned.
  /// - Throws: a `StoreError`: `invalidRequest` for anything but one statement that changes rows of
  ///   objects, for unsaved changes, and where the program runs with a SQLite that does not report
  ///   rows (`SQLITE_ENABLE_PREUPDATE_HOOK`) unless `unseen`; `unreadableValue`, `overflow` and
  ///   `notNullViolation` for a value that its property cannot hold; one if the statement fails. A
  ///   `PropertyError` for a reference to what does not exist, a `ValidationError` as a save throws
  ///   one. Nothing has been changed then.
  /// - Complexity: O(rows that change) in memory, with the values that the statement assigns.
  @discardableResult
  public func execute(_ sql: HandwrittenSQL, unseen: Bool = false) throws -> Int {
    try writingDirectly("execute") {
      try sql.statement.requireObjects(of: container.storeTag)
      if unseen {
        return try unit.session.write(endsWithTask: true) { session in
          try unit.session.limitingTime(session) { try session.runUnseen(sql.statement) }
        } committed: { _ in
        }
      }
      var count = 0
      _ = try BulkWriter(unit: unit).write(refreshing: true) { session in
        let changes = try unit.session.limitingTime(session) {
          try session.changes(of: sql.statement)
        }
        let result = try StatementChange(changes, unit, session)
        count = result.count
        return result.change
      }
      return count
    }
  }
}
