import EntityGraph

/// A page that somebody looks at.
actor Page {
  private(set) var titles: [String] = []

  func show(_ titles: [String]) { self.titles = titles }
}

/// Section "Follow changes".
func followCommits(_ container: PersistentContainer) async {
  for await commit in container.commits {
    print(commit.author ?? "somebody", commit.inserted.count, commit.updated.map(\.properties))
  }
}

/// Section "Live queries".
func followTitles(_ container: PersistentContainer, on page: Page) async throws {
  for try await titles in container.updates(of: Book.sorted(by: \.title).select { $0.title }) {
    await page.show(titles)
  }
}

/// The sequences that section "Live queries" lists.
func followEverything(_ container: PersistentContainer) async throws {
  for try await rows in container.updates(of: Book.all.select { ($0.title, $0.author.name) }) {
    print(rows.map(\.0))
  }
  let genres = Book.group(by: \.genre).select { ($0.genre, $0.count) }
  for try await rows in container.updates(of: genres) { print(rows.map(\.1)) }
  for try await products in container.updates(of: Product.all, as: .values(Product.Values.self)) {
    print(products.map(\.price))
  }
  for try await count in container.updates(of: Book.all, as: .count) { print(count) }
  for try await ids in container.updates(of: Book.all) { print(ids) }
  for try await change in container.differences(of: Book.sorted(by: \.title)) {
    print(change.inserted, change.removed, change.moved, change.changed)
  }
}

/// Section "Contexts that follow".
func follow(with context: ManagedObjectContext) throws {
  context.followsCommits = true
  try context.processCommits()
}

/// Section "Other processes".
func followingOthers(at path: String) throws -> PersistentContainer {
  let container = try PersistentContainer(
    model: .bookshop, at: .file(path), options: StoreOptions(followsOtherProcesses: true))
  return container
}
