/// The way that each link of a part takes: from column to column, through lanes and channels.
struct Routes {
  /// The way through one channel.
  struct Step {
    let channel: Int
    /// The items at both ends, and the heights in them.
    let from: Int
    let fromOffset: Double
    let to: Int
    let toOffset: Double
    /// The index of the link's net among those of the channel.
    let net: Int
    /// `true` if both ends are at the left of the channel.
    let isLoop: Bool
  }

  struct Route {
    var steps: [Step] = []
    /// `true` if the steps lead from the link's second end to its first.
    var isReversed = false
  }

  /// The boxes of the part, then the lanes.
  private(set) var items: [ColumnOrder.Item]
  /// The items of each column.
  private(set) var columns: [[Int]]
  /// The stretches from each column to the next.
  private(set) var stretches: [[ColumnOrder.Stretch]]
  /// The stretches between two items of one column.
  private(set) var loops: [ColumnOrder.Stretch] = []
  /// The way of each link; none for one that is its own inverse.
  private(set) var routes: [Route] = []

  /// The number of nets in each channel.
  private var netCounts: [Int]
  /// The nets at which several links meet.
  private var joined: [Joint: Int] = [:]

  private struct Joint: Hashable {
    let channel: Int
    let item: Int
    let offset: Double
    let isLeft: Bool
  }

  init(
    links: [PartLayout.Link], columnOf: [Int], columnCount: Int,
    sizes: [(width: Double, height: Double)]
  ) {
    items = sizes.map { ColumnOrder.Item(height: $0.height, isLane: false) }
    columns = Array(repeating: [], count: columnCount)
    stretches = Array(repeating: [], count: columnCount)
    netCounts = Array(repeating: 0, count: columnCount)
    for (box, column) in columnOf.enumerated() { columns[column].append(box) }
    for link in links {
      routes.append(link.isSelfInverse ? Route() : route(of: link, columnOf))
    }
  }

  /// Finds the way of a link, and makes the lanes that it needs.
  private mutating func route(of link: PartLayout.Link, _ columnOf: [Int]) -> Route {
    let isReversed = columnOf[link.first] > columnOf[link.second]
    let from = isReversed ? link.second : link.first
    let to = isReversed ? link.first : link.second
    var offset = isReversed ? link.secondOffset : link.firstOffset
    let lastOffset = isReversed ? link.firstOffset : link.secondOffset
    var route = Route(isReversed: isReversed)
    guard columnOf[from] < columnOf[to] else {
      let column = columnOf[from]
      loops.append(
        ColumnOrder.Stretch(left: from, leftOffset: offset, right: to, rightOffset: lastOffset))
      let joint = Joint(channel: column, item: from, offset: offset, isLeft: true)
      route.steps.append(
        Step(
          channel: column, from: from, fromOffset: offset, to: to, toOffset: lastOffset,
          net: net(in: column, joint: link.isJoined ? joint : nil), isLoop: true))
      return route
    }
    var item = from
    for channel in columnOf[from]..<columnOf[to] {
      let isFirst = channel == columnOf[from]
      let isLast = channel + 1 == columnOf[to]
      let next = isLast ? to : addLane(in: channel + 1)
      let nextOffset = isLast ? lastOffset : DiagramBox.grid / 2
      stretches[channel].append(
        ColumnOrder.Stretch(
          left: item, leftOffset: offset, right: next, rightOffset: nextOffset))
      var joint: Joint?
      if link.isJoined, !isReversed, isFirst {
        joint = Joint(channel: channel, item: item, offset: offset, isLeft: true)
      } else if link.isJoined, isReversed, isLast {
        joint = Joint(channel: channel, item: next, offset: nextOffset, isLeft: false)
      }
      route.steps.append(
        Step(
          channel: channel, from: item, fromOffset: offset, to: next, toOffset: nextOffset,
          net: net(in: channel, joint: joint), isLoop: false))
      item = next
      offset = nextOffset
    }
    return route
  }

  private mutating func addLane(in column: Int) -> Int {
    items.append(ColumnOrder.Item(height: DiagramBox.grid, isLane: true))
    columns[column].append(items.count - 1)
    return items.count - 1
  }

  /// Returns the net of links that meet at `joint`, or a new one.
  private mutating func net(in channel: Int, joint: Joint?) -> Int {
    if let joint, let net = joined[joint] { return net }
    let net = netCounts[channel]
    netCounts[channel] += 1
    if let joint { joined[joint] = net }
    return net
  }

  /// Returns the nets in the channel after a column, when the items stand at `tops`.
  func nets(inChannel channel: Int, tops: [Double]) -> [Channel.Net] {
    var nets = Array(repeating: Channel.Net(lefts: [], rights: []), count: netCounts[channel])
    for step in routes.lazy.flatMap(\.steps) where step.channel == channel {
      let from = tops[step.from] + step.fromOffset
      let to = tops[step.to] + step.toOffset
      if !nets[step.net].lefts.contains(from) { nets[step.net].lefts.append(from) }
      if step.isLoop {
        if !nets[step.net].lefts.contains(to) { nets[step.net].lefts.append(to) }
      } else if !nets[step.net].rights.contains(to) {
        nets[step.net].rights.append(to)
      }
    }
    return nets
  }
}
