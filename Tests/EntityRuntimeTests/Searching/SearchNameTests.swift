import EntityGraph
import Testing

@testable import EntityRuntime

/// Properties that have the names of what requests ask of searches.
@Suite struct SearchNameTests {
  let context: ManagedObjectContext

  init() throws {
    let container = try PersistentContainer(model: ObjectModel(Inquiry.self), at: .memory)
    context = container.newContext()
    _ = Inquiry(search: "left hand", relevance: 3, text: "a left hand", in: context)
    _ = Inquiry(search: "darkness", relevance: 7, text: "a hand, and another hand", in: context)
    try context.save()
  }

  @Test func propertiesAreMeantWhereTheyHaveTheNames() throws {
    #expect(try context.fetch(Inquiry.where { $0[\.search] == "darkness" }).map(\.relevance) == [7])
    #expect(try context.count(Inquiry.where { $0[\.search].hasPrefix("left") }) == 1)
    #expect(try context.fetch(Inquiry.where { $0.relevance > 5 }).map(\.search) == ["darkness"])
    #expect(try context.fetch(Inquiry.where { $0[\.relevance] == 3 }).count == 1)
    #expect(try context.count(Inquiry.where { $0.search("left") }) == 1)
    #expect(try context.fetch(Inquiry.all.sorted { $0.relevance }).map(\.relevance) == [3, 7])
  }

  @Test func searchesCanBeAskedForAllTheSame() throws {
    #expect(try context.fetch(Inquiry.search("hand")).count == 2)
    #expect(try context.count(Inquiry.where { _ in .search("left") }) == 1)
    #expect(try context.count(Inquiry.where { $0.relevance > 5 && .search("left") }) == 0)
    #expect(
      try context.fetch(Inquiry.search("hand").sortedByRelevance()).map(\.relevance) == [7, 3])
  }
}

@Entity final class Inquiry: ManagedObject {
  var search: String = ""
  var relevance: Int = 0
  @Attribute(.searchable) var text: String = ""
}
