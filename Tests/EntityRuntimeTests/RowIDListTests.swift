import EntityModel
import EntityStore
import TestSupport
import Testing

@testable import EntityRuntime

/// Ids of rows in an order of their own.
@Suite struct RowIDListTests {
  private func list(_ ids: [Int64]) -> RowIDList {
    ids.reduce(into: RowIDList()) { $0.append($1) }
  }

  @Test func thereAreNoneAtFirst() {
    #expect(RowIDList().count == 0)
    #expect(Array(RowIDList()[0..<0]) == [])
  }

  @Test func idsComeBackInTheirOrder() {
    for ids: [Int64] in [
      [1], [1, 2, 3], [3, 2, 1], [5, 6, 9, 10, 11, 4], [1, 1, 2, 2], [.max, 1, 2],
      Array(1...5000), Array((1...5000).reversed()), (1...5000).map { $0 * 7 % 5003 },
    ] {
      let list = list(ids)
      #expect(list.count == ids.count)
      #expect(Array(list[0..<ids.count]) == ids)
      for start in stride(from: 0, to: ids.count, by: 700) {
        let end = min(start + 700, ids.count)
        #expect(Array(list[start..<end]) == Array(ids[start..<end]))
      }
    }
  }
}

/// What has been saved in a transaction.
@Suite struct SavedChangesTests {
  private func saves() -> [ChangeSet] {
    var saves: [ChangeSet] = []
    for start: Int64 in [1, 4, 9] {
      var changes = ChangeSet()
      changes.inserts = (start..<start + 3).map { ChangeSet.Insert(entity: 0, id: $0) }
      changes.updates = (start..<start + 2).map {
        ChangeSet.Update(entity: 1, id: $0, version: start == 9 ? 3 : 2, properties: [0, 1])
      }
      changes.deletes = [ChangeSet.Delete(entity: 2, id: start, version: start)]
      changes.links = [ChangeSet.Link(entity: 0, property: 1, owner: start, other: 1)]
      saves.append(changes)
    }
    var last = ChangeSet()
    last.inserts = [
      ChangeSet.Insert(entity: 0, id: 12, version: 5),
      ChangeSet.Insert(entity: 0, id: 13, values: [.integer(1)]),
      ChangeSet.Insert(entity: 1, id: 14),
    ]
    last.updates = [
      ChangeSet.Update(entity: 1, id: 11, version: 3, properties: [1]),
      ChangeSet.Update(entity: 1, id: 12, version: 3, properties: [1], values: [.null]),
    ]
    return saves + [last]
  }

  @Test func theyAreThoseOfAllSavesInTheirOrder() {
    var (saved, expected) = (SavedChanges(), ChangeSet())
    #expect(saved.isEmpty)
    #expect(saved.changes == expected)
    for changes in saves() {
      saved.append(changes)
      expected.append(changes)
      #expect(saved.changes == expected)
    }
    #expect(!saved.isEmpty)
  }

  @Test func aSaveOfNothingIsNone() {
    var saved = SavedChanges()
    saved.append(ChangeSet())
    #expect(saved.isEmpty)
  }
}
