import EntityJSON
import EntityModel
import EntityStore

/// Applies the rows of a payload that have been staged, a part at a time, in the transaction of
/// `container.write`.
///
/// A part is applied as a payload of its own would be, and saved. What a payload in memory knows of
/// all its rows is known from part to part: a reference to a row that comes later is made at the
/// end, and members that an owner has no more are deleted when no part has given them another.
struct StagedSynchronization<Object: ManagedObject> {
  /// How many rows a part has unless a caller says otherwise.
  static var partSize: Int { 1000 }

  /// How many bytes the rows of a part have at most, or a single row.
  static var partBytes: Int { 8 << 20 }

  private let context: ManagedObjectContext
  private let entity: ManagedEntity
  private let options: SyncOptions
  private let partSize: Int
  private let partBytes: Int
  private let parts: PayloadParts
  private let advance: (_ appliedRows: Int) throws -> Void

  private var unfit = UnfitRows()
  private var report = SyncReport(isPartial: true)
  private var isWhole = true
  private var appliedRows = 0

  /// - Parameter advance: Is called with how many rows have been applied, after each part.
  init(
    _ context: ManagedObjectContext, _ options: SyncOptions, partSize: Int, partBytes: Int,
    advance: @escaping (_ appliedRows: Int) throws -> Void
  ) throws {
    self.context = context
    entity = try context.unit.entity(of: Object.self)
    self.options = options
    self.partSize = partSize
    self.partBytes = partBytes
    parts = try PayloadParts(
      options, context.container.entities, options.pending.map { try LocalChanges($0, context) })
    self.advance = advance
  }

  /// Applies `rows` and deletes what `deleting` says; returns what has been done.
  mutating func apply(
    _ rows: StagedRows, deleting: SyncDeletion<Object>
  ) throws -> SyncReport {
    let candidates = try candidates(deleting)
    let unlinked = StagedRows()
    var pending = rows
    parts.awaitsLaterRows = rows.count > partSize || rows.byteCount >= partBytes
    while pending.count > 0 {
      let postponed = StagedRows()
      parts.beginPass()
      try applyParts(of: pending, postponed: postponed, unlinked: unlinked)
      // What waits for one another will wait for ever.
      if postponed.count == pending.count { parts.awaitsLaterRows = false }
      pending = postponed
    }
    parts.awaitsLaterRows = false
    parts.linksOnly = true
    try applyParts(of: unlinked, postponed: unlinked, unlinked: unlinked)
    try deleteRemoved()
    if isWhole { try delete(candidates) }
    return report
  }

  // MARK: Parts

  /// Rows that are applied together.
  private struct Part {
    var rows: [(index: Int, source: ArraySlice<UInt8>)] = []
    var byteCount = 0

    /// The rows as a payload.
    func json() throws(JSONReadingError) -> JSON {
      var text: [UInt8] = [UInt8(ascii: "[")]
      text.reserveCapacity(byteCount + rows.count + 1)
      for (position, row) in rows.enumerated() {
        if position > 0 { text.append(UInt8(ascii: ",")) }
        text.append(contentsOf: row.source)
      }
      text.append(UInt8(ascii: "]"))
      return try JSON(reading: text)
    }
  }

  /// Applies `rows`; adds those that have to come after others to `postponed`, and those whose
  /// references have to be made later to `unlinked`.
  private mutating func applyParts(
    of rows: StagedRows, postponed: StagedRows, unlinked: StagedRows
  ) throws {
    var reader = StagedRows.Reader(rows)
    var part = Part()
    while let row = try reader.next() {
      part.rows.append(row)
      part.byteCount += row.source.count
      guard part.rows.count >= partSize || part.byteCount >= partBytes else { continue }
      try apply(part, postponed: postponed, unlinked: unlinked)
      part = Part()
    }
    if !part.rows.isEmpty { try apply(part, postponed: postponed, unlinked: unlinked) }
  }

