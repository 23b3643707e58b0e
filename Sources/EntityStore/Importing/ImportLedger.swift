import EntityModel

/// What an import remembers of the rows that it has seen, and of what it has done.
struct ImportLedger {
  /// The rows of the file, by the index of their entity.
  private(set) var seen: [RowIDs]

  /// The rows that have been added, by the index of their entity.
  private(set) var inserted: [RowIDs]

  /// The rows that have been added, changed or referred to, by table: what relationships hold of
  /// them may be too little or too much.
  private(set) var touched: [String: RowIDs] = [:]

  /// The rows that to-ones refer to, by the index of the entity that they have to be of.
  private(set) var targets: [RowIDs]

  /// The rows that have been given an end of a relationship that is to-one at both, by the index of
  /// the entity and of the property.
  var ends: [End: RowIDs] = [:]

  /// Former other ends, and who has referred to them.
  var releasedEnds: [(end: End, former: Int64, by: Int64)] = []

  /// The first lines that refer to rows which had not been seen then, as many as are remembered.
  private(set) var firstLines: [Reference: Int] = [:]

  /// Rows that keys have named and that have not come yet, with the ids that they will have.
  var expected: [String: [KeyLayout.Entry: Int64]] = [:]

  /// Rows that have come and wait to be written, by their keys.
  var waiting: [String: [KeyLayout.Entry: Int64]] = [:]

  /// The ids that rows have been promised which have not come yet, by table.
  var promised: [String: RowIDs] = [:]

  /// The tables that had no rows.
  private let emptyTables: Set<String>

  /// The first id of each table that no row has had.
  private var nextIDs: [String: Int64] = [:]

  /// The updates, without values.
  private(set) var updates: [ChangeSet.Update] = []

  /// The rows that have been updated, by table.
  private var updated: [String: RowIDs] = [:]

  var links: [ChangeSet.Link] = []
  var unlinks: [ChangeSet.Link] = []
  var orders: [ChangeSet.Order] = []

  /// A relationship that is to-one at both ends.
  struct End: Hashable {
    let entity: Int
    let property: Int
  }

  /// A row that is referred to as one of an entity.
  struct Reference: Hashable {
    let entity: Int
    let id: Int64
  }

  init(_ session: any WritingSession, _ layout: StoreLayout) throws {
    let none = Array(repeating: RowIDs(), count: layout.entities.count)
    (seen, inserted, targets) = (none, none, none)
    var empty: Set<String> = []
    for entity in layout.entities where entity.lineage.count == 1 {
      let isEmpty = try session.ids(EntityQuery(entity: entity.name, limit: 1)) { _ in false }
      if isEmpty { empty.insert(entity.table.name) }
    }
    emptyTables = empty
  }

  /// `true` if the table had rows before the import.
  func hadRows(_ table: TableLayout) -> Bool { !emptyTables.contains(table.name) }

  /// `true` if anything has been written.
  var hasWritten: Bool {
    inserted.contains { !$0.isEmpty } || !updates.isEmpty || !links.isEmpty || !unlinks.isEmpty
      || !orders.isEmpty
  }

  // MARK: Rows

  /// `true` if the file has had a row of the tree of `entity` with that id.
  func hasSeen(_ id: Int64, ofTreeOf entity: EntityLayout, _ layout: StoreLayout) -> Bool {
    has(id, in: seen, of: entity.table.entityNames, layout)
  }

  /// Notes that the file has the row `id` of `entity`.
  mutating func see(_ id: Int64, _ entity: EntityLayout) { seen[entity.index].insert(id) }

  /// Notes that the row `id` of `entity` has been passed over after all.
  mutating func forget(_ id: Int64, _ entity: EntityLayout) { seen[entity.index].remove(id) }

  mutating func insert(_ id: Int64, _ entity: EntityLayout) {
    inserted[entity.index].insert(id)
    touch(id, entity.table)
  }

  mutating func update(_ update: ChangeSet.Update, _ table: TableLayout) {
    updates.append(update)
    updated[table.name, default: RowIDs()].insert(update.id)
    touch(update.id, table)
  }

  /// Notes that the row `id` has been changed by its lists; returns `false` if that is known.
  mutating func noteUpdated(_ id: Int64, _ table: TableLayout) -> Bool {
    updated[table.name, default: RowIDs()].insert(id)
  }

  mutating func touch(_ id: Int64, _ table: TableLayout) {
    touched[table.name, default: RowIDs()].insert(id)
  }

  /// `true` if the row `id` of the tree of `entity` has been added.
  func hasInserted(_ id: Int64, ofTreeOf entity: EntityLayout, _ layout: StoreLayout) -> Bool {
    has(id, in: inserted, of: entity.table.entityNames, layout)
  }

  /// `true` if `rows` have the row `id` as one of an entity called one of `names`.
  private func has(
    _ id: Int64, in rows: [RowIDs], of names: [String], _ layout: StoreLayout
  ) -> Bool {
    names.contains { name in layout.entity(name).map { rows[$0.index].contains(id) } ?? false }
  }

  // MARK: References

  /// Notes that the line refers to the row `id`, which has to be of `target`.
  mutating func refer(
    to id: Int64, _ target: EntityLayout, line: Int, _ layout: StoreLayout
  ) {
    touch(id, target.table)
    guard targets[target.index].insert(id) else { return }
    let isSeen = has(id, in: seen, of: target.subentities, layout)
    if !isSeen, firstLines.count < 100_000 {
      firstLines[Reference(entity: target.index, id: id)] = line
    }
  }

  /// Returns the first line that refers to the row `id` as one of `target`, if it is remembered.
  func firstLine(_ id: Int64, _ target: EntityLayout) -> Int? {
    firstLines[Reference(entity: target.index, id: id)]
  }

  // MARK: Ids

  /// Returns `count` ids that no row has had.
  mutating func reserve(
    _ count: Int, of table: TableLayout, _ session: any WritingSession
  ) throws -> Int64 {
    let first = try session.reserveIDs(count, of: table)
    nextIDs[table.name] = first + Int64(count)
    return first
  }

  /// Has no later row be given an id up to `id`.
  mutating func reserve(
    through id: Int64, of table: TableLayout, _ session: any WritingSession
  ) throws {
    let next = try nextIDs[table.name] ?? session.reserveIDs(0, of: table)
    nextIDs[table.name] = next
    guard id >= next else { return }
    _ = try reserve(Int(id - next + 1), of: table, session)
  }

  // MARK: Changes

  /// Returns what has been done as a commit says it: rows without values.
  func changes(_ layout: StoreLayout) -> ChangeSet {
    var changes = ChangeSet()
    changes.unlinks = unlinks
    changes.updates = updates
    for entity in layout.entities {
      inserted[entity.index].forEachChunk(of: 4096) { ids in
        changes.inserts += ids.map { ChangeSet.Insert(entity: entity.index, id: $0) }
      }
    }
    changes.links = links
    changes.orders = orders
    return changes
  }
}
