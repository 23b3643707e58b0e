public import EntityModel
public import EntityStore

/// The members of a to-many relationship of one object, without loading them: what `author.$books`
/// is beside `author.books`.
///
/// The set `author.books` reads all members when it is first asked for, and each change through it
/// makes a set of them all. This asks the store for what is wanted and no more, and inserts and
/// removes single members, however many there are:
///
///     author.$books.insert(book)
///     let count = try author.$books.count
///     let longest = try context.fetch(author.$books.sorted(by: \.pages, .descending).limit(10))
///
/// Both show the same: what one inserts the other has, and unsaved changes count. It belongs to its
/// object and its context, as the object does; naming it costs
/// nothing.
// Its parameter is not bound, so that the type of a member that is no object is reported once.
public struct ToMany<Member> {
  private let owner: ManagedObject
  private let index: Int

  /// Creates the members of the to-many `index` of `owner`.
  init(_ owner: ManagedObject, _ index: Int) {
    owner.__unit.tracker.makeUnmade()
    self.owner = owner
    self.index = index
  }
}

extension ToMany where Member: ManagedObject {
  private var unit: UnitOfWork { owner.__unit }

  /// The relationship of the owner.
  var end: RelationshipEnd {
    guard let end = RelationshipEnd(of: owner, index) else {
      preconditionFailure("A to-many relationship is named by generated code alone.")
    }
    return end
  }

  // MARK: Reading

  /// How many members there are.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  /// - Complexity: O(1) where the members are loaded; otherwise the store counts the entries of an
  ///   index, and O(objects with changes) are added.
  public var count: Int {
    get throws {
      if let members = loadedMembers { return members.count }
      return try reading { try $0.count(all) }
    }
  }

  /// `true` if there are no members.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  public var isEmpty: Bool {
    get throws {
      if let members = loadedMembers { return members.count == 0 }
      return try reading { try !$0.exists(all) }
    }
  }

  /// Returns `true` if `member` is one.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  /// - Complexity: O(1); one link is looked for, or `member` is read if it has not been.
  public func contains(_ member: Member) throws -> Bool {
    guard member.__unit === unit else { return false }
    return try unit.graph.isMember(member, of: end)
      && (!unit.hidesObjects
        || unit.visibility.shows(member, among: unit.entities[end.relationship.target]))
  }

  /// Calls `body` with each member, in the order of their creation, and holds no more than `batch`
  /// of them at once, as `forEach(_:batch:_:)` of the context does; beside unsaved changes of
  /// objects of their entity, all are held at once.
  ///
  /// - Throws: what `body` throws, which ends the walk; a `StoreError` when the store cannot be
  ///   read.
  public func forEach(batch: Int = 500, _ body: (Member) throws -> Void) throws {
    try reading { try $0.forEach(all, batch: batch, body) }
  }

  /// Returns the page of `size` members after `cursor`, or the first one, in the order of their
  /// creation. Pages are of what is saved.
  ///
  /// For another order, fetch the page of a request: `author.$books.sorted(by: \.title)
  /// .page(after: cursor, size: 20)`.
  ///
  /// - Throws: a `StoreError` when the store cannot be read, or the cursor is of another request.
  public func page(after cursor: PageCursor? = nil, size: Int) throws -> FetchedPage<Member> {
    try reading { try $0.fetch(all.page(after: cursor, size: size)) }
  }

  // MARK: Requests

  /// The request for all members, in the order of their creation.
  ///
  /// It names the object by its id: make it after the first save of a new object, or again.
  public var all: FetchRequest<Member> {
    var request = FetchRequest<Member>()
    request.condition = Condition(end.membership)
    return request
  }

  /// Returns the request for the members that satisfy `condition`.
  public func `where`(
    _ condition: (Fields<Member>) -> Condition<Member>
  ) -> FetchRequest<Member> { all.where(condition) }

  /// Returns the request for the members whose value is true: `author.$books.where { $0.isNew }`.
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
  /// what is computed: `author.$books.sorted { $0.publisher.name }`.
  public func sorted<Value: OrderedAttribute>(
    _ order: SortDirection = .ascending, ignoringCase: Bool = false, nils: AbsentValues? = nil,
    by field: (Fields<Member>) -> Field<Member, Value>
  ) -> FetchRequest<Member> {
    all.sorted(order, ignoringCase: ignoringCase, nils: nils, by: field)
  }

  // MARK: Changing

  /// Makes `member` a member, and its inverse agree; one that is a member already stays one.
  ///
  /// What cannot be known since the store cannot be read, an object of another context and one that
  /// is gone, the next save reports, as it does after an assignment. One that the next save deletes
  /// is left out.
  ///
  /// - Complexity: O(1) where the members are not loaded.
  public func insert(_ member: Member) {
    unit.graph.insert(member, in: end)
  }

  /// Makes each of `members` a member, as `insert(_:)` does.
  public func insert(contentsOf members: some Sequence<Member>) {
    for member in members { insert(member) }
  }

  /// Makes `member` a member no more, and its inverse agree; one that is none stays none.
  ///
  /// - Complexity: O(1) where the members are not loaded.
  public func remove(_ member: Member) {
    unit.graph.takeAway(member, from: end)
  }

  /// Makes each of `members` a member no more, as `remove(_:)` does.
  public func remove(contentsOf members: some Sequence<Member>) {
    for member in members { remove(member) }
  }

  /// Makes all members that requests find members no more.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  /// - Complexity: O(members), which are loaded.
  public func removeAll() throws { remove(contentsOf: try reading { try $0.fetch(all) }) }

  // MARK: The context

  /// The members if they are loaded, or if there can be none that are not.
  private var loadedMembers: AnyMembers? {
    // What has no row has the members that it was given.
    let isStored = owner.__flags.isDisjoint(with: [.isInserted, .isDetached])
    guard
      let members = owner.__toMany(index)?.members
        ?? (isStored ? nil : unit.graph.members(of: owner, index))
    else { return nil }
    return unit.graph.visible(members, of: owner, index)
  }

  /// Returns what `body` reads in the owner's context.
  private func reading<Result>(
    _ body: (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    guard let context = unit.context else {
      throw StoreError(.invalidRequest, Misuses.released("\(end)"))
    }
    return try body(context)
  }
}
