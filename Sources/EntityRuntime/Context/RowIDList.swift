/// Ids of rows in an order of their own: eight bytes for each, or two numbers for all that follow
/// each other, whichever takes less.
struct RowIDList: Sendable {
  /// Ids of which each is the one before it and one more.
  private struct Run {
    let first: Int64

    /// The position of the first one.
    let start: Int
  }

  private var runs: [Run] = []

  /// The ids one by one, once there are too many runs.
  private var listed: [Int64]?

  /// The id that was added last.
  private var last: Int64 = 0

  /// How many ids there are.
  private(set) var count = 0

  /// So few runs take no memory to speak of.
  private static var fewRuns: Int { 512 }

  /// Adds `id` at the end.
  mutating func append(_ id: Int64) {
    defer {
      last = id
      count += 1
    }
    if listed != nil {
      listed?.append(id)
    } else if count == 0 || id != last &+ 1 {
      if runs.count >= Self.fewRuns, runs.count > count / 4 {
        listed = Array(self[0..<count])
        listed?.append(id)
        runs = []
      } else {
        runs.append(Run(first: id, start: count))
      }
    }
  }

  /// The ids at `positions`, in their order.
  subscript(positions: Range<Int>) -> ArraySlice<Int64> {
    if let listed { return listed[positions] }
    if positions.isEmpty { return [] }
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].start <= positions.lowerBound { low = middle } else { high = middle }
    }
    var ids: [Int64] = []
    ids.reserveCapacity(positions.count)
    var position = positions.lowerBound
    while position < positions.upperBound {
      let end = low + 1 < runs.count ? runs[low + 1].start : count
      let first = runs[low].first + Int64(position - runs[low].start)
      let length = min(end, positions.upperBound) - position
      for offset in 0..<length { ids.append(first + Int64(offset)) }
      position += length
      low += 1
    }
    return ids[...]
  }
}
