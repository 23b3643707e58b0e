import EntityJSON
import EntityModel
import EntityStore

/// Makes the objects of a context what a payload says.
///
/// The rows have been read, and what they are about is looked for before anything is changed.
struct Synchronization {
  let context: ManagedObjectContext
  let unit: UnitOfWork
  let options: SyncOptions
  let forms: PayloadForms

  /// The objects by what rows know them as.
  var objects: [PayloadKey: ManagedObject] = [:]

  /// The objects that the rows are about, by the positions of the rows.
  var rowObjects: [ManagedObject?] = []

  /// What several objects are known as.
  private(set) var ambiguous: Set<PayloadKey> = []

  /// Those of them whose identity is not unique, and known among all objects here: nothing says
  /// which one is meant.
  private(set) var unclear: Set<PayloadKey> = []

  /// The objects that have been made.
  private var inserted: Set<ObjectIdentifier> = []

  /// The objects that were there and have been changed.
  var updated: Set<ObjectIdentifier> = []

  /// What has been done.
  var report: SyncReport

  /// What has not been pushed and is to stay; `nil` if nothing is.
  var local: LocalChanges?

  /// What becomes of rows about objects that have been changed here.
  var decisions: [PayloadKey: LocalChanges.Decision] = [:]

  /// What rows are about that has been deleted here and is made again.
  var revived: Set<PayloadKey> = []

  /// What refers to something that has been deleted here, and is deleted with it.
  var doomed: [ManagedObject] = []

  /// The rows that were about such objects.
  var discarded: Set<PayloadKey> = []

  /// Members that have been removed, and whose owner, by the property index, they must have.
  private var removed: [(member: ManagedObject, owner: Int)] = []

  /// `true` if no row has been passed over, so that objects that no row is about are not meant.
  var isWhole = true

  /// The object that all rows that are not inside of others belong to.
  private let parent: RelationshipEnd?

  /// What is known of the other parts of the payload; `nil` if there are none.
  private let parts: PayloadParts?

  private var templates: [ObjectIdentifier: RowTemplate] = [:]

  init(
    _ context: ManagedObjectContext, _ options: SyncOptions, in parent: RelationshipEnd? = nil,
    parts: PayloadParts? = nil, report: SyncReport = SyncReport()
  ) {
    self.report = report
    self.context = context
    unit = context.unit
    self.options = options
    self.parent = parent
    self.parts = parts
    forms = parts?.forms ?? PayloadForms(options.format)
    local = parts?.local
  }

  /// Applies `json`, rows of `entity`, and returns the objects that its own rows are about.
  ///
  /// - Parameter indexes: Where the rows are in the payload that they are a part of.
  /// - Throws: also `PayloadParts.Postponed`, before anything is changed.
  mutating func apply(
    _ json: JSON, of entity: ManagedEntity, at indexes: [Int]? = nil
  ) throws -> [ManagedObject] {
    var reader = PayloadReader(unit, options, forms, isPart: parts != nil)
    try reader.read(json, of: entity, at: indexes)
    isWhole = reader.isWhole
    if parts == nil { local = try options.pending.map { try LocalChanges($0, context) } }
    let rows = reader.rows
    try find(rows)
    rowObjects = rows.map { objects[$0.key] }
    try refuseUnclear(rows)
    try refuseOtherClasses(rows)
    try decide(rows)
    let repeated = try parts?.repeated(rows, rowObjects, options.repeatedRows) ?? []
    let unknown = try unknownReferences(rows)
    try parts?.postpone(rows)
    if parts?.linksOnly != true {
      for position in rows.indices { apply(rows[position], at: position) }
    }
    for position in rows.indices where !rows[position].links.isEmpty {
      link(rows[position], at: position)
    }
    deleteDoomed()
    let own = zip(rows, rowObjects).compactMap { $0.isOwn ? $1 : nil }
    if let parent { for object in own where object.__isLive { join(object, to: parent) } }
    // Another row may have taken what one has removed.
    for (member, owner) in removed where member.__isLive {
      guard let end = RelationshipEnd(of: member, owner) else { continue }
      if unit.graph.related(by: end).isEmpty { delete(member) }
    }
    parts?.keep(own)
    for (position, row) in rows.enumerated() {
      let outcome = outcome(row, at: position)
      let count = parts?.count(outcome.outcome, of: rowObjects[position], at: outcome.path)
      switch count ?? .once {
      case .nothing: break
      case .once: report.add(outcome)
      case .insteadOfUnchanged: report.countAsUpdated()
      }
    }
    for row in (parts?.linksOnly == true ? [] : reader.skipped) + repeated + unknown {
      report.add(row)
    }
    reportUnknownMembers(reader)
    return own
  }

