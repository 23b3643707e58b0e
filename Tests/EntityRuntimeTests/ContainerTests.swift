import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntitySQLite

@Suite struct ContainerTests {
  /// Returns the kind and the text of the error that opening a store at `path` ends in.
  private func refusal(
    _ path: String, _ classes: ManagedObject.Type..., isReadOnly: Bool = false
  ) -> [String] {
    let error = #expect(throws: StoreError.self) {
      try PersistentContainer(
        model: ObjectModel(classes: classes), at: .file(path),
        options: StoreOptions(isReadOnly: isReadOnly))
    }
    return [error?.code.name ?? "", error?.message ?? ""]
  }

  @Test func theDirectoryMustExist() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("none/store")
      #expect(
        refusal(path, Session.self) == [
          "directoryMissing",
          "'\(path)' cannot be opened, since there is no directory '\(directory.path("none"))'; "
            + "create it first",
        ])
    }
  }

  @Test func theFileMustExistToBeReadOnly() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      #expect(
        refusal(path, Session.self, isReadOnly: true)
          == ["fileMissing", "'\(path)' does not exist, so it cannot be read"])
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func aDirectoryIsNoStore() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.url.path
      #expect(
        refusal(path, Session.self)
          == ["cannotOpen", "'\(path)' is a directory; a store needs a file"])
    }
  }

  @Test func aTextIsNoStore() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let text = Data(String(repeating: "no database ", count: 1000).utf8)
      try text.write(to: URL(filePath: path))
      let found = refusal(path, Session.self)
      #expect(found.first == "notADatabase")
      #expect(found.last?.hasPrefix("'\(path)'") == true)
      #expect(try Data(contentsOf: URL(filePath: path)) == text)
    }
  }

  @Test func somebodyElsesDatabaseIsNoStore() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      // Opened to be written, and created.
      let foreign = try Connection(path, flags: 0x6, busyTimeout: .zero, trace: nil)
      try foreign.run("CREATE TABLE notes (text)")
      #expect(
        refusal(path, Session.self) == [
          "notAStore",
          "'\(path)' is a database, but not a store of EntityGraph; it was left as it is",
        ])
    }
  }

  @Test func aStoreOfAnotherModelIsRefusedWithTheDifferences() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try PersistentContainer(model: ObjectModel(Shelf.self, Volume.self), at: .file(path)).close()
      #expect(
        refusal(path, Session.self) == [
          "modelMismatch",
          """
          '\(path)': the store was made for another model; let it be migrated, or open it with \
          that model
            entity 'Session' is new
            entity 'Shelf' is gone
            entity 'Volume' is gone
          """,
        ])
    }
  }

  @Test func aFileThatCannotBeWrittenIsRefusedAndCanBeRead() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let model = try ObjectModel(Session.self)
      let first = try PersistentContainer(model: model, at: .file(path))
      let writer = first.newContext()
      _ = Session(user: "u", in: writer)
      try writer.save()
      first.close()
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      #expect(
        refusal(path, Session.self) == [
          "readOnly",
          "'\(path)' cannot be written; open it as read only or change its permissions",
        ])
      let container = try PersistentContainer(
        model: model, at: .file(path), options: StoreOptions(isReadOnly: true))
      #expect(try container.newContext().fetch(Session.all).map(\.user) == ["u"])
    }
  }

  @Test func aReadOnlyStoreIsNotSavedTo() throws {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("store"))
      let model = try ObjectModel(Session.self)
      try PersistentContainer(model: model, at: location).close()
      let container = try PersistentContainer(
        model: model, at: location, options: StoreOptions(isReadOnly: true))
      let context = container.newContext()
      let session = Session(user: "u", in: context)
      let error = #expect(throws: StoreError.self) { try context.save() }
      #expect(error?.code == .readOnly)
      #expect(context.insertedObjects == [session])
      #expect(try container.newContext().count(Session.all) == 0)
    }
  }

  @Test func aClosedStoreIsNeitherReadNorSavedTo() throws {
    let bench = try Bench.inFile(Session.self)
    _ = Session(user: "u", in: bench.context)
    bench.container.close()
    for ask in [
      { try bench.context.save() }, { _ = try bench.context.fetch(Session.all) },
      { _ = try bench.context.count(Session.all) },
    ] {
      let error = #expect(throws: StoreError.self) { try ask() }
      #expect(error?.code == .closed)
    }
  }

  @Test func aModelNeedsAClassForEachEntity() throws {
    let described = ObjectModel(entities: try ObjectModel(Session.self).entities)
    let error = #expect(throws: ModelError.self) {
      try PersistentContainer(model: described, at: .memory)
    }
    #expect(
      error?.problems.map(\.message)
        == ["no class implements the entity 'Session'; make the model of classes"])
  }

  @Test func `models of several modules are one model of all their classes`() throws {
    let (sessions, shop) = (try ObjectModel(Session.self), try bookshop().container.model)
    let model = try ObjectModel(combining: sessions, shop, sessions)
    #expect(
      model.entities.map(\.name) == (sessions.entities + shop.entities).map(\.name).sorted())
    let container = try PersistentContainer(model: model, at: .memory)
    let context = container.newContext()
    _ = Session(user: "u", in: context)
    _ = Subject(name: "s", in: context)
    try context.save()
    #expect(try container.newContext().fetch(Subject.all).map(\.name) == ["s"])
    #expect(try ObjectModel(combining: sessions).entities == sessions.entities)
  }

  @Test func `models of several modules whose entities share a name are no model`() throws {
    let (one, other) = (try ObjectModel(Session.self), try ObjectModel(Elsewhere.Session.self))
    let error = #expect(throws: ModelError.self) { try ObjectModel(combining: one, other) }
    #expect(error?.problems.map(\.id) == ["model.entity.duplicate"])
  }

  @Test func aClassNeedsAnAnnotation() throws {
    final class Plain: ManagedObject {}
    let error = #expect(throws: ModelError.self) { try ObjectModel(Plain.self) }
    #expect(
      error?.problems.map(\.message)
        == ["'Plain' is not an entity; annotate the class with '@Entity'"])
  }

  @Test func aModelNeedsTheOtherEndsOfItsRelationships() throws {
    let error = #expect(throws: ModelError.self) { try ObjectModel(Shelf.self) }
    #expect(error?.problems.isEmpty == false)
    #expect(error?.problems.allSatisfy { $0.message.contains("'Volume'") } == true)
  }
}

/// What could be a module of its own.
private enum Elsewhere {
  @Entity final class Session: ManagedObject { var count: Int = 0 }
}
