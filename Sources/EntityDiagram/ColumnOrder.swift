/// Decides the order in each column and how high everything stands.
///
/// What stands in a column is a box or a lane, through which a link passes to a column further on.
struct ColumnOrder {
  /// Something that stands in a column.
  struct Item {
    let height: Double
    let isLane: Bool
  }

  /// A stretch of a link between two columns next to each other, or within one.
  struct Stretch {
    let left: Int
    let leftOffset: Double
    let right: Int
    let rightOffset: Double
  }

  let items: [Item]
  /// The items of each column, from the top.
  private(set) var columns: [[Int]]
  /// The top of each item.
  private(set) var tops: [Double]

  /// Stretches by the column at their left.
  private let stretches: [[Stretch]]
  /// For each item the ends that face its own, in the column before it, after it and its own.
  private let before: [[Facing]]
  private let after: [[Facing]]
  private let beside: [[Facing]]

  private struct Facing {
    let offset: Double
    let item: Int
    let itemOffset: Double
  }

  /// Orders `columns`.
  ///
  /// - Parameters:
  ///   - stretches: Those between a column and the next one, by the column at their left.
  ///   - loops: Those between two items of one column.
  init(items: [Item], columns: [[Int]], stretches: [[Stretch]], loops: [Stretch]) {
    self.items = items
    self.columns = columns
    self.stretches = stretches
    tops = Array(repeating: 0, count: items.count)
    var before: [[Facing]] = Array(repeating: [], count: items.count)
    var after = before
    var beside = before
    for stretch in stretches.joined() {
      after[stretch.left].append(
        Facing(offset: stretch.leftOffset, item: stretch.right, itemOffset: stretch.rightOffset))
      before[stretch.right].append(
        Facing(offset: stretch.rightOffset, item: stretch.left, itemOffset: stretch.leftOffset))
    }
    for loop in loops where loop.left != loop.right {
      beside[loop.left].append(
        Facing(offset: loop.leftOffset, item: loop.right, itemOffset: loop.rightOffset))
      beside[loop.right].append(
        Facing(offset: loop.rightOffset, item: loop.left, itemOffset: loop.leftOffset))
    }
    self.before = before
    self.after = after
    self.beside = beside
    stack()
    reduceCrossings()
    straighten()
    snap()
  }

  /// The room between two items, the upper one first.
  private func gap(_ upper: Int, _ lower: Int) -> Double {
    switch (items[upper].isLane, items[lower].isLane) {
    case (true, true): 0
    case (false, false): 30
    default: 20
    }
  }

  /// Puts the items of each column one under the other, around one middle.
  private mutating func stack() {
    for column in columns {
      var height = 0.0
      for (index, item) in column.enumerated() {
        if index > 0 { height += gap(column[index - 1], item) }
        tops[item] = height
        height += items[item].height
      }
      for item in column { tops[item] -= height / 2 }
    }
  }

  // MARK: Crossings

  /// Sweeps to the right and to the left, and stores the best order found.
  private mutating func reduceCrossings() {
    guard columns.count > 1 || !beside.allSatisfy(\.isEmpty) else { return }
    var best = (crossings: crossings, length: length, columns: columns, tops: tops)
    for sweep in 0..<(items.count > 400 ? 8 : 24) {
      let isRightward = sweep.isMultiple(of: 2)
      let isLate = sweep >= 8
      for number in isRightward ? Array(columns.indices) : columns.indices.reversed() {
        sort(
          number, from: isRightward ? before : after,
          and: isLate ? (isRightward ? after : before) : nil)
        place(
          number, from: isRightward ? before : after,
          and: isLate ? (isRightward ? after : before) : nil)
      }
      if items.count <= 400 { exchangeNeighbors() }
      let now = crossings
      let nowLength = length
      if (now, nowLength) < (best.crossings, best.length) {
        best = (now, nowLength, columns, tops)
      }
    }
    columns = best.columns
    tops = best.tops
  }

  /// Sorts a column by where the other ends of its links are.
  private mutating func sort(_ number: Int, from side: [[Facing]], and other: [[Facing]]?) {
    let keys = columns[number].enumerated().map { offset, item in
      let facing = side[item] + (other?[item] ?? []) + (side[item].isEmpty ? beside[item] : [])
      let middle = tops[item] + items[item].height / 2
      guard !facing.isEmpty else { return (key: middle, offset: offset, item: item) }
      let sum = facing.reduce(0) { $0 + tops[$1.item] + $1.itemOffset }
      return (key: sum / Double(facing.count), offset: offset, item: item)
    }
    columns[number] = keys.sorted { ($0.key, $0.offset) < ($1.key, $1.offset) }.map(\.item)
  }

