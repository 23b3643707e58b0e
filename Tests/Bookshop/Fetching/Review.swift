import EntityGraph

/// What somebody thinks of a book.
@Entity final class Review: ManagedObject {
  @Attribute(.searchable) var title: String
  @Attribute(.searchable) var text: String?
  var stars: Int = 3
}

/// Returns what a page of results shows of the reviews that `typed` finds: the title, and a part of
/// the text with the words marked.
func results(
  of typed: String, _ container: PersistentContainer
) async throws -> [(title: String, part: String?)] {
  try await container.read { context in
    let found = Review.search(typed, weights: [\.title: 5]).where { $0.stars > 1 }.limit(20)
    return try context.fetch(found.select { ($0.title, $0.text.snippet(words: 12, "**", "**")) })
  }
}
