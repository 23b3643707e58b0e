/// The room between two columns, in which links climb on tracks side by side.
struct Channel {
  /// A link, or all that meet at one end, on its way through the channel.
  struct Net {
    /// Where it comes in from the left column, and from the right one.
    var lefts: [Double]
    var rights: [Double]

    /// The height at which the net would be straight, if it is.
    var isStraight: Bool { highest == lowest }
    var highest: Double { min(lefts.min() ?? .infinity, rights.min() ?? .infinity) }
    var lowest: Double { max(lefts.max() ?? -.infinity, rights.max() ?? -.infinity) }
  }

  /// The track of each net, from the left; nil for one that needs none.
  let tracks: [Int?]
  /// How many tracks there are.
  let trackCount: Int
  /// `true` if two nets lie upon each other somewhere, since each would have to be left of the
  /// other.
  let hasOverlaps: Bool

  /// Finds tracks for `nets` on which they cross seldom and never lie upon each other.
  init(_ nets: [Net]) {
    let climbing = nets.indices.filter { !nets[$0].isStraight }
    // The cost of one net being left of another, by both.
    let count = climbing.count
    let bounds = climbing.map { (top: nets[$0].highest, bottom: nets[$0].lowest) }
    var costs = Array(repeating: 0, count: count * count)
    for i in 0..<count {
      for j in 0..<count where i != j {
        if bounds[i].top > bounds[j].bottom || bounds[j].top > bounds[i].bottom { continue }
        costs[i * count + j] = Self.cost(of: nets[climbing[i]], leftOf: nets[climbing[j]])
      }
    }
    var order = Self.order(count, costs)
    if count <= 60 { Self.improve(&order, costs) }

    var tracks: [Int?] = Array(repeating: nil, count: nets.count)
    var hasOverlaps = false
    for (place, index) in order.enumerated() {
      var track = 0
      for former in order[..<place] {
        let mayShare =
          bounds[former].top > bounds[index].bottom + 4
          || bounds[index].top > bounds[former].bottom + 4
        if mayShare { continue }
        if costs[former * count + index] >= Self.overlap { hasOverlaps = true }
        track = max(track, (tracks[climbing[former]] ?? 0) + 1)
      }
      tracks[climbing[index]] = track
    }
    self.tracks = tracks
    self.hasOverlaps = hasOverlaps
    trackCount = (tracks.compactMap(\.self).max() ?? -1) + 1
  }

  /// What it costs when two nets lie upon each other.
  private static let overlap = 1000

  /// Returns the crossings of `left` and `right`, should they climb in this order.
  private static func cost(of left: Net, leftOf right: Net) -> Int {
    var cost = 0
    for height in left.rights {
      if right.highest < height, height < right.lowest { cost += 1 }
      if right.lefts.contains(height) { cost += overlap }
    }
    for height in right.lefts where left.highest < height && height < left.lowest { cost += 1 }
    return cost
  }

  /// Returns an order of few crossings, each net being added where it adds the fewest.
  private static func order(_ count: Int, _ costs: [Int]) -> [Int] {
    var order: [Int] = []
    for index in 0..<count { insert(index, into: &order, costs) }
    return order
  }

  private static func insert(_ index: Int, into order: inout [Int], _ costs: [Int]) {
    let count = Int(Double(costs.count).squareRoot().rounded())
    // In front of all others first, then behind one after the other.
    var cost = 0
    var lowest = 0
    var best = 0
    for (place, other) in order.enumerated() {
      cost += costs[other * count + index] - costs[index * count + other]
      if cost < lowest {
        lowest = cost
        best = place + 1
      }
    }
    order.insert(index, at: best)
  }

  /// Takes each net out and adds it again where it costs least.
  private static func improve(_ order: inout [Int], _ costs: [Int]) {
    for _ in 0..<3 {
      let former = order
      for index in former {
        order.removeAll { $0 == index }
        insert(index, into: &order, costs)
      }
      if order == former { return }
    }
  }
}
