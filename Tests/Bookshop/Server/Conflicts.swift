import EntityGraph

/// What a web framework makes an answer of.
struct HTTPError: Error {
  let status: Int
  let message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// Section "Let the save merge".
func saveMerging(_ context: ManagedObjectContext) throws {
  try context.save(merging: .byProperty(preferring: .theirs))
}

/// The policies that section "Let the save merge" lists.
let policies: [MergePolicy] = [
  .error, .ours, .theirs, .byProperty(preferring: .ours), .custom { $0.take(.ours) },
]

/// Section "Versions for clients".
func rename(
  _ id: ObjectID, to title: String, ifStill expected: ObjectVersion,
  _ container: PersistentContainer
) async throws -> ObjectVersion? {
  let version = try await container.write { context in
    let book = try context.object(Book.self, with: id)
    guard let book, context.version(of: book) == expected else { throw HTTPError(412, "changed") }
    book.title = title
    try context.save()
    return context.version(of: book)
  }
  return version
}

/// Section "Decide yourself".
func decide(in context: ManagedObjectContext) {
  context.mergePolicy = .custom { conflict in
    if let stock = conflict.values(of: \Product.stock) {
      // Both have sold some.
      conflict.set(\Product.stock, to: stock.theirs + stock.ours - stock.base)
    }
    conflict.takeContested(.theirs)
  }
}

/// Section "A unique value that is taken".
func changeEmail(
  of id: ObjectID, to email: String, _ container: PersistentContainer
) async throws {
  do {
    try await container.write { context in
      let author = try context.object(Author.self, with: id)
      author?.email = email
    }
  } catch let error as StoreError where error.code == .uniqueViolation {
    let fields = Set(error.uniqueViolations.map(\.property)).sorted()
    throw HTTPError(409, "taken: \(fields.joined(separator: ", "))")
  }
}
