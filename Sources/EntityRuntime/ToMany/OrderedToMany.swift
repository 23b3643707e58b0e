public import EntityModel
public import EntityStore

/// The members of an ordered to-many relationship of one object, without loading them: what
/// `album.$tracks` is beside `album.tracks`.
///
/// The array `album.tracks` reads all members when it is first asked for, and each change through
/// it compares two arrays. This asks the store for what is wanted and no more, and puts single
/// members where they belong, however many there are:
///
///     try album.$tracks.insert(overture, at: 0)
///     try album.$tracks.move(finale, after: overture)
///     let first = try album.$tracks.page(size: 20)
///
/// Both show the same: what one changes the other has, and unsaved changes count. It belongs to its
/// object and its context, as the object does; naming it costs nothing.
// Its parameter is not bound, so that the type of a member that is no object is reported once.
public struct OrderedToMany<Member> {
  private let owner: ManagedObject
  private let index: Int

  /// Creates the members of the ordered to-many `index` of `owner`.
  init(_ owner: ManagedObject, _ index: Int) {
    owner.__unit.tracker.makeUnmade()
    self.owner = owner
    self.index = index
  }
}

extension OrderedToMany where Member: ManagedObject {
  private var unit: UnitOfWork { owner.__unit }

  /// What there is to members whether they have an order or not.
  var members: ToMany<Member> { ToMany(owner, index) }

  private var end: RelationshipEnd { members.end }

  // MARK: Reading

  /// How many members there are, as `ToMany.count` says.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  public var count: Int { get throws { try members.count } }

  /// `true` if there are no members.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  public var isEmpty: Bool { get throws { try members.isEmpty } }

