import EntityModel
import EntityStore

/// A page of the objects that a request asks for, which begins after another page.
///
///     let page = try context.fetch(Book.sorted(by: \.title).page(after: cursor, size: 20))
///
/// Pages are of what is saved: unsaved changes of the context do not count.
public struct CursorPageRequest<Object: ManagedObject>: Sendable {
  /// Which objects, in what order; its limit and its offset do not count.
  let base: FetchRequest<Object>

  /// The object that the page follows, or that follows it; `nil` for the first page.
  let cursor: PageCursor?

  /// How many objects a page has.
  let size: Int

  /// `true` if the page ends before the object.
  var isBackward = false

  /// How many objects to make room for at once.
  @usableFromInline var roomForItems: Int { max(0, min(size, 256)) }
}

/// A page of objects, and where the next one begins.
public struct FetchedPage<Item> {
  /// The objects, in the order of the request.
  public let items: [Item]

  /// Where the next page begins; `nil` if there is no object after these.
  public let next: PageCursor?

  /// Where the page before ends, for `page(before:size:)`; `nil` on the first page.
  public let previous: PageCursor?

  /// Creates a page, for tests of what is made of one.
  public init(items: [Item], next: PageCursor?, previous: PageCursor? = nil) {
    self.items = items
    self.next = next
    self.previous = previous
  }

  /// Returns the page of what `transform` makes of each item.
  public func map<Other, Failure: Error>(
    _ transform: (Item) throws(Failure) -> Other
  ) throws(Failure) -> FetchedPage<Other> {
    FetchedPage<Other>(items: try items.map(transform), next: next, previous: previous)
  }
}

extension FetchedPage: Sequence {
  public func makeIterator() -> IndexingIterator<[Item]> { items.makeIterator() }
}

extension FetchedPage: Sendable where Item: Sendable {}
extension FetchedPage: Encodable where Item: Encodable {}
extension FetchedPage: Decodable where Item: Decodable {}

/// A page of the objects that a request asks for, by its number.
public struct NumberedPageRequest<Object: ManagedObject>: Sendable {
  /// Which objects, in what order; its limit and its offset do not count.
  let base: FetchRequest<Object>

  /// The number of the page, from 1.
  let number: Int

  /// How many objects a page has.
  let size: Int
}

/// A page of objects, and how many objects and pages there are.
public struct NumberedFetchedPage<Item> {
  /// The objects, in the order of the request; none beyond the last page.
  public let items: [Item]

  /// The number of the page, from 1.
  public let number: Int

  /// How many objects a page has.
  public let size: Int

  /// How many objects there are on all pages.
  public let total: Int

  /// How many pages there are; at least 1.
  public var count: Int { size < 1 ? 1 : Swift.max(1, total / size + (total % size > 0 ? 1 : 0)) }

  /// Creates a page, for tests of what is made of one.
  public init(items: [Item], number: Int, size: Int, total: Int) {
    self.items = items
    self.number = number
    self.size = size
    self.total = total
  }

  /// Returns the page of what `transform` makes of each item.
  public func map<Other, Failure: Error>(
    _ transform: (Item) throws(Failure) -> Other
  ) throws(Failure) -> NumberedFetchedPage<Other> {
    NumberedFetchedPage<Other>(
      items: try items.map(transform), number: number, size: size, total: total)
  }
}

extension NumberedFetchedPage: Sequence {
  public func makeIterator() -> IndexingIterator<[Item]> { items.makeIterator() }
}

extension NumberedFetchedPage: Sendable where Item: Sendable {}
extension NumberedFetchedPage: Encodable where Item: Encodable {}
extension NumberedFetchedPage: Decodable where Item: Decodable {}

extension FetchRequest {
  /// Returns the request for the page of `size` objects that follows `cursor`, or for the first
  /// one.
  ///
  /// Objects that are inserted or deleted meanwhile neither repeat others nor leave them out. Ties
  /// are in the order of ids. A limit and an offset do not count. The fetch refuses a `size` below
  /// 1, which may be a client's.
  public func page(after cursor: PageCursor? = nil, size: Int) -> CursorPageRequest<Object> {
    CursorPageRequest(base: self, cursor: cursor, size: size)
  }

