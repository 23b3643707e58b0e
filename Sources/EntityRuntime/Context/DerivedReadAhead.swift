import EntityModel
import EntityStore

/// Stored values of derived attributes of one state of the store, read for objects that one fetch
/// brought, before they are asked for: who asks for those of one object after the other gets them
/// by few queries.
struct DerivedReadAhead {
  /// The number of the state that the values are of.
  private var state = 0

  private var values: [DerivedProperty: [Int64: StoredValue]] = [:]

  private var walks: [DerivedProperty: Walk] = [:]

  /// How many values are kept.
  private var count = 0

  /// The most values that are kept.
  private static let capacity = 50_000

  /// The reading of one attribute of the objects of a batch, one after the other.
  private struct Walk {
    let batch: ObjectIdentifier

    /// The position in the batch of the id behind those that have been read.
    var end = 0

    /// How many have been read together last.
    var length = 1

    /// How often another object was asked for than those that follow.
    var jumps = 0
  }

  /// How many objects may be left out of a walk at once.
  private static let gap = 16

  /// The most objects that are read together.
  private static let most = 1024

  /// Forgets what is known, if it is of another state than `state`.
  mutating func begin(_ state: Int) {
    if self.state == state { return }
    self = DerivedReadAhead()
    self.state = state
  }

  /// Returns the value of `property` of the row `id`, if it has been read.
  func value(of property: DerivedProperty, _ id: Int64) -> StoredValue? { values[property]?[id] }

  /// Keeps what has been read.
  mutating func keep(_ found: [(id: Int64, value: StoredValue)], of property: DerivedProperty) {
    if count > Self.capacity {
      values = [:]
      count = 0
    }
    count += found.count
    for (id, value) in found { values[property, default: [:]][id] = value }
  }

  /// Returns the ids of the rows to read together with `id`, that among them, where `property` is
  /// asked of an object of `batch`.
  ///
  /// As with the blocks of a file, what follows is read where what followed has been asked for
  /// before, twice as much each time.
  mutating func idsToRead(
    with id: Int64, of property: DerivedProperty, in batch: FetchBatch
  ) -> ArraySlice<Int64> {
    let other = Walk(batch: ObjectIdentifier(batch))
    var walk = walks[property, default: other]
    if walk.batch != other.batch { walk = other }
    defer { walks[property] = walk }
    let ids = batch.ids
    let next = min(walk.end, ids.count)..<min(walk.end + Self.gap, ids.count)
    if let position = ids[next].firstIndex(of: id) {
      walk.length = walk.end == 0 ? 1 : min(max(walk.length * 2, 8), Self.most)
      walk.end = min(position + walk.length, ids.count)
      return ids[position..<walk.end]
    }
    walk.length = 1
    walk.jumps += 1
    // Who asks for objects anywhere is not worth a search for each.
    let isLost = walk.jumps > 4 && walk.jumps % 16 != 0
    if !isLost, let position = ids.firstIndex(of: id) { walk.end = position + 1 }
    return [id]
  }
}

/// A derived attribute of an entity, by their indexes.
struct DerivedProperty: Hashable {
  let entity: Int
  let property: Int
}
