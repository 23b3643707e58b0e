import Dispatch
import EntityModel
import EntitySQL
import EntityStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Carries a store along the path to the program's model: in one transaction, or in one for each
/// batch of a stage that works in batches.
struct MigrationRun {
  /// How the store is opened.
  let opening: StoreOpening

  /// The connection that writes.
  let connection: Connection

  /// The models that the program had before, and the stages between them.
  let history: ModelHistory

  /// The way.
  let path: MigrationPath

  /// The names of this process and of this run of it.
  private let worker = "\(getpid()).\(UInt64.random(in: 0...(.max)))"

  private var statements: RowStatements { opening.statements }
  private var permissions: Set<MigrationPolicy.Permission> {
    opening.options.migration.permissions
  }

  /// Prepares the run along `path`, which leads through `history`.
  init(
    _ opening: StoreOpening, _ connection: Connection, _ history: ModelHistory,
    _ path: MigrationPath
  ) {
    self.opening = opening
    self.connection = connection
    self.history = history
    self.path = path
  }

  // MARK: The plan

  /// Returns what the run does; with `isBegun`, what is left of one that a stage is in the middle
  /// of, of which nothing can be counted.
  func plan(isBegun: Bool) throws(StoreError) -> MigrationPlan {
    var steps: [MigrationPlan.Step] = []
    var (rows, bytes): (Int64, Int64) = (0, 0)
    for (index, leg) in path.legs.enumerated() {
      let isCounted = index == 0 && !isBegun
      let migrator = try Migrator(connection, from: leg.from, to: leg.to, counting: isCounted)
      let (allowed, isStaged) = (permissions.union(leg.accepted), leg.stage != nil)
      guard isCounted else {
        steps += migrator.uncountedSteps(allowing: allowed, isStaged: isStaged)
        continue
      }
      steps += try migrator.steps(allowing: allowed, isStaged: isStaged)
      rows = try migrator.copiedRows()
      bytes = try migrator.copiedBytes(isStaged: isStaged)
    }
    let (old, new) = (path.legs.first?.from, path.legs.last?.to)
    return MigrationPlan(
      oldVersion: old?.versionHash ?? "", newVersion: new?.versionHash ?? "",
      oldSnapshot: old.flatMap { history.version(of: $0)?.number },
      newSnapshot: new.flatMap { history.version(of: $0)?.number }, steps: steps,
      copiedRows: Int(rows), copiedBytes: Int(bytes))
  }

  // MARK: Before

  /// Refuses a path on which a stage is missing that the program makes.
  private func refuseMissingStage() throws(StoreError) {
    guard let missing = history.missingStage(on: path) else { return }
    throw StoreError(
      .modelMismatch,
      "the store needs the migration from \(missing.from) to \(missing.to), which the sources make "
        + "and which has not been passed to the container; add it to 'migrations:'")
  }

  /// Makes sure, without a lock, that nothing stands in the way of the first leg and that there is
  /// room for it.
  func check(_ file: StoreFile) throws(StoreError) {
    guard let leg = path.legs.first else { return }
    try refuseMissingStage()
    let migrator = try Migrator(connection, from: leg.from, to: leg.to)
    if leg.stage == nil {
      try refuseUnknown { () throws(StoreError) in
        try migrator.check(allowing: permissions.union(leg.accepted))
      }
    }
    // New tables stand beside the old ones, and in the log as well. Counting their pages reads all
    // of them, and is left where there is room for the whole file.
    guard let free = opening.freeBytes(file.directory), try migrator.fileBytes() * 2 > free else {
      return
    }
    let needed = try migrator.copiedBytes(isStaged: leg.stage != nil) * 2
    guard needed > free else { return }
    throw StoreError(
      .diskFull,
      "the store cannot be migrated, since about \(needed / 1_048_576 + 1) MiB are needed beside "
        + "it and \(free / 1_048_576) MiB are free; make room, and open it again")
  }

  /// Has an error of `body` say that the store's model is none of the program's versions, if that
  /// is so.
  private func refuseUnknown(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do throws(StoreError) {
      try body()
    } catch {
      guard error.code == .modelMismatch, !path.isKnown, let first = history.versions.first,
        let last = history.versions.last
      else { throw error }
      throw StoreError(
        .modelMismatch,
        error.message + "\n  the model that the store was made for is none of the snapshots "
          + "\(first.number) to \(last.number), so that no stage starts from it",
        entity: error.entity, properties: error.properties)
    }
  }

