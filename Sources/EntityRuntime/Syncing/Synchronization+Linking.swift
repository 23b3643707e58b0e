import EntityModel
import EntityStore

/// Making objects refer to what rows say.
extension Synchronization {
  /// Makes the object that `row` is about refer to what the row says.
  mutating func link(_ row: PayloadRow, at position: Int) {
    if row.isLeftOut { return }
    if rowObjects[position] == nil { return release(row) }
    guard row.change != .deleted, let object = rowObjects[position],
      row.isOwn || options.related.contains(.update)
        || isMadeOfRow[position]
        || parts?.wasInserted(object) == true
    else { return }
    for (index, link) in row.links.sorted(by: { $0.key < $1.key }) {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      let isToMany = end.relationship.isToMany
      if !isToMany, let decision = decisions[row.key], !decision.toOnes.contains(index) { continue }
      let targets = link.targets.compactMap { objects[$0.key] }
      // A later part may make what is not there, also what has been deleted here.
      let awaits = parts?.awaitsLaterRows == true
      if let parts, !parts.links(end, waits: awaits && targets.count < link.targets.count) {
        continue
      }
      let gone =
        awaits
        ? 0 : link.targets.count { objects[$0.key] == nil && local?.deletion($0.key) != nil }
      if !isToMany, gone > 0, isDeletedWithTarget(end.relationship) {
        if row.isOwn || mayDelete(object) { doomed.append(object) }
        continue
      }
      let isWhole = link.isWhole && targets.count + gone == link.targets.count
      let hasChanged =
        isToMany
        ? hold(targets, isWhole: isWhole, end, decisions[row.key]?.side)
        : refer(to: targets.first, isWhole: isWhole, end)
      if hasChanged { updated.insert(ObjectIdentifier(object)) }
    }
  }

  /// Makes the to-one `end` refer to `target`; `false` if nothing changes.
  private func refer(to target: ManagedObject?, isWhole: Bool, _ end: RelationshipEnd) -> Bool {
    let former = unit.graph.related(by: end).first
    guard former !== target else { return false }
    if let target {
      if isKeptOut(target, of: end) { return false }
    } else {
      guard isWhole, options.related.contains(.delete) else { return false }
    }
    unit.graph.set(end.owner, end.index, to: target)
    return true
  }

  /// Makes the to-many `end` hold `targets`, and nothing else if they are all that it is to hold;
  /// `false` if nothing changes.
  private mutating func hold(
    _ targets: [ManagedObject], isWhole: Bool, _ end: RelationshipEnd, _ side: MergePolicy.Side?
  ) -> Bool {
    let former = unit.graph.shown(by: end)
    let removes = isWhole && options.related.contains(.delete)
    let held = Set(former.map { ObjectIdentifier($0) })
    let targets = targets.filter { held.contains(ObjectIdentifier($0)) || !isKeptOut($0, of: end) }
      .filter { !isUnlinkedHere($0, from: end) }
    let wanted = Set(targets.map { ObjectIdentifier($0) })
    let others = former.filter { !wanted.contains(ObjectIdentifier($0)) }
    let missing = removes ? others.filter { !isKept($0, in: end) } : []
    let added = targets.filter { !held.contains(ObjectIdentifier($0)) }
    let needsOwner =
      !end.relationship.inverseIsToMany
      && unit.entities[end.relationship.target].layout
        .properties[end.relationship.inverseIndex].relationship?.isOptional == false
    // A later part may have them elsewhere, and until then they must have an owner.
    let awaitsOwner = needsOwner && parts != nil
    if removes, awaitsOwner { parts?.note(removed: missing, from: end) }
    let taken = awaitsOwner ? [] : missing
    if end.relationship.isOrdered {
      let gone = Set(taken.map { ObjectIdentifier($0) })
      let staying = others.filter { !gone.contains(ObjectIdentifier($0)) }
      let keepsOrder =
        side != .theirs && local?[end.owner]?.reordered.contains(end.index) == true
      let order =
        keepsOrder
        ? former.filter { !gone.contains(ObjectIdentifier($0)) } + added
        : removes ? targets + staying : staying + targets
      let isSame = order.elementsEqual(former, by: ===)
      guard !isSame || !missing.isEmpty else { return false }
      if !isSame { unit.graph.set(end.owner, end.index, to: order) }
    } else {
      guard !added.isEmpty || !missing.isEmpty else { return false }
      for object in added { unit.graph.add(object, to: end) }
      for object in taken { unit.graph.takeAway(object, from: end) }
    }
    if needsOwner { removed += taken.map { ($0, end.relationship.inverseIndex) } }
    return true
  }

  /// Puts `wanted` of the members of `parent`, if these have an order, into theirs, and before the
  /// others.
  func arrange(_ wanted: [ManagedObject], in parent: RelationshipEnd) {
    guard parent.relationship.isOrdered,
      local?[parent.owner]?.reordered.contains(parent.index) != true
    else { return }
    let former = unit.graph.shown(by: parent)
    let held = Set(former.map { ObjectIdentifier($0) })
    var seen: Set<ObjectIdentifier> = []
    let first = wanted.filter {
      held.contains(ObjectIdentifier($0)) && seen.insert(ObjectIdentifier($0)).inserted
    }
    let order = first + former.filter { !seen.contains(ObjectIdentifier($0)) }
    if !order.elementsEqual(former, by: ===) {
      unit.graph.set(parent.owner, parent.index, to: order)
    }
  }

  /// Makes `object` a member of `parent`.
  mutating func join(_ object: ManagedObject, to parent: RelationshipEnd) {
    guard (try? unit.graph.isMember(object, of: parent)) != true, !isKeptOut(object, of: parent)
    else { return }
    unit.graph.add(object, to: parent)
    updated.insert(ObjectIdentifier(object))
  }
}