  /// Returns the request for the page of `size` objects that come just before `cursor`, or for the
  /// last one, in the order of the request.
  ///
  /// `cursor` is `previous` of the page that follows. Where fewer objects come before it, the page
  /// has these.
  public func page(before cursor: PageCursor?, size: Int) -> CursorPageRequest<Object> {
    CursorPageRequest(base: self, cursor: cursor, size: size, isBackward: true)
  }

  /// Returns the request for the page `number`, counted from 1, of `size` objects.
  ///
  /// What is inserted or deleted between two pages moves objects from one to the other, and each
  /// page takes as long as reading all those before it; `page(after:size:)` does neither. A limit
  /// and an offset do not count. The fetch refuses a `number` or a `size` below 1, which may be a
  /// client's.
  public func page(_ number: Int, size: Int) -> NumberedPageRequest<Object> {
    NumberedPageRequest(base: self, number: number, size: size)
  }
}

extension CursorPageRequest {
  /// Returns the queries that find the objects of the page and one more, which says whether there
  /// is another page, each with that limit, one after the other; and a number that requests for
  /// pages of the same objects have in common.
  ///
  /// `renew` returns the value that the row of the cursor, which it is given the number of, has by
  /// a term now, where that counts instead of the one that it had.
  func fetched(
    in entity: ManagedEntity, renewing renew: (Int64, SortTerm) throws -> StoredValue?
  ) throws -> (parts: [EntityQuery], fingerprint: UInt64) {
    try Self.checkPage(size: size, entity.name)
    var query = base.entityQuery(entity.name)
    let fingerprint = try RequestFingerprint(
      entity.name, includesSubentities: query.includesSubentities, query.visibility,
      query.predicate, query.sorting
    ).number
    let count = query.sorting.count
    if isBackward { query.sorting = SortTerm.opposite(of: query.sorting) }
    query.offset = 0
    query.limit = size == .max ? .max : size + 1
    guard let cursor else { return ([query], fingerprint) }
    var content = try cursor.content(for: fingerprint, count: count, entity.name)
    for position in 0..<count {
      guard let value = try renew(content.rowID, query.sorting[position]) else { continue }
      content.values[position] = value
    }
    let condition = GrowingCondition(query.predicate)
    let parts = try PageStart(query.sorting, content, entity).parts.map { start in
      var part = query
      part.predicate =
        condition.isAlwaysTrue
        ? start.condition
        : condition.joined(isConjunction: true, GrowingCondition(start.condition)).tree
      // An order of what has a value and what has none is none that an index has.
      for position in 0..<start.decided { part.sorting[position].absent = nil }
      return part
    }
    return (parts, fingerprint)
  }
}

extension NumberedPageRequest {
  /// Returns the request for the objects of the page; its offset is the greatest number for a page
  /// that no number of objects comes up to.
  func fetched(in entity: ManagedEntity) throws(StoreError) -> FetchRequest<Object> {
    var base = self.base.ignoringPendingChanges()
    try CursorPageRequest<Object>.checkPage(number: number, size: size, entity.name)
    let (offset, overflows) = (number - 1).multipliedReportingOverflow(by: size)
    base.offset = overflows ? .max : offset
    base.limit = size
    return base
  }
}

extension CursorPageRequest {
  /// Refuses a page that there cannot be.
  fileprivate static func checkPage(
    number: Int? = nil, size: Int, _ entity: String
  ) throws(StoreError) {
    if number ?? 1 > 0, size > 0 { return }
    let (rule, asked) =
      number.map { ("a number of at least 1 and at least one object", "\($0) and \(size)") }
      ?? ("at least one object", "\(size)")
    throw StoreError(
      .invalidRequest, "a page of '\(entity)' has \(rule); \(asked) were asked for", entity: entity)
  }
}

extension SortTerm {
  /// Returns the order of the same objects by which the last of them is first.
  fileprivate static func opposite(of sorting: [SortTerm]) -> [SortTerm] {
    if sorting.isEmpty { return [SortTerm(.rowNumber(), order: .descending)] }
    return sorting.map { term in
      SortTerm(
        term.operand, order: term.order == .ascending ? .descending : .ascending,
        ignoresCase: term.ignoresCase, absent: term.absent.map { $0 == .first ? .last : .first },
        language: term.language)
    }
  }
}
