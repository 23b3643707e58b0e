import Foundation

/// Measurements as a drawing in SVG: a group of bars for each workload, from RAW's line to the left
/// where somebody is faster and to the right where somebody is slower, on a logarithmic axis.
struct Chart: CustomStringConvertible {
  let measurements: [Measurement]

  private static let width = 860.0
  private static let plot = 290.0...800.0
  private static let head = 92.0
  private static let groupHeight = 64.0
  private static let ticks = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]

  /// The contenders of a group from the top, EntityGraph first, with the heights of their bars.
  private static let bars = [(4, 14.0), (3, 9), (1, 9), (2, 9)]

  var description: String {
    let bottom = Self.head + Double(measurements.count) * Self.groupHeight
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(bottom) + 12)" \
      role="img" aria-label="Time and memory of each workload as a ratio to RAW">
      \(Self.style)
      <rect class="ground" width="100%" height="100%"/>
      <text class="title" x="16" y="28">Time and memory as ratios to RAW, the C interface by hand</text>
      <text class="note" x="16" y="46">Logarithmic; left of the line is faster. \
      A short mark across its bar is EntityGraph’s target.</text>
      """
    ]
    parts.append(legend)
    parts += axis(bottom)
    for (index, measurement) in measurements.enumerated() {
      parts += group(measurement, top: Self.head + Double(index) * Self.groupHeight)
    }
    parts.append("</svg>\n")
    return parts.joined(separator: "\n")
  }

  // MARK: Parts

  /// What colour stands for whom.
  private var legend: String {
    zip(Self.bars, [16.0, 130, 254, 334]).map { bar, x in
      """
      <rect class="c\(bar.0)" x="\(Int(x))" y="60" width="12" height="12"/>\
      <text class="key" x="\(Int(x) + 18)" y="70">\(contenders[bar.0].name)</text>
      """
    }.joined(separator: "\n")
  }

  /// The lines that stand for ratios, and their numbers.
  private func axis(_ bottom: Double) -> [String] {
    Self.ticks.filter { range.contains($0) }.map { tick in
      let x = Self.text(position(tick))
      let isBase = tick == 1
      let label = isBase ? "RAW = 1" : tick < 1 ? "\(tick)" : "\(Int(tick))"
      return """
        <line class="\(isBase ? "base" : "tick")" x1="\(x)" x2="\(x)" y1="\(Self.text(Self.head))" \
        y2="\(Self.text(bottom))"/>\
        <text class="\(isBase ? "key" : "note")" x="\(x)" y="86" \
        text-anchor="middle">\(label)</text>
        """
    }
  }

  /// The bars of one measurement.
  private func group(_ measurement: Measurement, top: Double) -> [String] {
    var y = top + 10
    var parts = [
      """
      <text class="label" x="16" y="\(Self.text(y + 11))">\(measurement.title)</text>
      <text class="note" x="16" y="\(Self.text(y + 26))">RAW \
      \(String(format: "%.1f", measurement.base)) \(measurement.unit)</text>
      """
    ]
    for (contender, height) in Self.bars {
      let isOurs = contender == contenders.count - 1
      let target = isOurs ? position(measurement.target) : nil
      parts.append(
        bar(measurement.ratio(contender), contender, y: y, height: height, target: target))
      if let target {
        let x = Self.text(target)
        parts.append(
          """
          <line class="target" x1="\(x)" x2="\(x)" y1="\(Self.text(y - 2))" \
          y2="\(Self.text(y + height + 2))"/>
          """)
      }
      y += height + 3
    }
    return parts
  }

  /// The bar of a contender, with its ratio at the far end, or beyond a target that is near there.
  private func bar(
    _ ratio: Double?, _ contender: Int, y: Double, height: Double, target: Double?
  ) -> String {
    let base = position(1)
    let end = position(ratio ?? 1)
    let isFaster = end < base
    var edge = end
    if let target, abs(target - end) < 48 {
      edge = isFaster ? min(target, end) : max(target, end)
    }
    let x = isFaster ? edge - 5 : edge + 5
    let text = ratio.map { Table.text($0) } ?? "—"
    let size = target == nil ? "theirs" : "ours"
    return """
      <rect class="c\(contender)" x="\(Self.text(min(base, end)))" y="\(Self.text(y))" \
      width="\(Self.text(max(abs(end - base), 1)))" height="\(Self.text(height))"/>\
      <text class="\(size)" x="\(Self.text(x))" y="\(Self.text(y + height / 2 + 3.5))" \
      text-anchor="\(isFaster ? "end" : "start")">\(text)</text>
      """
  }

  // MARK: Places

  /// The ratios that the axis reaches from and to, each a tick.
  private var range: ClosedRange<Double> {
    let ratios = measurements.flatMap { measurement in
      contenders.indices.dropFirst().compactMap { measurement.ratio($0) } + [measurement.target]
    }
    let least = Self.ticks.last { $0 <= (ratios.min() ?? 1) } ?? 0.02
    let most = Self.ticks.first { $0 >= (ratios.max() ?? 1) } ?? 50
    return min(least, 0.5)...max(most, 2)
  }

  /// Returns where a ratio stands from the left.
  private func position(_ ratio: Double) -> Double {
    let range = range
    let clamped = min(max(ratio, range.lowerBound), range.upperBound)
    let share = log(clamped / range.lowerBound) / log(range.upperBound / range.lowerBound)
    return Self.plot.lowerBound + share * (Self.plot.upperBound - Self.plot.lowerBound)
  }

  /// Returns a length as SVG has it.
  private static func text(_ length: Double) -> String { String(format: "%.1f", length) }

  /// The colours by light and by dark.
  private static let style = """
    <style>
      text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328; }
      .ground { fill: #ffffff; }
      .title { font-size: 16px; font-weight: 600; }
      .label { font-size: 12px; }
      .key { font-size: 12px; }
      .note { font-size: 11px; fill: #656d76; }
      .ours { font-size: 13px; font-weight: 700; }
      .theirs { font-size: 10px; fill: #656d76; }
      .ours, .theirs { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
      .tick { stroke: #d8dee4; }
      .base { stroke: #1f2328; stroke-width: 1.5; }
      .target { stroke: #1f2328; stroke-width: 2; }
      .c4 { fill: #d1480b; }
      .c3 { fill: #5b7ea8; }
      .c1 { fill: #8fabcc; }
      .c2 { fill: #bccde0; }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .ground { fill: #0d1117; }
        .note, .theirs { fill: #9198a1; }
        .ours, .theirs { stroke: #0d1117; }
        .tick { stroke: #2a313a; }
        .base, .target { stroke: #e6edf3; }
        .c4 { fill: #f0883e; }
        .c3 { fill: #6f94c4; }
        .c1 { fill: #4f6d94; }
        .c2 { fill: #374c68; }
      }
    </style>
    """
}
