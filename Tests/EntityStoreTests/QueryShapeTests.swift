import EntityModel
import TestSupport
import Testing

@testable import EntityStore

@Suite struct QueryShapeTests {
  @Test(arguments: 0..<10)
  func queriesOfOneShapeHaveOneTextAndTheirValuesInOrder(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let world = World(&random, manyNaNs: false)
    let texts = StatementTexts(StoreLayout(world.model), SQLiteDialect())
    var generator = PredicateGenerator(
      random: random, ids: world.ids + [ObjectID(entityName: "Node", number: -1)])
    // For each shape: its text and constants, or nil when values decide them.
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
      guard let shape = QueryShape(query, selection) else { continue }
      var lowered: SQLQuery? = try QueryLowering.lower(query, selection, texts)
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

  @Test func aStatementThatIsBeingReadIsLeftAlone() throws {
    let store = try Library.store()
    try store.write { writer in
      for id in 1...3 as ClosedRange<Int64> { try writer.addAuthor(id, "a\(id)") }
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
        found.append([row.id] + (try reader.identifiers(query("a\(row.id)"))))
        try reader.rows(query("a2")) { found.append([$0.id]) }
      }
    }
    #expect(found == [[2, 3], [3], [3], [3]])
  }
}
