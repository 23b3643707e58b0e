/// The figures of something and of what it is compared with, round by round.
struct Comparison {
  /// What something is meant to cost at most.
  enum Target {
    /// So many times what it is compared with.
    case ratio(Double)

    /// So much, whatever it is compared with.
    case figure(Double)
  }

  let title: String
  let baseTitle: String

  /// What the figures are counted in.
  let unit: String

  /// What is aimed at; `nil` where nothing is.
  let target: Target?

  private var base: [Double] = []
  private var ours: [Double] = []

  init(title: String, baseTitle: String, unit: String, target: Target?) {
    self.title = title
    self.baseTitle = baseTitle
    self.unit = unit
    self.target = target
  }

  /// Adds the figures of a round.
  mutating func add(_ base: Double, _ ours: Double) {
    self.base.append(base)
    self.ours.append(ours)
  }

  /// The medians of both.
  var medians: (base: Double, ours: Double) { (median(base) ?? 0, median(ours) ?? 0) }

  /// The median of the ratios of the rounds.
  var ratio: Double { median(zip(ours, base).map { $0 / max($1, 1e-9) }) ?? 0 }

  /// `true` if the target is met; `nil` where there is none.
  var isMet: Bool? {
    switch target {
    case .ratio(let most): ratio <= most
    case .figure(let most): medians.ours <= most
    case nil: nil
    }
  }
}
