import EntityGraph
import Foundation
import Testing

/// `ExpandedModel` compiles without the macros; that it is the expansion of `AnnotatedModel` is
/// tested where expansions are.
@Suite struct ExpandedModelTests {
  private static let expanded = try? ObjectModel(
    ExpandedModel.Person.self, ExpandedModel.Employee.self, ExpandedModel.Pet.self,
    ExpandedModel.Empty.self)

  @Test func describesWhatTheAnnotationsDescribe() throws {
    let annotated = try ObjectModel(
      AnnotatedModel.Person.self, AnnotatedModel.Employee.self, AnnotatedModel.Pet.self,
      AnnotatedModel.Empty.self)
    #expect(try #require(Self.expanded) == annotated)
    #expect(annotated.entities.map(\.name) == ["Employee", "Empty", "Person", "Pet"])
  }

  @Test func keepsAndFetchesObjects() throws {
    let container = try PersistentContainer(model: #require(Self.expanded), at: .memory)
    let context = container.newContext()
    let ursula = ExpandedModel.Employee(salary: 12, in: context)
    ursula.email = "ursula@example.org"
    let ann = ExpandedModel.Person(
      email: "ann@example.org", name: "Ann", mood: .merry, friends: [ursula], isSelected: true,
      in: context)
    let pet = ExpandedModel.Pet(name: "Rex", owner: ann, in: context)
    _ = ExpandedModel.Pet(name: "Ace", owner: ann, in: context)
    #expect(ann.isSelected)
    #expect(ann.note == "none")
    try context.save()
    pet.rename(to: "Max")
    #expect(context.hasChanges)
    try context.save()

    let other = container.newContext()
    let found = try other.fetch(ExpandedModel.Person.where { $0.mood == .merry })
    let same = try #require(found.first)
    #expect(same.shout == "ANN")
    #expect(same.pets.count == 2)
    #expect(same.petCount == 2)
    #expect(same.petIDs.count == 2)
    #expect(same.sortedPets.map(\.name) == ["Ace", "Max"])
    #expect(same.rows.count == 2)
    #expect(!same.isSelected)
    let friend = try #require(same.friends.first as? ExpandedModel.Employee)
    #expect(friend.salary == 12)
    #expect(friend.mood == .calm)
    #expect(friend.friends == [same])
    #expect(friend.name == "no \"name\"\n  yet")
  }

  @Test func classesInsideFunctionsWorkToo() throws {
    #expect(try ExpandedModel.localNames() == AnnotatedModel.localNames())
    #expect(try ExpandedModel.localNames() == ["local"])
  }
}
