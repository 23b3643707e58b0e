/// Decides which colour each box has, so that lines side by side can be distinguished.
enum DiagramHues {
  /// Returns a colour for each box: one for an inheritance tree, and others for what it refers to
  /// as long as there are others.
  static func hues(of diagram: ModelDiagram) -> [Int] {
    let count = diagram.boxes.count
    var parents = Array<Int?>(repeating: nil, count: count)
    for link in diagram.links where link.isInheritance {
      parents[link.second.box] = link.first.box
    }
    let roots = (0..<count).map { box in
      var root = box
      // A cycle of entities that extend each other has no root.
      for _ in 0..<count {
        guard let parent = parents[root] else { break }
        root = parent
      }
      return root
    }
    var neighbors: [Set<Int>] = Array(repeating: [], count: count)
    for link in diagram.links where !link.isInheritance {
      let (first, second) = (roots[link.first.box], roots[link.second.box])
      guard first != second else { continue }
      neighbors[first].insert(second)
      neighbors[second].insert(first)
    }
    var hues = Array<Int?>(repeating: nil, count: count)
    var uses = Array(repeating: 0, count: SVGStyle.hueCount)
    for root in 0..<count where roots[root] == root {
      var score = uses
      for neighbor in neighbors[root] {
        if let hue = hues[neighbor] { score[hue] += count }
      }
      let hue = score.indices.min { (score[$0], $0) < (score[$1], $1) } ?? 0
      hues[root] = hue
      uses[hue] += 1
    }
    return roots.map { hues[$0] ?? 0 }
  }
}
