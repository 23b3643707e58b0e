import Foundation

/// How much memory a contender takes at its peak, beyond what its process takes before it begins.
enum PeakMemory {
  /// Returns the megabytes that a process of its own takes in which a contender fetches all books.
  static func ofChild(
    contender: Int, path: String, expecting answer: Tally
  ) throws -> Double {
    let child = Process()
    let output = Pipe()
    child.executableURL = Bundle.main.executableURL
    child.arguments = ["--fetch-alone", String(contender), path]
    child.standardOutput = output
    try child.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard child.terminationStatus == 0, numbers.count == 3 else {
      throw WrongAnswer(description: "\(contenders[contender].name) cannot fetch alone")
    }
    try expect(
      Tally(count: Int(numbers[0]), sum: Int(numbers[1])), answer,
      "\(contenders[contender].name), fetching alone")
    return numbers[2]
  }

  /// Is the child: fetches all books of the library at `path` and prints what it has met.
  static func fetchAlone(contender: Int, path: String) throws {
    let before = peak()
    let tally = try contenders[contender].init(path: path).fetch()()
    print(tally.count, tally.sum, peak() - before)
  }

  /// The megabytes that this process has had in memory at most.
  private static func peak() -> Double {
    #if os(Linux)
      // The system's `getrusage` begins with what the parent had.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      return (numbers.first ?? 0) / 1024
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss) / 1_048_576
    #endif
  }
}
