/// What the signs in a picture mean: only those that occur.
struct DiagramLegend {
  /// One sign and its meaning.
  enum Entry: CaseIterable {
    case unique, indexed, one, zeroOrOne, oneOrMore, zeroOrMore, extends, noInverse, fetched

    var meaning: String {
      switch self {
      case .unique: "unique"
      case .indexed: "indexed"
      case .one: "one"
      case .zeroOrOne: "at most one"
      case .oneOrMore: "at least one"
      case .zeroOrMore: "any number"
      case .extends: "extends"
      case .noInverse: "no inverse"
      case .fetched: "fetched"
      }
    }

    /// The room for the sign.
    fileprivate var signWidth: Double {
      switch self {
      case .unique, .indexed: 14
      case .one, .zeroOrOne, .oneOrMore, .zeroOrMore, .extends, .noInverse: 34
      case .fetched: 0
      }
    }

    fileprivate var width: Double { signWidth + TextWidth.of(meaning, size: 12) }
  }

  /// Entries with their positions.
  struct Arrangement {
    fileprivate(set) var places: [(entry: Entry, x: Double, y: Double)] = []
    fileprivate(set) var width = 0.0
    fileprivate(set) var height = 0.0
  }

  private let entries: [Entry]

  init(_ diagram: ModelDiagram) {
    var found: Set<Entry> = []
    for row in diagram.boxes.lazy.flatMap(\.rows) {
      if row.isUnique { found.insert(.unique) } else if row.isIndexed { found.insert(.indexed) }
      if row.kind == .fetched { found.insert(.fetched) }
    }
    for link in diagram.links {
      switch link.kind {
      case .inheritance: found.insert(.extends)
      case .reference(let count): found.formUnion([.noInverse, Entry(count)])
      case .pair(let first, let second): found.formUnion([Entry(first), Entry(second)])
      }
    }
    entries = Entry.allCases.filter(found.contains)
  }

  /// Returns the entries in as many lines as the width asks for.
  func arranged(within limit: Double) -> Arrangement {
    var arrangement = Arrangement()
    var x = 0.0
    var y = 0.0
    for entry in entries {
      if x > 0, x + entry.width > limit {
        x = 0
        y += 22
      }
      arrangement.places.append((entry, x, y))
      arrangement.width = max(arrangement.width, x + entry.width)
      arrangement.height = y + 22
      x += entry.width + 20
    }
    return arrangement
  }

  /// Draws the entries with their upper left corner at the point given.
  func draw(_ arrangement: Arrangement, x: Double, y: Double, in svg: inout SVGText) {
    for place in arrangement.places {
      draw(place.entry, x: x + place.x, middle: y + place.y + 4, in: &svg)
    }
  }

  private func draw(_ entry: Entry, x: Double, middle: Double, in svg: inout SVGText) {
    svg.text(
      entry.meaning, x: x + entry.signWidth, y: middle + 4, class: entry == .fetched ? "f" : "t")
    let (left, right) = (SVGText.number(x), SVGText.number(x + 26))
    let height = SVGText.number(middle)
    func line(_ name: String = "line") {
      svg.element("path", [("class", name), ("d", "M\(left) \(height)H\(right)")])
    }
    func foot(_ count: DiagramLink.Count) {
      line()
      CrowsFoot(count).draw(at: PartLayout.Point(x: x + 26, y: middle), side: -1, in: &svg)
    }
    switch entry {
    case .unique: Self.drawMark(isUnique: true, x: x + 4, y: middle, in: &svg)
    case .indexed: Self.drawMark(isUnique: false, x: x + 4, y: middle, in: &svg)
    case .one: foot(.one)
    case .zeroOrOne: foot(.zeroOrOne)
    case .oneOrMore: foot(.oneOrMore)
    case .zeroOrMore: foot(.zeroOrMore)
    case .noInverse: line("line weak")
    case .extends:
      line()
      svg.triangle(at: PartLayout.Point(x: x + 26, y: middle), side: -1)
    case .fetched: break
    }
  }

  /// Draws the mark of an attribute that is unique, or of one that is only indexed.
  static func drawMark(isUnique: Bool, x: Double, y: Double, in svg: inout SVGText) {
    let (left, top) = (SVGText.number(x - 4), SVGText.number(y))
    svg.element(
      "path", [("class", isUnique ? "mark" : "mark open"), ("d", "M\(left) \(top)l4-4l4 4l-4 4Z")])
  }
}

extension DiagramLegend.Entry {
  fileprivate init(_ count: DiagramLink.Count) {
    self =
      switch count {
      case .zeroOrOne: .zeroOrOne
      case .one: .one
      case .zeroOrMore: .zeroOrMore
      case .oneOrMore: .oneOrMore
      }
  }
}
