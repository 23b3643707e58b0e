public import EntityJSON
import EntityModel
import EntityStore

extension PersistentContainer {
  /// Makes objects of `type` what the rows of a payload say, in one transaction.
  ///
  ///     let report = try await container.sync(Author.self, from: JSON(reading: body))
  ///
  /// It is `context.sync` in `container.write`: one payload after the other, and nothing of one
  /// that is refused. The payload is in memory; what arrives slowly or is large is given as a
  /// sequence of its pieces.
  ///
  /// - Parameters:
  ///   - type: The class of the rows.
  ///   - json: The payload.
  ///   - deleting: As for a context.
  ///   - options: As for a context.
  ///   - policy: What happens where the payload has other values than changes that have not been
  ///     pushed, if `options` says that there are such; these stay where none is given.
  ///   - author: Who makes the changes. Those of another author than the one whose changes are
  ///     pushed are not pushed back.
  ///   - timeout: How long the call may take in all; `nil` for as long as it takes.
  /// - Throws: as `context.sync` and `write`; for a row whose object cannot be saved, a `SyncError`
  ///   with its path.
  @discardableResult
  public func sync<Object: ManagedObject>(
    _ type: Object.Type, from json: JSON, deleting: SyncDeletion<Object> = .none,
    options: SyncOptions = SyncOptions(), merging policy: MergePolicy? = nil,
    author: String? = nil, timeout: Duration? = nil
  ) async throws -> SyncReport {
    try await write(author: author, timeout: timeout) { context in
      if let policy { context.mergePolicy = policy }
      return try context.saving(options) {
        try context.synchronize(type, json, deleting, options, $0)
      }
    }
  }

  /// Makes objects of `type` what the rows say that arrive one after the other, in one transaction
  /// that begins once all have arrived.
  ///
  ///     let rows = JSON.elements(of: body, as: .lines)
  ///     let report = try await container.sync(Author.self, from: rows)
  ///
  /// Until then they are kept in memory, or, from a megabyte on, in a temporary file without a
  /// name, so that whoever sends them slowly keeps nobody from writing. They are applied a thousand
  /// at a time: memory does not depend on how many there are, except for at most eight bytes for
  /// each object that `deleting` may delete, and what commits say of rows that have changed, which
  /// is said once of those that follow each other.
  ///
  /// Rows do what the same payload would do in memory, as long as it does not contradict itself:
  /// they may refer to later ones. Of rows with one identity each is applied, in their order, so
  /// that what only the earlier one says stays; what is said inside of another row goes before an
  /// own row a thousand rows earlier.
  ///
  /// - Parameters:
  ///   - rows: The rows. What they throw ends the call.
  ///   - timeout: How long the transaction may take, with the wait for its turn, once all rows have
  ///     arrived; `nil` for as long as it takes.
  ///   - progress: Is called again and again, while rows arrive and, on a thread of the container,
  ///     while they are applied; what it throws ends the call.
  /// - Returns: How many rows have become what; rows are listed that have been skipped.
  /// - Throws: as `context.sync` and `write`; a `JSONReadingError` with line, column and path for
  ///   pieces that are not JSON; a `StoreError` if the temporary file cannot be written; a
  ///   `CancellationError` if the task is cancelled. Nothing has been written then.
  @discardableResult
  public func sync<Object: ManagedObject, Rows: AsyncSequence>(
    _ type: Object.Type, from rows: sending Rows, deleting: SyncDeletion<Object> = .none,
    options: SyncOptions = SyncOptions(), merging policy: MergePolicy? = nil,
    author: String? = nil, timeout: Duration? = nil,
    progress: (@Sendable (SyncProgress) throws -> Void)? = nil
  ) async throws -> SyncReport where Rows.Element == JSON {
    try await sync(
      type, from: rows, deleting: deleting, options: options, merging: policy, author: author,
      timeout: timeout, progress: progress,
      partSize: StagedSynchronization<Object>.partSize)
  }

