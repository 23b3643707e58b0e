import EntityJSON
import EntityModel

extension StoreImport {
  /// Writes the lists that have been read.
  func flushLists() throws {
    try throwProblems()
    guard !lists.isEmpty else { return }
    let all = lists
    lists.removeAll(keepingCapacity: true)
    var rest = all[...]
    while let first = rest.first {
      let alike = rest.prefix { $0.entity === first.entity && $0.property == first.property }
      rest = rest.dropFirst(alike.count)
      try write(Array(alike))
    }
    try reportProgress()
  }

  /// A list whose objects have been found.
  private struct FoundList {
    let line: Int
    let owner: Int64
    var members: [Int64]
  }

  /// Writes `lists`, which are of one relationship.
  private func write(_ lists: [ImportedList]) throws {
    let (entity, property) = (lists[0].entity, lists[0].property)
    let found = try find(lists)
    try throwProblems()
    guard !found.isEmpty else { return }
    var former = try members(of: entity, property, found.map(\.owner))
    let (location, target) = try layout.toMany(property, of: entity)
    if case .join = location {
      try link(found, former, entity, property, target)
      guard entity.isOrdered(property) else { return }
      former = try members(of: entity, property, found.map(\.owner))
    }
    try order(found, former, entity, property)
  }

  // MARK: Objects

  /// Returns `lists` with the ids of their objects, without those that are passed over.
  private func find(_ lists: [ImportedList]) throws -> [FoundList] {
    let (entity, target) = (lists[0].entity, lists[0].target)
    var wanted = KeyedRows()
    for list in lists {
      add(list.owner, entity, to: &wanted)
      for member in list.members { add(member, target, to: &wanted) }
    }
    let named = wanted.isEmpty ? [:] : try wanted.find(session, layout)
    func id(_ name: ImportedName, _ entity: EntityLayout) -> Int64? {
      switch name {
      case .id(let id): return id
      case .key(let key, let values):
        let key = entity.namingKeys[key]
        return key.entry(ofColumns: values).flatMap { named[key.index.name]?[$0] }
      }
    }
    let owners = try existing(lists.compactMap { id($0.owner, entity) }, entity)
    let members = try existing(
      lists.flatMap { list in list.members.compactMap { id($0, target) } }, target)
    var result: [FoundList] = []
    var seen: Set<Int64> = []
    for list in lists {
      guard let owner = id(list.owner, entity), owners.contains(owner) else {
        missing(list.line, JSONPath([.name("of")]), entity)
        continue
      }
      guard seen.insert(owner).inserted else {
        refuse(
          ImportProblem(
            line: list.line, path: JSONPath([.name("of")]),
            "the members of the object are in an earlier line already"),
          by: options.invalidLines)
        continue
      }
      var ids: [Int64] = []
      var known: Set<Int64> = []
      for (position, name) in list.members.enumerated() {
        let path = JSONPath([.name("members"), .index(position)])
        guard let member = id(name, target), members.contains(member) else {
          missing(list.line, path, target)
          continue
        }
        guard known.insert(member).inserted else {
          refuse(
            ImportProblem(line: list.line, path: path, "the member comes twice"),
            by: options.invalidLines)
          continue
        }
        ids.append(member)
      }
      result.append(FoundList(line: list.line, owner: owner, members: ids))
    }
    return result.sorted { $0.owner < $1.owner }
  }

  private func add(_ name: ImportedName, _ entity: EntityLayout, to wanted: inout KeyedRows) {
    guard case .key(let key, let values) = name else { return }
    wanted.add(values, entity.namingKeys[key], entity)
  }

  /// Notes that an object of a list is not there.
  private func missing(_ line: Int, _ path: JSONPath, _ entity: EntityLayout) {
    refuse(
      ImportProblem(
        line: line, path: path,
        "neither the lines before nor the store have such an object of '\(entity.name)'; lists come "
          + "after the objects"),
      by: options.unknownReferences)
  }

