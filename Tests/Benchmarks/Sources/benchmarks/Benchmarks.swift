import Foundation

/// The program: compares EntityGraph with the C interface by hand and with GRDB.
@main struct Benchmarks {
  static func main() {
    do {
      let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
      switch arguments.task {
      case .help: print(Arguments.usage)
      case .alone(let workload, let contender, let path):
        try PeakMemory.alone(workload, contender: contender, path: path)
      case .migrate(let path): try PeakMemory.migrate(path)
      case .sync(let megabytes, let path): try PeakMemory.sync(megabytes, into: path)
      case .export(let path): try PeakMemory.export(from: path)
      case .profile(let workload): try profile(workload, arguments)
      case .profilePayload(let row): try profile(row, arguments)
      case .compare: try compare(arguments)
      }
    } catch let problem as Arguments.Problem {
      end(64, "\(problem)\n\(Arguments.usage)")
    } catch {
      end(1, "\(error)")
    }
  }

  /// Measures what is asked for, prints the table and writes it where that is asked for.
  private static func compare(_ arguments: Arguments) throws {
    let progress = ProgressLine()
    let (measurements, served, server, payloads, graph) = try workloads(arguments, progress)
    let migrations = try migrations(arguments, progress)
    progress.clear()
    if !measurements.isEmpty { print(Table(measurements: measurements), terminator: "\n\n") }
    if !served.isEmpty { print(Table(measurements: served), terminator: "\n\n") }
    if !server.isEmpty {
      print(ComparisonTable(subject: "on a server", comparisons: server), terminator: "\n\n")
    }
    if !payloads.isEmpty {
      print(ComparisonTable(subject: "payload", comparisons: payloads), terminator: "\n\n")
    }
    if !graph.isEmpty {
      print(ComparisonTable(subject: "objects", comparisons: graph), terminator: "\n\n")
    }
    if !migrations.isEmpty {
      print(ComparisonTable(subject: "migration", comparisons: migrations))
    }
    if let documents = arguments.documents {
      try PerformancePage(folder: URL(filePath: documents)).write(
        measurements, served: served, server: server, payloads: payloads, graph: graph,
        migrations: migrations)
    }
  }

  /// Measures the workloads that are asked for, those of servers apart, the rest of what servers
  /// do, payloads, and what is done with objects and their relationships.
  private static func workloads(
    _ arguments: Arguments, _ progress: ProgressLine
  ) throws -> (
    measurements: [Measurement], served: [Measurement], server: [Comparison],
    payloads: [Comparison], graph: [Comparison]
  ) {
    let workloads = Workload.allCases.filter { arguments.wants($0.rawValue) }
    let rows = MemoryRow.allCases.filter { arguments.wants($0.rawValue) }
    let serverRows = ServerRow.allCases.filter { arguments.wants($0.rawValue) }
    let graphRows = GraphRow.allCases.filter { arguments.wants($0.rawValue) }
    if workloads.isEmpty, rows.isEmpty, serverRows.isEmpty, graphRows.isEmpty {
      return ([], [], [], [], [])
    }
    let library = Library(arguments.scale)
    let folder = try LibraryFolder(library)
    let rounds = arguments.rounds ?? (arguments.isSmall ? 1 : 7)
    let measuring = Measuring(
      library: library, folder: folder, rounds: rounds, stopwatch: arguments.stopwatch,
      progress: progress)
    let serverMeasuring = ServerMeasuring(
      library: library, folder: folder, rounds: rounds, megabytes: arguments.megabytes,
      stopwatch: arguments.stopwatch, progress: progress)
    let measurements =
      try workloads.filter { !$0.isServed }.map { try measuring.time($0) }
      + rows.map { try measuring.memory($0) }
    let served = try workloads.filter(\.isServed).map { try measuring.time($0) }
    let server = try serverRows.filter { !$0.isOfPayloads }.map { try serverMeasuring.measure($0) }
    let payloads = try serverRows.filter(\.isOfPayloads).map { try serverMeasuring.measure($0) }
    if graphRows.isEmpty { return (measurements, served, server, payloads, []) }
    let graphMeasuring = GraphMeasuring(
      library: library, folder: folder, shelves: try ShelfFolder(count: library.scale.books),
      rounds: rounds, stopwatch: arguments.stopwatch, progress: progress)
    let graph = try graphRows.map { try graphMeasuring.measure($0) }
    return (measurements, served, server, payloads, graph)
  }

  /// Measures the migrations that are asked for.
  private static func migrations(
    _ arguments: Arguments, _ progress: ProgressLine
  ) throws -> [Comparison] {
    let rows = MigrationRow.allCases.filter { arguments.wants($0.rawValue) }
    if rows.isEmpty { return [] }
    let measuring = MigrationMeasuring(
      scale: arguments.scale, folder: try StockFolder(arguments.scale),
      rounds: min(arguments.rounds ?? (arguments.isSmall ? 1 : 5), 5),
      stopwatch: arguments.stopwatch, progress: progress)
    return try rows.map { try measuring.measure($0) }
  }

  /// Has EntityGraph alone do a workload again and again.
  private static func profile(_ workload: Workload, _ arguments: Arguments) throws {
    let library = Library(arguments.scale)
    let folder = try LibraryFolder(library)
    for round in 1...(arguments.rounds ?? 20) {
      let path =
        workload.writes ? try folder.copy(authorsOnly: workload.beginsWithoutBooks) : folder.library
      defer { if workload.writes { folder.remove(path) } }
      let contender = try GraphContender(path: path)
      guard let work = try workload.work(of: contender, library) else {
        throw WrongAnswer(description: "EntityGraph cannot do this workload")
      }
      var tally = Tally()
      let duration = try arguments.stopwatch.milliseconds { tally = try work() }
      try expect(tally, workload.answer(library), workload.rawValue)
      print("\(workload.rawValue), round \(round): \(duration) ms")
    }
  }

  /// Has EntityGraph alone insert the objects of a payload again and again.
  private static func profile(_ row: ServerRow, _ arguments: Arguments) throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "payload-\(ProcessInfo.processInfo.processIdentifier)").path
    for round in 1...(arguments.rounds ?? 20) {
      defer { for suffix in ["", "-wal", "-shm"] { _ = unlink(path + suffix) } }
      let syncing = try Syncing(path: path)
      defer { syncing.close() }
      let (count, stopwatch) = (arguments.scale.books, arguments.stopwatch)
      let duration =
        row == .syncPieces
        ? try syncing.insertPieces(count, stopwatch) : try syncing.insert(count, stopwatch)
      print("\(row.rawValue), round \(round): \(duration) ms")
    }
  }

  /// Ends the program, having said why.
  private static func end(_ code: Int32, _ message: String) -> Never {
    FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8))
    exit(code)
  }
}
