import EntityGraph
import Foundation
import Testing

/// Objects of classes with every kind of property.
@Suite struct AnnotatedModelTests {
  private static func model() throws -> ObjectModel {
    try ObjectModel(
      AnnotatedModel.Person.self, AnnotatedModel.Employee.self, AnnotatedModel.Pet.self,
      AnnotatedModel.Empty.self)
  }

  @Test func everyClassIsDescribed() throws {
    let model = try Self.model()
    #expect(model.entities.map(\.name) == ["Employee", "Empty", "Person", "Pet"])
    #expect(
      model.entities.first { $0.name == "Person" }?.properties.map(\.name) == [
        "email", "name", "mood", "born", "tags", "pets", "friends", "link", "sortedPets",
        "petCount", "petIDs", "rows",
      ])
  }

  @Test func objectsAreStoredAndFetched() throws {
    let container = try PersistentContainer(model: Self.model(), at: .memory)
    let context = container.newContext()
    let ursula = AnnotatedModel.Employee(salary: 12, in: context)
    ursula.email = "ursula@example.org"
    let ann = AnnotatedModel.Person(
      email: "ann@example.org", name: "Ann", mood: .merry, friends: [ursula], isSelected: true,
      in: context)
    let pet = AnnotatedModel.Pet(name: "Rex", owner: ann, in: context)
    _ = AnnotatedModel.Pet(name: "Ace", owner: ann, in: context)
    #expect(ann.isSelected)
    #expect(ann.note == "none")
    try context.save()
    pet.rename(to: "Max")
    #expect(context.hasChanges)
    try context.save()

    let other = container.newContext()
    let found = try other.fetch(AnnotatedModel.Person.where { $0.mood == .merry })
    let same = try #require(found.first)
    #expect(same.shout == "ANN")
    #expect(same.pets.count == 2)
    #expect(same.petCount == 2)
    #expect(same.petIDs.count == 2)
    #expect(same.sortedPets.map(\.name) == ["Ace", "Max"])
    #expect(same.rows.count == 2)
    #expect(!same.isSelected)
    let friend = try #require(same.friends.first as? AnnotatedModel.Employee)
    #expect(friend.salary == 12)
    #expect(friend.mood == .calm)
    #expect(friend.friends == [same])
    #expect(friend.name == "no \"name\"\n  yet")
  }

  @Test func classesInsideFunctionsWorkToo() throws {
    #expect(try AnnotatedModel.localNames() == ["local"])
  }
}
