import EntityModel
import EntityStore
import Testing

@Suite struct RelationshipTests {
  /// Returns the pairs of owners and objects that `name` holds, by rows and by links.
  private func pairs(
    _ name: String, of owner: String, _ owners: [Int64], in store: Store
  ) throws -> [[Int64]] {
    let relationship = try Library.relationship(name, of: owner)
    let owners = owners.sorted()
    var rows: [[Int64]] = []
    var links: [[Int64]] = []
    try store.read { reader in
      try reader.rows(relationship, of: owner, owners: owners) { rows.append([owners[$0], $1.id]) }
      try reader.links(relationship, of: owner, owners: owners) { links.append([$0, $1]) }
    }
    rows.sort { $0.lexicographicallyPrecedes($1) }
    #expect(rows == links)
    return rows
  }

  @Test func aOneToManyIsReadForManyOwnersAtOnce() throws {
    let texts = Recorder()
    let store = try Library.store { texts.note($0) }
    try store.write { writer in
      for author in 1...3 { try writer.addAuthor(Int64(author), "a\(author)") }
      for book in 1...6 { try writer.addBook(Int64(book), "b", author: Int64(book % 2 + 1)) }
      try writer.insert("Novel", id: 7, version: 1) { row in
        let values: [StoredValue] = [
          .text("n"), .integer(1), .null, .real(0), .null, .integer(1), .text("crime"),
        ]
        for value in values { row.write(value) }
      }
    }
    texts.clear()
    #expect(
      try pairs("books", of: "Author", [2, 1, 3, 99], in: store) == [
        [1, 2], [1, 4], [1, 6], [1, 7], [2, 1], [2, 3], [2, 5],
      ])
    #expect(texts.all.count == 4, "BEGIN, rows, links, COMMIT")
    var entities: [String] = []
    let books = try Library.relationship("books", of: "Author")
    try store.read { reader in
      try reader.rows(books, of: "Author", owners: [1]) { entities.append($1.entity.name) }
    }
    #expect(entities == ["Book", "Book", "Book", "Novel"])
  }

  @Test(arguments: [
    Array(1...40), Array(stride(from: 3, through: 120, by: 3)), [1] + Array(100...120),
    Array(20...60), Array(200...220),
  ])
  func aOneToManyOfManyOwnersIsThatOfEach(owners: [Int64]) throws {
    let store = try Library.store()
    try store.write { writer in
      for author in 1...120 where author % 7 != 0 {
        try writer.addAuthor(Int64(author), "a\(author)")
      }
      // The last author has most of the books; some have no author.
      for book in 1...900 {
        let author = book % 3 == 0 ? book % 119 + 1 : 120
        try writer.addBook(
          Int64(book), "b", author: author % 7 == 0 || book % 10 == 0 ? nil : Int64(author))
      }
    }
    let found = try pairs("books", of: "Author", owners, in: store)
    var expected: [[Int64]] = []
    for owner in owners {
      expected += try pairs("books", of: "Author", [owner], in: store)
    }
    #expect(found == expected)
  }

  @Test func aOneToManyOfManyOwnersIsEmptyWhereItsTableIs() throws {
    let store = try Library.store()
    try store.write { writer in
      for author in 1...40 { try writer.addAuthor(Int64(author), "a\(author)") }
    }
    #expect(try pairs("books", of: "Author", Array(1...40), in: store) == [])
    try store.write { writer in try writer.addBook(1, "b", author: 40) }
    #expect(try pairs("books", of: "Author", Array(1...40), in: store) == [[40, 1]])
  }

  @Test func aManyToManyIsReadFromEitherEnd() throws {
    let store = try Library.store()
    let subjects = try Library.relationship("subjects", of: "Book")
    let books = try Library.relationship("books", of: "Subject")
    try store.write { writer in
      for id in 1...3 {
        try writer.addBook(Int64(id), "b")
        try writer.insert("Subject", id: Int64(id), version: 1) { $0.write(text: "s") }
      }
      try writer.link(subjects, of: "Book", 1, 2)
      try writer.link(subjects, of: "Novel", 1, 3)
      try writer.link(books, of: "Subject", 3, 1)
      try writer.link(books, of: "Subject", 1, 3)
    }
    #expect(
      try pairs("subjects", of: "Book", [1, 2, 3], in: store) == [[1, 2], [1, 3], [3, 1]])
    #expect(
      try pairs("books", of: "Subject", [1, 2, 3], in: store) == [[1, 3], [2, 1], [3, 1]])
    try store.write { writer in
      try writer.unlink(books, of: "Subject", 3, 1)
      try writer.unlink(books, of: "Subject", 3, 1)
      #expect(try writer.delete("Book", id: 3, expecting: nil))
    }
    #expect(try pairs("subjects", of: "Book", [1, 2, 3], in: store) == [[1, 2]])
  }

  @Test func twoRelationshipsOfOneEntityHaveTheirOwnDirections() throws {
    let store = try Library.store()
    let cites = try Library.relationship("cites", of: "Book")
    let citedBy = try Library.relationship("citedBy", of: "Book")
    try store.write { writer in
      for id in 1...3 { try writer.addBook(Int64(id), "b") }
      try writer.link(cites, of: "Book", 1, 2)
      try writer.link(citedBy, of: "Book", 2, 3)
    }
    #expect(try pairs("cites", of: "Book", [1, 2, 3], in: store) == [[1, 2], [3, 2]])
    #expect(try pairs("citedBy", of: "Book", [1, 2, 3], in: store) == [[2, 1], [2, 3]])
  }

  @Test func aRelationshipThatIsItsOwnInverseIsReadBothWays() throws {
    let store = try Library.store()
    let friends = try Library.relationship("friends", of: "Author")
    try store.write { writer in
      for id in 1...3 { try writer.addAuthor(Int64(id), "a\(id)") }
      try writer.link(friends, of: "Author", 1, 2)
      try writer.link(friends, of: "Author", 2, 1)
      try writer.link(friends, of: "Author", 3, 3)
    }
    #expect(
      try pairs("friends", of: "Author", [1, 2, 3], in: store) == [[1, 2], [2, 1], [3, 3]])
    try store.write { try $0.unlink(friends, of: "Author", 2, 1) }
    #expect(try pairs("friends", of: "Author", [1, 2, 3], in: store) == [[3, 3]])
  }

  @Test func manyRowsAreReadById() throws {
    let store = try Library.store()
    try store.write { writer in
      for id in 1...500 { try writer.addAuthor(Int64(id * 2), "a\(id)") }
    }
    var found: [Int64] = []
    try store.read { reader in
      try reader.rows("Author", ids: Array((1...100_000).reversed())) { found.append($0.id) }
    }
    #expect(found == (1...500).map { Int64($0 * 2) })
  }

  @Test func readingMayAskAgainWhileItReads() throws {
    let store = try Library.store()
    try store.write { writer in
      for id in 1...5 { try writer.addAuthor(Int64(id), "a\(id)") }
    }
    var count = 0
    try store.read { reader in
      let all = EntityQuery(entity: "Author")
      try reader.rows(all) { outer in
        try reader.rows(all) { _ in count += 1 }
        let found = try reader.row("Author", id: outer.id) { inner in
          let again = try reader.row("Author", id: inner.id) { _ in }
          #expect(again)
        }
        #expect(found)
      }
    }
    #expect(count == 25)
  }

  @Test func aToOneHasNoRowsToLoad() throws {
    let store = try Library.store()
    let author = try Library.relationship("author", of: "Book")
    let error = #expect(throws: StoreError.self) {
      try store.read { try $0.rows(author, of: "Book", owners: [1]) { _, _ in } }
    }
    #expect(error?.code == .invalidRequest)
    let link = #expect(throws: StoreError.self) {
      try store.write { try $0.link(author, of: "Book", 1, 1) }
    }
    #expect(link?.code == .invalidRequest)
  }
}
