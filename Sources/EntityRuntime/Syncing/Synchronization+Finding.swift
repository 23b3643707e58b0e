import EntityModel
import EntityStore

/// What rows and references are about.
extension Synchronization {
  /// Looks for the objects that `rows` and what they refer to are about.
  mutating func find(_ rows: [PayloadRow]) throws {
    if !hasReferences, local == nil, let form = rows.first?.form {
      // Nothing is inside of another row, so that all are of one entity.
      try find(rows.count, form) { rows[$0].key.value }
      for key in unclear { objects[key] = nil }
      return
    }
    var groups: [(form: PayloadForm, keys: [PayloadKey])] = []
    var positions: [ObjectIdentifier: Int] = [:]
    func note(_ key: PayloadKey, _ form: PayloadForm) {
      // Rows of one entity follow one another.
      if let last = groups.indices.last, groups[last].form === form, positions.count == 1 {
        return groups[last].keys.append(key)
      }
      let position = positions[ObjectIdentifier(form)] ?? groups.count
      if position == groups.count {
        positions[ObjectIdentifier(form)] = position
        groups.append((form, []))
      }
      groups[position].keys.append(key)
    }
    for row in rows {
      note(row.key, row.form)
      if let key = row.newKey { note(key, row.form) }
    }
    let links = hasReferences ? rows.flatMap(\.allLinks) : []
    if !links.isEmpty {
      var known = Set(rows.map(\.key))
      for link in links {
        for target in link.targets where known.insert(target.key).inserted {
          note(target.key, link.form)
        }
      }
    }
    objects.reserveCapacity(rows.count)
    for group in groups.sorted(by: { $0.form.entity.name < $1.form.entity.name }) {
      // Only what is inside of another row has an owner.
      let keys = group.keys.filter { $0.owner == nil }
      try find(keys.count, group.form) { keys[$0].value }
    }
    if local != nil { try findRenamed(Set(groups.flatMap(\.keys))) }
    for key in unclear { objects[key] = nil }
    // An owner comes before its members, and its own object has been found before theirs.
    if hasReferences { findMembers(rows) }
  }

  /// Looks for the objects that are known within the members of a row.
  private mutating func findMembers(_ rows: [PayloadRow]) {
    for row in rows {
      guard let owner = objects[row.key] else { continue }
      for (index, link) in row.links where link.targets.contains(where: { $0.key.owner != nil }) {
        guard let end = RelationshipEnd(of: owner, index) else { continue }
        var members: [StoredValue: ManagedObject] = [:]
        // One that is not shown is found too, unless one that is has its identity.
        for member in unit.graph.shown(by: end) + unit.graph.related(by: end) {
          let value = link.form.identity.identityForm.of(
            member.storedValue(at: link.form.identityIndex))
          if members[value] == nil { members[value] = member }
        }
        for target in link.targets where target.key.owner != nil {
          objects[target.key] = members[target.key.value]
        }
      }
    }
  }

  /// How many identities are looked for at once.
  private static var batch: Int { 1000 }

  /// From how many identities on it is asked first whether there are any of their range.
  private static var rangeLimit: Int { 250 }

  /// Looks for the objects of `form` with `count` identities, many at once.
  private mutating func find(
    _ count: Int, _ form: PayloadForm, _ identity: (Int) -> StoredValue
  ) throws {
    guard count > 0 else { return }
    let entity = searched(form)
    // What is new mostly has numbers beyond those of what is there.
    var asksForRange = !hasReferences && form.identity.holdsEachValueOnce
    for start in stride(from: 0, to: count, by: Self.batch) {
      try Task.checkCancellation()
      let values = (start..<min(start + Self.batch, count)).map(identity)
      if asksForRange, values.count >= Self.rangeLimit {
        if try isFree(values, form, entity) { continue }
        asksForRange = false
      }
      let query = EntityQuery(
        entity: entity.name, predicate: .membership(form.identity.identityOperand, values),
        visibility: RequestVisibility(deleted: .included, isUnscoped: true))
      for object in try unit.queries.fetch(query, entity, includesPendingChanges: false)
      where object.__isLive { note(object, form) }
    }
    // What has changed here has the identity that it has here.
    let pending = unit.tracker.lists
    for object in pending.inserted + pending.changed
    where object.__isLive && object.__entity.tree == form.entity.tree { note(object, form) }
  }

  /// `true` if `values` are whole numbers and no object of `entity` has one between the least and
  /// the greatest of them.
  private func isFree(
    _ values: [StoredValue], _ form: PayloadForm, _ entity: ManagedEntity
  ) throws -> Bool {
    var (least, greatest) = (Int64.max, Int64.min)
    for value in values {
      guard case .integer(let number) = value else { return false }
      (least, greatest) = (min(least, number), max(greatest, number))
    }
    let path = PropertyPath([form.identity.name])
    let query = EntityQuery(
      entity: entity.name,
      predicate: .all([
        .comparison(path, .greaterOrEqual, .integer(least)),
        .comparison(path, .lessOrEqual, .integer(greatest)),
      ]), sorting: [SortTerm(path: path)], limit: 1,
      visibility: RequestVisibility(deleted: .included, isUnscoped: true))
    return try unit.queries.identifiers(query, entity, includesPendingChanges: false).isEmpty
  }