  /// Returns `true` if `member` is one.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  public func contains(_ member: Member) throws -> Bool {
    try members.contains(own(member))
  }

  /// Returns the member at `position`, counted from 0.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if there are not so many; one when the
  ///   store cannot be read.
  /// - Complexity: the store counts the entries of an index up to the member; where unsaved changes
  ///   of the relationship get in the way, all members are loaded.
  public func member(at position: Int) throws -> Member {
    guard let member = try members(from: position, count: 1).first else {
      throw end.refusal("has no member \(position)")
    }
    return member
  }

  /// Calls `body` with each member, in their order, and holds no more than `batch` of them at once;
  /// beside unsaved changes of the relationship, all are held at once.
  ///
  /// - Throws: what `body` throws, which ends the walk; a `StoreError` when the store cannot be
  ///   read, or for a batch of less than one.
  public func forEach(batch: Int = 500, _ body: (Member) throws -> Void) throws {
    try StoreError.checkBatch(batch)
    guard let places = try savedPlaces(in: MemberRange()) else {
      for member in loaded.objects where member.__isLive {
        try body(unsafeDowncast(member, to: Member.self))
      }
      return
    }
    for start in stride(from: 0, to: places.count, by: batch) {
      let objects = try objects(places[start..<min(start + batch, places.count)].map(\.id))
      for object in objects where object.__isLive { try body(object) }
    }
  }

  /// Returns the page of `size` members after `cursor`, or the first one, in their order. Pages are
  /// of what is saved.
  ///
  /// A page goes on after the last member of the one before, wherever that has been moved
  /// meanwhile; and where it is no member any more, where it was.
  ///
  /// - Throws: a `StoreError` when the store cannot be read, the size is less than one, or the
  ///   cursor is of another request.
  public func page(after cursor: PageCursor? = nil, size: Int) throws -> FetchedPage<Member> {
    guard size > 0 else { throw end.refusal("has no pages of \(size) members") }
    let request = members.all
    let entity = try unit.entity(of: Member.self)
    // The cursors of pages in another order are others.
    let fingerprint =
      ~(try RequestFingerprint(
        entity.name, includesSubentities: true, nil, request.condition.tree, []
      ).number)
    var range = MemberRange(limit: size == .max ? .max : size + 1)
    if let content = try cursor?.content(for: fingerprint, count: 1, entity.name) {
      guard case .integer(let place) = content.values[0] else {
        throw end.refusal("is asked for a page after a cursor that is none of its own")
      }
      range.after =
        try savedPlace(of: content.rowID) ?? MemberPlace(place: place, id: content.rowID)
    }
    var found: [(place: MemberPlace, member: Member)] = []
    var isAtEnd = !owner.__flags.isDisjoint(with: [.isInserted, .isDetached])
    while !isAtEnd, found.count <= size {
      let places = try places(in: range)
      found += try shown(places)
      isAtEnd = places.count < range.limit ?? .max
      range.after = places.last ?? range.after
    }
    let shown = found.prefix(size)
    let next = found.count > size ? shown.last?.place : nil
    return FetchedPage(
      items: shown.map(\.member),
      next: next.map {
        PageCursor(request: fingerprint, values: [.integer($0.place)], rowID: $0.id)
      })
  }

  /// Returns the members at `places` that requests find.
  private func shown(_ places: [MemberPlace]) throws -> [(place: MemberPlace, member: Member)] {
    let members = Dictionary(
      try objects(places.map(\.id)).map { ($0.__rowID, $0) },
      uniquingKeysWith: { first, _ in first })
    let (hides, entity) = (unit.hidesObjects, unit.entities[end.relationship.target])
    return places.compactMap { place in
      guard let member = members[place.id],
        !hides || unit.visibility.shows(member, among: entity)
      else { return nil }
      return (place, member)
    }
  }

  // MARK: Requests

  /// The request for all members, in the order of the relationship as long as it is not sorted
  /// otherwise, unsaved changes of that included. What it is refined to has that order too; a
  /// `union` with another one has that of creation.
  ///
  /// It names the object by its id: make it after the first save of a new object, or again.
  public var all: FetchRequest<Member> {
    var request = members.all
    request.arrangement = end.arrangement
    return request
  }

  /// Returns the request for the members that satisfy `condition`, in the order of the
  /// relationship.
  public func `where`(
    _ condition: (Fields<Member>) -> Condition<Member>
  ) -> FetchRequest<Member> { all.where(condition) }

  /// Returns the request for the members whose value is true: `album.$tracks.where { $0.isLive }`.
  @_disfavoredOverload
  public func `where`(
    _ condition: (Fields<Member>) -> Field<Member, Bool>
  ) -> FetchRequest<Member> { all.where(condition) }

  /// Returns the request for the members whose value is present and true.
  @_disfavoredOverload
  public func `where`(
    _ condition: (Fields<Member>) -> Field<Member, Bool?>
  ) -> FetchRequest<Member> { all.where(condition) }

  /// Returns the request for all members in the order of `keyPath`.
  public func sorted<Value: OrderedAttribute>(
    by keyPath: KeyPath<Member, Value>, _ order: SortDirection = .ascending,
    ignoringCase: Bool = false, nils: AbsentValues? = nil
  ) -> FetchRequest<Member> {
    all.sorted(by: keyPath, order, ignoringCase: ignoringCase, nils: nils)
  }

  /// Returns the request for all members in the order of a property reached through to-ones, or of
  /// what is computed.
  public func sorted<Value: OrderedAttribute>(
    _ order: SortDirection = .ascending, ignoringCase: Bool = false, nils: AbsentValues? = nil,
    by field: (Fields<Member>) -> Field<Member, Value>
  ) -> FetchRequest<Member> {
    all.sorted(order, ignoringCase: ignoringCase, nils: nils, by: field)
  }

  // MARK: Changing

  /// Makes `member` the last member, and its inverse agree; one that is a member already stays
  /// where it is.
  ///
  /// What cannot be known since the store cannot be read, and an object of another context, the
  /// next save reports, as it does after an assignment.
  ///
  /// - Complexity: O(1) where the members are not loaded.
  public func append(_ member: Member) { members.insert(member) }

  /// Appends each of `members`, as `append(_:)` does.
  public func append(contentsOf members: some Sequence<Member>) {
    self.members.insert(contentsOf: members)
  }

  /// Puts `member` where it is at `position`, counted from 0; one that is a member already is moved
  /// there.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if there are fewer members, or
  ///   `member` is deleted; one when the store cannot be read.
  /// - Complexity: as `member(at:)` has.
  public func insert(_ member: Member, at position: Int) throws {
    let (graph, end, member) = (unit.graph, end, own(member))
    // Positions are those of the others.
    var position = position
    let count = try count
    if try contains(member) {
      guard position >= 0, position < count else { throw outside(position, count) }
      if position > (try self.position(of: member)) { position += 1 }
    }
    guard position >= 0, position <= count else { throw outside(position, count) }
    if position == 0 { return try graph.put(member, in: end, .start) }
    if position == count { return try graph.put(member, in: end, .end) }
    let neighbours = try members(from: position - 1, count: 2)
    try graph.put(member, in: end, .near(after: neighbours.first, before: neighbours.last))
  }

  /// Puts `member` right before `other`, whether it is a member already or not.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if `other` is no member, or `member`
  ///   is deleted; one when the store cannot be read.
  /// - Complexity: O(log n) where the members are not loaded.
  public func insert(_ member: Member, before other: Member) throws {
    let (member, other) = (own(member), own(other))
    try requireMember(other)
    try unit.graph.put(member, in: end, .near(after: nil, before: other))
  }

  /// Puts `member` right after `other`, whether it is a member already or not.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if `other` is no member, or `member`
  ///   is deleted; one when the store cannot be read.
  /// - Complexity: O(log n) where the members are not loaded.
  public func insert(_ member: Member, after other: Member) throws {
    let (member, other) = (own(member), own(other))
    try requireMember(other)
    try unit.graph.put(member, in: end, .near(after: other, before: nil))
  }

  /// Moves the member at one position, counted from 0, to where it is at another one afterwards.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if there are fewer members; one when
  ///   the store cannot be read.
  /// - Complexity: as `member(at:)` has.
  public func move(from position: Int, to target: Int) throws {
    let count = try count
    guard position >= 0, position < count else { throw outside(position, count) }
    guard target >= 0, target < count else { throw outside(target, count) }
    if position == target { return }
    let member = try member(at: position)
    let (graph, end) = (unit.graph, end)
    if target == 0 { return try graph.put(member, in: end, .start) }
    if target == count - 1 { return try graph.put(member, in: end, .end) }
    let neighbours = try members(from: target > position ? target : target - 1, count: 2)
    try graph.put(member, in: end, .near(after: neighbours.first, before: neighbours.last))
  }

  /// Moves `member` right before `other`.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if either is no member; one when the
  ///   store cannot be read.
  public func move(_ member: Member, before other: Member) throws {
    try requireMember(member)
    try insert(member, before: other)
  }

  /// Moves `member` right after `other`.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if either is no member; one when the
  ///   store cannot be read.
  public func move(_ member: Member, after other: Member) throws {
    try requireMember(member)
    try insert(member, after: other)
  }

  /// Makes `member` a member no more, and its inverse agree; one that is none stays none.
  ///
  /// - Complexity: O(1) where the members are not loaded.
  public func remove(_ member: Member) { members.remove(member) }

  /// Makes each of `members` a member no more, as `remove(_:)` does.
  public func remove(contentsOf members: some Sequence<Member>) {
    self.members.remove(contentsOf: members)
  }

  /// Makes the member at `position` a member no more, and returns it.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if there are not so many; one when the
  ///   store cannot be read.
  @discardableResult public func remove(at position: Int) throws -> Member {
    let member = try member(at: position)
    remove(member)
    return member
  }

  // MARK: Places

  /// Returns the error that `position` is none of `count` members.
  private func outside(_ position: Int, _ count: Int) -> StoreError {
    end.refusal("has no place \(position), since it has \(count) member\(count == 1 ? "" : "s")")
  }

  /// Returns what is the same in this context as `member` is in the one that lends it objects;
  /// `member` where there is none.
  func own(_ member: Member) -> Member {
    unit.borrowed(member).map { unsafeDowncast($0, to: Member.self) } ?? member
  }

  private func requireMember(_ member: Member) throws {
    guard try contains(member) else {
      throw end.refusal("does not hold \(member.__objectID), beside which something is to be put")
    }
  }

  /// Returns where `member`, which is one, is.
  func position(of member: Member) throws -> Int {
    let places = try savedPlaces(in: MemberRange())
    let position =
      places.map { $0.firstIndex { $0.id == member.__rowID } }
      ?? loaded.position(of: member)
    return position ?? 0
  }

  /// Returns `count` members from `start`, or those that there are.
  func members(from start: Int, count: Int) throws -> [Member] {
    guard start >= 0 else { return [] }
    if let places = try savedPlaces(in: MemberRange(offset: start, limit: count)) {
      return try objects(places.map(\.id))
    }
    return loaded.objects(from: start, count: count).map { unsafeDowncast($0, to: Member.self) }
  }

  /// The members that requests find, all of them loaded.
  private var loaded: AnyMembers {
    let graph = unit.graph
    return graph.visible(graph.members(of: owner, index), of: owner, index)
  }

  /// Returns where the members in `range` are if the store alone says so; `nil` where they are
  /// loaded, have unsaved changes, or may be hidden.
  private func savedPlaces(in range: MemberRange) throws -> [MemberPlace]? {
    let state = owner.__toMany(index)
    guard state?.members == nil, state?.hasChanges != true,
      try !unit.hidesObjects || !unit.visibility.mayHide(unit.entity(of: Member.self)),
      owner.__flags.isDisjoint(with: [.isInserted, .isDetached])
    else { return nil }
    return try places(in: range)
  }

  private func places(in range: MemberRange) throws -> [MemberPlace] {
    let (entity, index) = (owner.__entity.layout, index)
    return try unit.session.read {
      try $0.members(of: entity, property: index, owner: owner.__rowID, in: range)
    }
  }

  /// Returns where the row `id` is among the members as they are saved; `nil` if it is none.
  private func savedPlace(of id: Int64) throws -> MemberPlace? {
    let (entity, index) = (owner.__entity.layout, index)
    return try unit.session.read {
      try $0.place(of: id, in: entity, property: index, owner: owner.__rowID)
    }
  }

  /// Returns the members with `ids`, in that order.
  private func objects(_ ids: [Int64]) throws -> [Member] {
    let root = try unit.entity(of: Member.self).rootName
    let found = try unit.queries.objects(
      Member.self, with: ids.map { ObjectID(entityName: root, rowID: $0) })
    return found.map { unsafeDowncast($0, to: Member.self) }
  }
}
