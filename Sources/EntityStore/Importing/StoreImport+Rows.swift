import EntityJSON
import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoreImport {
  /// Writes the objects that have been read.
  func flushRows() throws {
    try throwProblems()
    guard !rows.isEmpty else { return }
    var batch = rows
    rows.removeAll(keepingCapacity: true)
    try findByKeys(&batch)
    try resolveKeys(&batch)
    try throwProblems()
    let existing = try findExisting(batch)
    var work = Work()
    for row in batch { try plan(row, existing, &work) }
    try throwProblems()
    try apply(&work)
    try reportProgress()
  }

  /// A row of a table.
  struct RowName: Hashable {
    let table: String
    let id: Int64
  }

  /// A row that the store had before the import.
  private struct ExistingRow {
    let entity: EntityLayout
    let version: Int64

    /// The values in the order of the entity's columns; empty where nothing is compared.
    let values: [StoredValue]
  }

  /// What is to be written, and of which lines it is.
  struct Work {
    var changes = ChangeSet()
    var lines: [RowName: ImportedRow] = [:]

    /// How many bytes the values have, if they are counted.
    var byteCount = 0
  }

  // MARK: What is there

  private func findExisting(_ batch: [ImportedRow]) throws -> [RowName: ExistingRow] {
    var wanted: [String: (root: EntityLayout, ids: Set<Int64>)] = [:]
    for row in batch {
      guard let id = row.id, ledger.hadRows(row.entity.table) else { continue }
      wanted[row.entity.table.name, default: (layout.root(of: row.entity), [])].ids.insert(id)
    }
    var found: [RowName: ExistingRow] = [:]
    let isCompared = options.existing == .update
    for (table, rows) in wanted {
      try session.rows(ids: rows.ids.sorted(), of: rows.root) { row in
        guard let index = row.entity else { return }
        let entity = layout.entities[index]
        let name = RowName(table: table, id: row.id)
        // What the file itself has added is reported as what comes twice.
        if ledger.hasInserted(row.id, ofTreeOf: entity, layout) { return }
        let values =
          isCompared
          ? entity.columnIndexes.map { index in
            entity.columns[index].map { row[$0.position].storedValue } ?? .null
          } : []
        found[name] = ExistingRow(entity: entity, version: row.version ?? -1, values: values)
      }
    }
    return found
  }

  // MARK: What is done

  /// Works out what becomes of `row`.
  private func plan(
    _ row: ImportedRow, _ existing: [RowName: ExistingRow], _ work: inout Work
  ) throws {
    let entity = row.entity
    guard let id = row.id else { return }
    let name = RowName(table: entity.table.name, id: id)
    if ledger.hasSeen(id, ofTreeOf: entity, layout) {
      let problem = ImportProblem(
        line: row.line, path: JSONPath([.name("id")]), "the object is in an earlier line already")
      return refuse(problem, by: options.invalidLines)
    }
    guard let found = existing[name] else {
      guard let insert = insert(row, id) else { return }
      ledger.see(id, entity)
      work.changes.inserts.append(insert)
      work.lines[name] = row
      return
    }
    guard found.entity === entity else {
      let problem = ImportProblem(
        line: row.line, path: JSONPath([.name("object")]),
        "the store has an object of '\(found.entity.name)' in its place")
      return refuse(problem, by: options.invalidLines)
    }
    switch options.existing {
    case .refuse:
      refuse(
        ImportProblem(line: row.line, "the store has the object already; skip or update it"))
    case .skip:
      ledger.see(id, entity)
      report.skip(ImportProblem(line: row.line, "the store has the object already"))
    case .update:
      guard let update = try update(row, id, found) else { return }
      ledger.see(id, entity)
      guard !update.properties.isEmpty else {
        report.unchanged += 1
        return
      }
      work.changes.updates.append(update)
      work.lines[name] = row
    }
  }

  /// Returns the row to be added; `nil` if it is not fit to be.
  private func insert(_ row: ImportedRow, _ id: Int64) -> ChangeSet.Insert? {
    let entity = row.entity
    var values: [StoredValue] = []
    values.reserveCapacity(entity.columnIndexes.count)
    for index in entity.columnIndexes {
      guard let value = row.values[index] ?? missingValue(index, of: entity) else {
        refuse(problem(row, index, "is required, and has no value here"), by: options.invalidLines)
        return nil
      }
      guard isFit(value, index, row) else { return nil }
      values.append(value)
    }
    return ChangeSet.Insert(entity: entity.index, id: id, version: row.version, values: values)
  }

  /// Returns the value of the property `index` of a new row whose line has none; `nil` if it has to
  /// have one.
  private func missingValue(_ index: Int, of entity: EntityLayout) -> StoredValue? {
    guard let attribute = entity.properties[index].attribute else {
      return entity.properties[index].relationship?.isOptional == true ? .null : nil
    }
    if attribute.timestamp != nil { return now }
    if let value = attribute.defaultValue { return value }
    if attribute.isOptional { return .null }
    return attribute.hasDefault ? knowledge.computedDefault(entity, attribute.name) : nil
  }

  /// `true` if the property `index` of `row` can be `value`.
  private func isFit(_ value: StoredValue, _ index: Int, _ row: ImportedRow) -> Bool {
    let property = row.entity.properties[index]
    if value.isNull {
      let isOptional = property.attribute?.isOptional ?? property.relationship?.isOptional ?? true
      let mayBeStored = row.entity.columns[index]?.isNullable == true && !options.checksRules
      if isOptional || mayBeStored { return true }
      refuse(problem(row, index, "is required, and cannot be null"), by: options.invalidLines)
      return false
    }
    guard options.checksRules, !row.asStored.contains(index),
      let broken = knowledge.brokenRule(row.entity, index, value)
    else { return true }
    refuse(
      ImportProblem(line: row.line, path: path(row.entity, index), broken),
      by: options.invalidLines)
    return false
  }

  private func path(_ entity: EntityLayout, _ index: Int) -> JSONPath {
    JSONPath([.name("values"), .name(entity.properties[index].name)])
  }

  private func problem(_ row: ImportedRow, _ index: Int, _ text: String) -> ImportProblem {
    ImportProblem(
      line: row.line, path: path(row.entity, index), "\(row.entity.text(of: index)) \(text)")
  }

  /// Returns what changes of the row `found`; `nil` if it is not fit to be changed so.
  private func update(
    _ row: ImportedRow, _ id: Int64, _ found: ExistingRow
  ) throws -> ChangeSet.Update? {
    var (properties, values, base): ([Int], [StoredValue], [StoredValue]) = ([], [], [])
    for (slot, index) in row.entity.columnIndexes.enumerated() {
      guard let value = row.values[index] else { continue }
      var former = found.values[slot]
      if row.entity.columns[index]?.isExternal == true, !former.isNull {
        former = try session.externalValue(of: index, row.entity, id: id) ?? .null
      }
      if former == value { continue }
      guard isFit(value, index, row) else { return nil }
      properties.append(index)
      values.append(value)
      base.append(former)
    }
    if !properties.isEmpty {
      // The file says when the object has been changed, or it is now.
      for (slot, index) in row.entity.columnIndexes.enumerated()
      where row.values[index] == nil
        && row.entity.properties[index].attribute?.timestamp == .updated
      {
        let place = properties.firstIndex { $0 > index } ?? properties.count
        properties.insert(index, at: place)
        values.insert(now, at: place)
        base.insert(found.values[slot], at: place)
      }
    }
    return ChangeSet.Update(
      entity: row.entity.index, id: id, version: found.version, properties: properties,
      values: values, base: base)
  }

  // MARK: References

  /// Notes what the rows of `work`, which have been written, refer to and do not refer to any more,
  /// in the order of their lines.
  private func noteReferences(of work: Work) {
    var written: [(row: ImportedRow, update: ChangeSet.Update?)] = []
    func name(_ entity: Int, _ id: Int64) -> RowName {
      RowName(table: layout.entities[entity].table.name, id: id)
    }
    for insert in work.changes.inserts {
      if let row = work.lines[name(insert.entity, insert.id)] { written.append((row, nil)) }
    }
    for update in work.changes.updates {
      if let row = work.lines[name(update.entity, update.id)] { written.append((row, update)) }
    }
    written.sort { $0.row.line < $1.row.line }
    for (row, update) in written {
      noteReferences(of: row, among: update?.properties)
      if let update { noteReleases(update, row.entity) }
    }
  }

  /// Notes what `row` refers to, by `properties` or by all.
  private func noteReferences(of row: ImportedRow, among properties: [Int]?) {
    for index in properties ?? row.entity.columnIndexes {
      guard let relationship = row.entity.properties[index].relationship,
        case .integer(let target)? = row.values[index], let id = row.id,
        let entity = layout.entity(relationship.target)
      else { continue }
      ledger.refer(to: target, entity, line: row.line, layout)
      if let end = end(index, of: row.entity) {
        ledger.ends[end, default: RowIDs()].insert(id)
      }
    }
  }

  /// Notes which objects an update makes nobody's other end any more, or nobody's members.
  private func noteReleases(_ update: ChangeSet.Update, _ entity: EntityLayout) {
    for (slot, index) in update.properties.enumerated() {
      guard let relationship = entity.properties[index].relationship,
        case .integer(let former)? = update.base?[slot],
        let target = layout.entity(relationship.target)
      else { continue }
      ledger.touch(former, target.table)
      if let end = end(index, of: entity) {
        ledger.releasedEnds.append((end, former, update.id))
      }
    }
  }

  /// Returns the relationship `index` of `entity` if it is to-one at both ends.
  func end(_ index: Int, of entity: EntityLayout) -> ImportLedger.End? {
    guard let relationship = entity.properties[index].relationship, !relationship.isToMany,
      let target = layout.entity(relationship.target),
      let inverse = target.propertyIndex(relationship.inverse),
      target.properties[inverse].relationship?.isToMany == false
    else { return nil }
    return ImportLedger.End(entity: entity.index, property: index)
  }

  // MARK: Writing

  /// Writes the objects that have waited for unique values of others.
  func writeWaiting() throws {
    if waiting.changes.isEmpty { return }
    var work = waiting
    waiting = Work()
    try apply(&work, mayWait: false)
    ledger.waiting = [:]
  }

  /// Writes `work`; of rows with unique values that others have, what the rule says, unless they
  /// wait for these to be given other ones.
  private func apply(_ work: inout Work, mayWait: Bool = true) throws {
    work.changes.updates.sort { ($0.entity, $0.id) < ($1.entity, $1.id) }
    while !work.changes.isEmpty {
      do {
        try session.withSavepoint { try apply(work.changes) }
        break
      } catch let error as StoreError where !error.uniqueViolations.isEmpty {
        try drop(error, &work, mayWait: mayWait)
      }
    }
    try note(work)
  }

  /// `true` if the row `holder` of the tree of `entity` may still be given other unique values: the
  /// store had it, and the file has not come to it, or it waits itself.
  private func mayGiveWay(_ holder: RowName, _ entity: EntityLayout) -> Bool {
    guard options.existing == .update, waiting.byteCount < TransferFormat.heldBytes else {
      return false
    }
    return waiting.lines[holder] != nil || !ledger.hasSeen(holder.id, ofTreeOf: entity, layout)
  }

  /// Moves what is to become of `row`, the row `name`, from `work` to what waits.
  private func postpone(_ row: ImportedRow, _ name: RowName, of work: inout Work) throws {
    let entity = row.entity
    waiting.lines[name] = row
    waiting.byteCount += row.values.reduce(64) { $0 + 24 + ($1?.byteCount ?? 0) }
    if let index = work.changes.updates.firstIndex(where: { isOf($0.entity, $0.id, name) }) {
      waiting.changes.updates.append(work.changes.updates.remove(at: index))
    }
    if let index = work.changes.inserts.firstIndex(where: { isOf($0.entity, $0.id, name) }) {
      waiting.changes.inserts.append(work.changes.inserts.remove(at: index))
      try ledger.reserve(through: name.id, of: entity.table, session)
    }
    // Later lines may refer to the object by its keys, which the store does not know yet.
    for key in entity.namingKeys {
      let values = key.properties.compactMap { row.values[$0] }
      guard values.count == key.properties.count, let entry = key.entry(ofColumns: values) else {
        continue
      }
      ledger.waiting[key.index.name, default: [:]][entry] = name.id
    }
  }

  private func isOf(_ entity: Int, _ id: Int64, _ name: RowName) -> Bool {
    id == name.id && layout.entities[entity].table.name == name.table
  }

  /// Removes from `work` the rows whose unique values others have.
  private func drop(_ error: StoreError, _ work: inout Work, mayWait: Bool) throws {
    var dropped: Set<RowName> = []
    for violation in error.uniqueViolations {
      guard let table = layout.entity(violation.objectID.entityName)?.table else { throw error }
      let name = RowName(table: table.name, id: violation.objectID.rowID)
      guard let row = work.lines[name] else { throw error }
      guard dropped.insert(name).inserted else { continue }
      let holder = RowName(table: table.name, id: violation.holderID.rowID)
      if mayWait, mayGiveWay(holder, row.entity) {
        try postpone(row, name, of: &work)
        continue
      }
      let names = violation.properties.map { "'\(violation.entity).\($0)'" }
        .joined(separator: " and ")
      let path = violation.properties.count == 1 ? violation.property : nil
      let isHeldByFile = work.lines[holder] != nil
      refuse(
        ImportProblem(
          line: row.line,
          path: JSONPath([.name("values")] + (path.map { [.name($0)] } ?? [])),
          "\(names) is unique, and another object\(isHeldByFile ? " of the file" : "") has the same"
        ),
        by: options.invalidLines)
      ledger.forget(violation.objectID.rowID, row.entity)
    }
    try throwProblems()
    func isDropped(_ entity: Int, _ id: Int64) -> Bool {
      dropped.contains(RowName(table: layout.entities[entity].table.name, id: id))
    }
    work.changes.inserts.removeAll { isDropped($0.entity, $0.id) }
    work.changes.updates.removeAll { isDropped($0.entity, $0.id) }
  }

  /// Notes what has been written.
  private func note(_ work: Work) throws {
    noteReferences(of: work)
    var greatest: [String: (TableLayout, Int64)] = [:]
    for insert in work.changes.inserts {
      let entity = layout.entities[insert.entity]
      ledger.insert(insert.id, entity)
      let known = greatest[entity.table.name]?.1 ?? 0
      greatest[entity.table.name] = (entity.table, max(known, insert.id))
    }
    for (table, id) in greatest.values { try ledger.reserve(through: id, of: table, session) }
    for var update in work.changes.updates {
      (update.values, update.base) = (nil, nil)
      ledger.update(update, layout.entities[update.entity].table)
    }
    report.inserted += work.changes.inserts.count
    report.updated += work.changes.updates.count
  }
}

extension StoredValue {
  /// How many bytes a text or a blob has.
  fileprivate var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    default: 0
    }
  }
}
