/// How long the contenders take for one workload, or how much memory, round by round.
struct Measurement {
  /// What is measured.
  let title: String

  /// The greatest ratio to RAW that EntityGraph is meant to have.
  let target: Double

  /// What the figures are counted in.
  let unit: String

  /// The figures of each contender, in the order of `contenders`; none for one that is left out.
  var figures: [[Double]] = Array(repeating: [], count: contenders.count)

  /// The median of RAW.
  var base: Double { median(figures[0]) ?? 0 }

  /// Returns the median of the ratios of a contender to RAW in the same round, or nil.
  func ratio(_ contender: Int) -> Double? {
    median(zip(figures[contender], figures[0]).map { $0 / $1 })
  }
}

/// Returns the middle one of `values`, or nil when there are none.
func median(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.sorted()[values.count / 2]
}
