/// The members of a to-many relationship, whatever their class: listed as they were read, until a
/// set of them is asked for.
///
/// - Invariant: the list or the set is empty; neither holds an object twice.
@usableFromInline class AnyMembers {
  /// The class that the relationship is declared to hold.
  @usableFromInline final let type: ManagedObject.Type

  /// The members, while they are in no set.
  // References are counted by hand here: a set takes them over as they are, so that objects that
  // have left the cache are not fetched twice only to count.
  // Their accesses are inlined into other modules, where each would be checked.
  @usableFromInline @exclusivity(unchecked) final var list: [Unmanaged<ManagedObject>] = []

  /// The members that were in the list when the set was made of it; none once a member has been
  /// removed. The set retains them.
  @usableFromInline @exclusivity(unchecked) final var listed: [Unmanaged<ManagedObject>] = []

  /// The most members that are looked for one by one.
  static let longestSearch = 8

  /// Creates members of a relationship that is declared to hold objects of `type`.
  @usableFromInline init(_ type: ManagedObject.Type) { self.type = type }

  deinit { for member in list { member.release() } }

  /// Takes over `members`, which are different and retained; there are none yet.
  final func take(_ members: [Unmanaged<ManagedObject>]) { list = members }

  /// The members, in no order unless that is kept.
  @usableFromInline final var objects: [ManagedObject] {
    list.isEmpty ? objectsOfSet : list.map { $0.takeUnretainedValue() }
  }

  /// How many members there are.
  final var count: Int { list.isEmpty ? countOfSet : list.count }

  /// `true` if `object` is a member.
  final func contains(_ object: ManagedObject) -> Bool {
    if list.count > Self.longestSearch { makeSet() }
    return list.isEmpty ? setContains(object) : positionInList(of: object) != nil
  }

  /// Adds `object`; `false` if it is a member already.
  @discardableResult final func insert(_ object: ManagedObject) -> Bool {
    if list.count >= Self.longestSearch { makeSet() }
    if countOfSet > 0 { return insertInSet(object) }
    if positionInList(of: object) != nil { return false }
    list.append(.passRetained(object))
    return true
  }

  /// Removes `object`.
  final func remove(_ object: ManagedObject) {
    if list.count > Self.longestSearch { makeSet() }
    if list.isEmpty { return removeFromSet(object) }
    if let position = positionInList(of: object) { list.remove(at: position).release() }
  }

  /// Returns `count` of the members, whose order is kept, from `start` on, or those that there are.
  final func objects(from start: Int, count: Int) -> [ManagedObject] {
    guard list.isEmpty else {
      return list.dropFirst(start).prefix(count).map { $0.takeUnretainedValue() }
    }
    return Array(objectsOfSet.dropFirst(start).prefix(count))
  }

  /// Returns where `object` is among the members, whose order is kept; `nil` if it is none.
  final func position(of object: ManagedObject) -> Int? {
    list.isEmpty ? objectsOfSet.position(of: object) : positionInList(of: object)
  }

  private func positionInList(of object: ManagedObject) -> Int? {
    let wanted = Unmanaged.passUnretained(object).toOpaque()
    return list.firstIndex { $0.toOpaque() == wanted }
  }

  /// The members as a set of `Object`, which is the class that the relationship holds.
  @inlinable final func set<Object: ManagedObject>(of wanted: Object.Type) -> Set<Object> {
    guard type == wanted else { return Set(objects.compactMap { $0 as? Object }) }
    return unsafeDowncast(self, to: Members<Object>.self).madeSet()
  }

  /// The members, whose order is kept, as an array of `Object`, which is the class that the
  /// relationship holds.
  @inlinable final func array<Object: ManagedObject>(of wanted: Object.Type) -> [Object] {
    guard type == wanted else { return objects.compactMap { $0 as? Object } }
    return unsafeDowncast(self, to: OrderedMembers<Object>.self).madeArray()
  }

  // Whoever walks a set, or releases it, counts references, one after the other, each waiting for
  // its object. Plain reads of many objects wait together. What is read has to matter, or the
  // compiler would leave the reading out.

  /// Has what is listed brought to the cache; the answer, 0 or 1, means nothing.
  @usableFromInline final func touchList() -> Int {
    var bits: UInt = 0
    for member in list { bits |= member.toOpaque().load(as: UInt.self) }
    return Int(bits >> 63)
  }

  /// Has what was listed, whose set is about to go, and its entries in the identity map brought to
  /// the cache.
  final func touchListed() {
    guard let first = listed.first else { return }
    var bits: UInt = 0
    for member in listed { bits |= member.toOpaque().load(as: UInt.self) }
    let map = first._withUnsafeGuaranteedRef { $0.__batch.map }
    for member in listed {
      if map.isHome(member._withUnsafeGuaranteedRef { $0.__rowID }) { bits |= 1 }
    }
    if bits == 0 { listed = [] }
  }

  // MARK: What depends on the class

  /// Has the members in the set.
  func makeSet() {}

  /// The members that are in the set.
  var objectsOfSet: [ManagedObject] { [] }

  /// How many members are in the set.
  var countOfSet: Int { 0 }

  /// `true` if `object` is in the set.
  func setContains(_ object: ManagedObject) -> Bool { false }

  /// Adds `object` to the set; `false` if it is there already.
  func insertInSet(_ object: ManagedObject) -> Bool { false }

  /// Removes `object` of the set.
  func removeFromSet(_ object: ManagedObject) {}

  /// Returns where `object` is among the members, whose order is kept, and where it is once it is
  /// put in `place`; `nil` if it is none.
  func positions(of object: ManagedObject, to place: MemberOrder.Place) -> (Int, Int)? { nil }

  /// Puts the member at `position` where it is at `target` afterwards; the order is kept.
  func move(from position: Int, to target: Int) {}

  /// Makes the members, whose order is kept, be `objects`, which are all different.
  func arrange(_ objects: [ManagedObject]) {}
}

/// The members of a to-many relationship to `Object`.
@usableFromInline final class Members<Object: ManagedObject>: AnyMembers {
  @usableFromInline @exclusivity(unchecked) var members: Set<Object> = []

  init() { super.init(Object.self) }

  // The model's rules and `setObject` let only objects of the relationship's entity come here.

  /// Returns the set of all members.
  @inlinable func madeSet() -> Set<Object> {
    if !list.isEmpty { fillSet() }
    return members
  }

  // Inlinable, so that a set is made where the user's class is known: hashing took twice as many
  // instructions otherwise.
  @inlinable @inline(never) func fillSet() {
    members.reserveCapacity(list.count + touchList())
    for member in list {
      members.insert(unsafeDowncast(member.takeRetainedValue(), to: Object.self))
    }
    listed = list
    list = []
  }

  deinit { touchListed() }

  override func makeSet() { fillSet() }

  override var objectsOfSet: [ManagedObject] { Array(members).asManagedObjects }

  override var countOfSet: Int { members.count }

  override func setContains(_ object: ManagedObject) -> Bool {
    members.contains(unsafeDowncast(object, to: Object.self))
  }

  override func insertInSet(_ object: ManagedObject) -> Bool {
    members.insert(unsafeDowncast(object, to: Object.self)).inserted
  }

  override func removeFromSet(_ object: ManagedObject) {
    listed = []
    members.remove(unsafeDowncast(object, to: Object.self))
  }
}

/// Makes an empty set of members.
typealias ToManyMaker = @Sendable () -> AnyMembers