  /// Returns those of `ids` that are rows of `entity`.
  func existing(_ ids: [Int64], _ entity: EntityLayout) throws -> Set<Int64> {
    var found: Set<Int64> = []
    for start in stride(from: 0, to: ids.count, by: 4096) {
      let part = ids[start..<min(start + 4096, ids.count)]
      let query = EntityQuery(
        entity: entity.name, predicate: .membership(.rowNumber(), part.map { .integer($0) }))
      _ = try session.ids(query) {
        found.insert($0)
        return true
      }
    }
    return found
  }

  /// Returns the members that each of `owners`, which ascend, has in the store, in their order.
  private func members(
    of entity: EntityLayout, _ property: Int, _ owners: [Int64]
  ) throws -> [Int64: [Int64]] {
    let members = try session.memberIDs(of: entity, property: property, owners: owners)
    return Dictionary(uniqueKeysWithValues: zip(owners, members))
  }

  // MARK: Links

  /// Links what `lists` have to their owners, and unlinks what they do not have where objects are
  /// updated and the file has all of them.
  private func link(
    _ lists: [FoundList], _ former: [Int64: [Int64]], _ entity: EntityLayout, _ property: Int,
    _ target: EntityLayout
  ) throws {
    var changes = ChangeSet()
    for list in lists {
      let known = Set(former[list.owner] ?? [])
      let isNew = ledger.hasInserted(list.owner, ofTreeOf: entity, layout)
      func isNewMember(_ id: Int64) -> Bool { ledger.hasInserted(id, ofTreeOf: target, layout) }
      func link(_ member: Int64) -> ChangeSet.Link {
        ChangeSet.Link(
          entity: entity.index, property: property, owner: list.owner, other: member)
      }
      let added = list.members.filter { !known.contains($0) }
      // An object that stays as it is may be linked to new ones all the same.
      let mayLink = options.existing == .update ? added : added.filter { isNew || isNewMember($0) }
      if mayLink.count < added.count, options.existing == .refuse {
        refuse(
          ImportProblem(
            line: list.line, "the store has the objects already; skip or update them"))
      }
      var removed: [Int64] = []
      if options.existing == .update, !isNew, !isPart {
        removed = known.subtracting(list.members).sorted()
      }
      changes.links += mayLink.map { link($0) }
      changes.unlinks += removed.map { link($0) }
      if mayLink.count + removed.count > 0, !isNew { noteUpdated(list.owner, entity) }
      for member in mayLink + removed { ledger.touch(member, target.table) }
      ledger.touch(list.owner, entity.table)
    }
    try throwProblems()
    guard !changes.isEmpty else { return }
    _ = try session.apply(changes, from: nil)
    ledger.links += changes.links
    ledger.unlinks += changes.unlinks
  }

  private func noteUpdated(_ id: Int64, _ entity: EntityLayout) {
    if ledger.noteUpdated(id, entity.table) { report.updated += 1 }
  }

  // MARK: Orders

  /// Puts the members of `lists` in their order; others that an owner has come after them.
  private func order(
    _ lists: [FoundList], _ former: [Int64: [Int64]], _ entity: EntityLayout, _ property: Int
  ) throws {
    var changes = ChangeSet()
    for list in lists {
      let isNew = ledger.hasInserted(list.owner, ofTreeOf: entity, layout)
      let members = former[list.owner] ?? []
      let known = Set(members)
      if let stranger = list.members.firstIndex(where: { !known.contains($0) }) {
        if isNew || options.existing == .update {
          refuse(
            ImportProblem(
              line: list.line, path: JSONPath([.name("members"), .index(stranger)]),
              "the object does not refer to the one that the list is of"),
            by: options.invalidLines)
          continue
        }
      }
      if !isNew, options.existing != .update { continue }
      let listed = list.members.filter { known.contains($0) }
      let placed = Set(listed)
      let wanted = listed + members.filter { !placed.contains($0) }
      guard wanted != members else { continue }
      changes.orders.append(
        ChangeSet.Order(
          entity: entity.index, property: property, owner: list.owner,
          placements: wanted.map { ChangeSet.Placement($0, .end) }))
      if !isNew { noteUpdated(list.owner, entity) }
    }
    try throwProblems()
    guard !changes.isEmpty else { return }
    _ = try session.apply(changes, from: nil)
    ledger.orders += changes.orders
  }
}
