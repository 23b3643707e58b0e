import Foundation

/// How fast something is done, in rounds, each beside the same work done by a yardstick.
struct Measurement {
  let name: String
  let unit: String
  let target: String
  private var ours: [Double] = []
  private var yardstick: [Double] = []

  /// Measures `rounds` rounds after one that does not count; `amount` is how much of the unit a
  /// round gets through.
  init(
    _ name: String, amount: Double, unit: String, target: String, rounds: Int = 5,
    ours: () throws -> Void, yardstick: () throws -> Void
  ) rethrows {
    self.name = name
    self.unit = unit
    self.target = target
    for round in 0...rounds {
      let first = amount / (try seconds(ours))
      let second = amount / (try seconds(yardstick))
      guard round > 0 else { continue }
      self.ours.append(first)
      self.yardstick.append(second)
    }
  }

  /// The measurement as a row of a table.
  var row: String {
    let ratio = String(format: "%.2f", median(zip(ours, yardstick).map { $0 / $1 }))
    return "| \(name) | \(figure(ours)) | \(figure(yardstick)) | \(ratio) | \(target) |"
  }

  private func figure(_ values: [Double]) -> String {
    let value = median(values)
    return "\(String(format: value < 1000 ? "%.1f" : "%.0f", value)) \(unit)"
  }
}

/// Returns how long `body` takes.
private func seconds(_ body: () throws -> Void) rethrows -> Double {
  let time = try ContinuousClock().measure(body)
  return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
}

/// Returns the middle one of `values`, which are not empty.
private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
