import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Who has a mentor, and belongs to groups.
@Entity final class Fellow: ManagedObject {
  @Attribute(.unique) var code: String
  var name: String = ""
  @Relationship(inverse: "pupils", deleteRule: .nullify) var mentor: Fellow?
  @Relationship(inverse: "mentor", deleteRule: .nullify) var pupils: Set<Fellow>
  @Relationship(inverse: "fellows", deleteRule: .nullify) var guilds: Set<Sodality>
  @Relationship(inverse: .implicit, deleteRule: .nullify, json: "base.home") var lodge: Hostelry?
}

@Entity final class Sodality: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "guilds", deleteRule: .nullify) var fellows: Set<Fellow>
}

@Entity final class Hostelry: ManagedObject {
  @Attribute(.unique) var name: String
  var place: HostelryPlace = HostelryPlace()
}

@Composition struct HostelryPlace: Codable, Hashable, Sendable {
  var city: String = ""
}

/// What a payload mentions beside its own rows.
@Suite struct SyncMentionTests {
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.newContext() }

  init() throws {
    container = try PersistentContainer.forTesting(Fellow.self, Sodality.self, Hostelry.self)
  }

  private func sync(
    _ payload: String, by way: SyncWay, deleting: SyncDeletion<Fellow> = .missing
  ) async throws -> String {
    let json = try JSON(reading: payload)
    let report: SyncReport
    if let partSize = way.partSize {
      report = try await container.sync(
        Fellow.self, from: JSON.elements(of: AsyncStream(of: [Array(payload.utf8)])),
        deleting: deleting, options: SyncOptions(), author: nil, progress: nil,
        partSize: partSize)
    } else {
      report = try await container.sync(Fellow.self, from: json, deleting: deleting)
    }
    return report.description
  }

  private func fellows() throws -> [String] {
    try context.fetch(Fellow.sorted(by: \.code)).map { "\($0.code) \($0.mentor?.code ?? "-")" }
  }

  @Test(arguments: SyncWay.saving)
  func whatRowsReferToIsNotMissing(_ way: SyncWay) async throws {
    _ = try await sync(#"[{"code": "a"}, {"code": "b"}, {"code": "c"}]"#, by: way)
    let payload = #"[{"code": "a", "mentor": "b"}]"#
    #expect(
      try await sync(payload, by: way)
        == "0 inserted, 1 updated, 0 unchanged, 1 deleted, 0 skipped")
    #expect(try fellows() == ["a b", "b -"])
    #expect(
      try await sync(payload, by: way)
        == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 0 skipped")
  }

  @Test(arguments: SyncWay.saving)
  func whatRowsInsideOfOthersAreAboutIsNotMissing(_ way: SyncWay) async throws {
    let payload = #"""
      [{"code": "a", "pupils": [{"code": "b", "pupils": [{"code": "c"}]}]}, {"code": "d"}]
      """#
    _ = try await sync(payload, by: way)
    #expect(try fellows() == ["a -", "b a", "c b", "d -"])
    _ = try await sync(payload, by: way)
    #expect(try fellows() == ["a -", "b a", "c b", "d -"])
    // A member that has become one of another member has moved, and is not missing.
    let context = container.newContext()
    let a = try #require(try context.find(Fellow.self, \.code, "a"))
    _ = try context.sync(\.pupils, of: a, from: [["code": "d", "pupils": [["code": "b"]]]])
    try context.save()
    #expect(try fellows() == ["a -", "b d", "c b", "d a"])
  }

  @Test func membersThatOthersMayHaveTooAreTakenAwayAndStay() throws {
    let context = container.newContext()
    let smiths = Sodality(name: "smiths", in: context)
    let tailors = Sodality(name: "tailors", in: context)
    for code in ["a", "b"] { _ = Fellow(code: code, guilds: [smiths, tailors], in: context) }
    try context.save()
    let report = try context.sync(\.fellows, of: smiths, from: [["code": "b"], ["code": "c"]])
    #expect(report.description == "1 inserted, 0 updated, 1 unchanged, 0 deleted, 0 skipped")
    try context.save()
    #expect(smiths.fellows.map(\.code).sorted() == ["b", "c"])
    #expect(tailors.fellows.map(\.code).sorted() == ["a", "b"])
    _ = try context.sync(\.fellows, of: smiths, from: [["code": "d"]], deletesMissing: false)
    #expect(smiths.fellows.map(\.code).sorted() == ["b", "c", "d"])
  }

  @Test(arguments: [
    #"{"code": "a", "lodge_id": "x"}"#, #"{"code": "a", "lodgeID": "x"}"#,
    #"{"code": "a", "base": {"home_id": "x"}}"#, #"{"code": "a", "base": {"homeId": "x"}}"#,
    #"{"code": "a", "base": {"home": "x"}}"#,
  ])
  func anIdentityIsReadUnderTheNameOfThePropertyAndThatForJSON(_ row: String) throws {
    let context = container.newContext()
    _ = Hostelry(name: "x", in: context)
    _ = try context.sync(Fellow.self, from: JSON(reading: "[\(row)]"))
    #expect(try context.find(Fellow.self, \.code, "a")?.lodge?.name == "x")
  }

  @Test func aShapeThatNamesAPartOfAValueIsRefusedAsThatOfAPayload() throws {
    var options = SyncOptions()
    options.members = .only(
      JSONShape<Fellow> {
        $0.name
        $0.lodge { $0.place.city }
      })
    let error = #expect(throws: StoreError.self) {
      try context.sync(Fellow.self, from: [["code": "a"]], options: options)
    }
    #expect(
      error?.message
        == "a payload gives 'Hostelry.place' a value as a whole; name '$0.place' in the shape of "
        + "'members' in place of a part")
    options.members = .only(JSONShape<Fellow> { $0.lodge { $0.place } })
    #expect(
      try context.sync(Fellow.self, from: [["code": "a"]], options: options).description
        == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
  }
}
