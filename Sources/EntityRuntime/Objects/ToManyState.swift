import EntityModel

/// What a context knows of one object's to-many relationship.
///
/// - Invariant: when loaded, the members are the stored ones, without those removed, with those
///   added; nothing is both added and removed.
final class ToManyState {
  /// The property index of the relationship.
  let index: Int

  /// The members, or nil before they are loaded.
  @exclusivity(unchecked) var members: AnyMembers?

  /// The members that the store does not have yet.
  @exclusivity(unchecked) private(set) var added: Set<ManagedObject> = []

  /// The stored members that are members no longer.
  @exclusivity(unchecked) private(set) var removed: Set<ManagedObject> = []

  /// Creates the state of a relationship that has not been loaded.
  init(index: Int) { self.index = index }

  /// `true` iff there is something to save.
  var hasChanges: Bool { !added.isEmpty || !removed.isEmpty }

  /// Adds `object` as a member that the store does not have.
  func insert(_ object: ManagedObject) {
    if let members, !members.insert(object) { return }
    if removed.isEmpty || removed.remove(object) == nil { added.insert(object) }
  }

  /// Takes a member out.
  func remove(_ object: ManagedObject) {
    members?.remove(object)
    if added.isEmpty || added.remove(object) == nil { removed.insert(object) }
  }

  /// Takes the stored members over; unsaved changes are applied to them.
  func load(_ stored: AnyMembers) {
    for object in removed { stored.remove(object) }
    if !added.isEmpty { stored.reserve(added.count) }
    for object in added { stored.insert(object) }
    members = stored
  }

  /// Says that the store has all the changes now.
  func didSave() {
    added = []
    removed = []
  }

  /// Says that the store has `object` as a member, which others have given it.
  func storeGained(_ object: ManagedObject) {
    if added.remove(object) == nil { members?.insert(object) }
  }

  /// Says that the store has `object` as a member no longer, which others have taken from it.
  func storeLost(_ object: ManagedObject) {
    if removed.remove(object) == nil { members?.remove(object) }
  }

  /// Takes all the changes back.
  func rollBack() {
    for object in added { members?.remove(object) }
    for object in removed { members?.insert(object) }
    didSave()
  }
}

/// The members of a to-many relationship, whatever their class.
class AnyMembers {
  /// The members, in no order.
  var objects: [ManagedObject] { [] }

  /// How many members there are.
  var count: Int { 0 }

  /// `true` iff `object` is a member.
  func contains(_ object: ManagedObject) -> Bool { false }

  /// Adds `object`; `false` iff it is a member already.
  @discardableResult func insert(_ object: ManagedObject) -> Bool { true }

  /// Adds `objects`, of which none is a member.
  func insert(_ objects: [ManagedObject]) {}

  /// Takes `object` out.
  func remove(_ object: ManagedObject) {}

  /// Prepares for `count` more members.
  func reserve(_ count: Int) {}
}

/// The members of a to-many relationship to `Object`.
final class Members<Object: ManagedObject>: AnyMembers {
  @exclusivity(unchecked) private(set) var members: Set<Object> = []

  override var objects: [ManagedObject] { Array(members) }
  override var count: Int { members.count }

  // The model's rules and `setObject` let only objects of the relationship's entity come here.

  override func contains(_ object: ManagedObject) -> Bool {
    members.contains(unsafeDowncast(object, to: Object.self))
  }

  @discardableResult override func insert(_ object: ManagedObject) -> Bool {
    members.insert(unsafeDowncast(object, to: Object.self)).inserted
  }

  override func insert(_ objects: [ManagedObject]) {
    members.reserveCapacity(members.count + objects.count)
    for object in objects { members.insert(unsafeDowncast(object, to: Object.self)) }
  }

  override func remove(_ object: ManagedObject) {
    members.remove(unsafeDowncast(object, to: Object.self))
  }

  override func reserve(_ count: Int) { members.reserveCapacity(members.count + count) }
}

/// Makes an empty set of members.
typealias ToManyMaker = @Sendable () -> AnyMembers
