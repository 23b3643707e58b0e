import Foundation

/// Two ways to do the same work, timed in turn.
struct Comparison {
  let name: String
  let target: Double
  var raw: [Double] = []
  var ours: [Double] = []

  init(_ name: String, target: Double) {
    self.name = name
    self.target = target
  }

  /// Runs both ways `rounds` times in turn, after one round that does not count.
  mutating func run(rounds: Int, raw: () throws -> Void, ours: () throws -> Void) rethrows {
    for round in 0...rounds {
      let first = try milliseconds(raw)
      let second = try milliseconds(ours)
      guard round > 0 else { continue }
      self.raw.append(first)
      self.ours.append(second)
    }
  }

  /// The median of the ratios, round by round.
  var ratio: Double { median(zip(ours, raw).map { $0 / $1 }) }

  /// The comparison as a row of a table.
  var row: String {
    let figures = [median(raw), median(ours)].map { String(format: "%.1f", $0) }
    let ratios = [ratio, target].map { String(format: "%.2f", $0) }
    return "| \(name) | \(figures[0]) | \(figures[1]) | \(ratios[0]) | \(ratios[1]) |"
  }
}

/// Returns how long `body` takes, in milliseconds.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let time = try clock.measure(body)
  return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
}

/// Returns the middle one of `values`, which are not empty.
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
