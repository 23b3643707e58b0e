/// Measures what a server does and what that is compared with, in turn.
struct ServerMeasuring {
  let library: Library
  let folder: LibraryFolder
  let rounds: Int

  /// How many megabytes a large payload has.
  let megabytes: Int

  let stopwatch: Stopwatch
  let progress: ProgressLine

  private var scale: Scale { library.scale }

  /// Measures `row`; a round before the first does not count.
  func measure(_ row: ServerRow) throws -> Comparison {
    var comparison = Comparison(
      title: row.title(scale, megabytes), baseTitle: row.base(scale, megabytes), unit: row.unit,
      target: row.target)
    // What is in memory at most differs little from round to round.
    let (first, last) = row.unit == "MB" ? (1, 1) : (0, rounds)
    for round in first...last {
      progress.show("\(row.rawValue): round \(round) of \(last)", "")
      var (base, ours) = (0.0, 0.0)
      // Who comes first in a round comes last in the next.
      if round % 2 == 0 { base = try self.base(row) }
      ours = try self.ours(row)
      if round % 2 == 1 { base = try self.base(row) }
      if round > 0 { comparison.add(base, ours) }
    }
    return comparison
  }

  /// Returns the figure of what `row` is compared with.
  private func base(_ row: ServerRow) throws -> Double {
    switch row {
    case .emptyReads: try handOvers(inFlight: 20)
    case .emptyRead: try handOvers(inFlight: 1)
    case .liveQueries: try withListening { try $0.commitAndRead(stopwatch) }
    case .liveStatements:
      try withListening { try $0.statements { try $0.commitAndRead(stopwatch) } }
    case .smallSave: try withCopy { try RawSaving(path: $0).save(scale.requests, stopwatch) }
    case .history: try withCopy { try GraphSaving(path: $0).save(scale.requests, stopwatch) }
    case .historyOfMany: try withCopy { try GraphSaving(path: $0).saveAll(scale, stopwatch) }
    case .binding: try Binding(path: folder.library).rawCall(scale.books, stopwatch)
    case .largeSetInsertions: try withCopy { try LargeSet(path: $0).rawInsert(stopwatch) }
    case .largeSetReading: try withCopy { try LargeSet(path: $0).rawRead(stopwatch) }
    case .syncInsert, .syncPieces:
      try withSyncing { try $0.rawInsert(scale.books, stopwatch) }
    case .syncMany: try withSyncing { try $0.read(0..<scale.books / 10, stopwatch) }
    case .syncOne: try withSyncing { try $0.read(0..<1, stopwatch) }
    case .syncMembers, .exportParent: try withSyncing { try $0.read(0..<100, stopwatch) }
    case .jsonDecode: try coding.decodeByFoundation(scale.books)
    case .jsonEncode: try coding.encodeByFoundation(scale.books)
    case .jsonEncodeByHand: try coding.encodeByHand(scale.books)
    case .syncMemory: try memoryOfSync(megabytes / 4)
    case .exportMemory: try memoryOfExport(megabytes / 4)
    }
  }

  /// Returns the figure of EntityGraph.
  private func ours(_ row: ServerRow) throws -> Double {
    switch row {
    case .emptyReads: try reads(inFlight: 20)
    case .emptyRead: try reads(inFlight: 1)
    case .liveQueries: try withListening { try $0.commitAndListen(scale, stopwatch) }
    case .liveStatements:
      try withListening { try $0.statements { try $0.commitAndListen(scale, stopwatch) } }
    case .smallSave: try withCopy { try GraphSaving(path: $0).save(scale.requests, stopwatch) }
    case .history:
      try withCopy { try GraphSaving(path: $0, .everything).save(scale.requests, stopwatch) }
    case .historyOfMany:
      try withCopy { try GraphSaving(path: $0, .everything).saveAll(scale, stopwatch) }
    case .binding:
      try Binding(path: folder.library).extraOfFetch(scale.books, stopwatch)
    case .largeSetInsertions: try withCopy { try LargeSet(path: $0).insert(stopwatch) }
    case .largeSetReading: try withCopy { try LargeSet(path: $0).read(stopwatch) }
    case .syncInsert: try withSyncing { try $0.insert(scale.books, stopwatch) }
    case .syncPieces: try withSyncing { try $0.insertPieces(scale.books, stopwatch) }
    case .syncMany: try withSyncing { try $0.merge(scale.books / 10, stopwatch) }
    case .syncOne: try withSyncing { try $0.mergeOne(scale.books / 10, stopwatch) }
    case .syncMembers: try withSyncing { try $0.mergeMembers(stopwatch) }
    case .exportParent: try withSyncing { try $0.export(stopwatch) }
    case .jsonDecode: try coding.decode(scale.books)
    case .jsonEncode, .jsonEncodeByHand:
      try withSyncing { try $0.encode(scale.books, stopwatch) }
    case .syncMemory: try memoryOfSync(megabytes)
    case .exportMemory: try memoryOfExport(megabytes)
    }
  }

  private var coding: WareCoding { WareCoding(stopwatch: stopwatch) }

  /// Returns the megabytes that synchronizing a payload of so many takes at its peak.
  private func memoryOfSync(_ megabytes: Int) throws -> Double {
    let path = folder.newPath()
    defer { folder.remove(path) }
    return try PeakMemory.ofChild(syncing: megabytes, into: path)
  }

  /// Returns the megabytes that writing the objects of such a payload as JSON takes at its peak.
  private func memoryOfExport(_ megabytes: Int) throws -> Double {
    let path = folder.newPath()
    defer { folder.remove(path) }
    _ = try PeakMemory.ofChild(syncing: megabytes, into: path)
    return try PeakMemory.ofChild(exporting: megabytes, from: path)
  }

  /// Returns the microseconds of a call of `read` that reads nothing, among so many.
  private func reads(inFlight: Int) throws -> Double {
    let container = try GraphContender(path: folder.library).container
    defer { container.close() }
    return try microseconds(inFlight: inFlight) { try await container.read { _ in } }
  }

  /// Returns the microseconds of handing over to a thread and being resumed by it, among so many.
  private func handOvers(inFlight: Int) throws -> Double {
    let thread = HandOver()
    defer { thread.end() }
    return try microseconds(inFlight: inFlight) { await thread.pass() }
  }

  /// Returns how many microseconds pass for each call of `body`, of which so many go on at once.
  private func microseconds(
    inFlight: Int, _ body: @escaping @Sendable () async throws -> Void
  ) throws -> Double {
    let count = inFlight == 1 ? scale.books / 4 : scale.books
    let calls: @Sendable (Int) throws -> Void = { count in
      _ = try waiting {
        try await inTasks(inFlight, count: count) { _ in
          try await body()
          return Tally()
        }
      }
    }
    try calls(count / 10)
    return try stopwatch.milliseconds { try calls(count) } * 1000 / Double(count)
  }

  private func withSyncing(_ body: (Syncing) throws -> Double) throws -> Double {
    let path = folder.newPath()
    defer { folder.remove(path) }
    let syncing = try Syncing(path: path)
    defer { syncing.close() }
    return try body(syncing)
  }

  private func withListening(_ body: (Listening) throws -> Double) throws -> Double {
    try withCopy { path in
      let listening = try Listening(path: path, library)
      defer { listening.container.close() }
      return try body(listening)
    }
  }

  private func withCopy(_ body: (String) throws -> Double) throws -> Double {
    let path = try folder.copy(authorsOnly: false)
    defer { folder.remove(path) }
    return try body(path)
  }
}
