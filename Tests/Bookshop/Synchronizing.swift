import EntityGraph

/// Makes the suppliers those of a partner's list.
func take(over body: [UInt8], in container: PersistentContainer) async throws -> SyncReport {
  var options = SyncOptions(format: wire)
  options.invalidRows = .skip
  return try await container.sync(
    Supplier.self, from: JSON(reading: body), deleting: .missing, options: options,
    author: "partner")
}

/// Makes the offers of `supplier` those of a list.
func setOffers(
  of supplier: Supplier, to list: JSON, in context: ManagedObjectContext
) throws -> [String] {
  let report = try context.sync(\.offers, of: supplier, from: list)
  return report.skipped.map { "\($0.path): \($0.outcome)" }
}

/// Sends what the app has changed to the server, until nothing is left.
func push(
  _ container: PersistentContainer, to send: @Sendable ([UInt8]) async throws -> Void
) async throws {
  try await container.drainPendingChanges(by: "app", format: wire) { pending in
    try await send(Array(pending.json.source))
  }
}

/// Takes over what the server has, but for what has not been pushed.
func pull(_ body: [UInt8], into container: PersistentContainer) async throws -> SyncReport {
  var options = SyncOptions(format: wire)
  options.pending = .kept(by: "app")
  return try await container.sync(
    Supplier.self, from: JSON(reading: body), deleting: .missing, options: options,
    author: "server")
}

/// Applies what a client has changed.
func accept(
  _ body: [UInt8], from client: String, in container: PersistentContainer
) async throws -> SyncReport {
  try await container.applyChanges(
    from: JSON(reading: body), of: Supplier.self, options: SyncOptions(format: wire),
    author: client)
}

/// Exchanges what two stores have changed since they were the same; the first one goes before.
func exchange(
  _ left: PersistentContainer, since leftToken: CommitToken?,
  _ right: PersistentContainer, since rightToken: CommitToken?
) async throws -> (left: CommitToken, right: CommitToken) {
  let fromLeft = try left.pendingChanges(by: "app", since: leftToken)
  let fromRight = try right.pendingChanges(by: "app", since: rightToken)
  var options = SyncOptions()
  options.pending = .kept(by: "app", since: leftToken)
  try await left.applyChanges(
    from: fromRight.json, options: options, merging: .byProperty(preferring: .ours),
    author: "right")
  options.pending = .kept(by: "app", since: rightToken)
  try await right.applyChanges(
    from: fromLeft.json, options: options, merging: .byProperty(preferring: .theirs),
    author: "left")
  return (fromLeft.token, fromRight.token)
}

/// Makes the suppliers those of a list that a partner uploads, however large and slow it is.
func take<Chunks: AsyncSequence & Sendable>(
  over body: Chunks, in container: PersistentContainer
) async throws -> String where Chunks.Element == [UInt8] {
  let report = try await container.sync(
    Supplier.self, from: body, deleting: .missing, options: SyncOptions(format: wire),
    author: "partner"
  ) { progress in
    print("\(progress.appliedRows) of \(progress.receivedRows) rows")
  }
  return "\(report.insertedCount) new, \(report.deletedCount) gone"
}

/// Returns how many of the rows, one in each line, have a price.
func priced<Chunks: AsyncSequence>(
  _ body: Chunks
) async throws -> Int where Chunks.Element == [UInt8] {
  var count = 0
  for try await row in JSON.elements(of: body, as: .lines) where row["price"]?.decimal != nil {
    count += 1
  }
  return count
}

/// Takes what suppliers say of themselves, and nothing else; returns what they are answered.
func takeProfiles(_ body: [UInt8], in container: PersistentContainer) async throws -> JSON {
  var options = SyncOptions(format: wire)
  options.members = .only(
    JSONShape<Supplier> {
      $0.legalName
      $0.offers { $0.price }
    })
  let report = try await container.sync(
    Supplier.self, from: JSON(reading: body), options: options, timeout: .seconds(10))
  return report.json
}
