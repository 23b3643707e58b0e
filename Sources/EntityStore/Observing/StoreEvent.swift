/// Something that happened in a store, for logs, metrics and traces.
///
/// There may be more kinds later: a `switch` over an event has a `default`. No event holds a value
/// that is stored or was bound to a statement.
@nonexhaustive public enum StoreEvent: Sendable {
  /// A statement has run.
  case statement(Statement)

  /// A transaction that may write has been committed.
  case commit(Commit)

  /// Something had to be waited for, in vain or not.
  case wait(Wait)

  /// The log has been moved into the file, or a part of it.
  case checkpoint(Checkpoint)

  /// A context has read objects one at a time that could have been read together.
  case repeatedRead(RepeatedRead)

  /// A statement has read many rows one after the other, without an index to find them by.
  case scan(Scan)
}

extension StoreEvent {
  /// A statement that has run.
  public struct Statement: Sendable {
    /// The SQL, without the values bound to it.
    public let sql: String

    /// How long it took from its first row to its last; what the library does with the rows counts
    /// too.
    public let duration: Duration

    /// How many rows it returned.
    public let rows: Int

    /// What it failed with, or `nil`.
    public let error: StoreError.Code?

    /// The steps of SQLite's plan, such as `SEARCH t USING INDEX …`, each indented by two spaces
    /// for each step that it is part of; empty unless plans are asked for.
    public let plan: [String]

    /// Creates an event.
    package init(
      sql: String, duration: Duration, rows: Int, error: StoreError.Code?, plan: [String]
    ) {
      self.sql = sql
      self.duration = duration
      self.rows = rows
      self.error = error
      self.plan = plan
    }
  }

  /// A transaction that has been committed.
  public struct Commit: Sendable {
    /// How many rows were added, changed and removed, those of the library's own tables included.
    public let changedRows: Int

    /// How long the transaction took, from when it could write to when it was committed.
    public let duration: Duration

    /// Creates an event.
    package init(changedRows: Int, duration: Duration) {
      self.changedRows = changedRows
      self.duration = duration
    }
  }

  /// Something that was waited for.
  public struct Wait: Sendable {
    /// What is waited for.
    @nonexhaustive public enum Subject: Hashable, Sendable {
      /// A turn to read, or one of the connections that read, of which there are
      /// `StoreOptions.readerCount`.
      case reader

      /// A turn to write, or the connection that writes.
      case writer

      /// The file, which another process or connection has locked.
      case file
    }

    /// What was waited for.
    public let subject: Subject

    /// How long.
    public let duration: Duration

    /// Creates an event.
    package init(subject: Subject, duration: Duration) {
      self.subject = subject
      self.duration = duration
    }
  }

  /// Pages that have been moved from the log into the file.
  public struct Checkpoint: Sendable {
    /// How many pages the log had, and how many of them are in the file now.
    public let result: CheckpointResult

    /// How long it took.
    public let duration: Duration

    /// Creates an event.
    package init(result: CheckpointResult, duration: Duration) {
      self.result = result
      self.duration = duration
    }
  }

  /// Reads of one object each, in one context.
  public struct RepeatedRead: Hashable, Sendable {
    /// The entity whose objects were read one at a time, or that has the relationship.
    public let entity: String

    /// The relationship that was followed, or the external attribute that was read; `nil` for
    /// objects that were asked for by their ids.
    public let property: String?

    /// How often so far: the number that was set, and twice, four times … as much.
    public let count: Int

    /// The call of `container.read`, `write` or `newContext` that the context comes from, such as
    /// `Shop/Orders.swift:42`; `nil` for the context of an entity actor or a live query.
    public let caller: String?

    /// Creates an event.
    package init(entity: String, property: String?, count: Int, caller: String? = nil) {
      self.entity = entity
      self.property = property
      self.count = count
      self.caller = caller
    }
  }

  /// A statement that has read many rows one after the other.
  public struct Scan: Sendable {
    /// The SQL, without the values bound to it.
    public let sql: String

    /// How many rows, or entries of an index, were read one after the other.
    public let scannedRows: Int

    /// How many rows the statement returned. Where it is about as many, they were all wanted.
    public let rows: Int

    /// `true` if what was found has been sorted too.
    public let sorts: Bool

    /// `true` if an index has been made for this run of the statement alone.
    public let makesIndex: Bool

    /// The request as Swift, without the values that it compares; `nil` where it is not the
    /// program's own, as where the members of a relationship are read.
    public let request: String?

    /// The call of `container.read`, `write` or `newContext` that the context comes from, such as
    /// `Shop/Orders.swift:42`; `nil` for the context of an entity actor or a live query.
    public let caller: String?

    /// Creates an event.
    package init(
      sql: String, scannedRows: Int, rows: Int, sorts: Bool, makesIndex: Bool, by asker: StoreAsker?
    ) {
      self.sql = sql
      self.scannedRows = scannedRows
      self.rows = rows
      self.sorts = sorts
      self.makesIndex = makesIndex
      request = asker?.request
      caller = asker?.caller
    }
  }
}

/// Who asks a store, and for what.
package struct StoreAsker: Sendable {
  /// The request as Swift, without the values that it compares.
  package let request: String?

  /// The line of the program that the context comes from.
  package let caller: String?

  /// Creates an asker.
  package init(request: String?, caller: String?) {
    self.request = request
    self.caller = caller
  }
}
