import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  /// Returns the request for the page of `size` objects that come just before `cursor`, in the
  /// order of the request.
  ///
  /// `cursor` is `previous` of the page that follows. Where fewer objects come before it, the page
  /// has these.
  public func page(before cursor: PageCursor, size: Int) -> CursorPageRequest<Object> {
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

extension ManagedObjectContext {
  /// Returns the page that `request` asks for.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if the cursor is damaged or that of a
  ///   request that differs in condition, order or entity; one if the store fails.
  public func fetch<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>
  ) throws -> FetchedPage<Object> {
    try page(request, of: unit.entity(of: Object.self)) { try fetch($0) }
  }

  /// Returns the page of objects of `entity` that `request` asks for; `fetch` fetches them.
  func page<Object: ManagedObject>(
    _ request: CursorPageRequest<Object>, of entity: ManagedEntity,
    _ fetch: (FetchRequest<Object>) throws -> [Object]
  ) throws -> FetchedPage<Object> {
    let (parts, fingerprint) = try request.fetched(in: entity)
    var found: [Object] = []
    if parts.count == 1, request.cursor == nil {
      found = try fetch(parts[0])
    } else {
      try read {
        for part in parts {
          let wanted = (part.limit ?? .max) - found.count
          if wanted > 0 { found += try fetch(part.limit(wanted)) }
        }
      }
    }
    let hasMore = found.count > request.size
    var items = Array(found.prefix(request.size))
    if request.isBackward { items.reverse() }
    // The order of other pages is that of what is saved, whatever an object has become here.
    func cursor(of object: ManagedObject?) throws -> PageCursor? {
      try object.map { object in
        try PageCursor(
          request: fingerprint, values: rowValues(of: object, request.base), rowID: object.__rowID)
      }
    }
    return FetchedPage(
      items: items, next: try cursor(of: request.isBackward || hasMore ? items.last : nil),
      previous: try cursor(
        of: request.isBackward
          ? (hasMore ? items.first : nil)
          : request.cursor == nil ? nil : items.first))
  }

  /// Returns the page that `request` asks for, and how many objects there are.
  ///
  /// - Throws: a `StoreError` if the store fails.
  public func fetch<Object: ManagedObject>(
    _ request: NumberedPageRequest<Object>
  ) throws -> NumberedFetchedPage<Object> {
    try page(request, of: unit.entity(of: Object.self), { try fetch($0) }, { try count($0) })
  }

  /// Returns the page of objects of `entity` that `request` asks for; `fetch` fetches them, and
  /// `count` counts those of all pages.
  func page<Object: ManagedObject>(
    _ request: NumberedPageRequest<Object>, of entity: ManagedEntity,
    _ fetch: (FetchRequest<Object>) throws -> [Object],
    _ count: (FetchRequest<Object>) throws -> Int
  ) throws -> NumberedFetchedPage<Object> {
    let base = try request.fetched(in: entity)
    return try read {
      let total = try count(base.offset(0).unlimited)
      return NumberedFetchedPage(
        items: base.offset == .max ? [] : try fetch(base), number: request.number,
        size: request.size, total: total)
    }
  }
}

extension CursorPageRequest {
  /// Returns the requests that find the objects of the page and one more, which says whether there
  /// is another page, each with that limit, one after the other; and a number that requests for
  /// pages of the same objects have in common.
  func fetched(
    in entity: ManagedEntity
  ) throws -> (parts: [FetchRequest<Object>], fingerprint: UInt64) {
    var base = self.base.ignoringPendingChanges()
    try Self.checkPage(size: size, entity.name)
    let fingerprint = try base.fingerprint(entity.name)
    let count = base.sorting.count
    if isBackward { base = base.reversed }
    base.offset = 0
    base.limit = size == .max ? .max : size + 1
    guard let cursor else { return ([base], fingerprint) }
    let content = try cursor.content(for: fingerprint, count: count, entity.name)
    let conditions = try PageStart(base.sorting, content, entity).conditions
    var sorting = base.sorting
    // What one of several conditions finds has a value by the first term, or has none; an order of
    // both is none that an index has.
    if conditions.count > 1 { sorting[0].absent = nil }
    let parts = conditions.map { condition in
      var part = conditions.count > 1 ? base.sorted(as: sorting) : base
      part.condition = base.condition && Condition(condition)
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
    number: Int = 1, size: Int, _ entity: String
  ) throws(StoreError) {
    if number > 0, size > 0 { return }
    throw StoreError(
      .invalidRequest,
      "a page of '\(entity)' has a number of at least 1 and at least one object; \(number) and "
        + "\(size) were asked for", entity: entity)
  }
}

extension ManagedObjectContext {
  /// Returns the values by which the row of `object` is sorted.
  private func rowValues<Object>(
    of object: ManagedObject, _ request: FetchRequest<Object>
  ) throws -> [StoredValue] {
    let sorting = request.sorting
    guard !sorting.isEmpty else { return [] }
    var predicate = PredicateTree.comparison(
      .rowNumber(), .equal, .value(.integer(object.__rowID)))
    // How relevant the row is shows where it is searched for.
    if sorting.contains(where: \.operand.asksRank) {
      predicate = predicate.searching(as: request.tree)
    }
    let base = EntityQuery(entity: object.__entity.name, predicate: predicate)
    let query = ResultQuery(
      base, columns: sorting.map { ResultExpression(nil, $0.foldedOperand(of: object.__entity)) })
    var values: [StoredValue] = []
    try unit.session.read { session in
      try session.results(query) { values = $0.map(\.storedValue) }
    }
    return values
  }
}

extension FetchRequest {
  /// The request without its limit.
  fileprivate var unlimited: FetchRequest {
    var request = self
    request.limit = nil
    return request
  }

