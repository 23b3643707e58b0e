import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct ResetTests {
  @Test(arguments: StoreKind.allCases) func aStoreIsEmptyOnceItHasBeenReset(kind: StoreKind) throws
  {
    let container = try kind.container(Place.self, Plant.self, Tree.self, Label.self)
    try fillHerbarium(container.newContext())
    try container.setMetadata(7, for: "key")
    try container.reset()
    let context = container.newContext()
    #expect(try graph(context, Place.self, Plant.self, Label.self) == "")
    #expect(try container.metadataKeys() == [])

    // No object is taken for one that is gone, and none refers to it.
    try fillHerbarium(context)
    #expect(try context.fetch(Plant.all).map { "\($0.objectID)" } == ["Plant-3", "Plant-4"])
    #expect(try context.fetch(Place.all).map(\.plants.count) == [2])
    #expect(try context.fetch(Label.all).map { "\($0.objectID)" } == ["Label-4", "Label-5"])
    expectSound(context)
  }

  @Test(arguments: StoreKind.allCases)
  func anObjectOfBeforeIsAConflictWhereItIsChanged(kind: StoreKind) throws {
    let container = try kind.container(Place.self, Plant.self, Tree.self, Label.self)
    try fillHerbarium(container.newContext())
    let context = container.newContext()
    let label = try #require(try context.fetch(Label.all).first)
    let place = try #require(try context.fetch(Place.all).first)
    try container.reset()
    try fillHerbarium(container.newContext())

    label.text = "changed"
    let conflict = #expect(throws: ConflictError.self) { try context.save() }
    #expect(conflict?.conflicts.map { "\($0.objectID)" } == ["Label-1"])
    #expect(conflict?.conflicts.map { $0.theirs == nil } == [true])
    context.rollback()

    context.delete(place)
    #expect(throws: ConflictError.self) { try context.save() }
    context.rollback()

    let plant = context.insert(Plant.self)
    (plant.number, plant.title, plant.place) = (9, "Rose", place)
    let error = #expect(throws: ConflictError.self) { try context.save() }
    #expect(error?.conflicts.map(\.kind) == [.missingReference])
    #expect(error?.conflicts.map(\.property) == ["place"])
    #expect(error?.conflicts.map(\.relatedID) == [place.objectID])
    context.rollback()
    #expect(try container.newContext().object(Label.self, with: label.objectID) == nil)
    #expect(try context.fetch(Plant.all).count == 2)
  }

  @Test func everythingStaysWhereAnotherProgramWrites() throws {
    let store = try TemporaryStore()
    let model = try ObjectModel(Person.self)
    let container = try PersistentContainer(model: model, at: .file(store.path))
    let other = try PersistentContainer(
      model: model, at: .file(store.path), options: StoreOptions(busyTimeout: .zero))
    let context = container.newContext()
    _ = context.insert(Person.self)
    try context.save()
    try container.store.write { _ in
      #expect(#expect(throws: StoreError.self) { try other.reset() }?.code == .busy)
    }
    #expect(try other.newContext().count(Person.all) == 1)
    try other.reset()
    #expect(try container.newContext().count(Person.all) == 0)
  }
}
