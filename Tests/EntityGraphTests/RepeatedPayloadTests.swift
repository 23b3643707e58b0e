import EntityGraph
import Foundation
import TestSupport
import Testing

/// What a payload says in another way than it is stored.
@Composition struct Sticker {
  var text: String
  var size = 1
  var price: Double?
}

@Entity final class Suitcase: ManagedObject {
  @Attribute(.unique) var id: Int
  var labels: Set<String> = []
  var numbers: Set<Int>?
  var home: URL?
  var sticker: Sticker?
  var list: [String] = []
}

@Suite struct RepeatedPayloadTests {
  private static let payload: JSON = [
    "id": 1, "labels": ["a", "b", "c", "d", "e"], "numbers": [3, 1, 2, 9],
    "home": "https://example.org/ä", "sticker": ["text": "x", "unknown": true, "price": .null],
    "list": ["b", "a"],
  ]

  @Test func aPayloadThatIsAppliedTwiceWritesNothingTheSecondTime() async throws {
    let store = try PersistentContainer.forTesting(Suitcase.self)
    #expect(try await store.sync(Suitcase.self, from: Self.payload).insertedCount == 1)
    for _ in 0..<20 {
      let report = try await store.sync(Suitcase.self, from: Self.payload)
      #expect(report.description == "0 inserted, 0 updated, 1 unchanged, 0 deleted, 0 skipped")
    }
  }

  @Test func whatSaysSomethingElseIsWritten() async throws {
    let store = try PersistentContainer.forTesting(Suitcase.self)
    try await store.sync(Suitcase.self, from: Self.payload)
    for other: JSON in [
      ["id": 1, "labels": ["a", "b", "c", "d"]], ["id": 1, "numbers": .null],
      ["id": 1, "home": "https://example.org/o"], ["id": 1, "sticker": ["text": "x", "size": 2]],
      ["id": 1, "list": ["a", "b"]],
    ] {
      #expect(try await store.sync(Suitcase.self, from: other).updatedCount == 1)
    }
    let found = try await store.read { context in
      try context.fetch(Suitcase.all).map { ($0.labels, $0.list, $0.sticker?.size) }
    }
    #expect(found.first?.0 == ["a", "b", "c", "d"])
    #expect(found.first?.1 == ["a", "b"])
    #expect(found.first?.2 == 2)
  }
}
