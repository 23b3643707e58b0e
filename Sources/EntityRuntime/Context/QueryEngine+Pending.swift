import EntityModel
import EntityStore

/// Requests that see unsaved changes.
extension QueryEngine {
  /// `true` if an unsaved change may alter what `query` finds.
  func isConcerned(by query: EntityQuery, _ entity: ManagedEntity) -> Bool {
    tracker.hasChanges
      && (tracker.isChanged(in: [entity.tree]) || hasOtherOrder(query)
        || asksChanges(unit.restricted(query)))
  }

  /// `true` if what `query` finds, or its order, depends on places among the members of an object
  /// that has been changed.
  func hasOtherOrder(_ query: EntityQuery) -> Bool {
    hasOtherOrder(query.sorting) || query.predicate.nodes.contains { isOtherPlace($0.kind) }
  }

  /// `true` if `sorting` is by places among the members of an object that has been changed.
  private func hasOtherOrder(_ sorting: [SortTerm]) -> Bool {
    sorting.contains { isOtherPlace($0.operand.root.kind) }
  }

  /// `true` if `kind` is a place among the members of an object that has been changed.
  private func isOtherPlace(_ kind: PredicateNode.Kind) -> Bool {
    guard case .place(_, let owner) = kind, let object = unit.liveObject(owner) else {
      return false
    }
    return !object.__flags.isDisjoint(with: [.isTouched, .isInserted])
  }

  /// `true` if `query` asks objects beside those that it finds, and some of these have changes.
  private func asksChanges(_ query: EntityQuery) -> Bool {
    asksChanges(
      EntityQueryParts(
        entity: query.entity, predicate: query.predicate, sorting: query.sorting))
  }

  /// `true` if `parts` ask objects beside those that are found, and some of these have changes.
  func asksChanges(_ parts: EntityQueryParts) -> Bool {
    if tracker.isChanged(in: trees(of: parts)) { return true }
    guard tracker.hasDeletions else { return false }
    // One that is to be deleted is referred to by none: where objects are named, it may be one.
    let (predicate, named) = parts.predicate.withoutNamedObjects
    if tracker.deleted.contains(where: { named.contains($0.__objectID) }) { return true }
    let rest = EntityQueryParts(
      entity: parts.entity, predicate: predicate, sorting: parts.sorting,
      asksWhatIsReferredTo: true, operands: parts.operands)
    let trees = trees(of: rest)
    return tracker.deleted.contains { trees.contains($0.__entity.tree) }
  }

  /// Returns the indexes of the trees of the entities that `parts` ask beside their own.
  private func trees(of parts: EntityQueryParts) -> Set<Int> {
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
    let subjects = Subjects(
      of: query.predicate, entity, found: query.asksRank ? try foundObjects(query) : nil)
    let asksOthers = asksChanges(query)
    let changes = changes(of: query, entity, subjects.condition, asksOthers: asksOthers)
    var candidates = query
    candidates.offset = 0
    if let limit = query.limit, !asksOthers, !query.asksRank, !hasOtherOrder(query.sorting) {
      // As many more as changes may take away of what the store finds first.
      let counts = [max(limit, 0), max(query.offset, 0), changes.rows.count]
      candidates.limit = counts.reduce(0) { known, count in
        guard let (sum, overflows) = known?.addingReportingOverflow(count) else { return nil }
        return overflows ? nil : sum
      }
    } else {
      candidates.limit = nil
      candidates.sorting = []
    }
    if asksOthers { candidates.predicate = .constant(true) }
    let isWhole = candidates.predicate != query.predicate

    var objects: [ManagedObject] = []
    try forEach(candidates, entity, includesPendingChanges: false) { objects.append($0) }
    let known = problems.pending.count
    objects = objects.filter { object in
      if object.__flags.contains(.isDeleted) { return false }
      let isUnsaved = !object.__flags.isDisjoint(with: [.isChanged, .isTouched])
      if isUnsaved, changes.rows.contains(object) { return false }
      // One may have been changed as it awoke.
      let isJudged = isWhole || object.__flags.contains(.isChanged)
      return !isJudged || satisfies(object, query, subjects)
    }
    objects += changes.candidates.filter { satisfies($0, query, subjects) }
    sort(&objects, as: query, subjects)
    try throwFailures(after: known)
    let rest = objects.dropFirst(max(query.offset, 0))
    return query.limit.map { Array(rest.prefix(max($0, 0))) } ?? Array(rest)
  }

