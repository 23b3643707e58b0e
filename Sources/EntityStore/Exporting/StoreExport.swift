import EntityJSON
import EntityModel

/// Writes the rows of a store, or some of them, as lines of JSON.
///
/// All is read through one session, a batch at a time, so that it is one state of the store and
/// there may be any number of rows.
package final class StoreExport {
  let session: any StoreSession
  let layout: StoreLayout
  let options: ExportOptions

  /// The names of the attributes that are left out, by the entity that declares them.
  private let omitted: [String: Set<String>]

  private let output: ([UInt8]) throws -> Void
  private let progress: ((TransferProgress) throws -> Void)?

  var writer = JSONWriter()

  /// What has been written.
  private(set) var report = ExportReport()

  /// The ids of the rows that are written, by table.
  private(set) var selected: [String: RowIDs] = [:]

  /// `true` if only some of the rows are written.
  let isPart: Bool

  /// How many rows are written in all.
  private var total = 0

  /// What is written of the objects of an entity, by its index.
  private var plans: [Int: Plan] = [:]

  /// The keys that objects of an entity are named by, by its index.
  private var keys: [Int: KeyLayout] = [:]

  /// Prepares writing the rows that `queries` find, or all if there are none, to `output`, which
  /// takes the text a piece at a time.
  package init(
    _ session: any StoreSession, _ layout: StoreLayout, queries: [EntityQuery]?,
    options: ExportOptions, omitted: [String: Set<String>] = [:],
    progress: ((TransferProgress) throws -> Void)? = nil,
    to output: @escaping ([UInt8]) throws -> Void
  ) throws {
    self.session = session
    self.layout = layout
    self.options = options
    self.omitted = omitted
    self.progress = progress
    self.output = output
    isPart = queries != nil
    let all = layout.entities.filter { $0.lineage.count == 1 }.map { EntityQuery(entity: $0.name) }
    for query in queries ?? all {
      let entity = try layout.requiredEntity(query.entity)
      var ids = selected[entity.table.name] ?? RowIDs()
      _ = try session.ids(query) {
        ids.insert($0)
        return true
      }
      selected[entity.table.name] = ids
    }
    total = selected.values.reduce(0) { $0 + $1.count }
  }

  /// Writes everything; `version` is that of the model.
  package func run(modelVersion version: String) throws -> ExportReport {
    writeHeader(version)
    try reportProgress()
    for table in orderedTables() { try writeObjects(of: table) }
    for entity in layout.entities {
      for index in layout.ownIndexes(of: entity) where isWrittenAsList(index, of: entity) {
        try writeLists(of: entity, index)
      }
    }
    if options.includesMetadata, !isPart { try writeMetadata() }
    writer.beginObject()
    writer.member("end") { $0.append(report.objects) }
    try endLine(of: "the end")
    try flush()
    try reportProgress()
    return report
  }

  // MARK: Lines

  private func writeHeader(_ version: String) {
    writer.beginObject()
    writer.member("entityGraph", TransferFormat.mark)
    writer.member("format", TransferFormat.version)
    writer.member("model", version)
    writer.member("references", options.references.rawValue)
    let names = layout.entities.filter { !(selected[$0.table.name] ?? RowIDs()).isEmpty }
    writer.member("entities", names.map(\.name)) { $0.append($1) }
    writer.member("objects", total)
    if isPart { writer.member("part") { $0.append(raw: "true") } }
    writer.member("end") { $0.append(raw: "true") }
    writer.endObject()
    appendLineBreak()
  }

  /// Ends the object that is a line, which is of what `name` says.
  ///
  /// - Throws: a `StoreError` for a line that is too long to be imported; what `output` throws.
  func endLine(of name: @autoclosure () -> String) throws {
    writer.endObject()
    guard writer.bytes.count <= LineReader.limit else {
      throw StoreError(
        .tooBig,
        "the line of \(name()) would have \(writer.bytes.count) bytes, and an import reads lines of "
          + "\(LineReader.limit); copy the store with a backup instead")
    }
    appendLineBreak()
    if pending.count + writer.bytes.count >= 1 << 16 { try flush() }
  }

  /// Lines that are whole and have not been handed out.
  private var pending: [UInt8] = []

  private func appendLineBreak() {
    pending += writer.bytes
    pending.append(UInt8(ascii: "\n"))
    writer = JSONWriter()
  }

  private func flush() throws {
    guard !pending.isEmpty else { return }
    report.bytes += pending.count
    try output(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private func reportProgress() throws {
    try Task.checkCancellation()
    try progress?(
      TransferProgress(
        objects: report.objects, totalObjects: total, bytes: report.bytes + pending.count))
  }

  private func writeMetadata() throws {
    for key in try session.metadataKeys() {
      // The class matters where a NaN is stored, which is a blob to every other one.
      guard let value = try session.metadata(key, as: .real), !value.isNull else { continue }
      writer.beginObject()
      writer.member("metadata", key)
      // No type of an attribute is known, so that the value says how it is stored.
      writer.member("value") { ExportedValue.appendTagged(value, to: &$0) }
      try endLine(of: "the metadata '\(key)'")
    }
  }

  // MARK: Objects

  /// What is written of the objects of an entity.
  private struct Plan {
    struct Column {
      let index: Int
      let position: Int
      let name: String
      let kind: ColumnLayout.Kind
      let isExternal: Bool
    }

    var columns: [Column] = []

    /// The targets of to-ones, by property index.
    var targets: [Int: EntityLayout] = [:]
  }

  private func plan(of entity: EntityLayout) throws -> Plan {
    if let plan = plans[entity.index] { return plan }
    var plan = Plan()
    for index in entity.columnIndexes {
      guard let column = entity.columns[index] else { continue }
      if isOmitted(index, of: entity) { continue }
      if let relationship = entity.properties[index].relationship {
        let target = try layout.requiredEntity(relationship.target)
        if options.references == .keys { _ = try requiredKey(of: target) }
        plan.targets[index] = target
      }
      plan.columns.append(
        Plan.Column(
          index: index, position: column.position, name: column.property, kind: column.kind,
          isExternal: column.isExternal))
    }
    if options.references == .keys { _ = try requiredKey(of: entity) }
    plans[entity.index] = plan
    return plan
  }

  /// `true` if the values of the property `index` of `entity` are not written, in no reference
  /// either.
  private func isOmitted(_ index: Int, of entity: EntityLayout) -> Bool {
    guard let column = entity.columns[index] else { return false }
    if omitted[column.entity]?.contains(column.property) == true { return true }
    return options.omitsSecrets && entity.properties[index].attribute?.isSecret == true
  }

  /// Returns the key that objects of `entity` are named by.
  func requiredKey(of entity: EntityLayout) throws(StoreError) -> KeyLayout {
    if let key = keys[entity.index] { return key }
    if let key = entity.exportKey(omitting: { isOmitted($0, of: entity) }) {
      keys[entity.index] = key
      return key
    }
    throw StoreError(
      .invalidRequest,
      "'\(entity.name)' has no unique attribute that its objects could be named by; declare one "
        + "'.unique', or export by ids", entity: entity.name)
  }

  /// One row, copied so that others can be read meanwhile.
  private struct CopiedRow {
    let id: Int64
    let version: Int64?
    let entity: EntityLayout
    var values: [StoredValue]
  }

  private func writeObjects(of table: TableLayout) throws {
    guard let ids = selected[table.name], let root = layout.entity(table.entityNames[0]) else {
      return
    }
    try ids.forEachChunk(of: TransferFormat.batch) { chunk in
      var rows: [CopiedRow] = []
      rows.reserveCapacity(chunk.count)
      try session.rows(ids: chunk, of: root) { row in
        guard let index = row.entity else {
          throw StoreError(
            .modelMismatch,
            "the row \(row.id) of '\(table.name)' is of an entity that the model does not have; "
              + "export with the program whose model has it", entity: root.name)
        }
        let entity = layout.entities[index]
        let plan = try plan(of: entity)
        rows.append(
          CopiedRow(
            id: row.id, version: row.version, entity: entity,
            values: plan.columns.map { row[$0.position].storedValue }))
      }
      let names = options.references == .keys ? try names(ofTargetsOf: rows) : [:]
      for row in rows { try write(withExternals(row), names) }
      report.objects += rows.count
      try reportProgress()
    }
  }

  /// Returns `row` with the values of external attributes, which may be large, in the place of what
  /// the row itself has.
  private func withExternals(_ row: CopiedRow) throws -> CopiedRow {
    if row.entity.externalColumns.isEmpty { return row }
    var whole = row
    for (slot, column) in try plan(of: row.entity).columns.enumerated()
    where column.isExternal && !row.values[slot].isNull {
      whole.values[slot] =
        try session.externalValue(of: column.index, row.entity, id: row.id) ?? .null
    }
    return whole
  }

  private func write(_ row: CopiedRow, _ names: [RowName: [StoredValue]]) throws {
    let plan = try plan(of: row.entity)
    writer.beginObject()
    writer.member("object", row.entity.name)
    if options.references == .ids {
      writer.member("id") { $0.append(raw: String(row.id)) }
      if let version = row.version { writer.member("version") { $0.append(raw: String(version)) } }
    }
    writer.beginMember("values")
    writer.beginObject()
    for (column, value) in zip(plan.columns, row.values) {
      writer.beginMember(column.name)
      switch column.kind {
      case .value(let type): ExportedValue.append(value, as: type, to: &writer)
      case .reference:
        if let target = plan.targets[column.index], case .integer(let id) = value {
          try writeReference(id, target, names)
        } else {
          writer.append(raw: "null")
        }
      }
    }
    writer.endObject()
    try endLine(of: "\(row.entity.name)-\(row.id)")
  }

  // MARK: References

  /// A row that is named by a key.
  struct RowName: Hashable {
    let entity: Int
    let id: Int64
  }

  /// Adds what names the row `id` of `entity`.
  func writeReference(
    _ id: Int64, _ entity: EntityLayout, _ names: [RowName: [StoredValue]]
  ) throws {
    guard options.references == .keys else { return writer.append(raw: String(id)) }
    guard let values = names[RowName(entity: entity.index, id: id)] else {
      throw StoreError(
        .corrupt, "\(entity.name)-\(id) is referred to and does not exist; check the store",
        entity: entity.name)
    }
    let key = try requiredKey(of: entity)
    writer.beginObject()
    for (column, value) in zip(key.index.columns, values) {
      guard case .value(let type) = column.kind, !value.isNull else {
        throw StoreError(
          .invalidRequest,
          "\(entity.name)-\(id) has no '\(column.property)' that it could be named by; give it one, "
            + "or export by ids", entity: entity.name, properties: [column.property])
      }
      writer.beginMember(column.property)
      ExportedValue.append(value, as: type, to: &writer)
    }
    writer.endObject()
  }

  /// Returns the values of the keys of what `rows` refer to.
  private func names(ofTargetsOf rows: [CopiedRow]) throws -> [RowName: [StoredValue]] {
    var wanted: [Int: Set<Int64>] = [:]
    for row in rows {
      let plan = try plan(of: row.entity)
      for (column, value) in zip(plan.columns, row.values) {
        if let target = plan.targets[column.index], case .integer(let id) = value {
          wanted[target.index, default: []].insert(id)
        }
      }
    }
    return try names(wanted)
  }

  /// Returns the values of the keys of the rows `wanted`, by the index of their entity.
  func names(_ wanted: [Int: Set<Int64>]) throws -> [RowName: [StoredValue]] {
    var names: [RowName: [StoredValue]] = [:]
    for (index, ids) in wanted {
      let entity = layout.entities[index]
      let key = try requiredKey(of: entity)
      try session.rows(ids: ids.sorted(), of: entity) { row in
        names[RowName(entity: index, id: row.id)] = row.values(of: key, entity)
      }
    }
    return names
  }

  /// Notes that a list has been written.
  func countList() { report.lists += 1 }

  // MARK: Order

  /// Returns the tables in an order in which most rows come after those that they refer to.
  private func orderedTables() -> [TableLayout] {
    var ordered: [TableLayout] = []
    var visited: Set<String> = []
    func visit(_ table: TableLayout) {
      guard visited.insert(table.name).inserted else { return }
      for column in table.columns {
        guard case .reference(let name) = column.kind,
          let target = layout.tables.first(where: { $0.name == name })
        else { continue }
        visit(target)
      }
      ordered.append(table)
    }
    for table in layout.tables { visit(table) }
    return ordered
  }
}
