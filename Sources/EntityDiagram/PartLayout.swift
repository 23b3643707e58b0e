/// Where the boxes and links of a connected part of a picture are.
///
/// No two boxes overlap, and no link runs through a box: links climb between columns only, and pass
/// a column in a lane of their own.
struct PartLayout: Sendable {
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  struct Frame: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// A link as the layout sees it: boxes by their index in the part, ends by the height in a box.
  struct Link: Sendable {
    let first: Int
    let firstOffset: Double
    let second: Int
    let secondOffset: Double
    /// `true` if links of this kind that meet at their first ends run together there.
    let isJoined: Bool

    /// `true` if the link leaves and enters at one point.
    var isSelfInverse: Bool { first == second && firstOffset == secondOffset }
  }

  private(set) var frames: [Frame]
  /// The corners of each link, from its first end to its second.
  private(set) var paths: [[Point]]
  private(set) var width = 0.0
  private(set) var height = 0.0

  /// The room between a column and the first track, which the ends of links need.
  private static let margin = 30.0
  private static let trackWidth = 12.0

  /// Lays out boxes of these sizes, all of which `links` connect.
  init(sizes: [(width: Double, height: Double)], links: [Link]) {
    let columnOf = ColumnAssignment.columns(
      widths: sizes.map(\.width), heights: sizes.map(\.height),
      links: links.map { ($0.first, $0.second) })
    let columnCount = (columnOf.max() ?? 0) + 1
    let routes = Routes(links: links, columnOf: columnOf, columnCount: columnCount, sizes: sizes)
    let order = ColumnOrder(
      items: routes.items, columns: routes.columns, stretches: routes.stretches,
      loops: routes.loops)
    var tops = order.tops

    // Columns side by side.
    var columnWidths = Array(repeating: 0.0, count: columnCount)
    for (box, size) in sizes.enumerated() {
      columnWidths[columnOf[box]] = max(columnWidths[columnOf[box]], size.width)
    }
    var x = 0.0
    var columnXs: [Double] = []
    var trackXs: [[Double?]] = []
    for column in 0..<columnCount {
      columnXs.append(x)
      x += columnWidths[column]
      var channel = Channel(routes.nets(inChannel: column, tops: tops))
      if channel.hasOverlaps, column + 1 < columnCount {
        // Half a step apart, no end on the right is as high as one on the left.
        for item in order.columns[(column + 1)...].joined() { tops[item] += DiagramBox.grid / 2 }
        channel = Channel(routes.nets(inChannel: column, tops: tops))
      }
      let start = x + Self.margin
      trackXs.append(channel.tracks.map { $0.map { start + Double($0) * Self.trackWidth } })
      let tracks = Double(max(channel.trackCount - 1, 0)) * Self.trackWidth
      if column + 1 < columnCount {
        x += 2 * Self.margin + tracks
      } else if channel.trackCount > 0 {
        x += Self.margin + tracks
      } else if links.contains(where: { $0.isSelfInverse && columnOf[$0.first] == column }) {
        x += Self.margin
      }
    }
    width = x

    frames = sizes.indices.map { box in
      // Boxes of about one width are made equal, which looks calmer.
      let column = columnWidths[columnOf[box]]
      let width = max(sizes[box].width, min(column, sizes[box].width * 1.8))
      return Frame(
        x: columnXs[columnOf[box]] + ((column - width) / 2).rounded(), y: tops[box], width: width,
        height: sizes[box].height)
    }
    paths = []
    for index in links.indices {
      paths.append(
        path(
          of: index, links[index], routes, tops: tops, columnXs: columnXs,
          columnWidths: columnWidths, trackXs: trackXs))
    }
    moveToOrigin()
  }

  /// Returns the corners of a link.
  private func path(
    of index: Int, _ link: Link, _ routes: Routes, tops: [Double], columnXs: [Double],
    columnWidths: [Double], trackXs: [[Double?]]
  ) -> [Point] {
    if link.isSelfInverse {
      let right = frames[link.first].x + frames[link.first].width
      let y = tops[link.first] + link.firstOffset
      let turn = right + 24
      return [
        Point(x: right, y: y - 6), Point(x: turn, y: y - 6), Point(x: turn, y: y + 6),
        Point(x: right, y: y + 6),
      ]
    }
    let route = routes.routes[index]
    var points: [Point] = []
    for step in route.steps {
      let y1 = tops[step.from] + step.fromOffset
      let y2 = tops[step.to] + step.toOffset
      if step.from < frames.count {
        points.append(Point(x: frames[step.from].x + frames[step.from].width, y: y1))
      }
      if let x = trackXs[step.channel][step.net], y1 != y2 {
        points += [Point(x: x, y: y1), Point(x: x, y: y2)]
      }
      if step.to < frames.count {
        let frame = frames[step.to]
        points.append(Point(x: step.isLoop ? frame.x + frame.width : frame.x, y: y2))
      }
    }
    return route.isReversed ? points.reversed() : points
  }

  /// Moves everything so that the highest box or link is at the top.
  private mutating func moveToOrigin() {
    let top = min(frames.map(\.y).min() ?? 0, paths.joined().map(\.y).min() ?? .infinity)
    for index in frames.indices { frames[index].y -= top }
    for index in paths.indices {
      for corner in paths[index].indices { paths[index][corner].y -= top }
    }
    height = max(
      frames.map { $0.y + $0.height }.max() ?? 0, paths.joined().map(\.y).max() ?? 0)
  }
}
