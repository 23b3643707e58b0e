import EntityCSQLite
import EntityModel
import EntitySQLite
import EntityStore
import StoreConformance
import TestSupport
import Testing

/// Numbers without a sign over their whole range, the greater half of which is stored as blobs.
@Suite struct UnsignedTests {
  private static let model = ObjectModel(entities: [
    Entity(
      "File", properties: [.attribute(Attribute(name: "size", type: .uint64, isIndexed: true))])
  ])

  /// What is stored, in ascending order; the id of each row is its index and 1.
  private static let sizes: [UInt64] =
    [
      0, 1, 0x1_0000_0000, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, 0x8000_0000_0000_0001,
      0xFFFF_FFFF_FFFF_FFFE, 0xFFFF_FFFF_FFFF_FFFF,
    ]

  private static func store() throws -> SQLiteStore {
    let store = try SQLiteStore(model: model, at: .memory)
    try store.save { changes, _ in
      for (index, size) in sizes.enumerated().shuffled() {
        try changes.insert(
          "File", Int64(index + 1), ["size": size.storedValue], in: store.layout)
      }
    }
    return store
  }

  private static func query(_ predicate: PredicateTree = .constant(true)) -> EntityQuery {
    var query = EntityQuery(entity: "File")
    query.predicate = predicate
    query.sorting = [SortTerm(path: PropertyPath(["size"]))]
    return query
  }

  private static func size(
    _ comparison: PredicateTree.Comparison, _ size: UInt64
  ) -> PredicateTree {
    .comparison(
      .attribute(PropertyPath(["size"])), comparison, .value(size.storedValue))
  }

  @Test func everyNumberIsReadAsItWasWritten() throws {
    let store = try Self.store()
    #expect(try store.ids(Self.query()) == Array(1...8))
    let column = try store.layout.requiredEntity("File").requiredColumn(0).position
    let found = try store.read { session in
      var found: [UInt64?] = []
      try session.rows(Self.query()) { row in found.append(UInt64(__cell: row[column])) }
      return found
    }
    #expect(found == Self.sizes)
  }

  @Test func comparisonsHoldOverTheWholeRange() throws {
    let store = try Self.store()
    for (index, size) in Self.sizes.enumerated() {
      let below = Array(1..<Int64(index + 1))
      #expect(try store.ids(Self.query(Self.size(.less, size))) == below)
      #expect(
        try store.ids(Self.query(Self.size(.lessOrEqual, size))) == below + [Int64(index + 1)])
      #expect(try store.count(Self.query(Self.size(.greater, size))) == 7 - index)
      #expect(try store.count(Self.query(Self.size(.notEqual, size))) == 7)
    }
  }

  @Test func membershipOfManyNumbersHolds() throws {
    let many = (0..<150).map { UInt64($0 * 3 + 1) } + [1 << 63, .max]
    let among = PredicateTree.membership(
      .attribute(PropertyPath(["size"])), many.map(\.storedValue))
    let store = try Self.store()
    #expect(try store.ids(Self.query(among)) == [2, 5, 8])
    #expect(try store.ids(Self.query(.not(among))) == [1, 3, 4, 6, 7])
  }

  @Test func indexesFindRangesAcrossTheMiddle() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("store")
    let recorder = Recorder()
    let store = try SQLiteStore(
      model: Self.model, at: .file(path), options: StoreOptions(trace: { recorder.note($0) }))
    recorder.clear()
    _ = try store.ids(Self.query(.all([Self.size(.greater, 1), Self.size(.less, .max)])))
    store.close()
    let statement = try #require(recorder.all.first { $0.contains("SELECT") })
    let plan = try Self.plan(of: statement, in: path)
    #expect(plan == ["SEARCH t0 USING COVERING INDEX _index.File.size (size>? AND size<?)"])
  }

  /// Returns how SQLite runs `statement` on the database at `path`.
  private static func plan(of statement: String, in path: String) throws -> [String] {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    var prepared: OpaquePointer?
    try #require(
      sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN \(statement)", -1, &prepared, nil) == SQLITE_OK
    )
    defer { sqlite3_finalize(prepared) }
    var steps: [String] = []
    while sqlite3_step(prepared) == SQLITE_ROW {
      if let text = sqlite3_column_text(prepared, 3) { steps.append(String(cString: text)) }
    }
    return steps
  }
}
