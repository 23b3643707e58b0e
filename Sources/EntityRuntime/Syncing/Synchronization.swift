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
  var ambiguous: Set<PayloadKey> = []

  /// Those of them whose identity is not unique, and known among all objects here: nothing says
  /// which one is meant.
  var unclear: Set<PayloadKey> = []

  /// Whether the object that a row is about has been made of it, by the positions of the rows.
  var isMadeOfRow: [Bool] = []

  /// The ids of the rows that have been added to the store without objects, by the positions of the
  /// payload's rows, 0 for none; empty if none have been.
  var insertedIDs: [Int64] = []

  /// `true` if rows may be added to the store without objects.
  var insertsRows = false

  /// `true` if there are rows with which nothing is done.
  var hasRefused = false

  /// The objects that have been made, where something is pending: nothing else asks.
  var inserted: Set<ObjectIdentifier> = []

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
  var removed: [(member: ManagedObject, owner: Int)] = []

  /// What is read; it has been applied once `apply` has returned.
  var rows: [PayloadRow] = []

  /// What has been passed over beside what could not be read.
  var passedOver: [SyncReport.Row] = []

  /// The rows that a save has refused.
  let unfit: UnfitRows

  /// `true` if what is applied is saved as it is.
  let savesItself: Bool

  /// `true` if no row has been passed over, so that objects that no row is about are not meant.
  var isWhole = true

  /// `false` if no row refers to anything or is inside of another one. The rows of a large payload
  /// are not in the cache any more when they are looked at again, which is not done for nothing.
  var hasReferences = true

  /// The object that all rows that are not inside of others belong to.
  let parent: RelationshipEnd?

  /// `true` if the rows are all members that `parent` is to have.
  let isWholeOfParent: Bool

  /// What is known of the other parts of the payload; `nil` if there are none.
  let parts: PayloadParts?

  /// What rows of the entities hold where nothing is given.
  var templates: RowTemplates

  init(
    _ context: ManagedObjectContext, _ options: SyncOptions, in parent: RelationshipEnd? = nil,
    isWholeOfParent: Bool = false, parts: PayloadParts? = nil, report: SyncReport = SyncReport(),
    without unfit: UnfitRows? = nil
  ) throws(StoreError) {
    self.unfit = unfit ?? UnfitRows()
    savesItself = unfit != nil
    self.report = report
    self.context = context
    unit = context.unit
    templates = RowTemplates(context.unit)
    self.options = options
    self.parent = parent
    self.isWholeOfParent = isWholeOfParent
    self.parts = parts
    if let parts {
      forms = parts.forms
    } else {
      forms = try PayloadForms(options, context.container.entities)
    }
    local = parts?.local
  }

  /// Applies `json`, rows of `entity`.
  ///
  /// - Parameter indexes: Where the rows are in the payload that they are a part of.
  /// - Throws: also `PayloadParts.Postponed`, before anything is changed.
  mutating func apply(
    _ json: JSON, of entity: ManagedEntity, at indexes: [Int]? = nil
  ) throws {
    var reader = PayloadReader(unit, options, forms)
    try reader.read(json, of: entity, at: indexes)
    isWhole = reader.isWhole
    hasReferences = reader.hasReferences
    if parts == nil { local = try options.pending.map { try LocalChanges($0, context) } }
    rows = reader.rows
    try find(rows)
    rowObjects =
      objects.isEmpty
      ? Array(repeating: nil, count: rows.count) : rows.map { objects[$0.key] }
    isMadeOfRow = Array(repeating: false, count: rows.count)
    try refuseUnclear(rows)
    try refuseOtherClasses(rows)
    if hasReferences { try refuseOtherOwners(rows) }
    if reader.hasRepeats { try foldRepeats(rows) }
    try decide(rows)
    if mayBeUnfit(reader) { try refuseUnfit(rows) }
    let repeated = try parts?.repeated(rows, rowObjects, options.repeatedRows) ?? []
    let unknown = try unknownReferences(rows)
    try parts?.postpone(rows)
    if parts?.linksOnly != true, try !insertRows(reader, of: json.document) {
      for position in rows.indices { apply(rows[position], at: position) }
    }
    if hasReferences {
      for position in rows.indices where !rows[position].links.isEmpty {
        link(rows[position], at: position)
      }
    }
    deleteDoomed()
    let own =
      hasReferences
      ? zip(rows, rowObjects).compactMap { $0.isOwn ? $1 : nil } : rowObjects.compactMap { $0 }
    if let parent {
      for object in own where object.__isLive { join(object, to: parent) }
      if isWholeOfParent { arrange(own, in: parent) }
    }
    // Another row may have taken what one has removed.
    for (member, owner) in removed where member.__isLive {
      guard let end = RelationshipEnd(of: member, owner) else { continue }
      if unit.graph.related(by: end).isEmpty { delete(member) }
    }
    parts?.keep(own)
    if hasReferences, let parts, let tree = rows.first?.form.entity.tree {
      parts.mention(mentioned.filter { $0.__entity.tree == tree })
    }
    if let parts, !insertedIDs.isEmpty, let form = rows.first?.form {
      let ids = insertedIDs.contains(0) ? insertedIDs.filter { $0 != 0 } : insertedIDs
      parts.keep(inserted: ids, form.entity.tree)
      report.count(inserted: ids.count)
    }
    report.reserve(rows.count)
    // What is counted of all together need not be looked at.
    let isCounted = parts != nil && !insertedIDs.isEmpty
    if !isCounted || hasRefused || !passedOver.isEmpty {
      for position in rows.indices where !isCounted || rows[position].isLeftOut {
        if !rows[position].isInsideOfRefused { addOutcome(of: rows[position], at: position) }
      }
    }
    let skipped = parts?.linksOnly == true ? [] : reader.skipped + passedOver
    for row in skipped + repeated + unknown {
      report.add(row)
    }
    reportUnknownMembers(reader)
  }

  /// The objects that rows are about, also those inside of others, and that they refer to.
  private var mentioned: [ManagedObject] {
    let about = rowObjects.compactMap(\.self)
    guard hasReferences else { return about }
    return about + rows.flatMap(\.allLinks).flatMap { $0.targets.compactMap { objects[$0.key] } }
  }

  /// Deletes those of `candidates` that the payload does not mention.
  mutating func delete(unmentioned candidates: [ManagedObject]) {
    for object in unmentioned(candidates) where !isKept(object) { delete(object) }
  }

  /// Makes those of `candidates` members of `parent` no more that the payload does not mention.
  mutating func takeAway(unmentioned candidates: [ManagedObject], from parent: RelationshipEnd) {
    for object in unmentioned(candidates) where !isKept(object, in: parent) {
      unit.graph.takeAway(object, from: parent)
    }
  }

  /// Returns those of `candidates` that no row of the payload is about or refers to; none where a
  /// row has been passed over, which may have been about any of them.
  private func unmentioned(_ candidates: [ManagedObject]) -> [ManagedObject] {
    guard isWhole, !candidates.isEmpty else { return [] }
    let known = Set(mentioned.map { ObjectIdentifier($0) })
    return candidates.filter { !known.contains(ObjectIdentifier($0)) }
  }

  private mutating func delete(_ object: ManagedObject) {
    guard object.__isLive else { return }
    report.add(deleted: object.__objectID)
    context.delete(object)
  }

  // MARK: Attributes

  /// `true` if an object is made of `row` where there is none.
  func isMade(_ row: PayloadRow) -> Bool {
    isToBeMade(row) && !row.form.entity.layout.isAbstract
  }

  /// `true` if `row` asks for an object where there is none, whether its class has any or not.
  func isToBeMade(_ row: PayloadRow) -> Bool {
    guard row.isOwn || options.related.contains(.insert) && row.form.isListed, !row.isLeftOut
    else { return false }
    if !unclear.isEmpty, unclear.contains(row.key) { return false }
    if !revived.isEmpty, revived.contains(row.key) { return true }
    return local?.deletion(row.key) == nil && (row.change == nil || row.change == .inserted)
  }

  /// Gives the object that `row` is about the values that are different, or makes one.
  mutating func apply(_ row: PayloadRow, at position: Int) {
    if row.change == .deleted || row.isLeftOut { return }
    if let object = rowObjects[position] {
      guard row.isOwn || options.related.contains(.update) else { return }
      // A change says itself whether it has been restored.
      if row.change == nil, !isDeletedSoftlyHere(object) { restore(object) }
      let given = decisions[row.key].map { PayloadValues($0.values) } ?? row.values
      var values: PropertyValues = [:]
      for position in 0..<given.count {
        let (index, value) = (given.index(at: position), given.value(at: position))
        let former = object.storedValue(at: index)
        if !row.form.entity.isSameValue(former, value, at: index) { values[index] = value }
      }
      guard !values.isEmpty else { return }
      templates.template(of: object.__entity).assign(values, to: object)
      updated.insert(ObjectIdentifier(object))
    } else if isMade(row) {
      var values = row.values
      if !revived.isEmpty { values.merge(valuesBefore(row), replacing: false) }
      let object = templates.template(of: row.form.entity).insert(values, context)
      // Only what refers to the object looks for it by its key.
      if hasReferences { objects[row.key] = object }
      rowObjects[position] = object
      isMadeOfRow[position] = true
      if local != nil { inserted.insert(ObjectIdentifier(object)) }
    }
  }

  /// Takes back that `object`, which a row is about, has been deleted softly.
  private mutating func restore(_ object: ManagedObject) {
    guard let date = object.__entity.deletionDate, !object.storedValue(at: date).isNull else {
      return
    }
    unit.graph.restore(object)
    updated.insert(ObjectIdentifier(object))
  }

  // MARK: Report

  /// Adds to the report what has become of `row`.
  private mutating func addOutcome(of row: PayloadRow, at position: Int) {
    let outcome = outcome(row, at: position)
    let counted = rowObjects[position].map { PayloadParts.Counted($0) }
    switch parts?.count(outcome.outcome, of: counted, at: outcome.place) ?? .once {
    case .nothing: break
    case .once: report.add(outcome)
    case .insteadOfUnchanged: report.countAsUpdated()
    }
  }

  /// `true` if rows have to be looked at that the reader has read, since they may be unfit.
  private func mayBeUnfit(_ reader: PayloadReader) -> Bool {
    guard !hasReferences, unfit.count == 0, !reader.hasBroken, !hasRefused, passedOver.isEmpty,
      unclear.isEmpty, let form = rows.first?.form, !form.entity.layout.isAbstract
    else { return true }
    return !reader.alwaysGiven.contains(all: form.required)
  }

  /// Returns what has become of `row`.
  func outcome(_ row: PayloadRow, at position: Int) -> SyncReport.Row {
    if !insertedIDs.isEmpty, insertedIDs[position] != 0 {
      let entity = row.form.entity.rootName
      return SyncReport.Row(
        at: row.place,
        outcome: .inserted(ObjectID(entityName: entity, rowID: insertedIDs[position])))
    }
    if let refusal = row.refusal { return refusal }
    guard let object = rowObjects[position] else {
      return SyncReport.Row(path: row.path, outcome: .skipped(whyThereIsNoObject(row)))
    }
    let id = object.__objectID
    return SyncReport.Row(
      at: row.place,
      outcome: isMadeOfRow[position]
        ? .inserted(id)
        : updated.contains(ObjectIdentifier(object)) ? .updated(id) : .unchanged(id))
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
    return row.change == nil ? "no related objects are made" : "the object is not there"
  }
}
