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

  override var objectsOfSet: [ManagedObject] { members.asManagedObjects }

  override var countOfSet: Int { members.count }

  override func setContains(_ object: ManagedObject) -> Bool {
    guard members.count > Self.longestSearch else { return members.contains { $0 === object } }
    if known.isEmpty { known = Set(objectsOfSet) }
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
    if let position = objectsOfSet.lastPosition(of: object) { members.remove(at: position) }
  }

  override func positions(of object: ManagedObject, to place: MemberOrder.Place) -> (Int, Int)? {
    makeSet()
    let objects = objectsOfSet
    guard let position = objects.position(of: object) else { return nil }
    let target = place.position(among: objects.count - 1) { other in
      objects.position(of: other).map { $0 > position ? $0 - 1 : $0 }
    }
    return (position, target)
  }

  override func move(from position: Int, to target: Int) {
    let member = members.remove(at: position)
    members.insert(member, at: target)
  }

  override func arrange(_ objects: [ManagedObject]) {
    makeSet()
    members = objects.downcast(to: Object.self)
    known = []
  }
}
