package import EntityModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Keeps the rows of a model's objects.
///
/// A store is whatever passes `Tests/StoreConformance`. Nothing here assumes one file, one process
/// or one writer: a write may run its body more than once where the store has to try again, and
/// then says so.
package protocol Store: Sendable {
  /// How objects are stored.
  var layout: StoreLayout { get }

  /// The id of the store, which no other one has: a copy that is restored has another; empty if
  /// none is known.
  var id: String { get }

  /// The version that a row has once it has been inserted; each update adds one.
  var firstVersion: Int64 { get }

  /// How long an operation waits for others of this process before it throws `timedOut`.
  var waitTimeout: Duration { get }

  /// How many reads can go on at once.
  var readerCount: Int { get }

  /// Returns the time that commits are dated by.
  var now: @Sendable () -> Date { get }

  /// Returns the permissions of files that hold what the store holds, as POSIX numbers them; `nil`
  /// if the store has no file and nothing says them.
  func permissionsOfCopies() throws(StoreError) -> Int?

  /// Returns what `body` makes of one consistent state of the store.
  ///
  /// What was written before in this process is seen. The session is valid until `body` returns.
  /// `body` may read the store otherwise too, and so may what encodes a value of a save as JSON, on
  /// its thread: it sees the state before the save. A read within a read of the same thread sees
  /// the state that the outer one sees, unless the thread has written since that began.
  ///
  /// - Throws: a `StoreError`: `timedOut` if nothing becomes free to read with, or `lease` is late;
  ///   `interrupted` if that is cancelled. What `body` throws.
  func read<Result>(
    _ lease: Lease?, _ body: (any StoreSession) throws -> Result
  ) throws -> Result

  /// Returns what `body` does in one transaction, of which nothing remains when it throws or the
  /// transaction cannot be committed. It may read before it writes.
  ///
  /// Once the transaction has been committed, and before another one begins in this process,
  /// `committed` is called with what `body` returned. A lease that ends when the commit has begun
  /// ends nothing.
  ///
  /// - Throws: a `StoreError`: `busy` if this thread writes already, or if other processes do for
  ///   too long; `timedOut` if others of this process do, or `lease` is late; `interrupted` if that
  ///   is cancelled. What `body` throws.
  func write<Result>(
    _ lease: Lease?, _ body: (any WritingSession) throws -> Result,
    committed: (Result) -> Void
  ) throws -> Result

  /// Refuses everything from now on, waits for what is going on to end, and releases the store.
  ///
  /// It may be called more than once and from anywhere; what the calling thread itself does with
  /// the store is not waited for.
  ///
  /// - Throws: `timedOut` if something still goes on after `timeout`; the store is released when
  ///   that ends.
  func close(within timeout: Duration) throws(StoreError)

  /// Returns what `search` finds in an object of `entity` whose searchable attributes hold `texts`,
  /// in the order of the table's `searchColumns`, just as if it were stored; `nil` where it does
  /// not find the object. What is found are the texts that `excerpts` ask for, each of the column
  /// at an index.
  ///
  /// - Throws: a `StoreError`, also if the store cannot search.
  func find(
    _ search: TextSearch, in texts: [String?], of entity: EntityLayout,
    excerpts: [(column: Int, form: TextExcerpt)]
  ) throws(StoreError) -> [String?]?

  /// What a fetch may cost in a context that says nothing else.
  var budget: FetchBudget { get }

  /// Who receives what happens in the store and in the contexts over it, or `nil`.
  var observer: StoreObserver? { get }

  /// Calls `notice` from any thread, at some time after another process may have committed, with
  /// the number of the newest entry of the history, until the watch is cancelled; returns `nil` if
  /// no other process can commit.
  func watchCommits(_ notice: @escaping @Sendable (Int64) -> Void) -> (any CommitWatch)?

  /// Calls `notice` from any thread, at some time after others than this store may have committed
  /// to what it stores, and once at the beginning, until the watch is cancelled; returns `nil` if
  /// nobody can, or nobody wants to know.
  func watchOthers(_ notice: @escaping @Sendable () -> Void) -> (any CommitWatch)?
}

extension Store {
  package var id: String { "" }
  package func permissionsOfCopies() throws(StoreError) -> Int? { nil }
  package var budget: FetchBudget { .unlimited }
  package var observer: StoreObserver? { nil }

  package func find(
    _ search: TextSearch, in texts: [String?], of entity: EntityLayout,
    excerpts: [(column: Int, form: TextExcerpt)]
  ) throws(StoreError) -> [String?]? {
    throw StoreError(
      .invalidRequest, "this store has no index of words, so nothing can be searched in it",
      entity: entity.name)
  }

