import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import TestSupport
import Testing

/// `export` and `import`, which know a store from what it says of itself.
@Suite struct TransferCommandTests {
  private static let model = ObjectModel(entities: [
    Entity(
      "Author",
      properties: [
        .attribute(Attribute(name: "name", type: .string, isUnique: true)),
        .attribute(
          Attribute(
            name: "pin", type: .string, hasDefault: true,
            defaultValue: .text(""), isSecret: true)),
        .relationship(.toMany("books", "Book", inverse: "author", deleteRule: .nullify)),
      ]),
    Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "title", type: .string, isUnique: true)),
        .relationship(
          .toOne("author", "Author", isOptional: true, inverse: "books", deleteRule: .nullify)),
      ]),
  ])

  private static let lines = """
    {"object":"Author","id":1,"version":2,"values":{"name":"Ursula","pin":"1234"}}
    {"object":"Book","id":1,"version":2,"values":{"title":"Always Coming Home","author":1}}
    {"end":2}

    """

  private static var header: String {
    #"{"entityGraph":"export","format":1,"model":"\#(model.versionHash)","references":"ids","#
      + #""entities":["Author","Book"],"objects":2,"end":true}"# + "\n"
  }

  /// Calls `body` with a directory in which there are a store with an author and a book, and a
  /// description of its model.
  private func withStore(_ body: (TemporaryDirectory) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let store = try SQLiteStore(model: Self.model, at: .file(directory.path("books")))
      try store.write { session in
        var changes = ChangeSet()
        changes.inserts = [
          .init(entity: 0, id: 1, values: [.text("Ursula"), .text("1234")]),
          .init(entity: 1, id: 1, values: [.text("Always Coming Home"), .integer(1)]),
        ]
        _ = try session.apply(changes, from: nil)
      }
      store.close()
      try JSONEncoder().encode(Self.model).write(to: URL(filePath: directory.path("model.json")))
      try body(directory)
    }
  }

  @Test func aStoreIsExportedWithoutItsSources() throws {
    try withStore { directory in
      let run = try Tool.run("export", "books", "-", in: directory)
      #expect(run == Tool.Run(output: Self.header + Self.lines))
      let file = try Tool.run("export", "books", "books.jsonl", in: directory)
      let size = (Self.header + Self.lines).utf8.count
      #expect(file == Tool.Run(output: "books.jsonl: 2 objects, 0 lists, \(size) bytes\n"))
      let again = try Tool.run("export", "books", "books.jsonl", in: directory)
      #expect(
        again.errors
          == "entity-model: 'books.jsonl': there is a file already; name another, or overwrite it "
          + "with '--overwrite' [fileExists]\n")
      #expect(again.status == 1)
      #expect(
        try Tool.run("export", "books", "books.jsonl", "--overwrite", in: directory).status == 0)
      let keys = try Tool.run("export", "--keys", "--without-secrets", "books", "-", in: directory)
      #expect(
        keys.output.hasSuffix(
          """
          {"object":"Author","values":{"name":"Ursula"}}
          {"object":"Book","values":{"title":"Always Coming Home","author":{"name":"Ursula"}}}
          {"end":2}

          """))
    }
  }

  @Test func aFileIsImportedIntoAStoreOrANewOne() throws {
    try withStore { directory in
      let text = Self.header + Self.lines
      let missing = try Tool.run("import", "new", "-", in: directory, input: text)
      #expect(
        missing.errors
          == "entity-model: there is no file 'new'; name the model of a new store with '--model'\n")
      let new = try Tool.run(
        "import", "new", "-", "--model", "model.json", in: directory, input: text)
      #expect(new == Tool.Run(output: "new: 2 inserted, 0 updated, 0 unchanged, 0 skipped\n"))
      #expect(try Tool.run("export", "new", "-", in: directory).output == text)
      let refused = try Tool.run("import", "new", "-", in: directory, input: text)
      #expect(
        refused.errors == """
          -: line 2: the store has the object already; skip or update it
          -: line 3: the store has the object already; skip or update it

          """)
      #expect(refused.status == 1)
      let updated = try Tool.run(
        "import", "new", "-", "--update", in: directory,
        input: text.replacing("1234", with: "4321"))
      #expect(updated.output == "new: 0 inserted, 1 updated, 1 unchanged, 0 skipped\n")
      let skipped = try Tool.run(
        "import", "new", "-", "--skip", "--skip-invalid", in: directory,
        input: Self.header + "x\n" + Self.lines)
      #expect(skipped.output == "new: 0 inserted, 0 updated, 0 unchanged, 3 skipped\n")
      #expect(skipped.errors.hasPrefix("-: line 2, column 1: expected a value\n"))
    }
  }

  @Test func aNewStoreIsMadeForWhatDescribePrints() throws {
    try TemporaryDirectory.with { directory in
      let source = """
        import EntityGraph
        @Entity final class Book: ManagedObject {
          @Attribute(.unique) var title: String
          var pages: Int = 0
        }

        """
      try directory.write(source.utf8, to: "Book.swift")
      let described = try Tool.run("describe", "--module", "Shop", "Book.swift", in: directory)
      try directory.write(described.output.utf8, to: "model.json")
      let lines = """
        {"entityGraph":"export","format":1,"references":"ids"}
        {"object":"Book","id":1,"values":{"title":"Niebla","pages":312}}

        """
      let run = try Tool.run(
        "import", "new", "-", "--model", "model.json", in: directory, input: lines)
      #expect(run == Tool.Run(output: "new: 1 inserted, 0 updated, 0 unchanged, 0 skipped\n"))
    }
  }

  @Test func ofANewStoreTheModelHasTheConstantsThatTheSourcesShow() throws {
    try TemporaryDirectory.with { directory in
      let source = """
        import EntityGraph
        enum Genre: String, Storable { case fiction, essay = "non-fiction" }
        enum Level: Int, Storable { case low = 3, high }
        @OpenEnumeration enum Form { case paper }
        @DictionaryStorage struct Look { var size = 12 }
        @DictionaryStorage struct Settings { var look = Look() }
        @Entity(indexes: [["settings.look.size"]]) final class Book: ManagedObject {
          var title: String
          var price: Decimal = 10
          var genre: Genre = .essay
          var level: Level = Level.high
          var form: Form = .paper
          var tags: [String] = []
          var scores: [String: Int] = [:]
          var settings: Settings = Settings()
          var payload: JSON?
          var extra: EntityGraph.JSON = [:]
          var made: Date = Date()
        }

        """
      try directory.write(source.utf8, to: "Book.swift")
      let described = try Tool.run("describe", "--module", "Shop", "Book.swift", in: directory)
      #expect(described.errors == "")
      try directory.write(described.output.utf8, to: "model.json")
      let lines = """
        {"entityGraph":"export","format":1,"references":"ids"}
        {"object":"Book","id":1,"values":{"title":"Niebla","made":"2001-01-01T00:00:00Z","payload":{"a":[1]}}}

        """
      let run = try Tool.run(
        "import", "new", "-", "--model", "model.json", in: directory, input: lines)
      #expect(run == Tool.Run(output: "new: 1 inserted, 0 updated, 0 unchanged, 0 skipped\n"))
      let exported = try Tool.run("export", "new", "-", in: directory).output
      let row = try #require(exported.split(separator: "\n").dropFirst().first)
      let values = row.firstRange(of: "\"values\":").map { row[$0.upperBound...] }
      #expect(
        values == #"""
          {"title":"Niebla","price":10,"genre":"non-fiction","level":4,"form":"paper","tags":[],\#
          "scores":{},"settings":{},"payload":{"a":[1]},"extra":{},\#
          "made":"2001-01-01T00:00:00Z"}}
          """#)
      // What a program computes is not known.
      let without = lines.replacing("\"made\":\"2001-01-01T00:00:00Z\",", with: "")
      let refused = try Tool.run(
        "import", "other", "-", "--model", "model.json", in: directory, input: without)
      #expect(
        refused.errors.hasPrefix(
          "-: line 2, values.made: 'Book.made' is required, and has no value here\n"))
    }
  }

  @Test func aNewStoreIsLeftOnlyIfTheFileIsNotRefused() throws {
    try withStore { directory in
      let refused = try Tool.run(
        "import", "new", "-", "--model", "model.json", in: directory, input: Self.header + "x\n")
      #expect(refused.status == 1)
      #expect(refused.errors.hasPrefix("-: line 2, column 1: expected a value\n"))
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      #expect(files.filter { $0.hasPrefix("new") } == [])
      // One that was there stays, whatever it has.
      let other = try Tool.run("import", "books", "-", in: directory, input: "x")
      #expect(other.status == 1)
      #expect(try Tool.run("export", "books", "-", in: directory).status == 0)
    }
  }

  @Test func whatIsNoStoreOrNoFileIsNamed() throws {
    try withStore { directory in
      let none = try Tool.run("export", "none", "-", in: directory)
      let message = "entity-model: 'none' does not exist, so it cannot be read [fileMissing]\n"
      #expect(none.errors == message)
      #expect(none.status == 1)
      let other = try Tool.run("export", "model.json", "-", in: directory)
      #expect(other.status == 1)
      let file = try Tool.run("import", "new", "none", "--model", "model.json", in: directory)
      #expect(file.errors == "entity-model: 'none': No such file or directory [fileMissing]\n")
      #expect(!FileManager.default.fileExists(atPath: directory.path("new")))
      let words = try Tool.run("export", "books", in: directory)
      #expect(
        words.errors.hasPrefix(
          "entity-model: 'export' needs the path of a store and that of a file\n"))
      #expect(words.status == 64)
      let both = try Tool.run("import", "books", "-", "--skip", "--update", in: directory)
      #expect(both.errors.hasPrefix("entity-model: '--skip' and '--update' exclude each other\n"))
      let unknown = try Tool.run("export", "books", "-", "--pretty", in: directory)
      #expect(unknown.errors.hasPrefix("entity-model: unknown option '--pretty'\n"))
    }
  }
}
