import EntityGraph
import Foundation

// Section "Secrets".
@Entity final class User: ManagedObject {
  @Attribute(.unique) var name: String
  @Attribute(.secret) var passwordHash: String
}

/// What finds books by their words.
actor SearchIndex {
  private(set) var count = 0

  func update(_ changed: [ObjectID], without deleted: [ObjectID]) {
    count += changed.count - deleted.count
  }
}

/// Where a program notes how far it has come.
protocol Progress: Sendable {
  func store(_ token: CommitToken) async throws
}

/// Section "History".
func readHistory() async throws {
  let container = try PersistentContainer(
    model: .bookshop, at: .file("bookshop.sqlite"), options: StoreOptions(history: .days(30)))

  try await container.write(author: "ursula@example.org") { context in
    let book = try context.first(Book.where { $0.title == "Mort" })
    book?.pages = 272
  }

  for entry in try await container.read({ try $0.history(of: Book.self) }) {
    for change in entry.changes {
      print(entry.date, entry.author ?? "somebody", change.kind, change.objectID, change.properties)
      print(change.old(\Book.pages) ?? 0, change.new(\Book.pages) ?? 0)
    }
  }
}

/// Section "Tokens".
func readNews(_ container: PersistentContainer) async throws -> ([String], [HistoryEntry]) {
  let (titles, token) = try await container.read { context in
    (try context.fetch(Book.sorted(by: \.title)).map(\.title), try context.currentToken)
  }
  let news = try await container.read { try $0.history(after: token, of: Book.self, limit: 100) }
  return (titles, news)
}

/// Section "Go on after a restart, and follow other processes".
func goOn(
  _ container: PersistentContainer, after lastToken: CommitToken?, _ search: SearchIndex,
  _ progress: some Progress
) async throws {
  for try await commit in container.commits(after: lastToken) {
    await search.update(commit.inserted + commit.updated.map(\.objectID), without: commit.deleted)
    try await progress.store(commit.token)
  }
}
