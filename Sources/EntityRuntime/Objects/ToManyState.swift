import EntityModel

/// What a context knows of one object's to-many relationship.
///
/// - Invariant: when loaded, the members are the stored ones, without those removed, with those
///   added; nothing is both added and removed.
final class ToManyState {
  /// The property index of the relationship.
  let index: Int

  /// The members, or nil before they are loaded.
  var members: AnyMembers? {
    // What is unsaved of their order is kept whether they are loaded or not.
    willSet { if newValue == nil, order != nil { noteOrder() } }
    didSet { lastShown = nil }
  }

  /// The ids of the members that there were before they are to be read again, those whose own rows
  /// have not been: what others have taken away shows when the new ones are there.
  var former: [Int64] = []

  /// Those of the members that were visible, and when.
  private var lastShown: (members: AnyMembers, version: Int)?

  /// The members that the store does not have yet.
  var added: AddedMembers

  /// The stored members that are members no longer.
  private(set) var removed: Set<ManagedObject> = []

  /// What is unsaved of the order of the members; nil if they have none.
  var order: MemberOrder?

  /// `true` if the store had some of what has been added, or had not what has been removed, when
  /// the members were loaded: others have made the same changes.
  private var hasChangesOfOthers = false

  /// Creates the state of a relationship that has not been loaded.
  init(index: Int, isOrdered: Bool = false) {
    self.index = index
    added = AddedMembers(keepsOrder: isOrdered)
    if isOrdered { order = MemberOrder() }
  }