  /// Exchanges items that stand one under the other where that takes crossings away.
  private mutating func exchangeNeighbors() {
    for number in columns.indices where columns[number].count > 1 {
      for index in 0..<(columns[number].count - 1) {
        let upper = columns[number][index]
        let lower = columns[number][index + 1]
        let gain =
          inversions(before[upper], before[lower]) + inversions(after[upper], after[lower])
          - inversions(before[lower], before[upper]) - inversions(after[lower], after[upper])
        guard gain > 0 else { continue }
        columns[number].swapAt(index, index + 1)
        tops[lower] = tops[upper]
        tops[upper] = tops[lower] + items[lower].height + gap(lower, upper)
      }
    }
  }

  /// Returns how many links of `upper` end below links of `lower`.
  private func inversions(_ upper: [Facing], _ lower: [Facing]) -> Int {
    var count = 0
    for first in upper {
      let height = tops[first.item] + first.itemOffset
      for second in lower where height > tops[second.item] + second.itemOffset { count += 1 }
    }
    return count
  }

  /// How many pairs of links cross between two columns.
  private var crossings: Int {
    stretches.reduce(0) { sum, stretches in
      let ends = stretches.map {
        (tops[$0.left] + $0.leftOffset, tops[$0.right] + $0.rightOffset)
      }
      var rights = ends.sorted { $0 < $1 }.map(\.1)
      return sum + Self.countInversions(&rights)
    }
  }

  /// The height that all links together have to climb.
  private var length: Double {
    stretches.joined().reduce(0) {
      $0 + abs(tops[$1.left] + $1.leftOffset - tops[$1.right] - $1.rightOffset)
    }
  }

  /// Sorts `values` and returns how many pairs of them stood the wrong way round.
  private static func countInversions(_ values: inout [Double]) -> Int {
    guard values.count > 1 else { return 0 }
    var left = Array(values[..<(values.count / 2)])
    var right = Array(values[(values.count / 2)...])
    var count = countInversions(&left) + countInversions(&right)
    var (i, j, k) = (0, 0, 0)
    while i < left.count || j < right.count {
      if j == right.count || (i < left.count && left[i] <= right[j]) {
        values[k] = left[i]
        i += 1
      } else {
        values[k] = right[j]
        count += left.count - i
        j += 1
      }
      k += 1
    }
    return count
  }

  // MARK: Heights

  /// Moves the items of a column to where their links are straightest, in the same order.
  private mutating func place(_ number: Int, from side: [[Facing]], and other: [[Facing]]? = nil) {
    let column = columns[number]
    var blocks: [(wish: Double, weight: Double, count: Int)] = []
    var starts: [Double] = []
    var start = 0.0
    for (index, item) in column.enumerated() {
      if index > 0 {
        start += items[column[index - 1]].height + gap(column[index - 1], item)
      }
      starts.append(start)
      var sum = 0.0
      var weight = 0.0
      for facing in side[item] + (other?[item] ?? []) {
        let one = items[item].isLane && items[facing.item].isLane ? 8.0 : 1
        sum += one * (tops[facing.item] + facing.itemOffset - facing.offset)
        weight += one
      }
      for facing in beside[item] {
        sum += 0.2 * (tops[facing.item] + facing.itemOffset - facing.offset)
        weight += 0.2
      }
      let wish = weight > 0 ? sum / weight : tops[item]
      blocks.append((wish - start, max(weight, 0.05), 1))
      // Items whose wishes contradict their order share the mean of the wishes.
      while blocks.count > 1, blocks[blocks.count - 2].wish > blocks[blocks.count - 1].wish {
        let last = blocks.removeLast()
        let former = blocks.removeLast()
        let weight = former.weight + last.weight
        blocks.append(
          (
            (former.wish * former.weight + last.wish * last.weight) / weight, weight,
            former.count + last.count
          ))
      }
    }
    var index = 0
    for block in blocks {
      for _ in 0..<block.count {
        tops[column[index]] = block.wish + starts[index]
        index += 1
      }
    }
  }

  /// Moves the columns between those next to them.
  private mutating func straighten() {
    for sweep in 0..<12 {
      let numbers = sweep.isMultiple(of: 2) ? Array(columns.indices) : columns.indices.reversed()
      for number in numbers { place(number, from: before, and: after) }
    }
  }

  /// Moves everything to the grid, with the same order and distances.
  private mutating func snap() {
    for column in columns {
      var lowest = -Double.infinity
      for (index, item) in column.enumerated() {
        if index > 0 { lowest += gap(column[index - 1], item) }
        let wish = (tops[item] / DiagramBox.grid).rounded() * DiagramBox.grid
        tops[item] = max(wish, lowest)
        lowest = tops[item] + items[item].height
      }
    }
  }
}
