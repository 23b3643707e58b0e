/// Where everything in a picture is: connected parts laid out one by one and packed together.
struct DiagramLayout: Sendable {
  /// The frames of the boxes, in their order.
  private(set) var frames: [PartLayout.Frame]
  /// The corners of the links, in their order, each from its first end to its second.
  private(set) var paths: [[PartLayout.Point]]
  private(set) var width = 0.0
  private(set) var height = 0.0

  /// The room between two parts.
  private static let gap = 40.0

  /// Lays `boxes` and `links` out.
  init(boxes: [DiagramBox], links: [DiagramLink]) {
    frames = boxes.map {
      PartLayout.Frame(x: 0, y: 0, width: $0.width, height: $0.height)
    }
    paths = Array(repeating: [], count: links.count)
    let parts = Self.parts(boxCount: boxes.count, links: links)
    let layouts = parts.map { part in
      var places: [Int: Int] = [:]
      for (place, box) in part.boxes.enumerated() { places[box] = place }
      return PartLayout(
        sizes: part.boxes.map { (boxes[$0].width, boxes[$0].height) },
        links: part.links.map { index in
          let link = links[index]
          return PartLayout.Link(
            first: places[link.first.box] ?? 0, firstOffset: Self.height(of: link.first, boxes),
            second: places[link.second.box] ?? 0, secondOffset: Self.height(of: link.second, boxes),
            isJoined: link.isInheritance)
        })
    }
    let packing = Packing(
      layouts.map { ($0.width + Self.gap, $0.height + Self.gap) }, aspect: 1.2)
    for (part, (layout, corner)) in zip(parts, zip(layouts, packing.corners)) {
      for (box, frame) in zip(part.boxes, layout.frames) {
        frames[box] = frame
        frames[box].x += corner.x
        frames[box].y += corner.y
      }
      for (link, path) in zip(part.links, layout.paths) {
        paths[link] = path.map { PartLayout.Point(x: $0.x + corner.x, y: $0.y + corner.y) }
      }
    }
    width = max(packing.width - Self.gap, 0)
    height = max(packing.height - Self.gap, 0)
  }

  /// Returns how far below the top of its box an end is.
  private static func height(of end: DiagramLink.End, _ boxes: [DiagramBox]) -> Double {
    end.row.map { boxes[end.box].rows[$0].middle } ?? DiagramBox.titleMiddle
  }

  /// Returns what is connected, by its first box, with the links in it.
  private static func parts(
    boxCount: Int, links: [DiagramLink]
  ) -> [(boxes: [Int], links: [Int])] {
    var leaders = Array(0..<boxCount)
    func leader(of box: Int) -> Int {
      var box = box
      while leaders[box] != box { box = leaders[box] }
      return box
    }
    for link in links {
      let first = leader(of: link.first.box)
      let second = leader(of: link.second.box)
      leaders[max(first, second)] = min(first, second)
    }
    var numbers: [Int: Int] = [:]
    var parts: [(boxes: [Int], links: [Int])] = []
    for box in 0..<boxCount {
      let leader = leader(of: box)
      if let number = numbers[leader] {
        parts[number].boxes.append(box)
      } else {
        numbers[leader] = parts.count
        parts.append(([box], []))
      }
    }
    for (index, link) in links.enumerated() {
      if let number = numbers[leader(of: link.first.box)] { parts[number].links.append(index) }
    }
    return parts
  }
}

extension DiagramLink {
  /// `true` if the link shows that an entity extends another.
  var isInheritance: Bool {
    if case .inheritance = kind { return true }
    return false
  }
}
