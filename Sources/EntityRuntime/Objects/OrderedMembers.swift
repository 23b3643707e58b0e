/// The members of an ordered to-many relationship to `Object`, in their order.
@usableFromInline final class OrderedMembers<Object: ManagedObject>: AnyMembers {
  /// The members, once they have been asked for as an array.
  @usableFromInline @exclusivity(unchecked) var members: [Object] = []

  /// The members, once one has been looked for among many; empty before.
  private var known: Set<ManagedObject> = []

  init() { super.init(Object.self) }

  /// Returns the array of all members.
  @usableFromInline func madeArray() -> [Object] {
    if !list.isEmpty { makeSet() }
    return members
  }

  // The array takes the place of the set that other members are put in.
  override func makeSet() {
    members.reserveCapacity(members.count + list.count)
    for member in list {
      members.append(unsafeDowncast(member.takeRetainedValue(), to: Object.self))
    }
    list = []
  }

  override var objectsOfSet: [ManagedObject] { members }

  override var countOfSet: Int { members.count }

  override func setContains(_ object: ManagedObject) -> Bool {
    guard members.count > Self.longestSearch else { return members.contains { $0 === object } }
    if known.isEmpty { known = Set(members) }
    return known.contains(object)
  }

  override func insertInSet(_ object: ManagedObject) -> Bool {
    if setContains(object) { return false }
    members.append(unsafeDowncast(object, to: Object.self))
    if !known.isEmpty { known.insert(object) }
    return true
  }

  override func removeFromSet(_ object: ManagedObject) {
    if !known.isEmpty, known.remove(object) == nil { return }
    // What has been added last is removed first, more often than not.
    if let position = members.lastIndex(where: { $0 === object }) { members.remove(at: position) }
  }

  override func positions(of object: ManagedObject, to place: MemberOrder.Place) -> (Int, Int)? {
    makeSet()
    guard let position = members.firstIndex(where: { $0 === object }) else { return nil }
    let member = members.remove(at: position)
    defer { members.insert(member, at: position) }
    return (position, place.position(among: members))
  }

  override func move(from position: Int, to target: Int) {
    let member = members.remove(at: position)
    members.insert(member, at: target)
  }

  override func arrange(_ objects: [ManagedObject]) {
    makeSet()
    members = objects.map { unsafeDowncast($0, to: Object.self) }
    known = []
  }
}
