import EntityGraph
import Foundation
import Testing

@Suite struct BookshopTests {
  @Test func whatIsSavedComesBackThroughTypedRequests() throws {
    let container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self), at: .memory)
    let context = container.newContext()
    let ursula = Author(email: "ursula@example.org", name: "Ursula", in: context)
    let book = Book(
      title: "The Dispossessed", genre: .fiction, pages: 387, author: ursula, in: context)
    try context.save()
    #expect(ursula.books == [book])

    let other = container.newContext()
    let recent = try other.fetch(
      Book.where { $0.author.name == "Ursula" && $0.pages > 100 }.sorted(by: \.title).limit(20))
    #expect(recent.map(\.title) == ["The Dispossessed"])
    #expect(recent.first?.author?.email == "ursula@example.org")
    #expect(recent.first?.author?.books.count == 1)
    #expect(recent.first?.author?.longBooks == [])
  }
}
