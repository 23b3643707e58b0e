/// Rectangles put beside and under each other in little room.
struct Packing {
  /// The upper left corner of each rectangle, in the order they were given.
  private(set) var corners: [PartLayout.Point] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  /// Packs rectangles of these sizes into about `aspect` times as much width as height.
  init(_ sizes: [(width: Double, height: Double)], aspect: Double) {
    let widest = sizes.map(\.width).max() ?? 0
    let area = sizes.reduce(0) { $0 + $1.width * $1.height }
    let ideal = max(widest, (area * aspect).squareRoot())
    var best = Double.infinity
    for factor in [1, 1.15, 1.3, 1.5, 1.75, 2] {
      let packing = Packing(sizes, within: ideal * factor)
      let extent = max(packing.width / aspect, packing.height)
      if extent < best - 0.5 {
        best = extent
        self = packing
      }
    }
  }

  /// Packs the rectangles, the highest first, each as high up as the limit allows.
  private init(_ sizes: [(width: Double, height: Double)], within limit: Double) {
    corners = Array(repeating: PartLayout.Point(x: 0, y: 0), count: sizes.count)
    let order = sizes.indices.sorted {
      (sizes[$1].height, sizes[$1].width, $0) < (sizes[$0].height, sizes[$0].width, $1)
    }
    // The lower edge of what has been packed, from left to right; the last reaches on without end.
    var edges: [(x: Double, y: Double)] = [(0, 0)]
    for index in order {
      let size = sizes[index]
      var place = (edge: 0, x: 0.0, y: Double.infinity)
      for (number, edge) in edges.enumerated() where edge.x + size.width <= limit || edge.x == 0 {
        let covered = edges[number...].prefix { $0.x < edge.x + size.width }
        let y = covered.map(\.y).max() ?? 0
        if y < place.y { place = (number, edge.x, y) }
      }
      corners[index] = PartLayout.Point(x: place.x, y: place.y)
      let right = place.x + size.width
      let covered = edges[place.edge...].prefix { $0.x < right }
      let rest = covered.last?.y ?? 0
      let isContinued = covered.endIndex == edges.endIndex || edges[covered.endIndex].x > right
      edges.replaceSubrange(
        covered.startIndex..<covered.endIndex,
        with: [(place.x, place.y + size.height)] + (isContinued ? [(right, rest)] : []))
      width = max(width, right)
      height = max(height, place.y + size.height)
    }
  }
}
