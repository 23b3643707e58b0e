/// Numbers as bars of text, a line for each.
struct BarChart {
  /// The longest bar, in characters.
  private static let width = 30

  private var rows: [(label: String, count: Int, value: String)] = []

  /// Adds a bar as long as `count`, beside `value`, which says how much that is.
  mutating func add(_ label: String, _ count: Int, as value: String? = nil) {
    rows.append((label, count, value ?? count.grouped))
  }

  /// The lines, all labels as wide as the widest.
  var lines: [String] {
    let labelWidth = rows.map(\.label.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).max() ?? 0
    let most = rows.map(\.count).max() ?? 0
    return rows.map { row in
      let length = most == 0 ? 0 : row.count * Self.width / most
      // What there is has a bar, however little it is.
      let bar = String(repeating: "█", count: row.count > 0 ? max(length, 1) : 0)
      let text = "  \(row.label.padded(to: labelWidth))  \(row.value.padded(to: -valueWidth))"
      return bar.isEmpty ? text : "\(text)  \(bar)"
    }
  }
}
