import EntityGraph
import Foundation

@Entity final class Order: ManagedObject {
  @Attribute(.unique) var number: Int
  var email: String
}

@Entity(.values, .observable) final class Product: ManagedObject {
  @Attribute(.unique) var name: String
  var price: Decimal = 0
  var stock: Int = 0
}

/// Sends mail.
protocol Mailer: Sendable {
  func confirm(_ order: ObjectID) async
}

/// Section "Read and write", opening.
func openContainer() throws -> PersistentContainer {
  let container = try PersistentContainer(model: .bookshop, at: .file("bookshop.sqlite"))
  return container
}

/// Section "Read and write".
func readAndWrite(
  _ container: PersistentContainer, title: String, by email: String
) async throws -> (titles: [String], id: ObjectID) {
  let titles = try await container.read { context in
    try context.fetch(Book.sorted(by: \.title).limit(20)).map(\.title)
  }

  let id = try await container.write { context in
    let author = try context.first(Author.where { $0.email == email })
    return Book(title: title, author: author, in: context).objectID
  }
  return (titles, id)
}

/// Section "Read and write", a function that passes a closure on.
func passOn(_ container: PersistentContainer) async throws -> Int {
  func loaded<Value: Sendable>(
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> sending Value
  ) async throws -> Value {
    try await container.read(body)
  }
  return try await loaded { try $0.count(Book.all) }
}

/// Section "Do once what must be done once".
func order(
  _ container: PersistentContainer, number: Int, by email: String, mailer: some Mailer
) async throws {
  try await container.write { context in
    let order = Order(number: number, email: email, in: context)
    let id = order.objectID
    context.afterCommit { await mailer.confirm(id) }
  }
}

/// Section "Save on the way".
func addAuthors(_ container: PersistentContainer, emails: [String]) async throws -> [String] {
  let skipped = try await container.write { context in
    var skipped: [String] = []
    for email in emails {
      let author = Author(email: email, name: "", in: context)
      do {
        try context.save()
      } catch let error as StoreError where error.code == .uniqueViolation {
        context.delete(author)
        skipped.append(email)
      }
    }
    return skipped
  }
  return skipped
}

/// Section "Time and cancellation".
func countBooks(_ container: PersistentContainer, with word: String) async throws -> Int {
  let count = try await container.read(timeout: .seconds(2)) { context in
    try context.count(Book.where { $0.title.contains(word) })
  }
  return count
}

/// Section "Stop".
func stop(_ container: PersistentContainer) async throws {
  try await container.shutDown(timeout: .seconds(10))
}

/// Section "Contexts of your own".
func addAuthor(
  _ container: PersistentContainer, email: String, name: String
) throws -> [String] {
  let context = container.newContext()
  let authors = try context.read {
    try context.fetch(Author.all).map { "\($0.name): \($0.books.count)" }
  }
  _ = Author(email: email, name: name, in: context)
  try context.save()
  return authors
}
