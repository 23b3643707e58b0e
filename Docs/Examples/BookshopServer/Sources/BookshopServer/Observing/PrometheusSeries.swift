import CoreMetrics
import Synchronization

/// One number, or several that belong together, with the labels that tell it from others.
protocol PrometheusSeries: AnyObject, Sendable {
  /// What Prometheus calls it.
  static var kind: String { get }

  /// Returns the lines that show it.
  func lines(_ name: String, _ labels: String) -> String
}

/// A number that only grows.
final class PrometheusCounter: PrometheusSeries, CounterHandler {
  static let kind = "counter"
  private let value = Atomic<Int64>(0)

  func increment(by amount: Int64) { value.add(amount, ordering: .relaxed) }
  func reset() { value.store(0, ordering: .relaxed) }

  func lines(_ name: String, _ labels: String) -> String {
    "\(name){\(labels)} \(value.load(ordering: .relaxed))\n"
  }
}

/// A number that goes up and down.
final class PrometheusGauge: PrometheusSeries, MeterHandler, RecorderHandler {
  static let kind = "gauge"
  private let value = Mutex(0.0)

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { self.value.withLock { $0 = value } }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }
  func record(_ value: Int64) { set(value) }
  func record(_ value: Double) { set(value) }

  func lines(_ name: String, _ labels: String) -> String {
    "\(name){\(labels)} \(value.withLock { $0 })\n"
  }
}

/// How often values were at most so much.
final class PrometheusHistogram: PrometheusSeries, TimerHandler, RecorderHandler {
  /// The limits that values are compared with.
  enum Buckets {
    case seconds
    case counts

    var limits: [Double] {
      switch self {
      case .seconds:
        [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
      case .counts: [1, 10, 100, 1000, 10_000, 100_000]
      }
    }
  }

  private struct State {
    var counts: [Int]
    var count = 0
    var sum = 0.0
  }

  static let kind = "histogram"
  private let limits: [Double]
  private let state: Mutex<State>

  init(_ buckets: Buckets) {
    limits = buckets.limits
    state = Mutex(State(counts: Array(repeating: 0, count: limits.count)))
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let bucket = limits.firstIndex { value <= $0 }
    state.withLock { state in
      if let bucket { state.counts[bucket] += 1 }
      state.count += 1
      state.sum += value
    }
  }

  func lines(_ name: String, _ labels: String) -> String {
    let state = state.withLock { $0 }
    let separator = labels.isEmpty ? "" : ","
    var text = ""
    var total = 0
    for (limit, count) in zip(limits, state.counts) {
      total += count
      text += "\(name)_bucket{\(labels)\(separator)le=\"\(limit)\"} \(total)\n"
    }
    text += "\(name)_bucket{\(labels)\(separator)le=\"+Inf\"} \(state.count)\n"
    text += "\(name)_sum{\(labels)} \(state.sum)\n"
    text += "\(name)_count{\(labels)} \(state.count)\n"
    return text
  }
}
