/// The text of a drawing, written element by element.
struct SVGText {
  private var lines: [String] = []
  private var depth = 1

  /// Begins a drawing of this size.
  init(width: Double, height: Double, title: String) {
    let (width, height) = (Self.number(width), Self.number(height))
    lines.append(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" role=\"img\">")
    lines.append("  <title>\(Self.escaped(title))</title>")
    lines += SVGStyle.lines.map { $0.isEmpty ? "" : "  " + $0 }
    element("rect", [("class", "paper"), ("width", width), ("height", height), ("rx", "8")])
  }

  /// The whole text, which ends with a line break.
  var finished: String { (lines + ["</svg>"]).joined(separator: "\n") + "\n" }

  /// Opens an element, inside which everything stands until it is closed.
  mutating func open(_ name: String, _ attributes: [(String, String)]) {
    add("<\(name)\(Self.text(of: attributes))>")
    depth += 1
  }

  /// Closes an element.
  mutating func close(_ name: String) {
    depth -= 1
    add("</\(name)>")
  }

  /// Adds an element with nothing inside.
  mutating func element(_ name: String, _ attributes: [(String, String)]) {
    add("<\(name)\(Self.text(of: attributes))/>")
  }

  /// Adds a text, and a note after it in the tone of notes.
  mutating func text(
    _ text: String, note: String? = nil, x: Double, y: Double, class name: String,
    anchor: String? = nil
  ) {
    var attributes = [("class", name), ("x", Self.number(x)), ("y", Self.number(y))]
    if let anchor { attributes.append(("text-anchor", anchor)) }
    let note = note.map { "<tspan class=\"note\" dx=\"4\">· \(Self.escaped($0))</tspan>" } ?? ""
    add("<text\(Self.text(of: attributes))>\(Self.escaped(text))\(note)</text>")
  }

  /// Adds the open triangle that points to a superentity, at the side of its box as in `CrowsFoot`.
  mutating func triangle(at point: PartLayout.Point, side: Double) {
    let base = Self.number(point.x + side * 12)
    let tip = "\(Self.number(point.x)) \(Self.number(point.y))"
    let path = "M\(tip)L\(base) \(Self.number(point.y - 7))V\(Self.number(point.y + 7))Z"
    element("path", [("class", "end"), ("d", path)])
  }

  private mutating func add(_ line: String) {
    lines.append(String(repeating: "  ", count: depth) + line)
  }

  private static func text(of attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\($0.1)\"" }.joined()
  }

  /// Returns `number` with at most one decimal.
  static func number(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let rest = abs(tenths) % 10
    return sign + "\(abs(tenths) / 10)" + (rest == 0 ? "" : ".\(rest)")
  }

  /// Returns what moves everything inside an element to a point.
  static func move(_ x: Double, _ y: Double) -> String { "translate(\(number(x)) \(number(y)))" }

  /// Returns `text` with nothing in it that means something in XML, or that XML cannot hold.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a path along `points` whose corners are rounded.
  static func rounded(_ points: [PartLayout.Point]) -> String {
    guard let first = points.first, let last = points.last else { return "" }
    var path = "M\(number(first.x)) \(number(first.y))"
    for index in points.indices.dropFirst().dropLast() {
      let (before, corner, after) = (points[index - 1], points[index], points[index + 1])
      let radius = min(6, distance(before, corner) / 2, distance(corner, after) / 2)
      let start = point(from: corner, towards: before, radius)
      let end = point(from: corner, towards: after, radius)
      path += "L\(number(start.x)) \(number(start.y))"
      path += "Q\(number(corner.x)) \(number(corner.y)) \(number(end.x)) \(number(end.y))"
    }
    return path + "L\(number(last.x)) \(number(last.y))"
  }

  private static func distance(_ first: PartLayout.Point, _ second: PartLayout.Point) -> Double {
    // One of the two is zero: links are drawn in right angles.
    abs(first.x - second.x) + abs(first.y - second.y)
  }

  private static func point(
    from start: PartLayout.Point, towards end: PartLayout.Point, _ distance: Double
  ) -> PartLayout.Point {
    let whole = Self.distance(start, end)
    guard whole > 0 else { return start }
    return PartLayout.Point(
      x: start.x + (end.x - start.x) / whole * distance,
      y: start.y + (end.y - start.y) / whole * distance)
  }
}