  /// Makes objects of `type` what the JSON says whose pieces `chunks` are, in one transaction that
  /// begins once all have arrived and been checked.
  ///
  ///     let report = try await container.sync(
  ///       Author.self, from: request.body.map(\.readableBytesView), deleting: .missing)
  ///
  /// - Parameters:
  ///   - chunks: The payload in UTF-8, divided anywhere.
  ///   - form: Whether it is a list, or a row in each line.
  /// - Throws: as for rows that arrive one after the other. Nothing has been written then.
  @discardableResult
  public func sync<Object: ManagedObject, Chunks: AsyncSequence>(
    _ type: Object.Type, from chunks: sending Chunks, as form: JSONSequenceForm = .list,
    deleting: SyncDeletion<Object> = .none, options: SyncOptions = SyncOptions(),
    merging policy: MergePolicy? = nil, author: String? = nil, timeout: Duration? = nil,
    progress: (@Sendable (SyncProgress) throws -> Void)? = nil
  ) async throws -> SyncReport where Chunks.Element: Sequence<UInt8> {
    let staged = StagedRows()
    var scanner = JSONElementScanner(form, elementLimit: JSON.elementLimit)
    let partSize = StagedSynchronization<Object>.partSize
    for try await piece in chunks {
      let chunk = Array(piece)
      var index = 0
      // No value is made of a row that is kept as it was written.
      while let row = try scanner.nextSource(in: chunk, from: &index) {
        staged.add(row, index: staged.count)
        if staged.isFull { try await perform { _ in try staged.write() } }
        guard staged.count % partSize == 0 else { continue }
        try Task.checkCancellation()
        try progress?(staged.progress(appliedRows: 0))
      }
    }
    // Some sequences end when their task is cancelled, as if there were no more.
    try Task.checkCancellation()
    if let row = try scanner.finish() { staged.add(row.source, index: staged.count) }
    return try await apply(
      staged, Object.self, deleting, options, policy, author, timeout, progress, partSize)
  }

  /// Makes objects of `type` what the JSON says whose bytes `bytes` are, as the form that takes
  /// pieces does, which takes less time.
  @discardableResult
  public func sync<Object: ManagedObject, Bytes: AsyncSequence>(
    _ type: Object.Type, from bytes: sending Bytes, as form: JSONSequenceForm = .list,
    deleting: SyncDeletion<Object> = .none, options: SyncOptions = SyncOptions(),
    merging policy: MergePolicy? = nil, author: String? = nil, timeout: Duration? = nil,
    progress: (@Sendable (SyncProgress) throws -> Void)? = nil
  ) async throws -> SyncReport where Bytes.Element == UInt8 {
    try await sync(
      type, from: JSON.elements(of: bytes, as: form), deleting: deleting, options: options,
      merging: policy, author: author, timeout: timeout, progress: progress)
  }

  /// The same with parts of `partSize` rows.
  func sync<Object: ManagedObject, Rows: AsyncSequence>(
    _ type: Object.Type, from rows: sending Rows, deleting: SyncDeletion<Object>,
    options: SyncOptions, merging policy: MergePolicy? = nil, author: String?,
    timeout: Duration? = nil, progress: (@Sendable (SyncProgress) throws -> Void)?,
    partSize: Int, partBytes: Int = StagedSynchronization<Object>.partBytes,
    memoryLimit: Int = 1 << 20
  ) async throws -> SyncReport where Rows.Element == JSON {
    let staged = StagedRows(memoryLimit: memoryLimit)
    for try await row in rows {
      staged.add(row.source, index: staged.count)
      if staged.isFull { try await perform { _ in try staged.write() } }
      guard staged.count % partSize == 0 else { continue }
      try Task.checkCancellation()
      try progress?(staged.progress(appliedRows: 0))
    }
    // Some sequences end when their task is cancelled, as if there were no more.
    try Task.checkCancellation()
    return try await apply(
      staged, type, deleting, options, policy, author, timeout, progress, partSize, partBytes)
  }

  /// Applies rows that have all arrived.
  private func apply<Object: ManagedObject>(
    _ staged: StagedRows, _ type: Object.Type, _ deleting: SyncDeletion<Object>,
    _ options: SyncOptions, _ policy: MergePolicy?, _ author: String?, _ timeout: Duration?,
    _ progress: (@Sendable (SyncProgress) throws -> Void)?, _ partSize: Int,
    _ partBytes: Int = StagedSynchronization<Object>.partBytes
  ) async throws -> SyncReport {
    try progress?(staged.progress(appliedRows: 0))
    return try await write(author: author, timeout: timeout) { context in
      if let policy { context.mergePolicy = policy }
      var synchronization = try StagedSynchronization<Object>(
        context, options, partSize: partSize, partBytes: partBytes
      ) { try progress?(staged.progress(appliedRows: $0)) }
      return try synchronization.apply(staged, deleting: deleting)
    }
  }
}

extension StagedRows {
  fileprivate func progress(appliedRows: Int) -> SyncProgress {
    SyncProgress(receivedRows: count, receivedBytes: byteCount, appliedRows: appliedRows)
  }
}
