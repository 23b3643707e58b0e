import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import StoreConformance
import Testing

/// Rows are handed out as they are, whatever stands in them.
@Suite struct DamagedRowTests {
  /// Returns a store with a book and a novel, after `sql`.
  private func store(after sql: String) throws -> SQLiteStore {
    let store = try Library.store()
    try store.save { changes, _ in
      try changes.addBook(1, "b")
      try changes.addNovel(2, "n")
    }
    try store.corrupt(sql)
    return store
  }

  @Test func aRowOfAnUnknownEntityIsHandedOutBesideTheOthers() throws {
    let store = try store(after: #"UPDATE "Book" SET "_entity" = 'Poem' WHERE "_id" = 1"#)
    let rows = try store.rows(EntityQuery(entity: "Book"))
    #expect(rows.map(\.entity) == [nil, "Novel"])
    #expect(rows.first?.values["title"] == .text("b"))
    #expect(try store.row("Book", 1)?.entity == nil)
  }

  @Test(arguments: ["7", "x'426f6f6b'", "'Author'", "'book'"])
  func whatNamesNoneOfTheTreesEntitiesIsNoEntity(name: String) throws {
    let store = try Library.store()
    try store.save { changes, _ in try changes.addBook(1, "b") }
    try store.corrupt(#"UPDATE "Book" SET "_entity" = \#(name)"#)
    #expect(try store.rows(EntityQuery(entity: "Book")).map(\.entity) == [nil])
  }

  @Test(arguments: ["'text'", "2.5", "x'00'"])
  func aVersionThatIsNoIntegerIsNone(version: String) throws {
    let store = try store(after: #"UPDATE "Book" SET "_version" = \#(version) WHERE "_id" = 1"#)
    #expect(try store.row("Book", 1)?.version == nil)
    #expect(try store.rows(EntityQuery(entity: "Book")).map(\.version) == [nil, 2])
  }

  @Test func textThatIsNotUTF8IsHandedOutAsItsBytes() throws {
    let bytes = Data([0x61, 0xFF, 0xC3])
    let store = try store(
      after: #"UPDATE "Book" SET "title" = CAST(x'61ffc3' AS TEXT) WHERE "_id" = 1"#)
    let book = try store.layout.requiredEntity("Book")
    var found: [Data] = []
    try store.read {
      _ = try $0.row(id: 1, of: book) { row in
        #expect(row[0].kind == .text)
        #expect(row[0].text == nil)
        found.append(Data(row[0].bytes))
      }
    }
    #expect(found == [bytes])
    #expect(try store.row("Book", 1)?.values["title"] == .blob(bytes))
  }

  @Test func aValueOfAnotherStorageClassIsHandedOutAsItIs() throws {
    let store = try store(
      after: #"UPDATE "Book" SET "page ""count""" = 'many', "rating" = x'00', "cover" = 5"#)
    let values = try #require(try store.row("Book", 1)?.values)
    #expect(values["pages"] == .text("many"))
    #expect(values["rating"] == .blob(Data([0])))
    #expect(values["cover"] == .integer(5))
  }

  @Test func aConflictHoldsWhatStandsInADamagedRow() throws {
    let store = try store(after: #"UPDATE "Book" SET "_version" = 'x' WHERE "_id" = 1"#)
    let conflicts = try store.save { changes, layout in
      try changes.update("Book", 1, version: 2, ["title": .text("new")], in: layout)
    }
    #expect(conflicts.map(\.theirs?.first) == [.text("b")])
  }
}
