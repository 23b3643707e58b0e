import EntityGraph
import TestSupport
import Testing

@Entity private final class Sun: ManagedObject {
  @Attribute(.unique) var id: Int
  var name: String = ""
  @Relationship(inverse: "sun", deleteRule: .nullify) var planet: Planet?
}

@Entity private final class Planet: ManagedObject {
  @Attribute(.unique) var id: Int
  var name: String = ""
  @Relationship(inverse: "planet", deleteRule: .nullify) var sun: Sun?
}

/// Two stores that have one-to-ones, synchronized both ways.
@Suite struct OneToOneExchangeTests {
  @Test(arguments: [false, true])
  func `both are the same where one deletes what the other changes`(deletesSun: Bool) async throws {
    func store() throws -> (PersistentContainer, CommitToken) {
      let container = try PersistentContainer(
        model: ObjectModel(Sun.self, Planet.self), at: .memory,
        options: StoreOptions(history: .everything))
      let context = container.newContext()
      _ = Planet(id: 1, sun: Sun(id: 1, in: context), in: context)
      try context.save()
      return (container, try container.currentToken)
    }
    func state(_ container: PersistentContainer) throws -> [String] {
      let context = container.newContext()
      return try context.fetch(Sun.all).map { "\($0.name) \($0.planet?.id ?? 0)" }
        + context.fetch(Planet.all).map { "\($0.name) \($0.sun?.id ?? 0)" }
    }
    let (left, leftStart) = try store()
    let (right, rightStart) = try store()
    try await left.write(author: "app") { context in
      try context.find(Sun.self, \.id, 1)?.name = deletesSun ? "S" : ""
      try context.find(Planet.self, \.id, 1)?.name = deletesSun ? "" : "P"
    }
    try await right.write(author: "app") { context in
      if deletesSun {
        if let sun = try context.find(Sun.self, \.id, 1) { context.delete(sun) }
      } else if let planet = try context.find(Planet.self, \.id, 1) {
        context.delete(planet)
      }
    }
    try await exchange((left, leftStart), (right, rightStart))
    #expect(try state(left) == state(right))
    #expect(try state(left) == [deletesSun ? "S 0" : " 0", deletesSun ? " 0" : "P 0"])
  }
}