  /// Deletes those of `candidates` that are not among `kept`; none where a row has been passed
  /// over, which may have been about any of them.
  mutating func delete(_ candidates: [ManagedObject], except kept: [ManagedObject]) {
    guard isWhole else { return }
    let kept = Set(kept.map { ObjectIdentifier($0) })
    for object in candidates where !kept.contains(ObjectIdentifier(object)) {
      if !isKept(object) { delete(object) }
    }
  }

  private mutating func delete(_ object: ManagedObject) {
    guard object.__isLive else { return }
    report.add(deleted: object.__objectID)
    context.delete(object)
  }

  // MARK: Finding

  /// Looks for the objects that `rows` and what they refer to are about.
  mutating func find(_ rows: [PayloadRow]) throws {
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
    let links = rows.flatMap(\.allLinks)
    if !links.isEmpty {
      var known = Set(rows.map(\.key))
      for link in links {
        for (key, _) in link.targets where known.insert(key).inserted { note(key, link.form) }
      }
    }
    objects.reserveCapacity(rows.count)
    for group in groups.sorted(by: { $0.form.entity.name < $1.form.entity.name }) {
      try find(group.keys.filter { $0.owner == nil }, group.form)
    }
    if local != nil { try findRenamed(Set(groups.flatMap(\.keys))) }
    for key in unclear { objects[key] = nil }
    // An owner comes before its members, and its own object has been found before theirs.
    findMembers(rows)
  }

  /// Looks for the objects that are known within the members of a row.
  private mutating func findMembers(_ rows: [PayloadRow]) {
    for row in rows {
      guard let owner = objects[row.key] else { continue }
      for (index, link) in row.links where link.targets.contains(where: { $0.key.owner != nil }) {
        guard let end = RelationshipEnd(of: owner, index) else { continue }
        var members: [StoredValue: ManagedObject] = [:]
        for member in unit.graph.shown(by: end) {
          let value = member.storedValue(at: link.form.identityIndex)
          if members[value] == nil { members[value] = member }
        }
        for (key, _) in link.targets where key.owner != nil { objects[key] = members[key.value] }
      }
    }
  }

