import EntityGraph
import Foundation
import Observation

/// There is no such object.
struct NotFound: Error {}

// Section "Actors".
@EntityActor actor Library {
  func add(_ title: String) throws -> ObjectID {
    let book = Book(title: title, in: context)
    try context.save()
    return book.objectID
  }

  func rename(_ id: ObjectID, to title: String) throws {
    guard let book = self[id, as: Book.self] else { throw NotFound() }
    book.title = title
    try context.save()
  }
}

extension Library {
  func move(_ id: ObjectID, to author: ObjectID) throws {
    guard let book = self[id, as: Book.self], let author = self[author, as: Author.self] else {
      throw NotFound()
    }
    do {
      book.author = author
      try context.save()
    } catch {
      context.rollback()
      throw error
    }
  }

  /// The objects of the actor's context, as section "Live queries" lists them.
  func follow() async throws {
    for try await books in context.updates(of: Book.all) { print(books.map(\.title)) }
  }
}

/// Section "Actors", from outside.
func useLibrary(_ container: PersistentContainer) async throws -> ObjectID {
  let library = Library(container: container)
  let id = try await library.add("The Dispossessed")
  try await library.rename(id, to: "The Lathe of Heaven")
  return id
}

@EntityActor actor Catalog {
  let name: String
  var cache: [String: ObjectID] = [:]

  init(_ container: PersistentContainer, name: String) {
    self.name = name
    self.container = container
  }
}

/// Section "Observation".
func observe(_ product: Product) {
  withObservationTracking {
    print(product.price)
  } onChange: {
    print("the price is about to change")
  }
  product.stock = 7  // wakes nobody
  product.price = 12  // wakes the reader of the price
}

@EntityActor actor Screen {
  var product: Product?

  @available(macOS 26, *)
  func follow() async {
    for await price in Observations({ self.product?.price ?? 0 }) { print(price) }
  }
}
