import EntityJSON
import EntityModel

/// Finding objects by the values of their keys.
extension StoreImport {
  /// Gives the objects of `batch` that have no id the one that the store has for their key, or a
  /// new one.
  func findByKeys(_ batch: inout [ImportedRow]) throws {
    typealias Keyed = (position: Int, key: KeyLayout, entry: KeyLayout.Entry)
    var keyed: [Keyed] = []
    var wanted = KeyedRows()
    for position in batch.indices where batch[position].id == nil {
      let row = batch[position]
      guard let (key, values) = ownKey(of: row), let entry = key.entry(ofColumns: values) else {
        refuse(
          ImportProblem(
            line: row.line,
            "the object has neither an id nor values of a unique attribute to be found by"),
          by: options.invalidLines)
        continue
      }
      keyed.append((position, key, entry))
      wanted.add(values, key, row.entity)
    }
    let found = try wanted.find(session, layout)
    var missing: [String: [Keyed]] = [:]
    for item in keyed {
      let row = batch[item.position]
      if let id = found[item.key.index.name]?[item.entry] ?? takeExpected(row) {
        batch[item.position].id = id
      } else {
        missing[row.entity.table.name, default: []].append(item)
      }
    }
    for items in missing.values {
      let table = batch[items[0].position].entity.table
      var id = try ledger.reserve(items.count, of: table, session)
      var given: [String: [KeyLayout.Entry: Int64]] = [:]
      for (position, key, entry) in items {
        // Of two objects of a batch with one key, the second one is reported as what comes twice.
        if let former = given[key.index.name]?[entry] {
          batch[position].id = former
          continue
        }
        given[key.index.name, default: [:]][entry] = id
        batch[position].id = id
        id += 1
      }
    }
    batch.removeAll { $0.id == nil }
  }

  /// Returns the key that `row` has values of, and these.
  private func ownKey(of row: ImportedRow) -> (key: KeyLayout, values: [StoredValue])? {
    let keys = (row.entity.exportKey.map { [$0] } ?? []) + row.entity.namingKeys
    for key in keys {
      let values = key.properties.compactMap { row.values[$0] }.filter { !$0.isNull }
      if values.count == key.properties.count { return (key, values) }
    }
    return nil
  }

  /// Returns the id that was promised to the object that `row` is, if an earlier line names it.
  private func takeExpected(_ row: ImportedRow) -> Int64? {
    for key in row.entity.namingKeys {
      guard let entries = ledger.expected[key.index.name], !entries.isEmpty else { continue }
      let values = key.properties.compactMap { row.values[$0] }
      guard values.count == key.properties.count, let entry = key.entry(ofColumns: values),
        let id = entries[entry]
      else { continue }
      ledger.expected[key.index.name]?[entry] = nil
      ledger.promised[row.entity.table.name]?.remove(id)
      return id
    }
    return nil
  }

  /// Gives the to-ones of `batch` that name objects by keys the ids of these: those of the store,
  /// of the batch, or that are promised to later lines.
  func resolveKeys(_ batch: inout [ImportedRow]) throws {
    var wanted = KeyedRows()
    for row in batch {
      for reference in row.references {
        guard let (target, key) = target(of: reference.property, row.entity, reference.key) else {
          continue
        }
        wanted.add(reference.values, key, target)
      }
    }
    guard !wanted.isEmpty else { return }
    var found = try wanted.find(session, layout)
    // The objects of the batch are not in the store yet.
    for row in batch {
      for key in row.entity.namingKeys where wanted.has(key) {
        let values = key.properties.compactMap { row.values[$0] }
        guard values.count == key.properties.count, let entry = key.entry(ofColumns: values),
          let id = row.id
        else { continue }
        found[key.index.name, default: [:]][entry] = id
      }
    }
    for position in batch.indices {
      let row = batch[position]
      for reference in row.references {
        guard let (target, key) = target(of: reference.property, row.entity, reference.key),
          let entry = key.entry(ofColumns: reference.values)
        else { continue }
        let id =
          try ledger.waiting[key.index.name]?[entry] ?? found[key.index.name]?[entry]
          ?? promise(entry, key, target)
        batch[position].values[reference.property] = .integer(id)
      }
    }
  }

