import EntityStore

/// The members of many owners of a to-many relationship, while they are read in no order of owners.
// References are counted by hand, since each object would be fetched into the cache again to
// count it when the lists are made, and again when what they are made of is released.
final class MemberLists {
  // Each member is added to them; a check of each access takes as long.
  @exclusivity(unchecked) private var members: [Unmanaged<ManagedObject>] = []

  /// The position of each member's owner.
  @exclusivity(unchecked) private var owners: [Int32] = []

  /// How many members each owner has.
  @exclusivity(unchecked) private var counts: [Int]

  /// Where each member is among those of its owner; `nil` where they have no order.
  @exclusivity(unchecked) private var places: [Int64]?

  /// Creates empty lists of `count` owners, which are put in order if they are of members that
  /// have one.
  init(count: Int, areOrdered: Bool = false) {
    counts = Array(repeating: 0, count: count)
    if areOrdered { places = [] }
  }

  deinit { for member in members { member.release() } }

  /// Adds `member`, which has the place `place` there, to the list of the owner at `position`.
  func add(_ member: consuming ManagedObject, at position: Int, place: Int64) {
    places?.append(place)
    members.append(.passRetained(member))
    owners.append(Int32(truncatingIfNeeded: position))
    counts[position] += 1
  }

  /// Hands over the lists of all owners, whose members are retained; none are left.
  func taken() -> [[Unmanaged<ManagedObject>]] {
    if let places { return ordered(by: places) }
    var lists = counts.map { count in
      var list: [Unmanaged<ManagedObject>] = []
      list.reserveCapacity(count)
      return list
    }
    for (member, owner) in zip(members, owners) { lists[Int(owner)].append(member) }
    members = []
    return lists
  }

  /// Hands over the lists, each in the order of `places`.
  private func ordered(by places: [Int64]) -> [[Unmanaged<ManagedObject>]] {
    var lists = counts.map { count in
      var list: [(place: MemberPlace, member: Unmanaged<ManagedObject>)] = []
      list.reserveCapacity(count)
      return list
    }
    for index in members.indices {
      let id = members[index]._withUnsafeGuaranteedRef { $0.__rowID }
      lists[Int(owners[index])].append((MemberPlace(place: places[index], id: id), members[index]))
    }
    members = []
    self.places = []
    return lists.map { list in
      // They often come in order.
      let isOrdered = zip(list, list.dropFirst()).allSatisfy { $0.place < $1.place }
      return (isOrdered ? list : list.sorted { $0.place < $1.place }).map(\.member)
    }
  }
}
