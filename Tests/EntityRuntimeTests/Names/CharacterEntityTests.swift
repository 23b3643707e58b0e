import EntityGraph
import Testing

/// A model whose entities are called as types of the standard library.
private enum Plays {
  @Entity final class Character: ManagedObject {
    var name: String
    @Relationship(inverse: "characters", deleteRule: .nullify) var result: Result?
    @Relationship(inverse: "lead", deleteRule: .nullify) var leads: Set<Result>
  }

  @Entity final class Result: ManagedObject {
    @Relationship(inverse: "result", deleteRule: .cascade) var characters: Set<Character>
    @Relationship(inverse: "leads", deleteRule: .nullify) var lead: Character?
  }
}

@Suite struct CharacterEntityTests {
  @Test func anEntityMayBeCalledAsATypeThatIsNoValueOfAttributes() throws {
    let container = try StoreKind.sqlite.container([Plays.Character.self, Plays.Result.self])
    let context = container.newContext()
    let lead = Plays.Character(name: "Ophelia", in: context)
    _ = Plays.Result(characters: [lead], lead: lead, in: context)
    try context.save()
    let found = try container.newContext().only(
      Plays.Result.where { $0.lead.name == "Ophelia" && $0.characters.count == 1 })
    #expect(found.lead?.result === found)
  }
}
