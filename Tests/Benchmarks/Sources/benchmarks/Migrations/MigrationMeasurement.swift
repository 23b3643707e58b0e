/// The figures of a migration and of what it is compared with, round by round.
struct MigrationMeasurement {
  let row: MigrationRow
  let title: String
  let baseTitle: String

  private var base: [Double] = []
  private var ours: [Double] = []

  init(row: MigrationRow, title: String, baseTitle: String) {
    self.row = row
    self.title = title
    self.baseTitle = baseTitle
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
}
