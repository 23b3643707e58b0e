import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import StoreConformance
import TestSupport
import Testing

/// What is not a store of the model is refused with one clear error and left as it is.
@Suite struct OpeningTests {
  /// Returns the error that opening `path` ends in, and checks that no file has changed.
  private func refusal(
    of path: String, model: ObjectModel = Library.model, options: StoreOptions = StoreOptions()
  ) throws -> StoreError {
    let directory = URL(filePath: path).deletingLastPathComponent()
    let before = contents(of: directory)
    let error = #expect(throws: StoreError.self) {
      try SQLiteStore(model: model, at: .file(path), options: options)
    }
    #expect(contents(of: directory) == before, "nothing may change")
    return try #require(error)
  }

  /// Returns the bytes of each file in `directory`.
  private func contents(of directory: URL) -> [String: Data] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, (try? Data(contentsOf: directory.appendingPathComponent($0))) ?? Data())
      })
  }

  @Test func aMissingFileIsCreatedAndOpensAgain() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("a b?%.sqlite")
      let store = try SQLiteStore(model: Library.model, at: .file(path))
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      store.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).count == 1)
      let again = try SQLiteStore(model: Library.model, at: .file(path))
      #expect(try again.read { try $0.count(EntityQuery(entity: "Author")) } == 1)
    }
  }

  @Test func anEmptyFileIsFilled() throws {
    try TemporaryDirectory.with { directory in
      try Data().write(to: URL(filePath: directory.path("store")))
      let store = try SQLiteStore(model: Library.model, at: .file(directory.path("store")))
      #expect(try store.read { try $0.count(EntityQuery(entity: "Author")) } == 0)
    }
  }

  @Test func theDirectoryMustExist() throws {
    try TemporaryDirectory.with { directory in
      let error = try refusal(of: directory.path("missing/store"))
      #expect(error.code == .directoryMissing)
      #expect(error.message.hasSuffix("'\(directory.path("missing"))'; create it first"))
    }
  }

  @Test func aDirectoryIsNoStore() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let error = try refusal(of: path)
      #expect(error.code == .cannotOpen)
    }
  }

  @Test(arguments: ["text", String(repeating: "not a database ", count: 1000)])
  func aFileThatIsNoDatabaseIsRefused(text: String) throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try Data(text.utf8).write(to: URL(filePath: path))
      let error = try refusal(of: path)
      #expect(error.code == .notADatabase)
      #expect(error.message.contains("'\(path)'"))
    }
  }

  @Test(arguments: [false, true])
  func somebodyElsesDatabaseIsRefused(usesLog: Bool) throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try ForeignDatabase.create(at: path, usesLog: usesLog)
      #expect(try refusal(of: path).code == .notAStore)
      #expect(try refusal(of: path, options: StoreOptions(isReadOnly: true)).code == .notAStore)
    }
  }

  @Test func aStoreOfAnotherModelIsRefusedAndTheDifferencesNamed() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try SQLiteStore(model: Library.model, at: .file(path)).close()
      var entities = Library.model.entities.filter { $0.name != "Novel" }
      entities[0].properties[0] = .attribute(Attribute(name: "email", type: .string))
      entities[1].properties[1] = .attribute(
        Attribute(name: "pages", column: "page \"count\"", type: .int64, isOptional: true))
      entities[1].properties.append(.attribute(Attribute(name: "isbn", type: .string)))
      entities.append(Entity("Shelf"))
      let error = try refusal(
        of: path, model: ObjectModel(entities: entities), options: StoreOptions(migration: .refuse))
      #expect(error.code == .modelMismatch)
      #expect(
        error.message == """
          '\(path)': the store was made for another model; let it be migrated, or open it with \
          that model
            'Author.email' is no longer unique
            'Book.isbn' is new: a required string
            'Book.pages' is optional, not required
            'Book.pages' is of type int64, not int32
            entity 'Novel' is gone
            entity 'Shelf' is new
          """)
    }
  }

  @Test func aModelThatDiffersInWhatRowsDoNotDependOnIsAccepted() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try SQLiteStore(model: Library.model, at: .file(path)).close()
      var entities = Library.model.entities
      entities[0].originalName = "Writer"
      _ = try SQLiteStore(model: ObjectModel(entities: entities), at: .file(path))
    }
  }

  @Test func aNewerFormatIsRefused() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let store = try SQLiteStore(model: Library.model, at: .file(path))
      try store.corrupt("UPDATE \"_store\" SET \"value\" = '99' WHERE \"name\" = 'format'")
      store.close()
      let error = try refusal(of: path)
      #expect(error.code == .newerFormat)
      #expect(error.message.contains("format 99"))
    }
  }

  @Test func aStoreWithoutItsMetadataIsDamaged() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let store = try SQLiteStore(model: Library.model, at: .file(path))
      try store.corrupt("DELETE FROM \"_store\"")
      store.close()
      let error = try refusal(of: path)
      #expect(error.code == .corrupt)
    }
  }

  @Test(arguments: [100, 4096, 5000, 20_000])
  func aTruncatedFileIsDamaged(length: Int) throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try SQLiteStore(model: Library.model, at: .file(path)).close()
      let whole = try Data(contentsOf: URL(filePath: path))
      try whole.prefix(length).write(to: URL(filePath: path))
      let code = try refusal(of: path).code
      // Versions of SQLite differ in what they call a file without a whole page.
      let codes: [StoreError.Code] = length == 100 ? [.corrupt, .notADatabase] : [.corrupt]
      #expect(codes.contains(code))
    }
  }

  @Test func damageInAPageIsAnErrorWhenItIsRead() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let store = try SQLiteStore(model: Library.model, at: .file(path))
      try store.save { changes, _ in
        for number in 1...2000 { try changes.addAuthor(Int64(number), "author \(number)") }
      }
      store.close()
      var bytes = try Data(contentsOf: URL(filePath: path))
      for index in (bytes.count / 2)..<bytes.count { bytes[index] = 0xA5 }
      try bytes.write(to: URL(filePath: path))
      let error = #expect(throws: StoreError.self) {
        let store = try SQLiteStore(model: Library.model, at: .file(path))
        try store.read { reader in
          for entity in ["Author", "Book"] {
            try reader.rows(EntityQuery(entity: entity)) { _ = $0[0].storedValue }
          }
          _ = try reader.count(
            EntityQuery(
              entity: "Author",
              predicate: .comparison(
                .attribute(PropertyPath(["email"])), .greater, .value(.text("")))))
        }
      }
      #expect(error?.code == .corrupt)
    }
  }

  @Test func aFileThatMayNotBeWrittenIsRefusedUnlessItIsOnlyRead() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let store = try SQLiteStore(model: Library.model, at: .file(path))
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      store.close()
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      #expect(try refusal(of: path).code == .readOnly)
      let reading = try SQLiteStore(
        model: Library.model, at: .file(path), options: StoreOptions(isReadOnly: true))
      #expect(try reading.read { try $0.count(EntityQuery(entity: "Author")) } == 1)
    }
  }

  @Test func aStoreOpenedForReadingIsNotWritten() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try SQLiteStore(model: Library.model, at: .file(path)).close()
      let store = try SQLiteStore(
        model: Library.model, at: .file(path), options: StoreOptions(isReadOnly: true))
      let error = #expect(throws: StoreError.self) {
        try store.save { changes, _ in try changes.addAuthor(1, "a") }
      }
      #expect(error?.code == .readOnly)
      #expect(
        try refusal(of: directory.path("other"), options: StoreOptions(isReadOnly: true)).code
          == .fileMissing)
    }
  }

  @Test func aClosedStoreSaysSo() throws {
    let store = try Library.store()
    store.close()
    let error = #expect(throws: StoreError.self) {
      try store.read { try $0.count(EntityQuery(entity: "Author")) }
    }
    #expect(error?.code == .closed)
  }

  @Test func severalThreadsCanCreateOneStore() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("store")
    try await withThrowingTaskGroup { group in
      for number in 1...8 {
        group.addTask {
          let store = try SQLiteStore(model: Library.model, at: .file(path))
          try store.save { changes, _ in
            try changes.addAuthor(Int64(number), "author \(number)")
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try SQLiteStore(model: Library.model, at: .file(path))
    #expect(try store.read { try $0.count(EntityQuery(entity: "Author")) } == 8)
    _ = directory
  }
}

/// Locations are paths and URLs of files.
@Suite struct StoreLocationTests {
  @Test func aFileIsOpenedByItsURL() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("a b?%é")
      let store = try SQLiteStore(model: Library.model, at: .file(URL(filePath: path)))
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      store.close()
      let again = try SQLiteStore(model: Library.model, at: .file(path))
      #expect(try again.count(EntityQuery(entity: "Author")) == 1)
      #expect(StoreLocation.file(URL(filePath: path)).description == path)
    }
  }

  @Test func aURLThatIsNoneOfAFileIsRefused() throws {
    let url = try #require(URL(string: "https://example.org/store"))
    let error = #expect(throws: StoreError.self) {
      try SQLiteStore(model: Library.model, at: .file(url))
    }
    #expect(error?.code == .cannotOpen)
    #expect(
      error?.message
        == "'https://example.org/store' is not the URL of a file; use a file URL or a path")
  }
}
