import EntityModel
import EntityStore

/// Requests that see unsaved changes.
extension QueryEngine {
  /// `true` if an unsaved change may alter what `query` finds.
  func isConcerned(by query: EntityQuery, _ entity: ManagedEntity) -> Bool {
    tracker.hasChanges
      && (tracker.isChanged(in: [entity.tree]) || tracker.isChanged(in: treesAsked(by: query)))
  }

  /// Returns the indexes of the trees of the entities that `query` asks beside its own.
  func treesAsked(by query: EntityQuery) -> Set<Int> {
    trees(
      of: EntityQueryParts(
        entity: query.entity, predicate: query.predicate, sorting: query.sorting))
  }

  /// Returns the indexes of the trees of the entities that `parts` ask beside their own.
  func trees(of parts: EntityQueryParts) -> Set<Int> {
    var parts = parts
    parts.asksWhatIsReferredTo = !tracker.deleted.isEmpty
    let names = parts.entitiesAsked(in: unit.container.model)
    guard !names.isEmpty else { return [] }
    return Set(unit.entities.filter { names.contains($0.rootName) }.map(\.tree))
  }

  /// Returns the objects that `query` finds when unsaved changes count, in its order.
  ///
  /// The store answers for what has not been changed and memory for what has; where the query asks
  /// changed objects of other entities, memory answers for all.
  ///
  /// - Complexity: O(objects with changes) beside the query; O(all rows) in the latter case.
  func fetchMerging(_ query: EntityQuery, _ entity: ManagedEntity) throws -> [ManagedObject] {
    try layout.check(query)
    var query = query
    query.predicate = try withoutSubqueries(query.predicate)
    let subjects = Subjects(found: query.asksRank ? try foundObjects(query) : nil)
    let names = Set(query.includesSubentities ? entity.layout.subentities : [entity.name])
    var candidates = query
    candidates.limit = nil
    candidates.offset = 0
    candidates.sorting = []
    if tracker.isChanged(in: treesAsked(by: query)) { candidates.predicate = .constant(true) }
    let isWhole = candidates.predicate != query.predicate

    var objects: [ManagedObject] = []
    try forEach(candidates, entity, includesPendingChanges: false) { objects.append($0) }
    let known = problems.pending.count
    objects = objects.filter { object in
      object.__flags.isDisjoint(with: [.isDeleted, .isChanged])
        && (!isWhole || satisfies(object, query, subjects))
    }
    for object in tracker.changed + tracker.inserted
    where object.__flags.isDisjoint(with: [.isDeleted, .isDetached])
      && names.contains(object.__entity.name) && satisfies(object, query, subjects)
    {
      objects.append(object)
    }
    sort(&objects, as: query, subjects)
    try throwFailures(after: known)
    let rest = objects.dropFirst(max(query.offset, 0))
    return query.limit.map { Array(rest.prefix(max($0, 0))) } ?? Array(rest)
  }

  /// Throws the first failure of the store among the problems after the first `known`, since an
  /// answer that was found in memory depends on it. Damaged values stay pending.
  func throwFailures(after known: Int) throws {
    let failure = problems.pending.dropFirst(known).lazy.compactMap(\.underlying).first
    if let failure { throw failure }
  }

  /// `true` if `object` satisfies the condition of `query`.
  private func satisfies(
    _ object: ManagedObject, _ query: EntityQuery, _ subjects: Subjects
  ) -> Bool {
    query.predicate.isSatisfied(by: subjects.subject(object), source: query.source)
  }

  /// Returns what the search of `query` has found in the store; `nil` if it searches nothing.
  func foundObjects(_ query: EntityQuery) throws -> FoundObjects? {
    guard let search = query.predicate.ranking?.search else { return nil }
    // What else is asked may have been changed, and takes no part in how relevant objects are.
    let found = EntityQuery(
      entity: query.entity, predicate: .search(PropertyPath(), search),
      includesSubentities: query.includesSubentities)
    let columns: [PredicateOperand] = [.rowNumber(), .rank]
    var ranks: [Int64: StoredValue] = [:]
    try session.request { session in
      try session.results(ResultQuery(found, columns: columns.map { ResultExpression(nil, $0) })) {
        if case .integer(let id) = $0[0].storedValue { ranks[id] = $0[1].storedValue }
      }
    }
    return FoundObjects(search, ranks: ranks)
  }

  /// Sorts `objects` as a store does for `query`: by its terms, then by id, new objects after the
  /// others.
  private func sort(
    _ objects: inout [ManagedObject], as query: EntityQuery, _ subjects: Subjects
  ) {
    let isDescending = query.idOrder == .descending
    objects.sort { left, right in
      for term in query.sorting {
        let order = term.order(subjects.subject(left), subjects.subject(right))
        if order != 0 { return order < 0 }
      }
      return isDescending ? Self.isOlder(right, left) : Self.isOlder(left, right)
    }
  }

  /// `true` if `left` was created before `right`.
  private static func isOlder(_ left: ManagedObject, _ right: ManagedObject) -> Bool {
    let (first, second) = (left.__rowID, right.__rowID)
    // Temporary ids count downwards.
    return (first < 0) == (second < 0) ? abs(first) < abs(second) : second < 0
  }
}

/// What one request, evaluated in memory, knows beside its objects.
struct Subjects {
  /// What its search has found; `nil` where nothing is asked of it.
  let found: FoundObjects?

  /// What has been read of other requests within it.
  private let asked = AskedObjects()

  init(found: FoundObjects?) { self.found = found }

  /// Returns `object` as the request sees it.
  func subject(_ object: ManagedObject) -> ManagedSubject {
    ManagedSubject(object: object, found: found, asked: asked)
  }
}

extension EntityQuery {
  /// `true` if the relevance of objects to the search decides which are found, or their order.
  fileprivate var asksRank: Bool { predicate.asksRank || sorting.contains { $0.operand.asksRank } }
}
