extension Duration {
  /// The duration, or the longest that can be added to any time: 34 years.
  package var bounded: Duration { min(self, .seconds(1 << 30)) }

  /// The duration in seconds.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1_000_000_000_000_000_000
  }

  /// The duration in whole milliseconds.
  package var milliseconds: Int64 {
    components.seconds.multipliedReportingOverflow(by: 1000).overflow
      ? .max : components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// The duration as it stands in errors: `5 seconds`, `250 milliseconds`.
  package var formatted: String {
    milliseconds % 1000 == 0
      ? "\(components.seconds) second\(components.seconds == 1 ? "" : "s")"
      : "\(milliseconds) milliseconds"
  }
}
