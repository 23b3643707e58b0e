import Foundation

/// Measures how long something takes.
enum Stopwatch: Sendable {
  /// By the time that passes.
  case wall

  /// By the time that all threads of this process are given, which other processes change less.
  case cpu

  /// Returns how many milliseconds `body` takes.
  func milliseconds(of body: () throws -> Void) rethrows -> Double {
    let clock = self == .wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID
    let start = Self.milliseconds(clock)
    try body()
    return Self.milliseconds(clock) - start
  }

  private static func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
