import Foundation

/// A run over as many mutants as there is time for.
struct Campaign {
  /// How many mutants a worker reads before the next one takes over.
  private static let batch: UInt64 = 500

  let firstSeed: UInt64

  /// What a worker died of, nil if it found nothing.
  private typealias Verdict = String?

  /// Reads mutants until `seconds` have passed or one breaks a law; returns the exit status.
  func run(seconds: Int) throws -> Int32 {
    let start = ContinuousClock.now
    var seeds = firstSeed..<firstSeed
    repeat {
      seeds = seeds.upperBound..<seeds.upperBound + Self.batch
      if try verdict(on: seeds) != nil {
        try report(try failingSeed(in: seeds))
        return 1
      }
      let elapsed = ContinuousClock.now - start
      showProgress("\(seeds.upperBound - firstSeed) mutants, \(elapsed.components.seconds) s")
      if elapsed >= .seconds(seconds) { break }
    } while true
    showProgress(nil)
    return 0
  }

  /// Returns the first of `seeds` whose mutant fails by itself, found by halving.
  private func failingSeed(in seeds: Range<UInt64>) throws -> UInt64 {
    var seeds = seeds
    while seeds.count > 1 {
      let middle = seeds.lowerBound + UInt64(seeds.count / 2)
      let front = seeds.lowerBound..<middle
      seeds = try verdict(on: front) != nil ? front : middle..<seeds.upperBound
    }
    return seeds.lowerBound
  }

  /// Lets a worker read the mutants of `seeds`.
  private func verdict(on seeds: Range<UInt64>) throws -> Verdict {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [Arguments.worker, String(seeds.lowerBound), String(seeds.count)]
    // What the runtime says of a crash would be said once for every halving.
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): return nil
    case (.exit, let status): return "exit status \(status)"
    case (_, let signal): return "signal \(signal)"
    }
  }

  /// Keeps the mutant of `seed` in a file and says what is wrong with it.
  private func report(_ seed: UInt64) throws {
    let worker = try Worker()
    let file = FileManager.default.temporaryDirectory
      .appending(path: "reader-fuzz-\(seed).swift.txt")
    try Data(worker.mutant(seed)).write(to: file)
    showProgress(nil)
    let verdict = try verdict(on: seed..<seed + 1) ?? "nothing when read alone"
    let reason = verdict.hasPrefix("exit") ? worker.brokenLaw(seed: seed) ?? verdict : verdict
    print("seed \(seed): \(reason)\n\(file.path)")
  }

  /// Writes over the last line on a terminal; nil takes it away.
  private func showProgress(_ line: String?) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(line ?? "")".utf8))
  }
}