  /// Returns how many objects `query` finds when unsaved changes count.
  ///
  /// The store counts; what has been changed is taken from its count and judged in memory. Where
  /// the query asks changed objects of other entities, memory answers for all.
  ///
  /// - Complexity: O(objects with changes) beside the count; O(all rows) in the latter case.
  func countMerging(_ query: EntityQuery, _ entity: ManagedEntity) throws -> Int {
    guard !query.asksRank, !asksChanges(query) else {
      return try fetchMerging(query, entity).count
    }
    try layout.check(query)
    var stored = query
    stored.predicate = try withoutSubqueries(query.predicate)
    stored.sorting = []
    stored.limit = nil
    stored.offset = 0
    let subjects = Subjects(of: stored.predicate, entity, found: nil)
    let changes = changes(of: query, entity, subjects.condition)
    let rows = changes.rows.map(\.__objectID)
    let known = problems.pending.count
    let total = try session.share {
      var count = try session.request(.count(stored)) { try $0.count(stored) }
      for start in stride(from: 0, to: rows.count, by: 500) {
        var changed = stored
        let ids = Array(rows[start..<min(start + 500, rows.count)])
        changed.predicate = .joined(
          .objects(PropertyPath(), ids), isConjunction: true, stored.predicate)
        count -= try session.request(.count(changed)) { try $0.count(changed) }
      }
      return count + changes.candidates.count { satisfies($0, stored, subjects) }
    }
    try throwFailures(after: known)
    let rest = max(total - max(query.offset, 0), 0)
    return query.limit.map { min(rest, max($0, 0)) } ?? rest
  }

  /// The objects for which memory answers, and not the store.
  private struct Changes {
    /// Those that have rows, for which the store answers otherwise.
    let rows: Set<ManagedObject>

    /// Those that may be found.
    let candidates: [ManagedObject]
  }

  /// Returns the objects for which memory answers what `query`, about objects of `entity`, finds.
  ///
  /// One whose members have changed has the values of its row: it matters where the query asks
  /// whether it has a member that it has got or lost. One of which nothing has changed that the
  /// query asks is found as its row is, unless the query asks others that have changed. Those that
  /// do not satisfy `condition` are left out.
  private func changes(
    of query: EntityQuery, _ entity: ManagedEntity, _ condition: QuickCondition,
    asksOthers: Bool = false
  ) -> Changes {
    let memberships = query.predicate.memberships
    let touched =
      memberships.isEmpty
      ? []
      : tracker.touched.filter { object in
        object.__entity.tree == entity.tree && !object.__flags.contains(.isChanged)
          && memberships.contains { object.hasUnsaved($0) }
      }
    let deciding = asksOthers ? nil : query.decidingProperties(of: entity)
    let changed = tracker.changed.filter { object in
      guard object.__entity.tree == entity.tree else { return false }
      guard let deciding, let changes = object.__changes else { return true }
      return !changes.properties.intersection(deciding).isEmpty
    }
    var candidates: [ManagedObject] = []
    for objects in [changed, touched, tracker.inserted] {
      for object in objects
      where object.__isLive && object.__entity.tree == entity.tree
        && (query.includesSubentities
          ? object.__isKind(of: entity) : object.__isEntity(entity))
        && condition.isSatisfied(by: object) != false
      {
        candidates.append(object)
      }
    }
    return Changes(
      rows: Set(
        changed + touched + tracker.deleted.filter { $0.__entity.tree == entity.tree }),
      candidates: candidates)
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
    subjects.condition.isSatisfied(by: object)
      ?? query.predicate.isSatisfied(by: subjects.subject(object), source: query.source)
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

  /// What is quickly asked of its condition.
  let condition: QuickCondition

  /// What has been read of other requests within it.
  private let asked = AskedObjects()

  /// Creates what is known of a request for objects of `entity` that satisfy `condition`.
  init(of condition: PredicateTree, _ entity: ManagedEntity, found: FoundObjects?) {
    self.found = found
    self.condition = QuickCondition(condition, entity)
  }

  /// Returns `object` as the request sees it.
  func subject(_ object: ManagedObject) -> ManagedSubject {
    ManagedSubject(object: object, found: found, asked: asked)
  }
}

extension EntityQuery {
  /// `true` if the relevance of objects to the search decides which are found, or their order.
  fileprivate var asksRank: Bool { predicate.asksRank || sorting.contains { $0.operand.asksRank } }
}

extension ManagedObject {
  /// `true` if the object has got or lost a member that `membership` is about.
  fileprivate func hasUnsaved(_ membership: PredicatePart) -> Bool {
    guard let name = membership.kind.path?.names.first, let ids = membership.members,
      let index = __entity.layout.relationshipIndex(name), let state = __toMany(index)
    else { return false }
    return (state.added.objects + state.removed).contains { ids.contains($0.__objectID) }
  }
}
