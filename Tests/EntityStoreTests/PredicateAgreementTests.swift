import EntityModel
import EntitySQLite
import EntityStore
import StoreConformance
import TestSupport
import Testing

/// The store and the evaluation in memory give the same answer to every question.
@Suite struct PredicateAgreementTests {
  @Test(arguments: 0..<40)
  func theStoreFindsWhatEvaluationFinds(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    // A store sorts NaNs among themselves by their bits, which evaluation does not.
    let manyNaNs = seed % 3 == 0
    let world = World(&random, manyNaNs: manyNaNs)
    let store = try SQLiteStore(model: world.model, at: .memory)
    try world.save(to: store)
    var generator = PredicateGenerator(
      random: random,
      ids: world.ids + [
        ObjectID(entityName: "Node", rowID: 1000), ObjectID(entityName: "Node", rowID: -1),
      ])
    for _ in 0..<200 {
      let entity = generator.random.pick(["Node", "Node", "Leaf", "Bud", "Group", "Tag"])
      var query = EntityQuery(entity: entity)
      query.predicate = generator.predicate(entity, depth: 3)
      query.sorting = manyNaNs ? [] : generator.sorting(entity)
      query.source = generator.random.oneIn(2) ? nil : generator.random.pick(world.ids)
      // No order names the owner of a fetched property.
      if query.sorting.contains(where: { $0.operand.nodes.contains { $0.kind == .source } }) {
        query.source = nil
      }
      query.includesSubentities = !generator.random.oneIn(4)
      if generator.random.oneIn(3) { query.limit = generator.random.below(6) }
      if generator.random.oneIn(3) { query.offset = generator.random.below(4) }
      try expectAgreement(on: query, store, world)
    }
  }

  @Test(arguments: 0..<20)
  func `the store finds by members what evaluation finds`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let world = World(&random, manyNaNs: false)
    let store = try SQLiteStore(model: world.model, at: .memory)
    try world.save(to: store)
    var generator = PredicateGenerator(
      random: random, ids: world.ids + [ObjectID(entityName: "Node", rowID: -1)])
    for _ in 0..<200 {
      let entity = generator.random.pick(["Node", "Leaf", "Group", "Tag"])
      var parts = [generator.naming(entity, depth: 2)]
      if generator.random.oneIn(2) { parts.append(generator.predicate(entity, depth: 1)) }
      if generator.random.oneIn(4) { parts.append(generator.naming(entity, depth: 1)) }
      var query = EntityQuery(
        entity: entity, predicate: generator.random.oneIn(4) ? .any(parts) : .all(parts))
      if generator.random.oneIn(6) { query.predicate = .not(query.predicate) }
      query.source = generator.random.oneIn(2) ? nil : generator.random.pick(world.ids)
      if generator.random.oneIn(3) { query.limit = generator.random.below(6) }
      try expectAgreement(on: query, store, world)
    }
  }

  /// Checks that the ids, the rows and the count that `store` finds are those of `world`.
  private func expectAgreement(on query: EntityQuery, _ store: any Store, _ world: World) throws {
    var expected = world.ids(of: query.entity, withSubentities: query.includesSubentities)
      .filter { query.predicate.isSatisfied(by: world.subject($0), source: query.source) }
    expected.sort { comesBefore($0, $1, query, world) }
    expected = Array(expected.dropFirst(query.offset).prefix(query.limit ?? .max))
    let ids = expected.map(\.rowID)
    #expect(try store.ids(query) == ids, "\(query)")
    #expect(try store.count(query) == ids.count, "\(query)")
    #expect(try store.rows(query).map(\.id) == ids, "\(query)")
  }

  /// `true` if the object `left` comes before `right` in the order of `query`.
  private func comesBefore(
    _ left: ObjectID, _ right: ObjectID, _ query: EntityQuery, _ world: World
  ) -> Bool {
    for term in query.sorting {
      let order = term.order(world.subject(left), world.subject(right))
      if order != 0 { return order < 0 }
    }
    return (left.rowID < right.rowID) == (query.idOrder == .ascending)
  }
}
