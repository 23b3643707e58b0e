import CoreMetrics
import Synchronization

/// Collects what is counted and measured with swift-metrics, and shows it in the text format of
/// Prometheus.
final class PrometheusRegistry: MetricsFactory {
  /// All series of one name.
  private struct Family {
    var kind: String
    var series: [String: any PrometheusSeries] = [:]
  }

  private let families = Mutex<[String: Family]>([:])

  /// Returns the series of `label` and `dimensions`, made by `make` if it is new.
  private func series<Series: PrometheusSeries>(
    _ label: String, _ dimensions: [(String, String)], unit: String = "",
    _ make: () -> Series
  ) -> Series {
    let name = PrometheusText.name(label) + unit
    let labels = PrometheusText.labels(dimensions)
    return families.withLock { families in
      if let known = families[name]?.series[labels] as? Series { return known }
      let made = make()
      families[name, default: Family(kind: Series.kind)].series[labels] = made
      return made
    }
  }

  /// Everything that has been counted and measured so far.
  var text: String {
    let families = families.withLock { $0 }
    var text = ""
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      text += "# TYPE \(name) \(family.kind)\n"
      for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
        text += series.lines(name, labels)
      }
    }
    return text
  }

  // MARK: MetricsFactory

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions, unit: "_total") { PrometheusCounter() }
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions) { PrometheusGauge() }
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    aggregate
      ? series(label, dimensions) { PrometheusHistogram(.counts) }
      : series(label, dimensions) { PrometheusGauge() }
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions, unit: "_seconds") { PrometheusHistogram(.seconds) }
  }

  // A series stays, since its counter is made again by whoever counts next.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

/// Names and labels as Prometheus wants them.
private enum PrometheusText {
  static func name(_ label: String) -> String {
    String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  static func labels(_ dimensions: [(String, String)]) -> String {
    dimensions.map { key, value in
      let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n")
      return "\(name(key))=\"\(escaped)\""
    }.joined(separator: ",")
  }
}
