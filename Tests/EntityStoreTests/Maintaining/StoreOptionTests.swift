import EntityCSQLite
import EntityModel
import EntityStore
import Foundation
import StoreConformance
import TestSupport
import Testing

@testable import EntitySQLite

/// What options say is what connections do.
@Suite struct StoreOptionTests {
  /// Opens a store in `directory`, and returns the value of a pragma of the connection that writes.
  private func pragma(
    _ name: String, _ options: StoreOptions, in directory: TemporaryDirectory
  ) throws -> Int64? {
    let store = try SQLiteStore(
      model: Library.model, at: .file(directory.path("store")), options: options)
    defer { store.close() }
    return try store.write { session in
      try #require(session as? SQLiteWritingSession).connection.integer("PRAGMA \(name)")
    }
  }

  @Test func aCommitSurvivesWhatDurabilitySays() throws {
    try TemporaryDirectory.with { (directory) throws in
      #expect(try pragma("synchronous", StoreOptions(), in: directory) == 1)
      #expect(try pragma("synchronous", StoreOptions(durability: .full), in: directory) == 2)
    }
  }

  @Test func nothingIsMappedUnlessAskedFor() throws {
    try TemporaryDirectory.with { (directory) throws in
      // What SQLite answers depends on the file system, which tests replace.
      for (bytes, mapped) in [(nil, 0), (1 << 20, 1 << 20), (-1, 0)] {
        let texts = Recorder()
        var options = StoreOptions(trace: { texts.note($0) })
        if let bytes { options.mappedBytes = bytes }
        #expect(try pragma("synchronous", options, in: directory) == 1)
        #expect(texts.all.filter { $0.contains("mmap") } == ["PRAGMA mmap_size = \(mapped)"])
      }
    }
  }

  @Test func aConnectionHasTheCacheThatIsAskedFor() throws {
    try TemporaryDirectory.with { (directory) throws in
      #expect(try pragma("cache_size", StoreOptions(), in: directory) == -16384)
      #expect(try pragma("cache_size", StoreOptions(cacheBytes: 1 << 20), in: directory) == -1024)
      #expect(try pragma("cache_size", StoreOptions(cacheBytes: -5), in: directory) == -1)
    }
  }

  @Test(arguments: [0o600, 0o640, 0o660, 0o666])
  func filesAreMadeWithThePermissionsThatAreAskedFor(permissions: Int) throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("store")
      let store = try SQLiteStore(
        model: Library.model, at: .file(path), options: StoreOptions(filePermissions: permissions))
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      for name in [path, path + "-wal", path + "-shm"] {
        #expect(FileIdentity(name)?.permissions == permissions, "\(name)")
      }
      store.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["store"])
    }
  }

  @Test func aFileThatIsThereKeepsItsPermissions() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("store")
      try SQLiteStore(
        model: Library.model, at: .file(path), options: StoreOptions(filePermissions: 0o640)
      ).close()
      try SQLiteStore(
        model: Library.model, at: .file(path), options: StoreOptions(filePermissions: 0o600)
      ).close()
      #expect(FileIdentity(path)?.permissions == 0o640)
    }
  }

  @Test(arguments: [600, 0o400, 0, -1, 0o1777])
  func permissionsThatAreNoneAreRefused(permissions: Int) throws {
    try TemporaryDirectory.with { (directory) throws in
      let error = #expect(throws: StoreError.self) {
        try SQLiteStore(
          model: Library.model, at: .file(directory.path("store")),
          options: StoreOptions(filePermissions: permissions))
      }
      #expect(error?.code == .invalidRequest)
      #expect(
        error?.message
          == "'\(directory.path("store"))': a store cannot be made with the permissions "
          + "0o\(String(permissions, radix: 8)); write them in octal, with reading and writing for "
          + "the owner: 0o600, 0o640 or 0o660")
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
    }
  }

  @Test func theBackupOfAMigrationHasThePermissionsToo() throws {
    try TemporaryDirectory.with { (directory) throws in
      let path = directory.path("store")
      try StoreFile(path: path).create(0o600)
      #expect(FileIdentity(path)?.permissions == 0o600)
      #expect(FileIdentity(path)?.bytes == 0)
      try StoreFile(path: path).create(0o660)
      #expect(FileIdentity(path)?.permissions == 0o600, "what is there stays as it is")
    }
  }

  @Test func anOldLibraryIsRefused() throws {
    try SQLiteLibrary.check(SQLiteLibrary.oldest)
    let error = #expect(throws: StoreError.self) { try SQLiteLibrary.check(3_032_003) }
    #expect(error?.code == .libraryTooOld)
    #expect(
      error?.message
        == "this program runs with SQLite 3.32.3, and needs 3.33.0 or later; install a later "
        + "libsqlite3, or put one before it in the search path of libraries")
    let other = #expect(throws: StoreError.self) { try SQLiteLibrary.check(isThreadsafe: false) }
    #expect(other?.code == .libraryTooOld)
  }

  @Test func aLibraryThatCannotKeepAnIndexOfWordsIsRefusedWhereThereIsOne() throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    let connection = try #require(handle)
    func layout(_ tokenizer: SearchTokenizer?) -> StoreLayout {
      StoreLayout(
        ObjectModel(entities: [
          Entity(
            "Book",
            properties: [.attribute(Attribute(name: "title", type: .string, search: tokenizer))])
        ]))
    }
    for tokenizer in [nil, .unicode, .porter, .ascii] as [SearchTokenizer?] {
      try SQLiteLibrary.checkSearch(
        in: layout(tokenizer), of: connection, version: SQLiteLibrary.oldest)
    }
    try SQLiteLibrary.checkSearch(in: layout(.trigram), of: connection, version: 3_034_000)
    let error = #expect(throws: StoreError.self) {
      try SQLiteLibrary.checkSearch(in: layout(.trigram), of: connection, version: 3_033_000)
    }
    #expect(error?.code == .libraryTooOld)
    #expect(
      error?.message
        == "'Book.title' is searchable, and this program runs with SQLite 3.33.0, which does not "
        + "know '.trigram'; install 3.34.0 or later")
  }
}