  /// Looks for the objects of `form` that `keys` are about, many at once.
  private mutating func find(_ keys: [PayloadKey], _ form: PayloadForm) throws {
    guard !keys.isEmpty else { return }
    let path = PredicateOperand.attribute(PropertyPath([form.identity.name]))
    for start in stride(from: 0, to: keys.count, by: 1000) {
      try Task.checkCancellation()
      let values = keys[start..<min(start + 1000, keys.count)].map(\.value)
      let query = EntityQuery(
        entity: form.entity.name, predicate: .membership(path, values),
        visibility: RequestVisibility(deleted: .included, isUnscoped: true))
      for object in try unit.queries.fetch(query, form.entity, includesPendingChanges: false)
      where object.__isLive { note(object, form) }
    }
    // What has changed here has the identity that it has here.
    let pending = unit.tracker.lists
    for object in pending.inserted + pending.changed
    where object.__isLive && object.__entity.tree == form.entity.tree { note(object, form) }
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

  /// Returns the references to objects that neither `rows` nor the store have.
  ///
  /// - Throws: a `SyncError` if such are refused.
  func unknownReferences(_ rows: [PayloadRow]) throws -> [SyncReport.Row] {
    guard rows.contains(where: { !$0.links.isEmpty }) else { return [] }
    var found: [SyncReport.Row] = []
    let made = madeNow(rows)
    let awaits = parts?.awaitsLaterRows == true
    for (position, row) in rows.enumerated() {
      for (index, link) in row.links.sorted(by: { $0.key < $1.key }) {
        guard let relationship = row.form.entity.relationships[index] else { continue }
        for (key, path) in link.targets
        where objects[key] == nil && !made.contains(key)
          && (local?.deletion(key) == nil || awaits)
        {
          if let parts, awaits {
            parts.wait(path, of: row, isNeeded: needs(relationship, row, at: position))
            continue
          }
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
        for (key, _) in link.targets where objects[key] == nil {
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

  /// `true` if an object is made of `row` where there is none.
  private func isMade(_ row: PayloadRow) -> Bool {
    guard row.isOwn || options.related.contains(.insert), !row.form.entity.layout.isAbstract else {
      return false
    }
    if unclear.contains(row.key) { return false }
    if revived.contains(row.key) { return true }
    return local?.deletion(row.key) == nil && (row.change == nil || row.change == .inserted)
  }

  // MARK: Attributes

  /// Gives the object that `row` is about the values that are different, or makes one.
  mutating func apply(_ row: PayloadRow, at position: Int) {
    if row.change == .deleted { return }
    if let object = rowObjects[position] {
      guard row.isOwn || options.related.contains(.update) else { return }
      // A change says itself whether it has been restored.
      if row.change == nil, !isDeletedSoftlyHere(object) { restore(object) }
      let given = decisions[row.key].map { PayloadValues($0.values) } ?? row.values
      var values: [Int: StoredValue] = [:]
      for (index, value) in given.all
      where !LocalChanges.isSame(object.storedValue(at: index), value, row.form.entity, index) {
        values[index] = value
      }
      guard !values.isEmpty else { return }
      unit.assign(values, to: object)
      updated.insert(ObjectIdentifier(object))
    } else if isMade(row) {
      var values = valuesBefore(row)
      values.merge(row.values, replacing: true)
      let object = template(of: row.form).insert(values, context)
      objects[row.key] = object
      rowObjects[position] = object
      inserted.insert(ObjectIdentifier(object))
    }
  }

  private mutating func template(of form: PayloadForm) -> RowTemplate {
    if let template = templates[ObjectIdentifier(form)] { return template }
    let template = RowTemplate(form.entity, unit)
    templates[ObjectIdentifier(form)] = template
    return template
  }

  /// Takes back that `object`, which a row is about, has been deleted softly.
  private mutating func restore(_ object: ManagedObject) {
    guard let date = object.__entity.deletionDate, !object.storedValue(at: date).isNull else {
      return
    }
    unit.graph.restore(object)
    updated.insert(ObjectIdentifier(object))
  }

  // MARK: Relationships

  /// Makes the object that `row` is about refer to what the row says.
  mutating func link(_ row: PayloadRow, at position: Int) {
    guard row.change != .deleted, let object = rowObjects[position],
      row.isOwn || options.related.contains(.update)
        || inserted.contains(ObjectIdentifier(object))
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
        doomed.append(object)
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
    guard former !== target, !isKept(target, by: end) else { return false }
    if target == nil {
      guard isWhole, options.related.contains(.delete), former != nil else { return false }
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

  /// Makes `object` a member of `parent`.
  private mutating func join(_ object: ManagedObject, to parent: RelationshipEnd) {
    guard (try? unit.graph.isMember(object, of: parent)) != true, !isKeptOut(object, of: parent)
    else { return }
    unit.graph.add(object, to: parent)
    updated.insert(ObjectIdentifier(object))
  }

  // MARK: Report

  /// Returns what has become of `row`.
  func outcome(_ row: PayloadRow, at position: Int) -> SyncReport.Row {
    guard let object = rowObjects[position] else {
      return SyncReport.Row(path: row.path, outcome: .skipped(whyThereIsNoObject(row)))
    }
    let id = object.__objectID
    let identifier = ObjectIdentifier(object)
    return SyncReport.Row(
      path: row.path,
      outcome: inserted.contains(identifier)
        ? .inserted(id) : updated.contains(identifier) ? .updated(id) : .unchanged(id))
  }
  /// Why there is no object that `row` is about.
  private func whyThereIsNoObject(_ row: PayloadRow) -> String {
    if unclear.contains(row.key) { return whyItIsUnclear(row.form) }
    if local?.deletion(row.key) != nil {
      return "the object has been deleted here, which has not been pushed"
    }
    if discarded.contains(row.key) {
      return "the object belongs to one that has been deleted here, which has not been pushed"
    }
    if row.form.entity.layout.isAbstract, row.change == nil {
      return "'\(row.form.entity.name)' is abstract, so that no object can be made of the row"
    }
    return row.change == nil ? "no related objects are made" : "the object is not there"
  }
}
