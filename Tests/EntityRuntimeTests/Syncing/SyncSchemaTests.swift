import EntityGraph
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime

/// A class whose rows say everything in ways of their own.
@Entity final class Buoy: ManagedObject {
  @Attribute(.unique, json: "meta.key") var code: UUID
  @Attribute(.unique) var number: Int?
  @Attribute(originalName: "colour", json: "paint") var colorName: String = "red"
  @Attribute(json: .notExported) var secret: String = "kept"
  @Relationship(inverse: "buoys", deleteRule: .nullify, json: "meta.keeper") var keeper: Keeper?
  @Relationship(inverse: "spares", deleteRule: .nullify, json: .notExported) var spareOf: Keeper?
}

@Entity final class Keeper: ManagedObject {
  var remoteID: Int
  var nickName: String = ""
  @Relationship(inverse: "keeper", deleteRule: .nullify) var buoys: [Buoy]
  @Relationship(inverse: "spareOf", deleteRule: .nullify, json: .notExported) var spares: Set<Buoy>
}

/// What rows say of a class is where its annotations say, and nowhere else.
@Suite struct SyncSchemaTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let key = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"

  init() throws {
    container = try PersistentContainer.forTesting(Buoy.self, Keeper.self)
    context = container.newContext()
  }

  /// Applies `payload` in snake case, saves and returns the report in words.
  @discardableResult
  private func sync<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String
  ) throws -> String {
    let options = SyncOptions(format: JSONFormat(keys: .snakeCase))
    let report = try context.sync(type, from: JSON(reading: payload), options: options)
    try context.save()
    expectSound(context)
    return report.description
  }

  private func buoy() throws -> Buoy { try #require(try context.first(Buoy.all)) }

  // MARK: Names

  @Test func anIdentityAndAReferenceMayBeInsideOfAnObject() throws {
    let payload = #"""
      [{"meta": {"key": "\#(key)", "keeper": {"remote_id": 7, "nick_name": "Al"}}, "paint": "blue"}]
      """#
    #expect(
      try sync(Buoy.self, payload) == "2 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(
      try sync(Buoy.self, payload) == "0 inserted, 0 updated, 2 unchanged, 0 deleted, 0 skipped")
    #expect((try buoy().colorName, try buoy().keeper?.nickName) == ("blue", "Al"))
    try sync(Buoy.self, #"[{"meta": {"key": "\#(key)", "keeper": null}}]"#)
    #expect(try buoy().keeper == nil)
    // The same names lead out again.
    let format = JSONFormat(keys: .snakeCase)
    #expect(
      try context.json(buoy(), format: format).text
        == #"{"meta":{"key":"\#(key)","keeper":null},"number":null,"paint":"blue"}"#)
  }

  @Test func anIdentityThatNothingMarksIsCalledIDOrRemoteID() throws {
    try sync(Keeper.self, #"[{"remote_id": 7, "nick_name": "Al"}]"#)
    #expect(
      try sync(Keeper.self, #"[{"remote_id": 7, "nick_name": "Bo"}, {"remote_id": 8}]"#)
        == "1 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try context.fetch(Keeper.sorted(by: \.remoteID)).map(\.nickName) == ["Bo", ""])
    let error = #expect(throws: SyncError.self) { try sync(Keeper.self, #"[{"id": 7}]"#) }
    #expect(
      error?.description == "$[0]: the row has no 'remote_id', by which its object is found")
  }

  @Test func whatIsNotExportedIsNeitherReadNorWritten() throws {
    try sync(Keeper.self, #"[{"remote_id": 7}]"#)
    #expect(
      try sync(
        Buoy.self,
        #"[{"meta": {"key": "\#(key)"}, "secret": "x", "spare_of": 7, "spare_of_id": 7}]"#)
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 3 skipped")
    #expect((try buoy().secret, try buoy().spareOf == nil) == ("kept", true))
    try buoy().spareOf = context.first(Keeper.all)
    let names = try context.json(buoy()).members?.map(\.name)
    #expect(names == ["meta", "number", "paint"])
    let error = #expect(throws: JSONWritingError.self) {
      try context.json(buoy(), as: JSONShape { $0.spareOf })
    }
    #expect(error != nil)
  }

  // MARK: Guards

  @Test func aUniqueAttributeBesideTheIdentityIsGuarded() throws {
    let other = "00000000-0000-0000-0000-000000000001"
    try sync(Buoy.self, #"[{"meta": {"key": "\#(key)"}, "number": 1}]"#)
    let error = #expect(throws: StoreError.self) {
      try sync(Buoy.self, #"[{"meta": {"key": "\#(other)"}, "number": 1}]"#)
    }
    #expect(error?.code == .uniqueViolation && error?.properties == ["number"])
    context.rollback()
    #expect(try context.count(Buoy.self) == 1)
    // Rows that exchange it are no conflict.
    try sync(Buoy.self, #"[{"meta": {"key": "\#(other)"}, "number": 2}]"#)
    #expect(
      try sync(
        Buoy.self,
        #"[{"meta": {"key": "\#(other)"}, "number": 1}, {"meta": {"key": "\#(key)"}, "number": 2}]"#
      ) == "0 inserted, 2 updated, 0 unchanged, 0 deleted, 0 skipped")
  }

  @Test func aManyToManyIsSynchronizedFromEitherEnd() throws {
    let run = try SyncRun()
    try run.sync(Style.self, #"[{"name": "jazz", "records": [{"code": "A", "title": "a"}]}]"#)
    #expect(try run.record("A")?.genres.map(\.name) == ["jazz"])
    try run.sync(Disc.self, #"[{"code": "A", "genres": []}]"#)
    #expect(try run.context.first(Style.all)?.records == [])
    try run.sync(Disc.self, #"[{"code": "A", "genres": ["jazz"]}]"#)
    #expect(try run.context.first(Style.all)?.records.map(\.code) == ["A"])
  }

  // MARK: Stores and results

  @Test func aStoreThatIsACacheIsMadeAgainAndFilledByTheNextPayload() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("cache")
      let model = try ObjectModel(Keeper.self, Buoy.self)
      let older = try PersistentContainer(
        model: ObjectModel(Jotting.self), at: .file(path))
      older.close()
      #expect(throws: (any Error).self) {
        try PersistentContainer(model: model, at: .file(path))
      }
      let cache = try PersistentContainer(
        model: model, at: .file(path), options: .recreatingOnMismatch)
      let report = try await cache.sync(
        Keeper.self, from: [["remoteID": 7]], deleting: .missing, author: "server")
      #expect(report.insertedCount == 1)
      cache.close()
      let again = try PersistentContainer(
        model: model, at: .file(path), options: .recreatingOnMismatch)
      #expect(try again.newContext().count(Keeper.self) == 1)
      again.close()
    }
  }

  @Test func whoFollowsARequestIsGivenWhatAPayloadChangesOfIt() async throws {
    let container = container
    try await container.sync(
      Keeper.self, from: [["remoteID": 1, "nickName": "Al"], ["remoteID": 2]])
    var names = container.updates(of: Keeper.sorted(by: \.remoteID).select(\.nickName))
      .makeAsyncIterator()
    var count = container.updates(of: Buoy.all, as: .count).makeAsyncIterator()
    #expect(try await names.next() == ["Al", ""])
    #expect(try await count.next() == 0)
    // What is there already is no news, and neither is another class.
    try await container.sync(Keeper.self, from: [["remoteID": 1, "nickName": "Al"]])
    try await container.sync(Buoy.self, from: [["meta": ["key": JSON(key), "keeper": 1]]])
    try await container.sync(Keeper.self, from: [["remoteID": 2, "nickName": "Bo"]])
    #expect(try await names.next() == ["Al", "Bo"])
    #expect(try await count.next() == 1)
  }

  // MARK: Rows with names

  @Test func membersOfAToManyMayBeNamedByTheirIdentity() throws {
    let payload = #"""
      [{"remote_id": 7, "buoys": {"\#(key)": {"paint": "blue"}, "\#(key.dropLast())0": {}}}]
      """#
    #expect(
      try sync(Keeper.self, payload) == "3 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(
      try sync(Keeper.self, payload) == "0 inserted, 0 updated, 3 unchanged, 0 deleted, 0 skipped")
    let keeper = try #require(try context.first(Keeper.all))
    #expect(keeper.buoys.map(\.colorName) == ["blue", "red"])
    // What `keyed(by:)` writes is read again.
    let shape = JSONShape<Keeper> {
      $0.remoteID
      $0.buoys.keyed(by: \.code) { $0.colorName }
    }
    let written = try context.json(keeper, as: shape, format: JSONFormat(keys: .snakeCase))
    keeper.buoys[0].colorName = "green"
    keeper.buoys.removeLast()
    try context.save()
    try sync(Keeper.self, written.text)
    #expect(keeper.buoys.map(\.colorName) == ["blue", "red"])
    // A row that says its identity is known by that.
    try sync(
      Keeper.self,
      #"[{"remote_id": 7, "buoys": {"first": {"meta": {"key": "\#(key)"}, "paint": "white"}}}]"#)
    #expect(keeper.buoys.map(\.colorName) == ["white"])
    try sync(Keeper.self, #"[{"remote_id": 7, "buoys": {}}]"#)
    #expect(keeper.buoys == [])
    let error = #expect(throws: SyncError.self) {
      try sync(Keeper.self, #"[{"remote_id": 7, "buoys": {"first": {}}}]"#)
    }
    #expect(
      error?.description
        == "$[0].buoys.first: 'Buoy.code' is a text such as "
        + "\"123E4567-E89B-12D3-A456-426614174000\" and this is a string")
  }

  @Test func wholeNumbersAreReadFromNamesToo() throws {
    let run = try SyncRuleRun()
    try run.sync(Wharf.self, #"[{"id": 1, "moorings": {"2": {"note": "a"}, "3": {}}}]"#)
    let moorings = try run.context.fetch(Mooring.sorted(by: \.id))
    #expect(moorings.map(\.id) == [2, 3] && moorings.map(\.note) == ["a", ""])
    #expect(moorings.allSatisfy { $0.wharf.id == 1 })
  }
}