  /// Returns the entity among whose objects those of `form` are looked for: where no two of a tree
  /// have the same identity, the one that declares it, so that what a sibling has is found too.
  private func searched(_ form: PayloadForm) -> ManagedEntity {
    guard form.identity.holdsEachValueOnce else { return form.entity }
    return unit.entities.first { ObjectIdentifier($0.type) == form.declaringClass } ?? form.entity
  }

  /// Takes `object` for the one that rows of `form` with its identity are about, if there is no
  /// other yet.
  private mutating func note(_ object: ManagedObject, _ form: PayloadForm) {
    // One of a sibling class may not have the property, or have another one there.
    guard object.__entity.layout.propertyIndex(form.identity.name) == form.identityIndex,
      isMeant(object, form)
    else { return }
    let key = form.key(object.storedValue(at: form.identityIndex), in: nil)
    // Of several members with one identity, which a store may have where nothing forbids it, the
    // oldest is the one.
    guard let known = objects[key] else { return objects[key] = object }
    guard known !== object else { return }
    ambiguous.insert(key)
    if !form.identity.holdsEachValueOnce, !isKnownWithinParent(form) { unclear.insert(key) }
  }

  /// `true` if rows of `form` are about members of the parent alone.
  private func isKnownWithinParent(_ form: PayloadForm) -> Bool {
    guard let parent, !form.identity.holdsEachValueOnce else { return false }
    return form.entity === unit.entities[parent.relationship.target]
  }

  /// `true` if a row may be about `object`: one whose identity is not unique is known within its
  /// parent alone.
  private func isMeant(_ object: ManagedObject, _ form: PayloadForm) -> Bool {
    guard let parent, isKnownWithinParent(form) else { return true }
    return (try? unit.graph.isMember(object, of: parent)) ?? true
  }

  // MARK: References

  /// Returns the references to objects that neither `rows` nor the store have.
  ///
  /// - Throws: a `SyncError` if such are refused.
  func unknownReferences(_ rows: [PayloadRow]) throws -> [SyncReport.Row] {
    guard hasReferences, rows.contains(where: { !$0.links.isEmpty }) else { return [] }
    var found: [SyncReport.Row] = []
    let made = madeNow(rows)
    let awaits = parts?.awaitsLaterRows == true
    for (position, row) in rows.enumerated() where !row.isLeftOut {
      for (index, link) in row.links.sorted(by: { $0.key < $1.key }) {
        guard let relationship = row.form.entity.relationships[index] else { continue }
        for target in link.targets
        where objects[target.key] == nil && !made.contains(target.key)
          && (local?.deletion(target.key) == nil || awaits)
        {
          let (key, path) = (target.key, target.path)
          if let parts, awaits {
            parts.wait(path, of: row, isNeeded: needs(relationship, row, at: position))
            continue
          }
          // The report says of the row itself why nothing has been made of it.
          if target.isRow, options.unknownReferences == .skip { continue }
          let message =
            unclear.contains(key)
            ? whyItIsUnclear(link.form)
            : "\(relationship.title) refers to an object that is not there"
          guard options.unknownReferences == .skip else {
            throw SyncError(message: message, path: path)
          }
          found.append(SyncReport.Row(path: path, outcome: .skipped(message)))
        }
      }
    }
    return found
  }

  /// Returns what `rows` make, while later rows are awaited without what needs something that is
  /// not there yet, or needs what does.
  private func madeNow(_ rows: [PayloadRow]) -> Set<PayloadKey> {
    var made = Set(rows.lazy.filter { isMade($0) }.map(\.key))
    guard parts?.awaitsLaterRows == true else { return made }
    var waiting: [PayloadKey] = []
    var needing: [PayloadKey: [PayloadKey]] = [:]
    for (position, row) in rows.enumerated() {
      for (index, link) in row.links {
        guard let relationship = row.form.entity.relationships[index],
          needs(relationship, row, at: position)
        else { continue }
        for key in link.targets.map(\.key) where objects[key] == nil {
          if made.contains(key) {
            needing[key, default: []].append(row.key)
          } else {
            waiting.append(row.key)
          }
        }
      }
    }
    while let key = waiting.popLast() {
      if made.remove(key) != nil { waiting += needing[key] ?? [] }
    }
    return made
  }

  /// `true` if the object of `row` is made and cannot be saved without `relationship`.
  private func needs(
    _ relationship: ManagedRelationship, _ row: PayloadRow, at position: Int
  ) -> Bool {
    rowObjects[position] == nil && isMade(row) && !relationship.isToMany
      && !relationship.description.isOptional
  }
}
