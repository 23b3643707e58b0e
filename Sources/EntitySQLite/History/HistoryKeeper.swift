import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds what transactions of one connection change to the history, and prunes it.
final class HistoryKeeper {
  // The session that owns the keeper owns the connection too.
  private unowned(unsafe) let connection: Connection
  private let rows: RowStatements
  private let statements: HistoryStatements

  /// How much is kept; `nil` if others see to that.
  private let policy: HistoryPolicy?

  /// Returns the time.
  private let now: @Sendable () -> Date

  /// Collects what the transaction changes; `nil` while no history is kept.
  private(set) var recorder: HistoryRecorder?

  /// The recorder of the last transaction.
  private var idle: HistoryRecorder?

  /// The store's id, once it has been asked for.
  private var storeID: String?

  /// The oldest entry, as far as it is known; others may have removed it.
  private var oldest: (number: Int64, time: Int64)?

  /// The text of the statement that adds an entry.
  private let add: String

  /// How many bytes of one entry a row holds at most.
  private static let partSize = 1 << 18

  /// How many entries a commit removes at most.
  private static let mostPruned: Int64 = 4096

  /// Creates the keeper of the history that `connection` writes.
  init(_ connection: Connection, _ rows: RowStatements, _ options: StoreOptions) {
    self.connection = connection
    self.rows = rows
    policy = options.history
    now = options.now
    statements = rows.history
    add = statements.add
  }

  /// Begins a transaction.
  func begin() {
    guard connection.keepsHistory else {
      recorder = nil
      oldest = nil
      return
    }
    let recorder = idle ?? HistoryRecorder(rows.layout)
    recorder.begin()
    idle = recorder
    self.recorder = recorder
  }

  /// What has been recorded; `nil` while no history is kept.
  var state: HistoryRecorder.State? {
    get { recorder?.state }
    set { if let newValue { recorder?.state = newValue } }
  }

  /// Writes what has been recorded of a large transaction.
  func takeLargeParts() throws(StoreError) {
    guard let recorder, recorder.count >= Self.partSize else { return }
    // Whatever numbers a file holds, adding to them ends nothing.
    let number = try newest().number &+ 1
    let part = number &* HistoryStatements.mostParts &+ Int64(recorder.parts)
    let bytes = recorder.bytes
    let cells = [
      __Cell(integer: part),
      __Cell(isText: false, address: bytes.baseAddress, count: bytes.count),
    ]
    try run(statements.addPart, as: .historyPart, cells)
    recorder.beginPart()
  }

