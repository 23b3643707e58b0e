/// What is unsaved of the order of the members of a to-many.
struct MemberOrder {
  /// A place among the members.
  enum Place {
    case start, end

    /// Right after one member; if that is none, right before the other; and if neither is one, at
    /// the end.
    case near(after: ManagedObject?, before: ManagedObject?)

    /// Returns the position of the place among `count` members, the one that is put there aside;
    /// `position` says where one of them is.
    func position(among count: Int, _ position: (ManagedObject) -> Int?) -> Int {
      switch self {
      case .start: 0
      case .end: count
      case .near(let after, let before):
        after.flatMap(position).map { $0 + 1 } ?? before.flatMap(position) ?? count
      }
    }
  }

  /// A member and the place that it is put in.
  struct Placement {
    let member: ManagedObject
    let place: Place

    /// `true` if the member is put at the end.
    var isAtEnd: Bool { if case .end = place { true } else { false } }
  }

  /// What members that are not loaded are put where, one after the other; empty while nothing but
  /// added members at the end is unsaved.
  var placements: [Placement] = []

  /// The loaded members as the store has them, from before they were removed or put elsewhere;
  /// `nil` while they have not been.
  var stored: [ManagedObject]?

  /// The loaded members that have been put in their places one by one: of two that have changed
  /// sides, it is these that have been moved.
  var moved: Set<ManagedObject> = []

  /// Forgets where `member` is put, if it has been while the members were not loaded.
  // In a loop of a caller's, the optimizer of Swift 6.3 fails on the closure.
  @inline(never)
  mutating func forget(_ member: ManagedObject) {
    if placements.isEmpty { return }
    placements.removeAll { $0.member === member }
  }

  /// `true` if nothing is noted.
  var isEmpty: Bool { placements.isEmpty && stored == nil }

  /// `true` if a member that is not loaded has been put beside `object`.
  func leans(on object: ManagedObject) -> Bool {
    placements.contains { placement in
      guard case .near(let after, let before) = placement.place else { return false }
      return after === object || before === object
    }
  }

  /// Returns the fewest placements that make `stored` what `members` are and put those of `moved`
  /// that are elsewhere.
  ///
  /// Those that stay are the longest run of other members whose order is the stored one.
  static func placements(
    of members: [ManagedObject], since stored: [ManagedObject],
    moving moved: Set<ManagedObject> = []
  ) -> [Placement] {
    let start = zip(members, stored).prefix { $0 === $1 }.count
    let (rest, former) = (members[start...], stored[start...])
    let end = zip(rest.reversed(), former.reversed()).prefix { $0 === $1 }.count
    let middle = rest.dropLast(end)
    let stays = staying(middle, in: former.dropLast(end), without: moved)
    var placements: [Placement] = []
    // The first member after each that stays where it is.
    var next: ManagedObject? = end > 0 ? members[members.count - end] : nil
    for index in middle.indices.reversed() {
      if stays[index - middle.startIndex] {
        next = members[index]
        continue
      }
      let after = index > 0 ? members[index - 1] : nil
      let place: Place =
        next == nil ? .end : after == nil ? .start : .near(after: after, before: next)
      placements.append(Placement(member: members[index], place: place))
    }
    return placements.reversed()
  }

  /// Returns for each of `members` whether it stays where it is in `stored`; none of `moved` does.
  private static func staying(
    _ members: ArraySlice<ManagedObject>, in stored: ArraySlice<ManagedObject>,
    without moved: Set<ManagedObject>
  ) -> [Bool] {
    var stays = Array(repeating: false, count: members.count)
    guard !members.isEmpty, !stored.isEmpty else { return stays }
    let positions = Dictionary(
      stored.enumerated().map { (ObjectIdentifier($1), $0) },
      uniquingKeysWith: { first, _ in first })
    // The last of the best run of each length, and what comes before each member in its run.
    var ends: [(position: Int, index: Int)] = []
    var former = Array(repeating: -1, count: members.count)
    for (index, member) in members.enumerated() {
      guard let position = positions[ObjectIdentifier(member)] else { continue }
      if !moved.isEmpty, moved.contains(member) { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].position < position { low = middle + 1 } else { high = middle }
      }
      former[index] = low > 0 ? ends[low - 1].index : -1
      if low == ends.count { ends.append((position, index)) } else { ends[low] = (position, index) }
    }
    var index = ends.last?.index ?? -1
    while index >= 0 {
      stays[index] = true
      index = former[index]
    }
    return stays
  }

  /// Returns `members` with each member of `placements` put in its place; one that was no member is
  /// one then.
  static func carryOut(
    _ placements: [Placement], on members: [ManagedObject]
  ) -> [ManagedObject] {
    var members = members
    if placements.allSatisfy(\.isAtEnd) {
      let moved = Set(placements.map { ObjectIdentifier($0.member) })
      if moved.count == placements.count {
        return members.filter { !moved.contains(ObjectIdentifier($0)) } + placements.map(\.member)
      }
    }
    for placement in placements {
      if let former = members.position(of: placement.member) { members.remove(at: former) }
      let position = placement.place.position(among: members.count, members.position)
      members.insert(placement.member, at: position)
    }
    return members
  }
}
