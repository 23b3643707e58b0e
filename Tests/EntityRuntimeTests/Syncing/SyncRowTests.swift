import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

enum CoinGrade: String, Storable { case good, fair }

/// What is known by a number, with an attribute of each kind that rows are stored of as they are.
@Entity final class Coin: ManagedObject {
  @Attribute(.unique) var id: Int
  @Attribute(.unique) var serial: String?
  @Attribute(.length(...20)) var name: String = "unnamed"
  var weight: Double?
  var size: Float = 1.5
  var minted: Date?
  var isRare: Bool = true
  var count: Int8 = 7
  var picture: Data?
  var mark: UUID?
  var grade: CoinGrade?
  @Relationship(inverse: "coins", deleteRule: .nullify) var purse: Purse?
}

@Entity final class Purse: ManagedObject {
  @Attribute(.unique) var id: Int
  @Relationship(inverse: "purse", deleteRule: .nullify) var coins: Set<Coin>
}

/// What differs from object to object where nothing is given.
@Entity final class Medal: ManagedObject {
  @Attribute(.unique) var id: Int
  var mark: UUID = UUID()
}

/// What does something when it is made.
@Entity final class Token: ManagedObject {
  @Attribute(.unique) var id: Int
  var name: String = ""
}

extension Token: ObjectLifeCycle {
  func awakeFromInsert() { name = "made" }
}