  /// `true` if there is something to save.
  var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || order != nil && hasOtherOrder }

  /// Returns those of the members that are visible, if that has been found out while what is
  /// visible has been what it is at `version`.
  func shown(at version: Int) -> AnyMembers? {
    guard let lastShown, lastShown.version == version else { return nil }
    return lastShown.members
  }

  /// Forgets which of the members are visible, and in which order.
  func forgetShown() { lastShown = nil }

  /// Notes that `members` are those that are visible at `version`.
  func show(_ members: AnyMembers, at version: Int) { lastShown = (members, version) }

  /// Whether `object` is a member, as far as that is known without the store.
  func knows(_ object: ManagedObject) -> Bool? {
    if let members { return members.contains(object) }
    if added.contains(object) { return true }
    return removed.contains(object) ? false : nil
  }

  /// Adds `object` as a member that the store does not have.
  func insert(_ object: ManagedObject) {
    lastShown = nil
    guard let members else {
      if order != nil { noteAppended(object) }
      if removed.isEmpty || removed.remove(object) == nil { added.insert(object) }
      return
    }
    // What has been added is a member.
    if members.insert(object) {
      noteMoved(object)
      noteAdded(object)
    }
  }

  /// Adds `object`, which is no member, as one that the store does not have.
  func append(_ object: ManagedObject) {
    lastShown = nil
    if order != nil { noteAppended(object) }
    members?.insert(object)
    noteMoved(object)
    noteAdded(object)
  }

  /// Notes that `object`, which was no member, is put at the end of the members; one that the store
  /// has among them is moved there.
  private func noteMoved(_ object: ManagedObject) {
    if order != nil, members != nil, removed.contains(object) { order?.moved.insert(object) }
  }

  /// Notes that `object`, which was no member, is one.
  private func noteAdded(_ object: ManagedObject) {
    if removed.isEmpty || removed.remove(object) == nil { added.append(object) }
  }

  /// Removes a member.
  func remove(_ object: ManagedObject) {
    lastShown = nil
    if order != nil { noteRemoved(object) }
    members?.remove(object)
    if added.isEmpty || !added.remove(object) { removed.insert(object) }
  }

  /// Takes over `members`, which are the stored ones; unsaved changes are applied to them.
  func load(_ members: AnyMembers) {
    let changesOfOthers =
      removed.contains { !members.contains($0) }
      || members.count > 0 && added.objects.contains(where: members.contains)
    defer { hasChangesOfOthers = changesOfOthers }
    if order != nil { return loadInOrder(members) }
    for object in removed { members.remove(object) }
    if members.count == 0 {
      members.take(added.objects.map { .passRetained($0) })
    } else {
      // Others may have stored what has been added.
      for object in added.objects { members.insert(object) }
    }
    self.members = members
  }

  /// Notes that the store has all the changes of a new object: `members`, which is empty, becomes
  /// those that have been added.
  func didInsert(_ members: AnyMembers) {
    if order != nil {
      loadInOrder(members)
      return didSave()
    }
    members.take(added.objects.map { .passRetained($0) })
    self.members = members
    didSave()
  }

  /// Notes that the store has all the changes.
  func didSave() {
    hasChangesOfOthers = false
    added = AddedMembers(keepsOrder: order != nil)
    removed = []
    if order != nil { order = MemberOrder() }
  }

  /// Notes that the store has `object` as a member, which others have added.
  func storeAdded(_ object: ManagedObject) {
    lastShown = nil
    // Where it is shows when they are read again.
    if order != nil { members = nil }
    if !added.remove(object) { members?.insert(object) }
  }

  /// Notes that the store does not have `object` as a member any more, which others have removed.
  func storeRemoved(_ object: ManagedObject) {
    lastShown = nil
    order?.stored?.removeAll { $0 === object }
    if removed.remove(object) == nil { members?.remove(object) }
  }

  /// Notes that others have made `object` a member in the store if it `isStored` now, or taken it
  /// away: what is unsaved to the same effect is no change any more. Returns `true` if there was
  /// something, where the members are to be read again.
  @discardableResult func noteOfOthers(_ object: ManagedObject, isStored: Bool) -> Bool {
    guard isStored ? added.contains(object) : removed.contains(object) else { return false }
    members = nil
    if isStored {
      _ = added.remove(object)
      // Where others have put it is where it is.
      order?.forget(object)
    } else {
      removed.remove(object)
    }
    return true
  }

  /// Notes that `object`, which has been removed, is a member again, which the store has if
  /// `isStored`.
  func restore(_ object: ManagedObject, isStored: Bool) {
    lastShown = nil
    if order != nil { members = nil }
    removed.remove(object)
    let isNew = members?.insert(object) ?? true
    if !isStored, isNew { added.insert(object) }
  }

  /// Forgets what was known and takes over the members that the store does not have, and those that
  /// it has no more; what else there is has to be loaded.
  func reset(added: [ManagedObject], removed: [ManagedObject]) {
    members = nil
    self.added = AddedMembers(keepsOrder: order != nil)
    if order != nil { order = MemberOrder() }
    for object in added { self.added.insert(object) }
    self.removed = Set(removed)
  }

  /// What is known of the relationship at one moment.
  struct Contents {
    fileprivate let members: [ManagedObject]?
    fileprivate let added: AddedMembers
    fileprivate let removed: Set<ManagedObject>
    fileprivate let order: MemberOrder?
  }

  /// What is known now.
  var contents: Contents {
    Contents(members: members?.objects, added: added, removed: removed, order: order)
  }

  /// Knows again what was known when `contents` were; `maker` makes an empty set of members.
  func restore(_ contents: Contents, _ maker: ToManyMaker) {
    members = contents.members.map { objects in
      let members = maker()
      members.take(objects.map { .passRetained($0) })
      return members
    }
    added = contents.added
    removed = contents.removed
    order = contents.order
  }

  /// Takes all the changes back.
  func rollBack() {
    lastShown = nil
    if hasChangesOfOthers {
      // What there was before these changes has to be read.
      didSave()
      members = nil
      return
    }
    for object in added.objects { members?.remove(object) }
    for object in removed { members?.insert(object) }
    if order != nil { rollBackOrder() }
    didSave()
  }
}
