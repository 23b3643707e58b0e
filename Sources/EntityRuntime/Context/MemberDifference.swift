/// What makes one set of members of a to-many another one.
struct MemberDifference {
  /// The members that are none any more.
  private(set) var removed: [ManagedObject] = []

  /// The members that were none.
  private(set) var added: [ManagedObject] = []

  /// Creates the difference that `added` are members too.
  init(added: [ManagedObject]) { self.added = added }

  /// Creates the difference between `old` and `new`.
  ///
  /// - Complexity: O(members), with one look-up for each of the new ones, and one for each of the
  ///   old ones where some of these are missing.
  init<Object: ManagedObject>(from old: Set<Object>, to new: Set<Object>) {
    for object in new where !old.contains(object) { added.append(object) }
    // Most often one member has been added.
    if new.count - added.count == old.count { return }
    for object in old where !new.contains(object) { removed.append(object) }
  }

  /// Creates the difference between `old` and `new`, each of which has no object twice, whatever
  /// their orders.
  ///
  /// - Complexity: that of comparing references where one begins with the other; otherwise that
  ///   between sets.
  init(from old: [ManagedObject], to new: [ManagedObject]) {
    if new.begins(with: old) {
      self.init(added: Array(new[old.count...]))
    } else if old.begins(with: new) {
      self.init(added: [])
      removed = Array(old[new.count...])
    } else {
      self.init(from: Set(old), to: Set(new))
    }
  }

  /// `true` if the members are the same.
  var isEmpty: Bool { removed.isEmpty && added.isEmpty }
}
