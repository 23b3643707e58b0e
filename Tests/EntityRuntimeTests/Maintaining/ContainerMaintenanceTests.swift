import EntityGraph
import Foundation
import StoreConformance
import TestSupport
import Testing

@testable import EntityRuntime

/// What a container is asked to do with its store, in the forms that people write.
@Suite struct ContainerMaintenanceTests {
  private func count(_ path: String) throws -> Int {
    let container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self, Subject.self, Profile.self), at: .file(path))
    defer { container.close() }
    return try container.newContext().count(Author.all)
  }

  @Test func aContainerIsBackedUpAndRestored() throws {
    try TemporaryDirectory.with { (directory) throws in
      let shop = try TemporaryBookshop(.file)
      let context = shop.container.newContext()
      _ = Author(email: "a", in: context)
      try context.save()
      let paths = ["path", "url", "location"].map { directory.path($0) }
      try shop.container.backUp(to: paths[0])
      try shop.container.backUp(to: URL(filePath: paths[1])) { #expect($0.totalPages > 0) }
      try shop.container.backUp(to: .file(paths[2]), overwriting: true, progress: nil)
      for path in paths { #expect(try count(path) == 1) }

      _ = Author(email: "b", in: context)
      try context.save()
      shop.container.close()
      try PersistentContainer.restore(from: paths[0], to: shop.path)
      #expect(try count(shop.path) == 1)
      try PersistentContainer.restore(
        from: URL(filePath: paths[1]), to: URL(filePath: shop.path), for: shop.container.model)
      try PersistentContainer.restore(
        from: .file(paths[2]), to: .file(directory.path("new")), for: shop.container.model
      ) { progress in #expect(progress.fraction <= 1) }
      #expect(try count(directory.path("new")) == 1)
    }
  }

  @Test func aBackupNeedsAFile() throws {
    let shop = try TemporaryBookshop(.memory)
    let error = #expect(throws: StoreError.self) { try shop.container.backUp(to: .memory) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message == "a backup needs a file; name one with '.file(…)'")
    #expect(throws: StoreError.self) {
      try shop.container.backUp(to: #require(URL(string: "https://example.org/a")))
    }
  }

  @Test func aContainerIsCheckedCountedAndTidiedUp() throws {
    for place in [TemporaryBookshop.Place.file, .memory] {
      let shop = try TemporaryBookshop(place)
      let container = shop.container
      let context = container.newContext()
      _ = Author(email: "a", in: context)
      try context.save()
      #expect(try container.checkIntegrity().isSound)
      #expect(try container.checkIntegrity(isQuick: true).isSound)
      #expect(try container.checkpoint(.truncate).isComplete)
      try container.checkpoint()
      try container.vacuum()
      try container.optimize()
      let statistics = try container.statistics(countingRows: true)
      #expect(statistics.rows == ["Author": 1, "Book": 0, "Profile": 0, "Subject": 0])
      #expect(try container.statistics().commits >= 1)
    }
  }

  @Test func aStoreThatIsNoFileSaysSo() throws {
    let shop = try TemporaryBookshop(.dictionaries)
    let error = #expect(throws: StoreError.self) { try shop.container.vacuum() }
    #expect(error?.code == .invalidRequest)
  }

  @Test func aSaveIsTheSameWherePlansAreAskedFor() throws {
    let shop = try TemporaryBookshop(
      .file, options: StoreOptions(observed: ObservedEvents(plans: true), observer: { _ in }))
    let context = shop.container.newContext()
    let author = Author(email: "a", in: context)
    try context.save()
    author.email = "b"
    try context.save()
    context.delete(author)
    try context.save()
    #expect(try shop.container.newContext().count(Author.all) == 0)
  }

  @Test func optionsAreWrittenInAnyForm() {
    _ = StoreOptions(
      isReadOnly: false, busyTimeout: .seconds(1), readerCount: 2, migration: .automatic)
    _ = StoreOptions(durability: .full, mappedBytes: 256 << 20, cacheBytes: 64 << 20)
    _ = StoreOptions(filePermissions: 0o600, budget: FetchBudget(rows: 10))
    _ = StoreOptions(
      observed: ObservedEvents(statementsTaking: .milliseconds(50), plans: true),
      observer: { event in
        switch event {
        case .statement(let statement): _ = (statement.sql, statement.duration, statement.rows)
        case .commit(let commit): _ = commit.changedRows
        case .wait(let wait): _ = wait.subject == .file
        default: break
        }
      })
    var options = StoreOptions()
    options.observer = { _ in }
    options.budget.rows = 5
    #expect(options.budget == FetchBudget(rows: 5))
  }
}
