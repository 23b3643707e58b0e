import EntityGraph
import Foundation

/// Somebody of whom a list tells.
struct Person: Sendable {
  let email: String
  let name: String
}

/// Adds an author and one for each of `people`, or changes those who are there; returns how many of
/// the people are new.
func listed(_ people: [Person], _ container: PersistentContainer) async throws -> Int {
  try await container.write { context in
    let ursula = try context.upsert(Author.self, \.email, "ursula@example.org") {
      $0.name = "Ursula"
    }
    ursula.born = ursula.isInserted ? .now : ursula.born
    let result = try context.insertAll(
      Author.self, from: people, onConflict: .update(by: \.email)
    ) { author, person in
      author.email = person.email
      author.name = person.name
    }
    return result.count(.inserted)
  }
}