  private func target(
    of property: Int, _ entity: EntityLayout, _ key: Int
  ) -> (entity: EntityLayout, key: KeyLayout)? {
    guard let name = entity.properties[property].relationship?.target,
      let target = layout.entity(name), target.namingKeys.indices.contains(key)
    else { return nil }
    return (target, target.namingKeys[key])
  }

  /// Returns the id that the object of `entity` will have which later lines are to have.
  private func promise(
    _ entry: KeyLayout.Entry, _ key: KeyLayout, _ entity: EntityLayout
  ) throws -> Int64 {
    if let id = ledger.expected[key.index.name]?[entry] { return id }
    let id = try ledger.reserve(1, of: entity.table, session)
    ledger.expected[key.index.name, default: [:]][entry] = id
    ledger.promised[entity.table.name, default: RowIDs()].insert(id)
    return id
  }
}

/// Rows that are looked for by the values of their keys.
struct KeyedRows {
  private struct Wanted {
    let entity: EntityLayout
    let key: KeyLayout
    var values: [KeyLayout.Entry: [StoredValue]] = [:]
  }

  /// What is looked for, by the name of the index of the key.
  private var wanted: [String: Wanted] = [:]

  /// How many conditions a query has at most.
  private static let conditionsPerQuery = 200

  var isEmpty: Bool { wanted.isEmpty }

  /// `true` if rows are looked for by `key`.
  func has(_ key: KeyLayout) -> Bool { wanted[key.index.name] != nil }

  /// Adds the row of `entity` with `values` of `key`.
  mutating func add(_ values: [StoredValue], _ key: KeyLayout, _ entity: EntityLayout) {
    guard let entry = key.entry(ofColumns: values) else { return }
    wanted[key.index.name, default: Wanted(entity: entity, key: key)].values[entry] = values
  }

  /// Returns the ids of the rows that there are, by the names of the indexes.
  func find(
    _ session: any StoreSession, _ layout: StoreLayout
  ) throws -> [String: [KeyLayout.Entry: Int64]] {
    var found: [String: [KeyLayout.Entry: Int64]] = [:]
    for (name, wanted) in wanted {
      // The index is of the whole table; a row of another class is found out later.
      let declaring = wanted.key.index.column.entity
      let entity = layout.entity(declaring) ?? wanted.entity
      for query in Self.queries(wanted.key, Array(wanted.values.values), entity) {
        try session.rows(query) { row in
          guard let entry = wanted.key.entry(ofColumns: row.values(of: wanted.key, wanted.entity))
          else { return }
          found[name, default: [:]][entry] = row.id
        }
      }
    }
    return found
  }

  private static func queries(
    _ key: KeyLayout, _ values: [[StoredValue]], _ entity: EntityLayout
  ) -> [EntityQuery] {
    func operand(_ position: Int) -> PredicateOperand {
      key.form(position).of(.attribute(PropertyPath([key.index.columns[position].property])))
    }
    if key.index.columns.count == 1 {
      let found = values.compactMap(\.first).map { key.form(0).of($0) }
      return [EntityQuery(entity: entity.name, predicate: .membership(operand(0), found))]
    }
    return stride(from: 0, to: values.count, by: conditionsPerQuery).map { start in
      let part = values[start..<min(start + conditionsPerQuery, values.count)]
      let conditions = part.map { values in
        PredicateTree.all(
          values.enumerated().map { position, value in
            .comparison(operand(position), .equal, .value(key.form(position).of(value)))
          })
      }
      return EntityQuery(entity: entity.name, predicate: .any(conditions))
    }
  }
}
