import Foundation
import Stockroom

/// How much memory a contender takes at its peak, beyond what its process takes before it begins.
enum PeakMemory {
  /// Returns the megabytes that a process of its own takes in which a contender does `workload`.
  static func ofChild(
    _ workload: Workload, contender: Int, path: String, expecting answer: Tally
  ) throws -> Double {
    let numbers = try numbers(of: ["--alone", workload.rawValue, String(contender), path])
    guard let numbers, numbers.count == 3 else {
      throw WrongAnswer(
        description: "\(contenders[contender].name) cannot do \(workload.rawValue) alone")
    }
    try expect(
      Tally(count: Int(numbers[0]), sum: Int(numbers[1])), answer,
      "\(contenders[contender].name), \(workload.rawValue) alone")
    return numbers[2]
  }

  /// Is the child: does `workload`, which only reads and looks for nothing, over the library at
  /// `path` and prints what it has met.
  static func alone(_ workload: Workload, contender: Int, path: String) throws {
    // The workload has no use for a library in this process, which would take memory.
    let nothing = Library(
      Scale(authors: 0, queries: 0, queriesBeside: 0, booksBeside: 0, requests: 0, items: 0))
    let before = peak()
    let contender = try contenders[contender].init(path: path)
    guard let work = try workload.work(of: contender, nothing) else { return }
    let tally = try work()
    print(tally.count, tally.sum, peak() - before)
  }

  /// Returns the megabytes that a process of its own takes which migrates the store at `path` by a
  /// stage.
  static func ofChild(migrating path: String) throws -> Double {
    let numbers = try numbers(of: ["--migrate", path])
    guard let megabytes = numbers?.first else {
      throw WrongAnswer(description: "a stage does not go on alone")
    }
    return megabytes
  }

  /// Is the child: migrates the store at `path` by a stage, and prints what that has taken.
  static func migrate(_ path: String) throws {
    let before = peak()
    let store = try Stockroom.open(path, isStaged: true)
    withExtendedLifetime(store) { print(peak() - before) }
  }

  /// Returns the megabytes that a process of its own takes which makes the objects of a payload of
  /// so many megabytes in a new store at `path`.
  static func ofChild(syncing megabytes: Int, into path: String) throws -> Double {
    guard let peak = try numbers(of: ["--sync", String(megabytes), path])?.first else {
      throw WrongAnswer(description: "a payload is not synchronized alone")
    }
    return peak
  }

  /// Returns the megabytes that a process of its own takes which writes the objects of the store at
  /// `path` as JSON, of at least so many megabytes.
  static func ofChild(exporting megabytes: Int, from path: String) throws -> Double {
    guard let numbers = try numbers(of: ["--export", path]), numbers.count == 2,
      numbers[1] > Double(megabytes) * 900_000
    else { throw WrongAnswer(description: "objects are not written as JSON alone") }
    return numbers[0]
  }

  /// Is the child: synchronizes a payload, and prints what that has taken.
  static func sync(_ megabytes: Int, into path: String) throws {
    let before = peak()
    let count = try LargePayload(megabytes: megabytes).sync(into: path)
    print(peak() - before, count)
  }

  /// Is the child: writes objects as JSON, and prints what that has taken and how many bytes it
  /// has.
  static func export(from path: String) throws {
    let before = peak()
    let size = try LargePayload.export(from: path)
    print(peak() - before, size)
  }

  /// Returns the numbers that a process with `arguments` prints; `nil` if it fails.
  private static func numbers(of arguments: [String]) throws -> [Double]? {
    let child = Process()
    let output = Pipe()
    child.executableURL = Bundle.main.executableURL
    child.arguments = arguments
    child.standardOutput = output
    try child.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    guard child.terminationStatus == 0 else { return nil }
    return text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
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
