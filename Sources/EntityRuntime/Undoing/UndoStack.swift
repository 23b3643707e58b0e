/// Groups in the order in which they were recorded, of which the last is taken first, and the first
/// is forgotten first.
struct UndoStack {
  /// The groups, after places that those had which have been forgotten.
  private var places: [UndoGroup?] = []

  /// Where the first group is.
  private var start = 0

  /// How much memory the groups take together.
  private(set) var byteCount = 0

  /// The groups, the first one first.
  var groups: [UndoGroup] { places[start...].compactMap { $0 } }

  /// How many groups there are.
  var count: Int { places.count - start }

  /// `true` if there are none.
  var isEmpty: Bool { count == 0 }

  /// The group that is taken next.
  var last: UndoGroup? { isEmpty ? nil : places[places.count - 1] }

  /// Adds `group`, whose recording has ended.
  mutating func append(_ group: UndoGroup) {
    places.append(group)
    byteCount += group.byteCount
  }

  /// Takes the last group; `nil` if there is none.
  mutating func popLast() -> UndoGroup? {
    guard !isEmpty, let group = places.removeLast() else { return nil }
    byteCount -= group.byteCount
    return group
  }

  /// Forgets the first group, if there is one.
  ///
  /// - Complexity: O(1), on average over many calls.
  mutating func removeFirst() {
    guard !isEmpty, let group = places[start] else { return }
    byteCount -= group.byteCount
    places[start] = nil
    start += 1
    // As many have been forgotten as are moved.
    if start * 2 >= places.count {
      places.removeFirst(start)
      start = 0
    }
  }

  /// Forgets what the groups have recorded of `properties` of `object`, and those that have
  /// recorded nothing else.
  ///
  /// - Complexity: O(records).
  mutating func forget(_ properties: PropertySet, of object: ManagedObject) {
    let groups = groups
    removeAll()
    for group in groups {
      let wasEmpty = group.isEmpty
      group.forget(properties, of: object)
      if wasEmpty || !group.isEmpty { append(group) }
    }
  }

  /// Forgets all groups.
  mutating func removeAll() { self = UndoStack() }
}
