/// Decides in which column of a picture each box of a connected part stands.
///
/// Links should be short and lead to the right, and the columns about equally high.
struct ColumnAssignment {
  private let heights: [Double]
  private let neighbors: [[(box: Int, isRight: Bool)]]
  private let count: Int
  private let limit: Double
  private let average: Double
  private var columns: [Int?]
  private var loads: [Double]

  /// Returns the column of each box, counted from 0 without gaps.
  ///
  /// - Parameter links: Pairs of boxes, the left one first where there is a choice.
  static func columns(
    widths: [Double], heights: [Double], links: [(first: Int, second: Int)]
  ) -> [Int] {
    var assignment = ColumnAssignment(widths: widths, heights: heights, links: links)
    assignment.place()
    assignment.improve()
    let used = Set(assignment.columns.compactMap(\.self)).sorted()
    var numbers: [Int: Int] = [:]
    for (number, column) in used.enumerated() { numbers[column] = number }
    return assignment.columns.map { $0.flatMap { numbers[$0] } ?? 0 }
  }

  private init(widths: [Double], heights: [Double], links: [(first: Int, second: Int)]) {
    self.heights = heights
    var neighbors: [[(box: Int, isRight: Bool)]] = Array(repeating: [], count: heights.count)
    for link in links where link.first != link.second {
      neighbors[link.first].append((link.second, true))
      neighbors[link.second].append((link.first, false))
    }
    self.neighbors = neighbors
    let total = heights.reduce(0) { $0 + $1 + 30 }
    let width = widths.reduce(0, +) / Double(max(widths.count, 1)) + 90
    // A little wider than high, as a page of text with a picture in it has room.
    let ideal = Int((total * 1.1 / width).squareRoot().rounded())
    count = min(max(ideal, 2), max(heights.count, 1))
    limit = max(heights.max() ?? 0, total / Double(count) * 1.1)
    average = total / Double(max(heights.count, 1))
    columns = Array(repeating: nil, count: heights.count)
    loads = Array(repeating: 0, count: count)
  }

  /// Places the boxes one after the other, from the one with the most links outwards.
  private mutating func place() {
    let byLinks = heights.indices.sorted {
      (neighbors[$1].count, $0) < (neighbors[$0].count, $1)
    }
    var isQueued = Array(repeating: false, count: heights.count)
    for start in byLinks where !isQueued[start] {
      var queue = [start]
      isQueued[start] = true
      var next = 0
      while next < queue.count {
        let box = queue[next]
        next += 1
        put(box, in: box == start ? (count - 1) / 2 : best(for: box))
        for neighbor in neighbors[box] where !isQueued[neighbor.box] {
          isQueued[neighbor.box] = true
          queue.append(neighbor.box)
        }
      }
    }
  }

  /// Moves boxes as long as that makes the whole better.
  private mutating func improve() {
    for _ in 0..<8 {
      var isChanged = false
      for box in heights.indices {
        let before = columns[box]
        take(box)
        let after = best(for: box, preferring: before)
        put(box, in: after)
        if after != before { isChanged = true }
      }
      if !isChanged { return }
    }
  }

  private mutating func put(_ box: Int, in column: Int) {
    columns[box] = column
    loads[column] += heights[box] + 30
  }

  private mutating func take(_ box: Int) {
    guard let column = columns[box] else { return }
    loads[column] -= heights[box] + 30
    columns[box] = nil
  }

  /// Returns the cheapest column for `box`, which stands in none; of equals `preferred`, then the
  /// leftmost.
  private func best(for box: Int, preferring preferred: Int? = nil) -> Int {
    var best = preferred ?? 0
    var lowest = preferred.map { cost(of: box, in: $0) } ?? .infinity
    for column in 0..<count where column != preferred {
      let cost = cost(of: box, in: column)
      if cost < lowest - 0.000_001 {
        lowest = cost
        best = column
      }
    }
    return best
  }

  private func cost(of box: Int, in column: Int) -> Double {
    let load = loads[column] + heights[box] + 30
    var cost = max(0, load - limit) / average * 2.5 + load / limit * 0.4
    for neighbor in neighbors[box] {
      guard let other = columns[neighbor.box] else { continue }
      let distance = neighbor.isRight ? other - column : column - other
      switch distance {
      case 0: cost += 1.7
      case 1: cost += 1
      case -1: cost += 1.2
      default: cost += 1 + 1.4 * Double(abs(distance) - 1)
      }
    }
    return cost
  }
}
