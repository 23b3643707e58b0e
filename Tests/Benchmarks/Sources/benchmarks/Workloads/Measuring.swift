/// Runs workloads in rounds, everybody in turn.
struct Measuring {
  let library: Library
  let folder: LibraryFolder
  let rounds: Int
  let stopwatch: Stopwatch
  let progress: ProgressLine

  /// Measures how long `workload` takes; a round before the first does not count.
  func time(_ workload: Workload) throws -> Measurement {
    var measurement = Measurement(
      title: workload.title(library.scale), target: workload.target, unit: "ms")
    let answer = workload.answer(library)
    let booksLeft = workload.booksLeft(library)
    for round in 0...rounds {
      for index in contenders.indices {
        // Whoever comes first in a round comes last in the next.
        let contender = (index + round) % contenders.count
        progress.show(
          "\(workload.rawValue): round \(round) of \(rounds)", contenders[contender].name)
        let path =
          workload.writes
          ? try folder.copy(authorsOnly: workload.beginsWithoutBooks) : folder.library
        defer { if workload.writes { folder.remove(path) } }
        guard
          let duration = try run(
            workload, contenders[contender], at: path, answer: answer, booksLeft: booksLeft)
        else { continue }
        if round > 0 { measurement.figures[contender].append(duration) }
      }
    }
    return measurement
  }

  /// Returns how many milliseconds a contender works, or nil when it cannot.
  private func run(
    _ workload: Workload, _ type: any Contender.Type, at path: String, answer: Tally,
    booksLeft: Tally
  ) throws -> Double? {
    let contender = try type.init(path: path)
    guard let work = try workload.work(of: contender, library) else { return nil }
    var tally = Tally()
    let duration = try stopwatch.milliseconds { tally = try work() }
    let what = "\(type.name), \(workload.rawValue)"
    try expect(tally, answer, what)
    if workload.writes {
      try expect(RawConnection(path: path).books(), booksLeft, "\(what), afterwards")
    }
    return duration
  }

  /// Measures how much memory a workload takes, each contender in a process of its own.
  func memory(_ row: MemoryRow) throws -> Measurement {
    var measurement = Measurement(
      title: row.title(library.scale), target: row.target, unit: "MB")
    let answer = row.workload.answer(library)
    for round in 1...min(rounds, 3) {
      for (index, contender) in contenders.enumerated() {
        progress.show("\(row.rawValue): round \(round) of \(min(rounds, 3))", contender.name)
        measurement.figures[index].append(
          try PeakMemory.ofChild(
            row.workload, contender: index, path: folder.library, expecting: answer))
      }
    }
    return measurement
  }
}