  /// Returns what `body` makes of one consistent state of the store.
  package func read<Result>(_ body: (any StoreSession) throws -> Result) throws -> Result {
    try read(nil, body)
  }

  /// Returns what `body` does in one transaction.
  package func write<Result>(_ body: (any WritingSession) throws -> Result) throws -> Result {
    try write(nil, body) { _ in }
  }

  /// Closes the store and waits for what is going on, for as long as an operation waits for others.
  package func close() { try? close(within: waitTimeout) }
}

/// Reads rows in one transaction, on one thread.
package protocol StoreSession: AnyObject {
  /// Calls `body` with each row that `query` finds, in its order.
  ///
  /// A store without indexes of words refuses conditions that search, with `invalidRequest`.
  ///
  /// A row of an entity that the model does not have is handed out too; its `entity` is `nil`.
  ///
  /// - Throws: a `StoreError`, also where the query names what the model does not have; what `body`
  ///   throws.
  func rows(_ query: EntityQuery, _ body: (inout __Row) throws -> Void) throws

  /// Returns what the store has of `property`, an external attribute of `entity`, of the row `id`;
  /// null where the row has no value, `nil` where there is no such row.
  func externalValue(
    of property: Int, _ entity: EntityLayout, id: Int64
  ) throws -> StoredValue?

  /// Calls `body` with the row `id` of the table of `entity`; returns `false` if there is none.
  func row(
    id: Int64, of entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws -> Bool

  /// Calls `body` with those of the rows `ids` of the table of `entity` that exist, by id.
  func rows(
    ids: [Int64], of entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws

  /// Calls `body` with each row that the to-many `property` of `entity` holds of the objects with
  /// the ids `owners`, after the position of its owner among them and, where the to-many is
  /// ordered, its place among the members, which is 0 elsewhere; in no order.
  ///
  /// The members of an owner are ordered by their places, then by their ids.
  ///
  /// - Requires: `owners` ascend.
  func members(
    of entity: EntityLayout, property: Int, owners: [Int64],
    _ body: (_ owner: Int, _ place: Int64, inout __Row) throws -> Void
  ) throws

  /// Does what `members` does, but calls `known` with the id of a member of which `isKnown` holds
  /// once it is asked, which is right before that or earlier.
  ///
  /// Where links are stored apart from the rows, the row of such a member is not read.
  func members(
    of entity: EntityLayout, property: Int, owners: [Int64], isKnown: (Int64) -> Bool,
    known: (_ owner: Int, _ place: Int64, _ member: Int64) throws -> Void,
    _ body: (_ owner: Int, _ place: Int64, inout __Row) throws -> Void
  ) throws

  /// Calls `body` with each row that the to-many `property` of `entity` holds, as `members` does
  /// with whole rows; of these only the ids, the versions and the entities may be asked for.
  func memberHeaders(
    of entity: EntityLayout, property: Int, owners: [Int64],
    _ body: (_ owner: Int, borrowing __Row) throws -> Void
  ) throws

  /// Returns those members of the to-many `property`, which is ordered, of the row `owner` of
  /// `entity` that are in `range`, in their order.
  func members(
    of entity: EntityLayout, property: Int, owner: Int64, in range: MemberRange
  ) throws -> [MemberPlace]

  /// Returns where the row `member` is among the members of the to-many `property`, which is
  /// ordered, of the row `owner` of `entity`; `nil` if it is none.
  func place(
    of member: Int64, in entity: EntityLayout, property: Int, owner: Int64
  ) throws -> MemberPlace?

  /// Returns `true` if the row `other` is linked to the row `owner` of `entity` by `property`,
  /// which is to-many at both ends.
  func isLinked(
    _ other: Int64, to owner: Int64, of entity: EntityLayout, property: Int
  ) throws -> Bool

  /// Calls `body` with the id of each row that `query` finds, in its order, until it returns
  /// `false`; returns `true` if it never did.
  func ids(_ query: EntityQuery, while body: (Int64) throws -> Bool) throws -> Bool

  /// Calls `body` with the cells of each row of the result that `query` describes, in its order.
  ///
  /// - Throws: a `StoreError`, also where a sum overflows; what `body` throws.
  func results(
    _ query: ResultQuery, _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws

  /// Returns the value of `operand` of the row `id` of `entity`; null where there is no such row.
  ///
  /// - Throws: as `results` does.
  func value(
    of operand: PredicateOperand, _ entity: EntityLayout, id: Int64
  ) throws -> StoredValue

  /// Returns how many rows `query` finds, its limit and offset included.
  func count(_ query: EntityQuery) throws -> Int

  /// Returns the metadata of `key`, which was set as a value of `storageClass`, or `nil` if there
  /// is none; keys are equal when their UTF-8 is.
  func metadata(_ key: String, as storageClass: StorageClass) throws -> StoredValue?

  /// Returns the keys of all metadata, in the order of their UTF-8.
  func metadataKeys() throws -> [String]

  /// Returns what `body` makes of the session, whose reading takes no longer than `time` in all.
  ///
  /// A store that cannot end what it does before its end may take longer.
  ///
  /// - Throws: a `StoreError`, `timeBudgetExceeded` once the time is over; what `body` throws.
  func limitingTime<Result>(to time: Duration, _ body: () throws -> Result) throws -> Result

  /// Returns what `body` does, which ends as soon as `lease` is over.
  ///
  /// A store that cannot end what it does before its end may take longer.
  ///
  /// - Throws: a `StoreError`, `interrupted` or `timedOut` where `lease` is over; what `body`
  ///   throws.
  func withLease<Result>(_ lease: Lease?, _ body: () throws -> Result) throws -> Result

  /// Returns how the store answers `question`, or `nil` if it does so without statements.
  ///
  /// - Throws: a `StoreError`, also where the question names what the model does not have.
  func plan(_ question: StoreQuestion) throws -> StorePlan?

  /// Calls `body` with the cells of each row of `statement`, which reads, in its order, and `begin`
  /// before that with the names of its columns, which returns for each whether it holds reals.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` for anything but one statement that
  ///   reads the tables of objects, and for a store without SQL; what `begin` and `body` throw.
  func handwritten(
    _ statement: HandwrittenStatement, _ begin: ([String]) throws -> [Bool],
    _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws

  /// Returns what `body` does, all of whose statements `asker` asks for, as events say it.
  func asking<Result>(for asker: @escaping () -> StoreAsker, _ body: () throws -> Result) rethrows
    -> Result

  /// Returns how far the history goes, or `nil` if none is kept.
  func historyExtent() throws -> HistoryExtent?

  /// Calls `body` with each entry of the history after the one with `number`, in order, until it
  /// returns `false`.
  func history(after number: Int64, while body: (HistoryRecord) throws -> Bool) throws
}

extension StoreSession {
  package func memberHeaders(
    of entity: EntityLayout, property: Int, owners: [Int64],
    _ body: (_ owner: Int, borrowing __Row) throws -> Void
  ) throws {
    try members(of: entity, property: property, owners: owners) { owner, _, row in
      try body(owner, row)
    }
  }

  package func members(
    of entity: EntityLayout, property: Int, owners: [Int64], isKnown: (Int64) -> Bool,
    known: (_ owner: Int, _ place: Int64, _ member: Int64) throws -> Void,
    _ body: (_ owner: Int, _ place: Int64, inout __Row) throws -> Void
  ) throws {
    try members(of: entity, property: property, owners: owners) { owner, place, row in
      let id = row.id
      if isKnown(id) { return try known(owner, place, id) }
      try body(owner, place, &row)
    }
  }

  package func limitingTime<Result>(
    to time: Duration, _ body: () throws -> Result
  ) throws -> Result { try body() }

  package func withLease<Result>(
    _ lease: Lease?, _ body: () throws -> Result
  ) throws -> Result {
    try lease?.check()
    return try body()
  }

  package func plan(_ question: StoreQuestion) throws -> StorePlan? { nil }

  package func handwritten(
    _ statement: HandwrittenStatement, _ begin: ([String]) throws -> [Bool],
    _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    throw StoreError.withoutSQL
  }

  package func asking<Result>(
    for asker: @escaping () -> StoreAsker, _ body: () throws -> Result
  ) rethrows -> Result { try body() }
}

/// Reads and writes rows in one transaction, on one thread.
package protocol WritingSession: StoreSession {
  /// Reserves `count` ids for rows of `table` and returns the first; the others follow it.
  ///
  /// An id that was reserved in a transaction that is committed is never reserved again.
  func reserveIDs(_ count: Int, of table: TableLayout) throws -> Int64

  /// Writes `changes`, whose ids are permanent, and returns the updates and deletes whose rows are
  /// not as they were read. Values that the changes do not hold are pulled from `source`.
  ///
  /// A `StoreError` of the kind `uniqueViolation` holds all unique values of the change set that
  /// cannot be stored, and who holds them.
  ///
  /// When there are conflicts, or when this throws, the caller rolls the transaction back by
  /// throwing.
  func apply(_ changes: ChangeSet, from source: (any ChangeSource)?) throws -> [Conflict]

  /// Makes `update` by a number of statements that does not depend on the rows, and returns what
  /// has been changed, by ascending id, without values; rows that hold the values already are left
  /// as they are. Returns `nil`, nothing having been changed, where a store cannot: then each row
  /// is to be changed by `apply`.
  ///
  /// - Requires: no assigned column is unique or a to-one whose other end changes too; what is
  ///   computed is a value of its column's type, or null.
  func applyDirectly(_ update: DirectUpdate) throws -> [ChangeSet.Update]?

  /// Returns what `statement`, one that writes, would change of the rows that there are, which stay
  /// as they are: each row once, and none that it leaves as it is. Rows and links are by ascending
  /// ids.
  ///
  /// Values are those that the statement leaves in a column, whatever its type. Inserts have ids
  /// that no row has, in the order in which they come; permanent ones are reserved by whoever
  /// applies the changes. What follows of a deletion is not among them.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` for anything but one statement that
  ///   changes the tables of objects and of links between them, and for a store that cannot say
  ///   what a statement changes; one if the statement fails.
  func changes(of statement: HandwrittenStatement) throws -> ChangeSet

  /// Runs `statement`, one that writes, as it is, and returns how many rows it has changed: nothing
  /// but references and the ids of later rows is looked after.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` as `changes(of:)` does, and with
  ///   `foreignKeyViolation` if a row is left that refers to one that does not exist.
  func runUnseen(_ statement: HandwrittenStatement) throws -> Int

  /// Returns what `body` does; when it throws, nothing remains of what was written in it, and the
  /// transaction goes on as if it had not been called. Savepoints may nest.
  func withSavepoint<Result>(_ body: () throws -> Result) throws -> Result

  /// Makes `value` the metadata of `key`; `nil` removes it.
  func setMetadata(_ value: StoredValue?, for key: String) throws

  /// Removes all rows and all metadata; ids that have been reserved and the history stay.
  func removeEverything() throws

  /// Adds what the transaction has changed to the history, as changes of `author`; returns the
  /// entry's place, or `nil` if no history is kept. It is called last, and once.
  func recordCommit(by author: String?) throws -> HistoryPosition?

  /// Removes the entries of the history that `policy` does not keep; returns how many.
  func pruneHistory(_ policy: HistoryPolicy) throws -> Int

  /// Removes the history; none is kept from now on.
  func removeHistory() throws
}

extension WritingSession {
  package func applyDirectly(_ update: DirectUpdate) throws -> [ChangeSet.Update]? { nil }

  package func changes(of statement: HandwrittenStatement) throws -> ChangeSet {
    throw StoreError.withoutSQL
  }

  package func runUnseen(_ statement: HandwrittenStatement) throws -> Int {
    throw StoreError.withoutSQL
  }
}

extension StoreError {
  /// The error of a store that has no SQL.
  fileprivate static var withoutSQL: StoreError {
    StoreError(.invalidRequest, "the store has no SQL; make a request of it")
  }
}

/// A row that somebody else has changed or removed since it was read.
package struct Conflict: Hashable, Sendable {
  /// The index of the row's entity in the layout.
  package let entity: Int

  /// The row's id.
  package let id: Int64

  /// What the row holds now, in the order of the columns of the entity; `nil` if it does not exist
  /// any more.
  package let theirs: [StoredValue]?

  /// Creates a conflict.
  package init(entity: Int, id: Int64, theirs: [StoredValue]?) {
    self.entity = entity
    self.id = id
    self.theirs = theirs
  }
}

extension StoreSession {
  /// The value of the row, in stores that keep nothing apart.
  package func externalValue(
    of property: Int, _ entity: EntityLayout, id: Int64
  ) throws -> StoredValue? {
    let position = try entity.requiredColumn(property).position
    var found: StoredValue?
    _ = try row(id: id, of: entity) { found = $0[position].storedValue }
    return found
  }

  /// The value as a result.
  package func value(
    of operand: PredicateOperand, _ entity: EntityLayout, id: Int64
  ) throws -> StoredValue {
    var found = StoredValue.null
    try results(ResultQuery(of: operand, entity, id: id)) { found = $0[0].storedValue }
    return found
  }
}