  private mutating func apply(
    _ part: Part, postponed: StagedRows, unlinked: StagedRows
  ) throws {
    var now: Part
    var waits: Set<Int>
    var round = 0
    while true {
      (now, waits) = (part, [])
      let former = options.invalidRows == .skip ? (parts.snapshot, report, isWhole) : nil
      var applied: Synchronization?
      while applied == nil, !now.rows.isEmpty {
        switch try attempt(now) {
        case .applied(let synchronization): applied = synchronization
        case .waits(let waiting):
          waits.formUnion(waiting)
          now.rows.removeAll { waiting.contains($0.index) }
        }
      }
      do {
        try context.save()
        break
      } catch {
        guard let applied else { throw error }
        // What a row says of its own has been saved before its references are made.
        let isLast = round == ManagedObjectContext.unfitRounds || parts.linksOnly
        try applied.take(error, options, isLast: isLast, into: &unfit)
        context.rollback()
        if let former {
          parts.goBack(to: former.0)
          (report, isWhole) = (former.1, former.2)
        }
        round += 1
      }
    }
    // In their order, since the last one about an object counts.
    if !waits.isEmpty {
      for row in part.rows where waits.contains(row.index) {
        try postponed.keep(row.source, index: row.index)
      }
    }
    if now.rows.isEmpty { return }
    if !parts.unlinked.isEmpty {
      for row in now.rows where parts.unlinked.contains(row.index) {
        try unlinked.keep(row.source, index: row.index)
      }
    }
    guard !parts.linksOnly else { return }
    appliedRows += now.rows.count
    try advance(appliedRows)
  }

  /// Applies `part`; returns where the rows are that are to be applied after others, if there are
  /// such, and has changed nothing then.
  private mutating func attempt(_ part: Part) throws -> Attempt {
    try context.checkCancellation()
    parts.begin()
    var synchronization = try Synchronization(
      context, options, parts: parts, report: report, without: unfit)
    synchronization.insertsRows = true
    do {
      try synchronization.apply(part.json(), of: entity, at: part.rows.map(\.index))
    } catch let waiting as PayloadParts.Postponed {
      return .waits(waiting.indexes)
    }
    report = synchronization.report
    isWhole = isWhole && synchronization.isWhole
    return .applied(synchronization)
  }

  /// What has become of a part.
  private enum Attempt {
    case applied(Synchronization)

    /// Where the rows are that have to wait for others, without which nothing is done.
    case waits(Set<Int>)
  }

  // MARK: Deleting

  /// Returns the numbers of the rows that are deleted if no row of the payload is about them.
  private func candidates(_ deleting: SyncDeletion<Object>) throws -> RowIDList {
    let request: FetchRequest<Object>
    switch deleting {
    case .none: return RowIDList()
    case .missing: request = FetchRequest()
    case .missingFrom(let wanted): request = wanted
    }
    return try context.unit.queries.rowIDs(request.entityQuery(entity.name))
  }

  private mutating func delete(_ candidates: RowIDList) throws {
    let synchronization = try Synchronization(context, options, parts: parts)
    let size = StagedSynchronization.partSize
    var missing: [Int64] = []
    for start in stride(from: 0, to: candidates.count, by: size) {
      try context.checkCancellation()
      let end = min(start + size, candidates.count)
      missing += candidates[start..<end].filter { !parts.isKept($0) }
      guard missing.count >= size || end == candidates.count && !missing.isEmpty else { continue }
      let ids = missing
      missing = []
      let objects = try context.unit.queries.objects(
        Object.self, with: ids.map { ObjectID(entityName: entity.rootName, rowID: $0) })
      try delete(objects.filter { !synchronization.isKept($0) })
    }
  }

  /// Deletes the members that their owners have no more, unless they have another one by now.
  private mutating func deleteRemoved() throws {
    let keys = parts.removals.keys.sorted {
      ($0.owner.rowID, $0.relationship, $0.owner.entityName)
        < ($1.owner.rowID, $1.relationship, $1.owner.entityName)
    }
    var members: [ManagedObject] = []
    for key in keys {
      try context.checkCancellation()
      guard let owner = try object(key.owner),
        let relationship = owner.__entity.relationships[key.relationship]
      else { continue }
      for id in parts.removals[key] ?? [] {
        guard let member = try object(id),
          let end = RelationshipEnd(of: member, relationship.inverseIndex),
          context.unit.graph.related(by: end).contains(where: { $0 === owner })
        else { continue }
        members.append(member)
        guard members.count >= StagedSynchronization.partSize else { continue }
        try context.checkCancellation()
        try delete(members)
        members = []
      }
    }
    try delete(members)
  }

  private func object(_ id: ObjectID) throws -> ManagedObject? {
    try context.unit.queries.objects(ManagedObject.self, with: [id]).first
  }

  private mutating func delete(_ objects: [ManagedObject]) throws {
    for object in objects where object.__isLive {
      report.add(deleted: object.__objectID)
      context.delete(object)
    }
    try context.save()
  }
}