/// Rows of a payload that are added to the store without objects.
@Suite struct SyncRowTests {
  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer.forTesting(
      Coin.self, Purse.self, Medal.self, Token.self)
  }

  /// Applies `payload` in a transaction of its own; returns how many rows have been added without
  /// objects.
  private func rowsAdded<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, _ options: SyncOptions = SyncOptions()
  ) async throws -> Int {
    let json = try JSON(reading: payload)
    return try await container.write { context in
      var synchronization = try Synchronization(context, options, without: UnfitRows())
      synchronization.insertsRows = true
      _ = try synchronization.apply(json, of: try context.unit.entity(of: type))
      return synchronization.insertedIDs.count { $0 != 0 }
    }
  }

  private func coins(_ container: PersistentContainer) throws -> [String] {
    try container.newContext().fetch(Coin.sorted(by: \.id)).map { coin in
      [
        "\(coin.objectID)", "\(coin.id)", coin.serial ?? "nil", coin.name,
        coin.weight?.description ?? "nil", "\(coin.size)",
        coin.minted?.timeIntervalSinceReferenceDate.description ?? "nil", "\(coin.isRare)",
        "\(coin.count)", coin.picture.map { "\(Array($0))" } ?? "nil",
        coin.mark?.uuidString ?? "nil", coin.grade?.rawValue ?? "nil",
      ].joined(separator: " | ")
    }
  }

  private static let payload = #"""
    [{"id": 3, "serial": "a\"b\u00e9", "name": "Ünited", "weight": -0.25, "isRare": false},
     {"id": 5, "name": "", "weight": 3, "size": 2.1, "count": -128, "other": 1},
     {"minted": "2001-01-01T00:00:01.5Z", "id": 4, "serial": null, "picture": "AAEC",
      "mark": "00000000-0000-0000-0000-0000000000FF", "weight": 1e2},
     {"id": 9223372036854775807, "isRare": true, "weight": null}]
    """#

  @Test func newRowsOfPlainAttributesAreAddedWithoutObjects() async throws {
    #expect(try await rowsAdded(Coin.self, Self.payload) == 4)
  }

  @Test func theyAreWhatSavedObjectsAre() async throws {
    let other = try PersistentContainer.forTesting(Coin.self, Purse.self, Medal.self, Token.self)
    let json = try JSON(reading: Self.payload)
    let report = try await container.sync(Coin.self, from: json)
    let objects = try await other.write { context in
      let report = try context.sync(Coin.self, from: json)
      try context.save()
      return report
    }
    #expect(report == objects)
    #expect(report.rows.count == 5)
    let expected = [
      "Coin-1 | 3 | a\"bé | Ünited | -0.25 | 1.5 | nil | false | 7 | nil | nil | nil",
      "Coin-3 | 4 | nil | unnamed | 100.0 | 1.5 | 1.5 | true | 7 | [0, 1, 2]"
        + " | 00000000-0000-0000-0000-0000000000FF | nil",
      "Coin-2 | 5 | nil |  | 3.0 | 2.1 | nil | true | -128 | nil | nil | nil",
      "Coin-4 | 9223372036854775807 | nil | unnamed | nil | 1.5 | nil | true | 7 | nil | nil | nil",
    ]
    #expect(try coins(container) == expected)
    #expect(try coins(other) == expected)
    #expect(try await container.sync(Coin.self, from: json).unchangedCount == 4)
  }

  @Test func rowsInPiecesAreFoundByLaterOnes() async throws {
    let rows = (0..<2500).map { #"{"id": \#($0 % 2200), "name": "n\#($0)"}"# }
    let bytes = Array("[\(rows.joined(separator: ","))]".utf8)
    let report = try await container.sync(Coin.self, from: AsyncStream(of: [bytes]))
    #expect(report.description == "2200 inserted, 0 updated, 0 unchanged, 0 deleted, 300 skipped")
    let found = try container.newContext().fetch(Coin.where { $0.id == 299 })
    #expect(found.map(\.name) == ["n2499"])
  }

  @Test func objectsAreMadeWhereThereIsMoreToDo() async throws {
    // A reference.
    #expect(try await rowsAdded(Coin.self, #"[{"id": 1, "purse": null}]"#) == 0)
    // Rows inside of others.
    #expect(try await rowsAdded(Purse.self, #"[{"id": 1, "coins": [{"id": 2}]}]"#) == 0)
    // A type that the library does not know.
    #expect(try await rowsAdded(Coin.self, #"[{"id": 3, "grade": "fair"}]"#) == 0)
    // An object that is there.
    #expect(try await rowsAdded(Coin.self, #"[{"id": 1}, {"id": 4}]"#) == 0)
    // A value that differs from object to object.
    #expect(try await rowsAdded(Medal.self, #"[{"id": 1}]"#) == 0)
    let mark = "00000000-0000-0000-0000-0000000000FF"
    #expect(try await rowsAdded(Medal.self, #"[{"id": 2, "mark": "\#(mark)"}]"#) == 1)
    // A life cycle.
    #expect(try await rowsAdded(Token.self, #"[{"id": 1}]"#) == 0)
    #expect(try container.newContext().fetch(Token.all).map(\.name) == ["made"])
    #expect(try container.newContext().count(Coin.all) == 4)
  }

  @Test func whatIsRefusedIsLeftOut() async throws {
    var options = SyncOptions()
    options.invalidRows = .skip
    let payload = #"""
      [{"id": 1}, {"name": "x"}, {"id": 2, "name": "more than twenty letters"}, {"id": 3},
       {"id": 3, "name": "later"}]
      """#
    #expect(try await rowsAdded(Coin.self, payload, options) == 2)
    #expect(
      try container.newContext().fetch(Coin.sorted(by: \.id)).map { "\($0.id) \($0.name)" }
        == ["1 unnamed", "3 later"])
  }

  @Test func aUniqueValueThatIsTakenIsReportedAsOfObjects() async throws {
    let json = try JSON(reading: #"[{"id": 1, "serial": "x"}, {"id": 2, "serial": "x"}]"#)
    var errors: [String] = []
    for makesObjects in [false, true] {
      do {
        try await container.write { context in
          if makesObjects {
            _ = try context.sync(Coin.self, from: json)
          } else {
            var synchronization = try Synchronization(context, SyncOptions(), without: UnfitRows())
            synchronization.insertsRows = true
            _ = try synchronization.apply(json, of: context.unit.entity(of: Coin.self))
            #expect(synchronization.insertedIDs.isEmpty)
          }
          try context.save()
        }
      } catch { errors.append("\(error)") }
    }
    #expect(errors.count == 2)
    #expect(errors.first == errors.last)
    #expect(try container.newContext().count(Coin.all) == 0)
  }
}