  // MARK: The work

  /// Carries the store along, in the transaction that is open, or, with a stage in batches, in
  /// others that follow it.
  ///
  /// - Parameter state: how far the stage has come that the path begins with, if another process
  ///   has begun it.
  /// - Throws: why that cannot be done; the transaction is to be rolled back then.
  func run(resuming state: StageState?) throws {
    try refuseMissingStage()
    let progress = MigrationProgressCounter(
      total: state == nil ? try rowsToVisit() : 0, opening.options.migrationProgress)
    for (index, leg) in path.legs.enumerated() {
      let resumed = index == 0 ? state : nil
      let migrator = try Migrator(
        connection, from: leg.from, to: leg.to, areAside: resumed != nil)
      let allowed = permissions.union(leg.accepted)
      guard let stage = leg.stage else {
        try refuseUnknown { () throws(StoreError) in try migrator.run(allowing: allowed, progress) }
        continue
      }
      let runner = StageRunner(
        stage, migrator, resuming: resumed, worker: worker,
        obstacles: try migrator.obstacles(allowing: allowed), progress: progress
      ) { try commit($0, from: leg.from) }
      try migrator.run(runner, isResumed: resumed != nil)
      try StoreMetadata.endStage(statements, in: connection)
    }
    progress.finish()
    try StoreMetadata.set(
      opening.model, after: history.versions(olderThan: opening.model), statements, in: connection)
  }

  /// How many rows the first leg copies or visits, if anybody wants to know.
  private func rowsToVisit() throws(StoreError) -> Int {
    guard opening.options.migrationProgress != nil, let leg = path.legs.first else { return 0 }
    let migrator = try Migrator(connection, from: leg.from, to: leg.to)
    let all = try migrator.allRows()
    let first = leg.stage == nil ? try migrator.copiedRows() : all
    // What later steps copy or visit cannot be counted yet; it is hardly more than all rows each.
    return Int(clamping: first) + Int(clamping: all) * (path.legs.count - 1)
  }

  /// Commits what has been done so far of the stage that leads from `model`, and goes on in another
  /// transaction.
  private func commit(_ state: StageState, from model: ObjectModel) throws {
    try StoreMetadata.set(state, from: model, statements, in: connection)
    try connection.run("COMMIT")
    try connection.run("BEGIN IMMEDIATE")
    let now = try StoreMetadata.stage(statements, in: connection)
    guard now?.worker == worker, now?.commits == state.commits else {
      throw StoreError(
        .busy, "another process has gone on with the migration of the store; open it again")
    }
  }

  // MARK: Another process

  /// Waits as long as another process works on the stage that the store is in the middle of;
  /// returns how far it has come once nobody does, `nil` if it has come to its end or was not
  /// begun.
  static func waitForOthers(
    _ opening: StoreOpening, _ connection: Connection
  ) throws(StoreError) -> StageState? {
    var last: StageState?
    var deadline = DispatchTime.now()
    while let state = try StoreMetadata.stage(opening.statements, in: connection) {
      if !state.hasLivingWorker { return state }
      if state != last {
        last = state
        deadline = .now() + opening.options.busyTimeout.inSeconds
      } else if DispatchTime.now() >= deadline {
        return state
      }
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
    }
    return nil
  }

  /// Notes that nobody works on the stage any more, since it has failed.
  func leave() {
    guard connection.isIdle, (try? connection.run("BEGIN IMMEDIATE")) != nil else { return }
    if var state = try? StoreMetadata.stage(statements, in: connection), state.worker == worker,
      let model = path.legs.first(where: { $0.from.versionHash == state.from })?.from
    {
      state.worker = ""
      try? StoreMetadata.set(state, from: model, statements, in: connection)
    }
    try? connection.run("COMMIT")
    if !connection.isIdle { try? connection.run("ROLLBACK") }
  }
}

extension StageState {
  /// `false` if the process that works on the stage has ended, as far as can be seen.
  fileprivate var hasLivingWorker: Bool {
    guard let process = worker.split(separator: ".").first.flatMap({ pid_t($0) }) else {
      return false
    }
    return kill(process, 0) == 0 || errno != ESRCH
  }
}
