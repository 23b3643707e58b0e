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
      case .profile(let workload): try profile(workload, arguments)
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
    let library = Library(arguments.scale)
    let progress = ProgressLine()
    let measuring = Measuring(
      library: library, folder: try LibraryFolder(library),
      rounds: arguments.rounds ?? (arguments.isSmall ? 1 : 7), stopwatch: arguments.stopwatch,
      progress: progress)
    var measurements: [Measurement] = []
    for workload in Workload.allCases where arguments.wants(workload.rawValue) {
      measurements.append(try measuring.time(workload))
    }
    for row in MemoryRow.allCases where arguments.wants(row.rawValue) {
      measurements.append(try measuring.memory(row))
    }
    progress.clear()
    print(Table(measurements: measurements))
    if let documents = arguments.documents {
      try PerformancePage(folder: URL(filePath: documents)).write(measurements)
    }
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

  /// Ends the program, having said why.
  private static func end(_ code: Int32, _ message: String) -> Never {
    FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8))
    exit(code)
  }
}
