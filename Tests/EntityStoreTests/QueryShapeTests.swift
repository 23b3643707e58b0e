import EntityModel
import EntitySQLite
import EntityStore
import StoreConformance
import TestSupport
import Testing

@testable import EntitySQL

@Suite struct QueryShapeTests {
  @Test(arguments: 0..<10)
  func queriesOfOneShapeHaveOneStatementAndTheirValuesInOrder(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let world = World(&random, manyNaNs: false)
    let statements = RowStatements(StoreLayout(world.model), SQLiteDialect())
    var generator = PredicateGenerator(
      random: random, ids: world.ids + [ObjectID(entityName: "Node", rowID: -1)])
    // For each shape: its statement and constants, or `nil` if values decide them.
    var known: [ShapeKey: SQLQuery?] = [:]
    for step in 0..<3000 {
      let entity = generator.random.pick(["Node", "Leaf", "Bud", "Group", "Tag"])
      var query = EntityQuery(
        entity: entity, predicate: generator.predicate(entity, depth: step % 2))
      if generator.random.oneIn(2) { query.sorting = generator.sorting(entity) }
      query.source = generator.random.oneIn(2) ? nil : generator.random.pick(world.ids)
      query.includesSubentities = !generator.random.oneIn(4)
      if generator.random.oneIn(3) { query.limit = generator.random.below(6) - 1 }
      if generator.random.oneIn(3) { query.offset = generator.random.below(4) }
      let selection = generator.random.pick([
        QueryLowering.Selection.rows, .identifiers, .count,
      ])
      guard let shape = QueryShape(query, selection, statements.layout) else { continue }
      var lowered: SQLQuery? = try QueryLowering.lower(query, selection, statements)
      let constants = (lowered?.bindings.count ?? 0) - shape.values.count
      if constants >= 0, lowered?.bindings[constants...].elementsEqual(shape.values) == true {
        lowered?.bindings.removeLast(shape.values.count)
      } else {
        lowered = nil
      }
      if let first = known[shape.key] {
        #expect(first == lowered, "\(query)")
      } else {
        known[shape.key] = .some(lowered)
      }
    }
  }

  @Test(arguments: 0..<10)
  func `results of one shape have one statement and their values in order`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let world = World(&random, manyNaNs: false)
    let statements = RowStatements(StoreLayout(world.model), SQLiteDialect())
    var generator = PredicateGenerator(random: random, ids: world.ids)
    var known: [ShapeKey: (SQLQuery, [StorageType])?] = [:]
    for step in 0..<3000 {
      let entity = generator.random.pick(["Node", "Leaf", "Bud", "Group", "Tag"])
      let isGrouped = generator.random.oneIn(3)
      var query = ResultQuery(EntityQuery(entity: entity), columns: [])
      query.base.predicate = generator.predicate(entity, depth: step % 2)
      query.base.includesSubentities = !generator.random.oneIn(4)
      if generator.random.oneIn(2) { query.base.sorting = generator.sorting(entity) }
      for _ in 0...generator.random.below(3) {
        query.columns.append(generator.column(entity, isAggregate: isGrouped))
      }
      if isGrouped {
        if let key = generator.column(entity, isAggregate: false).operand {
          query.grouping = [key]
          query.columns.append(ResultExpression(nil, key))
        }
        if generator.random.oneIn(2) {
          let column = generator.column(entity, isAggregate: true)
          let order = generator.random.pick([SortTerm.Order.ascending, .descending])
          query.order = [ResultQuery.Term(column, order)]
        }
        if generator.random.oneIn(3) { query.limit = generator.random.below(6) }
        if generator.random.oneIn(3) { query.offset = generator.random.below(4) }
      } else {
        if generator.random.oneIn(3) { query.base.limit = generator.random.below(6) - 1 }
        if generator.random.oneIn(3) { query.base.offset = generator.random.below(4) }
      }
      query.countsRows = generator.random.oneIn(8)
      var shape = QueryShape()
      guard shape.describe(query, statements.layout),
        let lowered = try? QueryLowering.lower(query, statements)
      else { continue }
      let bindings = lowered.query.bindings
      let constants = bindings.count - shape.values.count
      var expected: (SQLQuery, [StorageType])?
      if constants >= 0, bindings[constants...].elementsEqual(shape.values) {
        var query = lowered.query
        query.bindings.removeLast(shape.values.count)
        expected = (query, lowered.types)
      }
      if let first = known[shape.key] {
        #expect(first?.0 == expected?.0, "\(query)")
        #expect(first?.1 == expected?.1, "\(query)")
      } else {
        known[shape.key] = .some(expected)
      }
    }
    #expect(known.values.filter { $0 != nil }.count > 100)
  }

  @Test func nilIsPartOfTheStatementAndNoValue() throws {
    let layout = StoreLayout(Library.model)
    func shape(_ value: StoredValue) throws -> QueryShape {
      let email = PropertyPath(["email"])
      let query = EntityQuery(entity: "Author", predicate: .comparison(email, .equal, value))
      return try #require(QueryShape(query, .rows, layout))
    }
    #expect(try shape(.null).values == [])
    #expect(try shape(.text("a")).values == [.text("a")])
    #expect(try shape(.null).key == shape(.null).key)
    #expect(try shape(.null).key != shape(.text("a")).key)
  }

  @Test func aStatementThatIsBeingReadIsLeftAlone() throws {
    let store = try Library.store()
    try store.save { changes, _ in
      for id in 1...3 as ClosedRange<Int64> { try changes.addAuthor(id, "a\(id)") }
    }
    func query(_ email: String) -> EntityQuery {
      EntityQuery(
        entity: "Author",
        predicate: .comparison(
          .attribute(PropertyPath(["email"])), .greater, .value(.text(email))))
    }
    var found: [[Int64]] = []
    try store.read { reader in
      try reader.rows(query("a1")) { row in
        var ids = [row.id]
        _ = try reader.ids(query("a\(row.id)")) {
          ids.append($0)
          return true
        }
        found.append(ids)
        try reader.rows(query("a2")) { found.append([$0.id]) }
      }
    }
    #expect(found == [[2, 3], [3], [3], [3]])
  }
}

extension QueryShape {
  /// Creates the shape of the statement that asks for `selection` of the rows that `query` wants;
  /// `nil` where the statement depends on the values themselves.
  fileprivate init?(
    _ query: EntityQuery, _ selection: QueryLowering.Selection, _ layout: StoreLayout
  ) {
    self.init()
    guard describe(query, selection, layout) else { return nil }
  }
}
