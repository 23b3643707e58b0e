import Dispatch
import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct MigrateCommandTests {
  private static let first = ObjectModel(entities: [
    Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "name", type: .string)),
        .attribute(Attribute(name: "note", type: .string, isOptional: true)),
      ])
  ])

  private static let second: ObjectModel = {
    var title = Attribute(name: "title", type: .string)
    title.originalName = "name"
    return ObjectModel(entities: [Entity("Book", properties: [.attribute(title)])])
  }()

  /// Calls `body` with a directory in which there are a store with one book and a description of
  /// the second model.
  private func withStore(_ body: (TemporaryDirectory) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let store = try SQLiteStore(model: Self.first, at: .file(directory.path("books")))
      try store.write { session in
        var changes = ChangeSet()
        changes.inserts = [.init(entity: 0, id: 1, values: [.text("Mort"), .text("read")])]
        _ = try session.apply(changes, from: nil)
      }
      store.close()
      try JSONEncoder().encode(Self.second).write(
        to: URL(filePath: directory.path("model.json")))
      try body(directory)
    }
  }

  private func isRefused(_ model: ObjectModel, in directory: TemporaryDirectory) -> Bool {
    let options = StoreOptions(migration: .refuse)
    return (try? SQLiteStore(model: model, at: .file(directory.path("books")), options: options))
      == nil
  }

  @Test func aStoreIsMigratedToADescribedModel() throws {
    try withStore { directory in
      let run = try Tool.run(
        "migrate", "books", "--model", "model.json", "--allow-removing", "Book.note", "--backup",
        in: directory)
      #expect(
        run.output == """
          books: from \(Self.first.versionHash) to \(Self.second.versionHash)
            'Book.note' is gone: an optional string (loses or converts data, as allowed, 1 row)
            'Book.title' was called 'name' (automatic, 1 row)
          books: migrated

          """)
      #expect(run.errors == "")
      #expect(run.status == 0)
      #expect(!isRefused(Self.second, in: directory))
      #expect(
        FileManager.default.fileExists(
          atPath: directory.path("books.backup-\(Self.first.versionHash)")))
      let again = try Tool.run("migrate", "books", "--model", "model.json", in: directory)
      #expect(again.output == "books: it is a store for this model already\n")
    }
  }

  @Test func whatDescribePrintsIsADescribedModel() throws {
    try withStore { directory in
      let source = """
        import EntityGraph
        @Entity final class Book: ManagedObject {
          @Attribute(originalName: "name") var title: String
        }

        """
      try directory.write(source.utf8, to: "Book.swift")
      let described = try Tool.run("describe", "--module", "Shop", "Book.swift", in: directory)
      #expect(described.output.hasPrefix(#"{"model":{"#))
      try directory.write(described.output.utf8, to: "described.json")
      let run = try Tool.run(
        "migrate", "books", "--model", "described.json", "--allow-removing", "Book.note",
        in: directory)
      #expect(run.errors == "")
      #expect(run.status == 0)
      #expect(run.output.hasSuffix("books: migrated\n"))
      #expect(!isRefused(Self.second, in: directory))
    }
  }

  @Test func severalProcessesMigrateAStoreOnce() throws {
    try withStore { directory in
      let runs = Mutex<[Tool.Run]>([])
      DispatchQueue.concurrentPerform(iterations: 3) { _ in
        let run = try? Tool.run(
          "migrate", "books", "--model", "model.json", "--allow-removing", "Book.note",
          in: directory)
        if let run { runs.withLock { $0.append(run) } }
      }
      #expect(runs.withLock { $0.map(\.errors) } == ["", "", ""])
      #expect(runs.withLock { $0.map(\.status) } == [0, 0, 0])
      #expect(!isRefused(Self.second, in: directory))
    }
  }

  @Test func aDryRunChangesNothing() throws {
    try withStore { directory in
      let run = try Tool.run(
        "migrate", "books", "--model", "model.json", "--dry-run", in: directory)
      #expect(run.output.contains("'Book.note' is gone: an optional string (loses data, 1 row)"))
      #expect(run.status == 1)
      #expect(!isRefused(Self.first, in: directory))
    }
  }

  @Test func aLossThatIsNotAllowedIsRefused() throws {
    try withStore { directory in
      let run = try Tool.run("migrate", "books", "--model", "model.json", in: directory)
      #expect(run.errors.contains("allow '.removing(\"Book.note\")' if they may be"))
      #expect(run.status == 1)
      #expect(!isRefused(Self.first, in: directory))
    }
  }

  @Test func whatIsNoStoreOrNoModelIsNamed() throws {
    try withStore { directory in
      let missing = try Tool.run("migrate", "none", "--model", "model.json", in: directory)
      #expect(missing.errors == "entity-model: there is no file 'none'\n")
      let unread = try Tool.run("migrate", "books", "--model", "books", in: directory)
      #expect(
        unread.errors == """
          entity-model: books: it describes no model; give it what 'describe' prints, or a snapshot

          """)
      let words = try Tool.run("migrate", "books", in: directory)
      #expect(words.errors.hasPrefix("entity-model: 'migrate' needs '--model FILE'\n"))
      #expect(words.status == 64)
    }
  }
}
