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