  /// The request for the same objects, the last of them first.
  fileprivate var reversed: FetchRequest {
    let terms = sorting.map { term in
      SortTerm(
        term.operand, order: term.order == .ascending ? .descending : .ascending,
        ignoresCase: term.ignoresCase, absent: term.absent.map { $0 == .first ? .last : .first })
    }
    return sorted(as: terms.isEmpty ? [SortTerm(.rowNumber(), order: .descending)] : terms)
  }

  /// A number that requests of `entity` have in common that are sorted and conditioned alike.
  fileprivate func fingerprint(_ entity: String) throws -> UInt64 {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      // The FNV-1a hash (http://www.isthe.com/chongo/tech/comp/fnv/).
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    add(entity.utf8)
    add([includesSubentities ? 1 : 0])
    add(try encoder.encode(tree))
    add(try encoder.encode(sorting))
    return hash
  }
}

/// Where a page begins.
private struct PageStart {
  /// The conditions of the objects that come after the one that a cursor names: those that satisfy
  /// the first come first, and so on, and none satisfies two.
  let conditions: [PredicateTree]

  init(
    _ sorting: [SortTerm], _ content: PageCursor.Content, _ entity: ManagedEntity
  ) throws {
    let isDescending = sorting.last?.order == .descending
    let operands = sorting.map { $0.foldedOperand(of: entity) }
    let terms = zip(zip(sorting, operands), content.s).map { ($0.0, $0.1, $1) }
    let id = PredicateOperand.value(.integer(content.n))
    let laterID = PredicateTree.comparison(.rowNumber(), isDescending ? .less : .greater, id)

    /// Returns the condition of the objects that come later by the terms from `start` on.
    func later(from start: Int) -> [PredicateTree] {
      var later: [PredicateTree] = []
      var equal: [PredicateTree] = []
      for (term, operand, value) in terms[start...] {
        later.append(.all(equal + [.any(Self.after(value, term, operand))]))
        equal.append(Self.same(value, operand))
      }
      return later + [.all(equal + [laterID])]
    }

    guard let (term, operand, value) = terms.first,
      let column = Self.column(of: term, entity)
    else {
      conditions = [.any(later(from: 0))]
      return
    }
    if let bound = Self.bound(value, term, column) {
      conditions = [.all([bound, .any(later(from: 0))])]
    } else {
      // Each is a range of an index, which their disjunction is not.
      conditions =
        [.all([Self.same(value, operand), .any(later(from: 1))])]
        + Self.after(value, term, operand)
    }
  }

  /// Returns the conditions that the value of `term`, which is `operand`, comes after `value`, in
  /// the order of the values that satisfy them.
  private static func after(
    _ value: StoredValue, _ term: SortTerm, _ operand: PredicateOperand
  ) -> [PredicateTree] {
    let isAscending = term.order == .ascending
    let nilsAreLast = term.absent.map { $0 == .last } ?? !isAscending
    let isNil = PredicateTree.comparison(operand, .equal, .value(.null))
    // A NaN is the only value that differs from itself.
    let isNaN = PredicateTree.comparison(operand, .notEqual, operand)
    if value.isNull { return nilsAreLast ? [] : [.not(isNil)] }
    var found: [PredicateTree] = []
    if case .real(let real) = value, real.isNaN {
      if !isAscending { found.append(.all([.not(isNaN), .not(isNil)])) }
    } else {
      found.append(.comparison(operand, isAscending ? .greater : .less, .value(value)))
      if case .real = value, isAscending { found.append(isNaN) }
    }
    if nilsAreLast { found.append(isNil) }
    return found
  }

  /// Returns the condition that `operand` has `value`.
  private static func same(_ value: StoredValue, _ operand: PredicateOperand) -> PredicateTree {
    if case .real(let real) = value, real.isNaN {
      return .comparison(operand, .notEqual, operand)
    }
    return .comparison(operand, .equal, .value(value))
  }

  /// Returns the column that `term` sorts by as it is; `nil` for what is computed or reached
  /// through a to-one.
  private static func column(of term: SortTerm, _ entity: ManagedEntity) -> ColumnLayout? {
    guard !term.ignoresCase, let path = term.operand.path, path.names.count == 1,
      let index = entity.layout.propertyIndex(path.names[0])
    else { return nil }
    return entity.layout.columns[index]
  }

  /// Returns a condition on `term`, which sorts by `column`, that the objects satisfy which follow
  /// `value`, for an index to begin there; `nil` where more than one range of it does.
  private static func bound(
    _ value: StoredValue, _ term: SortTerm, _ column: ColumnLayout
  ) -> PredicateTree? {
    let isAscending = term.order == .ascending
    let nilsAreLast = term.absent.map { $0 == .last } ?? !isAscending
    guard !value.isNull, !(column.isNullable && nilsAreLast) else { return nil }
    // NaNs come after all numbers, and a comparison leaves them out.
    if column.storageClass == .real {
      guard !isAscending, case .real(let real) = value, !real.isNaN else { return nil }
    }
    return .comparison(
      term.operand, isAscending ? .greaterOrEqual : .lessOrEqual, .value(value))
  }
}

extension SortTerm {
  /// The value that is compared: the folded text where case does not matter.
  fileprivate func foldedOperand(of entity: ManagedEntity) -> PredicateOperand {
    guard ignoresCase else { return operand }
    let type = operand.type { path in
      guard path.names.count == 1, let index = entity.layout.propertyIndex(path.names[0]) else {
        return .string
      }
      return entity.layout.properties[index].attribute?.type
    }
    guard type == .string || type == .url else { return operand }
    return .function(.folded(.ignoringCase), .string, [operand])
  }
}
