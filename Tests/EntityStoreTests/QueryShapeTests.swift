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
