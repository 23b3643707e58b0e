import EntityGraph
import Foundation
import TestSupport
import Testing

/// A store of the first model with people, a company and a club, and what opens it with the second.
struct Town {
  let path: String

  init(in directory: TemporaryDirectory, people: Int = 3) throws {
    path = directory.path("town")
    let container = try PersistentContainer(model: try StageFirst.model(), at: .file(path))
    let context = container.newContext()
    let press = StageFirst.Company(name: "Press", in: context)
    let club = StageFirst.Club(name: "Chess", in: context)
    var last: StageFirst.Person?
    for index in 0..<people {
      let person = StageFirst.Person(
        name: "Person \(index)", street: index == 2 ? nil : "Road \(index / 2)",
        city: index == 2 ? nil : "Town", age: index == 1 ? nil : 20 + index,
        nicknames: ["n\(index)"], in: context)
      if index % 2 == 0 { person.employer = press }
      if index > 0 { person.clubs = [club] }
      if let last { person.friends = [last] }
      last = person
    }
    try context.save()
    container.close()
  }

  func open(
    _ migrations: [Migration], _ options: StoreOptions = StoreOptions()
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: try StageSecond.model(), at: .file(path), options: options, migrations: migrations)
  }

  /// Returns the error that opening with `migrations` ends in, and checks that the file is as it
  /// was.
  func refusal(_ migrations: [Migration]) throws -> StoreError {
    let error = #expect(throws: StoreError.self) { try open(migrations).close() }
    let container = try PersistentContainer(model: try StageFirst.model(), at: .file(path))
    #expect(
      try container.newContext().fetch(StageFirst.Person.all).map(\.name) == [
        "Person 0", "Person 1", "Person 2",
      ])
    container.close()
    return try #require(error)
  }
}
