public import EntityModel
import EntityStore

/// What has changed in a list of objects since the list before.
public struct ResultDifference: Hashable, Sendable {
  /// An object that has come or gone.
  public struct Entry: Hashable, Sendable {
    /// The object.
    public let objectID: ObjectID

    /// Its position: in the new list if it has come, in the former one if it has gone.
    public let index: Int
  }

  /// An object that has another position among those that stay.
  public struct Move: Hashable, Sendable {
    /// The object.
    public let objectID: ObjectID

    /// Its position in the former list.
    public let from: Int

    /// Its position in the new list.
    public let to: Int
  }

  /// The new list.
  public let objectIDs: [ObjectID]

  /// The objects that have come, by their positions in the new list.
  public let inserted: [Entry]

  /// The objects that have gone, by their positions in the former list.
  public let removed: [Entry]

  /// The objects that stay and have been moved, by their positions in the new list: as few as
  /// explain the new order.
  public let moved: [Move]

  /// The objects that stay and have other values, in the order of the new list.
  public let changed: [ObjectID]

  /// `true` if nothing has changed.
  public var isEmpty: Bool {
    inserted.isEmpty && removed.isEmpty && moved.isEmpty && changed.isEmpty
  }
}

/// The objects that a query finds, each with the version of its row.
struct VersionedList: Hashable, Sendable {
  var ids: [ObjectID] = []
  var versions: [ObjectID: Int64] = [:]

  init() {}

  /// Reads what `query` finds now.
  init(_ query: EntityQuery, _ context: ManagedObjectContext) throws {
    var (ids, versions): ([ObjectID], [ObjectID: Int64]) = ([], [:])
    try query.requireObjects(of: context.container.storeTag)
    let layout = try context.container.store.layout.requiredEntity(query.entity)
    try context.unit.session.read { session in
      try session.rows(query) { row in
        let id = ObjectID(entityName: layout.rootName, rowID: row.id)
        ids.append(id)
        versions[id] = row.version ?? -1
      }
    }
    (self.ids, self.versions) = (ids, versions)
  }
}

extension ResultDifference {
  /// Creates the difference from `former` to `new`.
  ///
  /// - Complexity: O(n log n).
  init(from former: VersionedList, to new: VersionedList) {
    let old = Dictionary(
      former.ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    objectIDs = new.ids
    inserted = new.ids.enumerated().filter { old[$1] == nil }.map { Entry(objectID: $1, index: $0) }
    removed = former.ids.enumerated().filter { new.versions[$1] == nil }
      .map { Entry(objectID: $1, index: $0) }
    changed = new.ids.filter { id in
      former.versions[id].map { $0 != new.versions[id] } ?? false
    }
    let kept = new.ids.enumerated().compactMap { index, id in old[id].map { (id, $0, index) } }
    let still = Self.longestAscending(kept.map(\.1))
    moved = kept.enumerated().filter { !still.contains($0.offset) }
      .map { Move(objectID: $1.0, from: $1.1, to: $1.2) }
  }

  /// Returns the indexes of a longest ascending part of `numbers`: by patience sorting.
  private static func longestAscending(_ numbers: [Int]) -> Set<Int> {
    var tops: [Int] = []
    var before = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[tops[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tops[low - 1] }
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var found: Set<Int> = []
    var next = tops.last
    while let index = next {
      found.insert(index)
      next = before[index]
    }
    return found
  }
}

/// What changes in the list of objects that a request finds.
///
/// Whoever is slower than those who write is given the difference to the list that it was given
/// last. The sequence ends as an `UpdateSequence` does.
public struct DifferenceSequence: AsyncSequence, Sendable {
  public typealias Element = ResultDifference
  public typealias Failure = any Error

  let lists: UpdateSequence<VersionedList>

  /// Returns what hands the differences out.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(lists: lists.makeAsyncIterator())
  }

  /// Hands differences out, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var lists: UpdateSequence<VersionedList>.AsyncIterator
    private var last: VersionedList?

    init(lists: UpdateSequence<VersionedList>.AsyncIterator) { self.lists = lists }

    /// Returns the next difference, or `nil` when there will be none.
    ///
    /// - Throws: a `StoreError` if the objects cannot be found; there will be none then.
    public mutating func next() async throws -> ResultDifference? {
      try await next(isolation: nil)
    }

    /// Returns the next difference, or `nil` when there will be none.
    ///
    /// - Throws: a `StoreError` if the objects cannot be found; there will be none then.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> ResultDifference? {
      while let list = try await lists.next(isolation: actor) {
        let difference = ResultDifference(from: last ?? VersionedList(), to: list)
        let isFirst = last == nil
        last = list
        if isFirst || !difference.isEmpty { return difference }
      }
      return nil
    }
  }
}
