import EntityJSON
import EntityModel
import EntityStore

/// Makes the objects of a context what a payload says.
///
/// The rows have been read, and what they are about is looked for before anything is changed.
struct Synchronization {
  private let context: ManagedObjectContext
  private let unit: UnitOfWork
  private let options: SyncOptions
  private let forms: PayloadForms

  /// The objects by what rows know them as.
  private var objects: [PayloadKey: ManagedObject] = [:]

  /// The objects that the rows are about, by the positions of the rows.
  private var rowObjects: [ManagedObject?] = []

  /// The objects that have been made.
  private var inserted: Set<ObjectIdentifier> = []

  /// The objects that were there and have been changed.
  private var updated: Set<ObjectIdentifier> = []

  /// What has been done.
  private(set) var report: SyncReport

  /// Members that have been removed, and whose owner, by the property index, they must have.
  private var removed: [(member: ManagedObject, owner: Int)] = []

  /// `true` if no row has been passed over, so that objects that no row is about are not meant.
  private(set) var isWhole = true

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
    let rows = reader.rows
    try find(rows)
    rowObjects = rows.map { objects[$0.key] }
    try refuseOtherClasses(rows)
    let repeated = try parts?.repeated(rows, rowObjects, options.repeatedRows) ?? []
    let unknown = try unknownReferences(rows)
    if parts?.linksOnly != true {
      for position in rows.indices { apply(rows[position], at: position) }
    }
    for position in rows.indices where !rows[position].links.isEmpty {
      link(rows[position], at: position)
    }
    let own = zip(rows, rowObjects).compactMap { $0.isOwn ? $1 : nil }
    if let parent { for object in own { join(object, to: parent) } }
    // Another row may have taken what one has removed.
    for (member, owner) in removed where member.__isLive {
      guard let end = RelationshipEnd(of: member, owner) else { continue }
      if unit.graph.related(by: end).isEmpty { delete(member) }
    }
    parts?.keep(own)
    for (position, row) in rows.enumerated() {
      let outcome = outcome(row, at: position)
      if let parts, !parts.counts(outcome.outcome, of: rowObjects[position], at: outcome.path) {
        continue
      }
      report.add(outcome)
    }
    for row in (parts?.linksOnly == true ? [] : reader.skipped) + repeated + unknown {
      report.add(row)
    }
    return own
  }

  /// Deletes those of `candidates` that are not among `kept`; none where a row has been passed
  /// over, which may have been about any of them.
  mutating func delete(_ candidates: [ManagedObject], except kept: [ManagedObject]) {
    guard isWhole else { return }
    let kept = Set(kept.map { ObjectIdentifier($0) })
    for object in candidates where !kept.contains(ObjectIdentifier(object)) { delete(object) }
  }

  private mutating func delete(_ object: ManagedObject) {
    guard object.__isLive else { return }
    report.add(deleted: object.__objectID)
    context.delete(object)
  }

  // MARK: Finding

  /// Looks for the objects that `rows` and what they refer to are about.
  private mutating func find(_ rows: [PayloadRow]) throws {
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
    for row in rows { note(row.key, row.form) }
    if rows.contains(where: { !$0.links.isEmpty }) {
      var known = Set(rows.map(\.key))
      for link in rows.lazy.flatMap(\.links.values) {
        for (key, _) in link.targets where known.insert(key).inserted { note(key, link.form) }
      }
    }
    objects.reserveCapacity(rows.count)
    for group in groups.sorted(by: { $0.form.entity.name < $1.form.entity.name }) {
      try find(group.keys.filter { $0.owner == nil }, group.form)
    }
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

  /// Refuses rows and references whose identity an object of another class has.
  private func refuseOtherClasses(_ rows: [PayloadRow]) throws {
    func check(
      _ found: ManagedEntity?, _ form: PayloadForm, at path: JSONPath
    ) throws {
      guard let found, found !== form.entity,
        !found.layout.lineage.contains(form.entity.name)
      else { return }
      throw SyncError(
        message: "the '\(form.identityName)' is that of an object of '\(found.name)', which is no "
          + "'\(form.entity.name)'", path: path)
    }
    for (row, object) in zip(rows, rowObjects) {
      try check(object?.__entity, row.form, at: row.path)
    }
    guard rows.contains(where: { !$0.links.isEmpty }) else { return }
    var forms: [PayloadKey: PayloadForm] = [:]
    for row in rows { forms[row.key] = row.form }
    for link in rows.lazy.flatMap(\.links.values) {
      for (key, path) in link.targets {
        try check(objects[key]?.__entity ?? forms[key]?.entity, link.form, at: path)
      }
    }
  }

  /// Looks for the objects of `form` that `keys` are about, many at once.
  private mutating func find(_ keys: [PayloadKey], _ form: PayloadForm) throws {
    let path = PredicateOperand.attribute(PropertyPath([form.identity.name]))
    for start in stride(from: 0, to: keys.count, by: 1000) {
      try Task.checkCancellation()
      let values = keys[start..<min(start + 1000, keys.count)].map(\.value)
      let query = EntityQuery(
        entity: form.entity.name, predicate: .membership(path, values),
        visibility: RequestVisibility(deleted: .included))
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
    let key = PayloadKey(
      space: form.identitySpace, value: object.storedValue(at: form.identityIndex))
    // Of several objects with one identity, which a store may have where nothing forbids it, the
    // oldest is the one.
    if objects[key] == nil { objects[key] = object }
  }

  /// `true` if a row may be about `object`: one whose identity is not unique is known within its
  /// parent alone.
  private func isMeant(_ object: ManagedObject, _ form: PayloadForm) -> Bool {
    guard let parent, !form.identity.holdsEachValueOnce,
      form.entity === unit.entities[parent.relationship.target]
    else { return true }
    return (try? unit.graph.isMember(object, of: parent)) ?? true
  }

  /// Returns the references to objects that neither `rows` nor the store have.
  ///
  /// - Throws: a `SyncError` if such are refused.
  private func unknownReferences(_ rows: [PayloadRow]) throws -> [SyncReport.Row] {
    guard rows.contains(where: { !$0.links.isEmpty }) else { return [] }
    var found: [SyncReport.Row] = []
    let made = Set(rows.lazy.filter { isMade($0) }.map(\.key))
    for (position, row) in rows.enumerated() {
      for (index, link) in row.links.sorted(by: { $0.key < $1.key }) {
        guard let relationship = row.form.entity.relationships[index] else { continue }
        for (key, path) in link.targets where objects[key] == nil && !made.contains(key) {
          if let parts, parts.awaitsLaterRows {
            let isNeeded =
              rowObjects[position] == nil && isMade(row) && !relationship.isToMany
              && !relationship.description.isOptional
            parts.wait(path, isNeeded: isNeeded)
            continue
          }
          let message = "\(relationship.title) refers to an object that is not there"
          guard options.unknownReferences == .skip else {
            throw SyncError(message: message, path: path)
          }
          found.append(SyncReport.Row(path: path, outcome: .skipped(message)))
        }
      }
    }
    try parts?.postpone()
    return found
  }

  /// `true` if an object is made of `row` where there is none.
  private func isMade(_ row: PayloadRow) -> Bool {
    (row.isOwn || options.related.contains(.insert)) && !row.form.entity.layout.isAbstract
  }

  // MARK: Attributes

  /// Gives the object that `row` is about the values that are different, or makes one.
  private mutating func apply(_ row: PayloadRow, at position: Int) {
    if let object = rowObjects[position] {
      guard row.isOwn || options.related.contains(.update) else { return }
      restore(object)
      var values: [Int: StoredValue] = [:]
      for (index, value) in row.values.all
      where !Self.isSame(object.storedValue(at: index), value, row.form.entity, index) {
        values[index] = value
      }
      guard !values.isEmpty else { return }
      unit.assign(values, to: object)
      updated.insert(ObjectIdentifier(object))
    } else if isMade(row) {
      let object = template(of: row.form).insert(row.values, context)
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

  /// `true` if `old` and `new`, both of the attribute `index`, say the same: the JSON of a Codable
  /// value may be written differently.
  private static func isSame(
    _ old: StoredValue, _ new: StoredValue, _ entity: ManagedEntity, _ index: Int
  ) -> Bool {
    if old == new { return true }
    guard case .text(let old) = old, case .text(let new) = new,
      entity.layout.properties[index].attribute?.type == .json
    else { return false }
    return (try? JSON(reading: old)) == (try? JSON(reading: new))
  }

  // MARK: Relationships

  /// Makes the object that `row` is about refer to what the row says.
  private mutating func link(_ row: PayloadRow, at position: Int) {
    guard let object = rowObjects[position],
      row.isOwn || options.related.contains(.update)
        || inserted.contains(ObjectIdentifier(object))
        || parts?.wasInserted(object) == true
    else { return }
    for (index, link) in row.links.sorted(by: { $0.key < $1.key }) {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      let targets = link.targets.compactMap { objects[$0.key] }
      let isWhole = link.isWhole && targets.count == link.targets.count
      let hasChanged =
        end.relationship.isToMany
        ? hold(targets, isWhole: isWhole, end) : refer(to: targets.first, isWhole: isWhole, end)
      if hasChanged { updated.insert(ObjectIdentifier(object)) }
    }
  }

  /// Makes the to-one `end` refer to `target`; `false` if nothing changes.
  private func refer(to target: ManagedObject?, isWhole: Bool, _ end: RelationshipEnd) -> Bool {
    let former = unit.graph.related(by: end).first
    guard former !== target else { return false }
    if target == nil {
      guard isWhole, options.related.contains(.delete), former != nil else { return false }
    }
    unit.graph.set(end.owner, end.index, to: target)
    return true
  }

  /// Makes the to-many `end` hold `targets`, and nothing else if they are all that it is to hold;
  /// `false` if nothing changes.
  private mutating func hold(
    _ targets: [ManagedObject], isWhole: Bool, _ end: RelationshipEnd
  ) -> Bool {
    let former = unit.graph.shown(by: end)
    let removes = isWhole && options.related.contains(.delete)
    let wanted = Set(targets.map { ObjectIdentifier($0) })
    let missing = former.filter { !wanted.contains(ObjectIdentifier($0)) }
    let needOwner =
      !end.relationship.inverseIsToMany
      && unit.entities[end.relationship.target].layout
        .properties[end.relationship.inverseIndex].relationship?.isOptional == false
    if removes, needOwner, let parts {
      // A later part may have them elsewhere, and until then they must have an owner.
      parts.note(removed: missing, from: end)
    }
    let removesNow = removes && !(needOwner && parts != nil)
    if end.relationship.isOrdered {
      let order =
        removesNow ? targets : removes ? targets + missing : missing + targets
      let isSame = order.elementsEqual(former, by: ===)
      guard !isSame || removes && !missing.isEmpty else { return false }
      if !isSame { unit.graph.set(end.owner, end.index, to: order) }
    } else {
      let held = Set(former.map { ObjectIdentifier($0) })
      let added = targets.filter { !held.contains(ObjectIdentifier($0)) }
      guard !added.isEmpty || removes && !missing.isEmpty else { return false }
      for object in added { unit.graph.add(object, to: end) }
      if removesNow { for object in missing { unit.graph.takeAway(object, from: end) } }
    }
    if removesNow, needOwner {
      removed += missing.map { ($0, end.relationship.inverseIndex) }
    }
    return true
  }

  /// Makes `object` a member of `parent`.
  private mutating func join(_ object: ManagedObject, to parent: RelationshipEnd) {
    guard (try? unit.graph.isMember(object, of: parent)) != true else { return }
    unit.graph.add(object, to: parent)
    updated.insert(ObjectIdentifier(object))
  }

  // MARK: Report

  /// Returns what has become of `row`.
  private func outcome(_ row: PayloadRow, at position: Int) -> SyncReport.Row {
    guard let object = rowObjects[position] else {
      let why =
        row.form.entity.layout.isAbstract
        ? "'\(row.form.entity.name)' is abstract, so that no object can be made of the row"
        : "no related objects are made"
      return SyncReport.Row(path: row.path, outcome: .skipped(why))
    }
    let id = object.__objectID
    let identifier = ObjectIdentifier(object)
    return SyncReport.Row(
      path: row.path,
      outcome: inserted.contains(identifier)
        ? .inserted(id) : updated.contains(identifier) ? .updated(id) : .unchanged(id))
  }
}
