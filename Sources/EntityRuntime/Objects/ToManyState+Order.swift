/// The order of the members of a to-many, where they have one.
extension ToManyState {
  /// `true` if the members are in another order than the stored ones, those aside that are added at
  /// the end or removed.
  var hasOtherOrder: Bool {
    guard let order, !order.isEmpty else { return false }
    return unsavedPlacements.contains { !$0.isAtEnd || !added.contains($0.member) }
  }

  /// What is put where since the last save, one after the other; added members are among it.
  var unsavedPlacements: [MemberOrder.Placement] {
    guard let order else { return [] }
    if let members, let stored = order.stored {
      return MemberOrder.placements(of: members.objects, since: stored, moving: order.moved)
    }
    if order.placements.isEmpty {
      return added.objects.map { MemberOrder.Placement(member: $0, place: .end) }
    }
    return order.placements.filter { !removed.contains($0.member) }
  }

  /// `true` if nothing but that members have been added at the end, in the order of `added`, is
  /// unsaved.
  var onlyAppends: Bool { order?.isEmpty ?? true }

  /// The added members in the order in which they come at the end; `nil` where more than that is
  /// unsaved of the order, or there is none.
  var appended: [ManagedObject]? {
    guard order != nil else { return nil }
    if onlyAppends { return added.objects }
    let placements = unsavedPlacements
    guard placements.count == added.objects.count,
      placements.allSatisfy({ $0.isAtEnd && added.contains($0.member) })
    else { return nil }
    return placements.map(\.member)
  }

  /// Makes the members, which are loaded, be in the order of `objects`; others than these stay
  /// behind the members that they are behind.
  func arrange(_ objects: [ManagedObject]) {
    guard let members, let arranged = arranged(objects) else { return }
    noteStored()
    forgetShown()
    members.arrange(arranged)
  }

  /// Returns the members as `arrange(_:)` puts them; `nil` if they are not loaded or in that order.
  func arranged(_ objects: [ManagedObject]) -> [ManagedObject]? {
    guard let members, order != nil else { return nil }
    let current = members.objects
    var arranged = objects.filter(members.contains)
    if arranged.count < current.count {
      let listed = Set(arranged)
      var followers: [ManagedObject?: [ManagedObject]] = [:]
      var last: ManagedObject?
      for member in current {
        if listed.contains(member) {
          last = member
        } else {
          followers[last, default: []].append(member)
        }
      }
      arranged = (followers[nil] ?? []) + arranged.flatMap { [$0] + (followers[$0] ?? []) }
    }
    return arranged.count == current.count && arranged.begins(with: current) ? nil : arranged
  }

  /// Puts `member`, which is one, in another place.
  func place(_ member: ManagedObject, _ place: MemberOrder.Place) {
    let placement = MemberOrder.Placement(member: member, place: place)
    if let members {
      if let (position, target) = members.positions(of: member, to: place), position != target {
        noteStored()
        forgetShown()
        members.move(from: position, to: target)
      }
      order?.moved.insert(member)
      return
    }
    notePlacements()
    // Nothing can have been put beside it since.
    if order?.placements.last?.member === member { order?.placements.removeLast() }
    order?.placements.append(placement)
  }

  // MARK: Notes

  /// Notes the members as they are stored, before they are changed.
  func noteStored() {
    guard let members, order?.stored == nil else { return }
    order?.stored = members.objects.filter { !added.contains($0) }
  }

  /// Notes what has been added as what is put at the end, since more is to be put somewhere.
  private func notePlacements() {
    guard order?.placements.isEmpty == true else { return }
    order?.placements = added.objects.map { MemberOrder.Placement(member: $0, place: .end) }
  }

  /// Notes that `object` is about to be added at the end.
  func noteAppended(_ object: ManagedObject) {
    if members != nil { return }
    if removed.contains(object) { notePlacements() }
    guard order?.placements.isEmpty == false || removed.contains(object) else { return }
    order?.placements.append(MemberOrder.Placement(member: object, place: .end))
  }

  /// Notes that `object` is about to be removed.
  func noteRemoved(_ object: ManagedObject) {
    if members != nil { return noteStored() }
    order?.forget(object)
  }

  /// Notes what is unsaved of the order of the members, which are about to be forgotten.
  func noteOrder() {
    guard members != nil, order?.stored != nil else { return }
    let placements = unsavedPlacements
    order?.stored = nil
    order?.moved = []
    order?.placements = placements
  }

  /// Gives the members, which are the stored ones again, the order that they are stored in; where
  /// that is not known they are to be read again.
  func rollBackOrder() {
    guard let members, order?.stored != nil || !removed.isEmpty else { return }
    // What had been removed before the members were read is not among those that were, also if it
    // is a member again.
    if let stored = order?.stored, stored.count == members.count,
      stored.allSatisfy(members.contains)
    {
      order?.moved = []
      return members.arrange(stored)
    }
    order = MemberOrder()
    self.members = nil
  }

  // MARK: Loading

  /// Takes over `members`, which are the stored ones in their order; unsaved changes are applied to
  /// them.
  func loadInOrder(_ members: AnyMembers) {
    let placements = order?.placements ?? []
    // What others have stored of what has been added is where they have put it.
    let stored = members.objects.filter { !added.contains($0) }
    order?.placements = []
    order?.moved = Set(placements.lazy.map(\.member).filter { !self.added.contains($0) })
    if !removed.isEmpty || !placements.isEmpty { order?.stored = stored }
    for object in removed { members.remove(object) }
    for object in added.objects { members.insert(object) }
    // What is no member any more others have removed.
    let wanted = placements.filter { members.contains($0.member) }
    if !wanted.isEmpty { members.arrange(MemberOrder.carryOut(wanted, on: members.objects)) }
    self.members = members
  }
}
