/// Members that have been added to a to-many relationship since the last save: a list, since most
/// are never looked for, until one is looked for among many.
///
/// - Invariant: the list or the set is empty; neither holds an object twice.
struct AddedMembers {
  private var list: [ManagedObject] = []
  private var set: Set<ManagedObject> = []

  /// `true` if there is no member.
  var isEmpty: Bool { list.isEmpty && set.isEmpty }

  /// The members, in no order.
  var objects: [ManagedObject] { list.isEmpty ? Array(set) : list }

  /// Adds `object`, which is no member.
  mutating func append(_ object: ManagedObject) {
    if set.isEmpty { list.append(object) } else { set.insert(object) }
  }

  /// Adds `object`, which may be a member.
  mutating func insert(_ object: ManagedObject) {
    makeSetOfMany()
    if !set.isEmpty {
      set.insert(object)
    } else if !list.contains(where: { $0 === object }) {
      list.append(object)
    }
  }

  /// `true` if `object` is a member.
  mutating func contains(_ object: ManagedObject) -> Bool {
    makeSetOfMany()
    return set.contains(object) || list.contains { $0 === object }
  }

  /// Removes `object`; `false` if it was no member.
  mutating func remove(_ object: ManagedObject) -> Bool {
    makeSetOfMany()
    if !set.isEmpty { return set.remove(object) != nil }
    guard let position = list.firstIndex(where: { $0 === object }) else { return false }
    list.remove(at: position)
    return true
  }

  /// Puts the members in a set if they are too many to be looked for in a list.
  private mutating func makeSetOfMany() {
    guard list.count > AnyMembers.longestSearch else { return }
    set = Set(list)
    list = []
  }
}
