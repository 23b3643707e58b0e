/// The colours and letters of a drawing, for a light and a dark surrounding.
enum SVGStyle {
  /// How many colours boxes have.
  static let hueCount = 6

  /// The colours of one box: of its title bar, of the letters in it, of its links.
  private struct Hue {
    let bar: String
    let title: String
    let line: String
  }

  private static let light = [
    Hue(bar: "#dbeafe", title: "#1e3a8a", line: "#3b74d8"),
    Hue(bar: "#d9f2e3", title: "#14532d", line: "#2f8f5b"),
    Hue(bar: "#fde9cf", title: "#7c3a06", line: "#c2761c"),
    Hue(bar: "#ede4fd", title: "#4c2293", line: "#8a5cd6"),
    Hue(bar: "#fbdfe8", title: "#831843", line: "#cf4a7d"),
    Hue(bar: "#d3f1f4", title: "#134e58", line: "#1f8c9c"),
  ]

  private static let dark = [
    Hue(bar: "#1d3357", title: "#d3e3ff", line: "#6ea1f5"),
    Hue(bar: "#173f2b", title: "#cdf3dc", line: "#58ba85"),
    Hue(bar: "#4a3112", title: "#ffe5c2", line: "#dd9c4c"),
    Hue(bar: "#37275c", title: "#e9ddff", line: "#ae8bf0"),
    Hue(bar: "#4d1f33", title: "#ffd9e6", line: "#ea7aa5"),
    Hue(bar: "#133f47", title: "#cdf2f7", line: "#4fbccb"),
  ]

  /// The style element, line by line.
  static let lines =
    [
      "<style>",
      "  text { font-family: system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial,"
        + " sans-serif; font-size: 12px; }",
      "  .title { font-size: 14px; font-weight: 600; }",
      "  .f { font-style: italic; }",
      "  .frame, .line { fill: none; }",
      "  .line, .end { stroke-width: 1.4; stroke-linejoin: round; stroke-linecap: round; }",
      "  .weak { stroke-dasharray: 5 4; }",
    ]
    + tones(
      paper: "#ffffff", box: "#ffffff", border: "#b8c0cc", rule: "#e3e7ec", name: "#1f2933",
      type: "#5b6776", faint: "#8a94a3", light, indent: "  ")
    + ["  @media (prefers-color-scheme: dark) {"]
    + tones(
      paper: "#0f141b", box: "#171d26", border: "#465161", rule: "#2a323d", name: "#e6eaf0",
      type: "#a3afbf", faint: "#76828f", dark, indent: "    ")
    + ["  }", "</style>"]

  private static func tones(
    paper: String, box: String, border: String, rule: String, name: String, type: String,
    faint: String, _ hues: [Hue], indent: String
  ) -> [String] {
    let common = [
      ".paper, .end { fill: \(paper); }",
      ".box { fill: \(box); }",
      ".frame { stroke: \(border); }",
      ".rule { stroke: \(rule); }",
      ".n { fill: \(name); }",
      ".t { fill: \(type); }",
      ".f, .note { fill: \(faint); }",
      ".line, .end { stroke: \(type); }",
      ".mark { fill: \(type); stroke: \(type); }",
      ".open { fill: none; }",
    ]
    let coloured = hues.enumerated().map { number, hue in
      ".h\(number) .bar { fill: \(hue.bar); } .h\(number) .title { fill: \(hue.title); } "
        + ".h\(number) .line, .h\(number) .end { stroke: \(hue.line); }"
    }
    return (common + coloured).map { indent + $0 }
  }
}
