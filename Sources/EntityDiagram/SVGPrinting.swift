import EntityModel

/// Writes a picture as a drawing that needs nothing else.
struct SVGPrinting {
  private let diagram: ModelDiagram
  private let layout: DiagramLayout
  /// The colour of each box.
  private let hues: [Int]

  /// The room around everything.
  private static let border = 24.0

  init(_ diagram: ModelDiagram) {
    self.diagram = diagram
    layout = DiagramLayout(boxes: diagram.boxes, links: diagram.links)
    hues = DiagramHues.hues(of: diagram)
  }

  /// The text, which ends with a line break.
  var text: String {
    guard !diagram.boxes.isEmpty else { return emptyPicture }
    let legend = DiagramLegend(diagram)
    let legendWidth = max(layout.width, 300)
    let entries = legend.arranged(within: legendWidth)
    let width = max(layout.width, entries.width).rounded(.up) + 2 * Self.border
    let legendTop = layout.height + 2 * Self.border
    let height = legendTop + entries.height + (entries.height > 0 ? Self.border - 8 : 0)
    var svg = SVGText(
      width: width, height: height,
      title: "Object model of \(Self.counted(diagram.boxes.count, "entity", "entities"))")
    svg.open("g", [("transform", SVGText.move(Self.border, Self.border))])
    for (link, path) in zip(diagram.links, layout.paths) { draw(link, along: path, in: &svg) }
    for (index, box) in diagram.boxes.enumerated() {
      draw(box, hue: hues[index], at: layout.frames[index], in: &svg)
    }
    svg.close("g")
    legend.draw(entries, x: Self.border, y: legendTop, in: &svg)
    return svg.finished
  }

  /// What represents a model without entities.
  private var emptyPicture: String {
    var svg = SVGText(width: 240, height: 64, title: "Object model without entities")
    svg.text("This model has no entities.", x: 120, y: 37, class: "t", anchor: "middle")
    return svg.finished
  }

  private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  // MARK: Boxes

  private func draw(
    _ box: DiagramBox, hue: Int, at frame: PartLayout.Frame, in svg: inout SVGText
  ) {
    svg.open("g", [("class", "h\(hue)"), ("transform", SVGText.move(frame.x, frame.y))])
    svg.element(
      "rect",
      [
        ("class", "box"), ("width", SVGText.number(frame.width)),
        ("height", SVGText.number(frame.height)), ("rx", "6"),
      ])
    let width = SVGText.number(frame.width)
    let height = SVGText.number(DiagramBox.titleHeight)
    // Round where the box is.
    let top = "V6a6 6 0 0 1 6-6H\(SVGText.number(frame.width - 6))a6 6 0 0 1 6 6"
    let bar =
      box.rows.isEmpty
      ? "M6 \(height)a6 6 0 0 1-6-6\(top)V24a6 6 0 0 1-6 6Z" : "M0 \(height)\(top)V\(height)Z"
    svg.element("path", [("class", "bar"), ("d", bar)])
    svg.text(
      box.title, x: frame.width / 2, y: DiagramBox.titleMiddle + 5, class: "title",
      anchor: "middle")
    var former: DiagramBox.Row.Kind?
    for row in box.rows {
      if let former, former != row.kind {
        let y = SVGText.number(row.middle - (DiagramBox.rowHeight + DiagramBox.grid) / 2)
        svg.element("path", [("class", "rule"), ("d", "M0 \(y)H\(width)")])
      }
      former = row.kind
      draw(row, width: frame.width, in: &svg)
    }
    svg.element(
      "rect",
      [
        ("class", "frame"), ("width", width), ("height", SVGText.number(frame.height)),
        ("rx", "6"),
      ])
    svg.close("g")
  }

  private func draw(_ row: DiagramBox.Row, width: Double, in svg: inout SVGText) {
    if row.isUnique || row.isIndexed {
      DiagramLegend.drawMark(
        isUnique: row.isUnique, x: DiagramBox.padding + 3, y: row.middle, in: &svg)
    }
    let baseline = row.middle + 4
    svg.text(
      row.name, x: DiagramBox.padding + DiagramBox.markWidth, y: baseline,
      class: row.kind == .fetched ? "f" : "n")
    svg.text(
      row.type, note: row.note, x: width - DiagramBox.padding, y: baseline,
      class: row.kind == .fetched ? "f" : "t", anchor: "end")
  }

  // MARK: Links

  private func draw(_ link: DiagramLink, along path: [PartLayout.Point], in svg: inout SVGText) {
    guard let first = path.first, let last = path.last, path.count > 1 else { return }
    let firstSide = path[1].x < first.x ? -1.0 : 1
    let lastSide = path[path.count - 2].x < last.x ? -1.0 : 1
    svg.open("g", [("class", "h\(hues[link.first.box])")])
    let line = SVGText.rounded(path)
    switch link.kind {
    case .inheritance:
      svg.element("path", [("class", "line"), ("d", line)])
      svg.triangle(at: first, side: firstSide)
    case .reference(let count):
      svg.element("path", [("class", "line weak"), ("d", line)])
      CrowsFoot(count).draw(at: last, side: lastSide, in: &svg)
    case .pair(let atFirst, let atSecond):
      svg.element("path", [("class", "line"), ("d", line)])
      let isSmall = link.isSelfInverse
      CrowsFoot(atFirst, isSmall: isSmall).draw(at: first, side: firstSide, in: &svg)
      CrowsFoot(atSecond, isSmall: isSmall).draw(at: last, side: lastSide, in: &svg)
    }
    svg.close("g")
  }
}

/// The end of a link, which says how many objects stand there.
struct CrowsFoot {
  private let count: DiagramLink.Count
  private let isSmall: Bool

  init(_ count: DiagramLink.Count, isSmall: Bool = false) {
    self.count = count
    self.isSmall = isSmall
  }

  /// Draws the end at a point of a box, to its right where `side` is 1 and to its left where it
  /// is -1.
  func draw(at point: PartLayout.Point, side: Double, in svg: inout SVGText) {
    let half = isSmall ? 3.5 : 6
    func x(_ distance: Double) -> String { SVGText.number(point.x + side * distance) }
    let top = SVGText.number(point.y - half)
    let bottom = SVGText.number(point.y + half)
    let middle = SVGText.number(point.y)
    func bar(at distance: Double) -> String { "M\(x(distance)) \(top)V\(bottom)" }
    let foot = "M\(x(0)) \(top)L\(x(10)) \(middle)L\(x(0)) \(bottom)"
    let hasRing = count == .zeroOrOne || count == .zeroOrMore
    let marks =
      switch count {
      case .zeroOrOne: bar(at: 7)
      case .one: bar(at: 7) + bar(at: 11)
      case .zeroOrMore: foot
      case .oneOrMore: foot + bar(at: 13)
      }
    svg.element("path", [("class", "line"), ("d", marks)])
    guard hasRing else { return }
    let radius = isSmall ? 3.0 : 4
    svg.element(
      "circle",
      [
        ("class", "end"), ("cx", x((count.isMany ? 10 : 8) + radius)), ("cy", middle),
        ("r", SVGText.number(radius)),
      ])
  }
}
