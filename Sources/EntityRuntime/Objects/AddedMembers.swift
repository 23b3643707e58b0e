/// Members that have been added to a to-many relationship since the last save: a list, since most
/// are never looked for, until one is looked for among many.
///
/// - Invariant: neither the list nor the set holds an object twice; one of them is empty, unless
///   the order is kept: then the set is empty or holds what the list does.
struct AddedMembers {
  private var list: [ManagedObject] = []
  private var set: Set<ManagedObject> = []

  /// `true` if the members are in the order in which they have been added.
  private let keepsOrder: Bool

  /// Creates an empty list.
  init(keepsOrder: Bool = false) { self.keepsOrder = keepsOrder }

  /// `true` if there is no member.
  var isEmpty: Bool { list.isEmpty && set.isEmpty }

  /// The members, in no order unless that is kept.
  var objects: [ManagedObject] { list.isEmpty ? Array(set) : list }

  /// Adds `object`, which is no member.
  mutating func append(_ object: ManagedObject) {
    if set.isEmpty || keepsOrder { list.append(object) }
    if !set.isEmpty { set.insert(object) }
  }

  /// Adds `object`, which may be a member.
  mutating func insert(_ object: ManagedObject) {
    makeSetOfMany()
    if !set.isEmpty {
      if set.insert(object).inserted, keepsOrder { list.append(object) }
    } else if !list.contains(where: { $0 === object }) {
      list.append(object)
    }
  }

  /// `true` if `object` is a member.
  mutating func contains(_ object: ManagedObject) -> Bool {
    makeSetOfMany()
    return set.isEmpty ? list.contains { $0 === object } : set.contains(object)
  }

  /// Removes `object`; `false` if it was no member.
  mutating func remove(_ object: ManagedObject) -> Bool {
    makeSetOfMany()
    if !set.isEmpty {
      guard set.remove(object) != nil else { return false }
      if !keepsOrder { return true }
    }
    guard let position = list.firstIndex(where: { $0 === object }) else { return false }
    list.remove(at: position)
    return true
  }

  /// Puts the members in a set if they are too many to be looked for in a list.
  private mutating func makeSetOfMany() {
    guard list.count > AnyMembers.longestSearch, set.isEmpty else { return }
    set = Set(list)
    if !keepsOrder { list = [] }
  }
}
