/// The members of many owners of a to-many relationship, while they are read in no order of owners.
// References are counted by hand, since each object would be fetched into the cache again to
// count it when the lists are made, and again when what they are made of is released.
final class MemberLists {
  private var members: [Unmanaged<ManagedObject>] = []

  /// The position of each member's owner.
  private var owners: [Int32] = []

  /// How many members each owner has.
  private var counts: [Int]

  /// Creates empty lists of `count` owners.
  init(count: Int) { counts = Array(repeating: 0, count: count) }

  deinit { for member in members { member.release() } }

  /// Adds `member` to the list of the owner at `position`.
  func add(_ member: consuming ManagedObject, at position: Int) {
    members.append(.passRetained(member))
    owners.append(Int32(truncatingIfNeeded: position))
    counts[position] += 1
  }

  /// Hands over the lists of all owners, whose members are retained; none are left.
  func taken() -> [[Unmanaged<ManagedObject>]] {
    var lists = counts.map { count in
      var list: [Unmanaged<ManagedObject>] = []
      list.reserveCapacity(count)
      return list
    }
    for (member, owner) in zip(members, owners) { lists[Int(owner)].append(member) }
    members = []
    return lists
  }
}
