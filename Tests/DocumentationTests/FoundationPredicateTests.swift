import EntityGraph
import Foundation
import Testing

@testable import Bookshop

/// The example of a predicate of Foundation's.
@Suite struct FoundationPredicateTests {
  @Test func aPredicateOfFoundationsFindsBooks() throws {
    let context = try PersistentContainer(model: .bookshop, at: .memory).newContext()
    let ursula = Author(email: "ursula@example.org", name: "Ursula", in: context)
    _ = Book(title: "The Dispossessed", pages: 387, author: ursula, in: context)
    _ = Book(title: "Always Coming Home", pages: 523, author: ursula, in: context)
    _ = Book(title: "Poems", pages: 60, author: ursula, in: context)
    _ = Book(title: "Anonymous", pages: 900, in: context)
    try context.save()
    #expect(
      try titles(by: "Ursula", longerThan: 100, in: context)
        == ["Always Coming Home", "The Dispossessed"])
  }

  @Test func namesAreInTheOrderOfALanguage() throws {
    let context = try PersistentContainer(model: .bookshop, at: .memory).newContext()
    for name in ["Öhman", "Zetterlund", "Ångström", "Berg"] {
      _ = Author(email: name, name: name, in: context)
    }
    try context.save()
    #expect(
      try authors(after: nil, in: context).map(\.name)
        == ["Berg", "Zetterlund", "Ångström", "Öhman"])
  }
}