  /// Adds an entry with what has been recorded, by `author`, and returns its place; `nil` if there
  /// is nothing, or that has been done. Nothing more is recorded in the transaction.
  func finish(by author: String?) throws(StoreError) -> HistoryPosition? {
    guard let recorder, recorder.count > 0 || recorder.parts > 0 else { return nil }
    let time = self.time
    let bytes = recorder.bytes
    var author = author
    let text = author == nil ? __Cell.null : nil
    let number = recorder.parts == 0 ? nil : try newest().number &+ 1
    func add(_ author: __Cell) throws(StoreError) {
      try run(
        self.add, as: .historyEntry,
        [
          number.map { __Cell(integer: $0) } ?? .null, __Cell(integer: time), author,
          __Cell(integer: Int64(recorder.parts)),
          __Cell(isText: false, address: bytes.baseAddress, count: bytes.count),
        ])
    }
    if let text {
      try add(text)
    } else {
      var failure: StoreError?
      author?.withUTF8 { utf8 in
        do throws(StoreError) {
          try add(__Cell(isText: true, address: utf8.baseAddress, count: utf8.count))
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
    let added = sqlite3_last_insert_rowid(connection.handle)
    self.recorder = nil
    try pruneSome(upTo: added, at: time)
    return HistoryPosition(store: try id(), number: added, time: time)
  }

  /// The time in microseconds since 1970.
  private var time: Int64 {
    Int64(exactly: (now().timeIntervalSince1970 * 1_000_000).rounded()) ?? 0
  }

  /// Runs `sql`, the statement of `key`, with `cells` as its parameters.
  private func run(
    _ sql: String, as key: StatementKey, _ cells: [__Cell]
  ) throws(StoreError) {
    let statement = try connection.statement(key) { () throws(StoreError) in sql }
    connection.trace?(sql)
    var failure: StoreError?
    cells.withUnsafeBufferPointer { cells in
      do throws(StoreError) {
        try statement.bind(cells, from: 1)
        try statement.run()
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Returns the store's id.
  private func id() throws(StoreError) -> String {
    if let storeID { return storeID }
    let id = try StoreMetadata.id(rows, in: connection) ?? ""
    storeID = id
    return id
  }

  /// Returns the newest entry; 0 where there is none.
  private func newest() throws(StoreError) -> (number: Int64, time: Int64) {
    if let found = try connection.numberAndTime(statements.newest) { return found }
    return try StoreMetadata.historyStart(rows, in: connection)
  }

  // MARK: Pruning

  /// Removes what the policy does not keep, not each time and not all at once, now that the entry
  /// `number` has been added at `time`.
  private func pruneSome(upTo number: Int64, at time: Int64) throws(StoreError) {
    guard let policy, policy != .everything else { return }
    let oldest =
      if let known = self.oldest { known } else {
        try connection.numberAndTime(statements.oldest, [.integer(.min)]) ?? (number, time)
      }
    self.oldest = oldest
    let count = policy.maximumCount.map { Int64(clamping: max($0, 1)) }
    // Removing an entry costs as much as adding one; many together cost little more.
    let isTooMany = count.map { number &- oldest.number &- $0 >= min($0 / 16, 64) } ?? false
    let age = policy.maximumAge.map { max($0.inMicroseconds, 0) }
    let elapsed = time &- oldest.time
    let isTooOld = age.map { elapsed > $0 && elapsed &- $0 > $0 / 16 } ?? false
    guard isTooMany || isTooOld else { return }
    _ = try prune(policy, upTo: number, at: time, most: Self.mostPruned)
    self.oldest = nil
  }

  /// Removes the entries that `policy` does not keep; returns how many.
  func prune(_ policy: HistoryPolicy) throws(StoreError) -> Int {
    guard connection.keepsHistory else { throw StoreError.historyOff }
    oldest = nil
    guard let newest = try connection.numberAndTime(statements.newest) else { return 0 }
    return try prune(policy, upTo: newest.number, at: time, most: .max)
  }

  /// Removes those of the entries up to `newest` that `policy` does not keep at `time`, and no more
  /// than `most`; returns how many.
  private func prune(
    _ policy: HistoryPolicy, upTo newest: Int64, at time: Int64, most: Int64
  ) throws(StoreError) -> Int {
    var last: Int64 = 0
    if let count = policy.maximumCount {
      last = max(last, newest &- Int64(clamping: max(count, 1)))
    }
    if let age = policy.maximumAge {
      let (since, isEarly) = time.subtractingReportingOverflow(max(age.inMicroseconds, 0))
      let first = try connection.numberAndTime(
        statements.oldest, [.integer(isEarly ? .min : since)])
      last = max(last, (first?.number ?? newest) &- 1)
    }
    last = min(last, newest &- 1)
    guard let first = try connection.numberAndTime(statements.oldest, [.integer(.min)])?.number,
      last >= first
    else { return 0 }
    if last &- first >= most { last = first &+ most &- 1 }
    guard let (number, time) = try connection.numberAndTime(statements.last, [.integer(last)])
    else { return 0 }
    try connection.run(statements.prune, [.integer(number)])
    let removed = connection.changes
    try connection.run(
      statements.pruneParts, [.integer((number &+ 1) &* HistoryStatements.mostParts &- 1)])
    try StoreMetadata.set(.historyStart, to: "\(number) \(time)", rows, in: connection)
    return removed
  }

  /// Removes the history.
  func remove() throws(StoreError) {
    for statement in statements.remove { try connection.run(statement) }
    try connection.run(
      rows.metadata.removeFact, [.text(StoreMetadata.Fact.historyStart.rawValue)])
    recorder = nil
    oldest = nil
  }
}

extension Connection {
  /// Returns the number and the time in the first row of `sql`, or `nil` if there is none.
  func numberAndTime(
    _ sql: String, _ values: [StoredValue] = [], isTraced: Bool = true
  ) throws(StoreError) -> (number: Int64, time: Int64)? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    if isTraced { trace?(sql) }
    guard try statement.step() else { return nil }
    return (sqlite3_column_int64(statement.handle, 0), sqlite3_column_int64(statement.handle, 1))
  }
}

extension Duration {
  /// The duration in whole microseconds, as far as an Int64 can say.
  fileprivate var inMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isOverflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !isOverflow else { return seconds < 0 ? .min : .max }
    let (sum, overflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflows ? .max : sum
  }
}
