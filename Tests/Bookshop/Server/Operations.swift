import EntityGraph

/// Section "Back up and restore".
func backUp(_ container: PersistentContainer) throws {
  try container.backUp(to: "backups/bookshop-monday.sqlite")
  try container.backUp(to: "backups/newest.sqlite", overwriting: true) { progress in
    print("\(Int(progress.fraction * 100)) %")
  }
}

/// Section "Back up and restore", the way back.
func restore(_ container: PersistentContainer) throws {
  container.close()
  try PersistentContainer.restore(
    from: "backups/bookshop-monday.sqlite", to: "bookshop.sqlite", for: .bookshop)
}

/// Section "Back up and restore", in an async function.
func backUp(_ container: PersistentContainer, to path: String) async throws {
  try await container.perform { try $0.backUp(to: path) }
}

/// What the table of section "Back up and restore" lists.
func lookAfter(_ container: PersistentContainer) throws {
  print(try container.checkIntegrity().isSound, try container.checkIntegrity(isQuick: true).isSound)
  try container.checkpoint()
  try container.checkpoint(.truncate)
  try container.vacuum()
  try container.optimize()
  print(try container.statistics(countingRows: true))
}

/// Section "Requests that clients make".
func search(_ text: String, at path: String) async throws -> [(String, Int)] {
  let options = StoreOptions(budget: FetchBudget(rows: 10_000, time: .seconds(2)))
  let container = try PersistentContainer(model: .bookshop, at: .file(path), options: options)

  let books = try await container.read { context in
    context.budget = FetchBudget(rows: 1_000, time: .milliseconds(200))
    return try context.fetch(Book.where { $0.title.contains(text) }.select { ($0.title, $0.pages) })
  }
  return books
}

/// Section "Watch".
func openWatched() throws -> PersistentContainer {
  let options = StoreOptions(
    observed: ObservedEvents(
      statementsTaking: .milliseconds(50), plans: true, repeatedReads: 25, scans: 10_000),
    observer: { event in
      switch event {
      case .statement(let statement):
        print("slow: \(statement.duration) \(statement.rows) rows \(statement.sql)")
        for step in statement.plan { print("  \(step)") }
      case .commit(let commit): print("\(commit.changedRows) rows in \(commit.duration)")
      case .wait(let wait): print("waited \(wait.duration) for a \(wait.subject)")
      case .repeatedRead(let read):
        let what = "\(read.entity)\(read.property.map { ".\($0)" } ?? "")"
        print("\(read.count) times one \(what), of \(read.caller ?? "an actor")")
      case .scan(let scan):
        print("\(scan.scannedRows) rows read for \(scan.rows): \(scan.request ?? scan.sql)")
      default: break
      }
    })
  return try PersistentContainer(model: .bookshop, at: .memory, options: options)
}
